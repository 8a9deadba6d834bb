-- Accounts at Steam whose hours a job adds to the libraries of members (decision 0089).

alter table play_sessions drop constraint play_sessions_origin_check;
alter table play_sessions add constraint play_sessions_origin_check
  check (origin in ('quick', 'timer', 'typed', 'steam'));

-- An import of games that a sync has found: 'ask' waits for its member if there is something to decide, 'apply' does not.
alter table imports add column sync text check (sync in ('ask', 'apply'));

create table steam_links (
  user_id uuid primary key references profiles (id) on delete cascade,
  -- 17 digits.
  steam_id text not null check (steam_id ~ '^7656119[0-9]{10}$'),
  -- The name that the account shows at Steam.
  name text not null check (length(name) between 1 and 100),
  is_daily boolean not null default true,
  linked_at timestamptz(3) not null,
  -- When the job syncs it next; null while it is synced by hand only.
  next_sync_at timestamptz(3),
  -- Since when a sync has been queued or runs; null when there is none.
  syncing_since timestamptz(3),
  -- When Steam's latest list of games was taken over, and what that changed.
  last_sync_at timestamptz(3),
  last_result jsonb,
  -- The import with the games that were new then.
  last_import_id uuid references imports (id) on delete set null,
  -- Why the latest sync failed (steam-sync.texts.ts); null when it did not.
  problem text,
  problem_at timestamptz(3),
  -- Failed syncs in a row.
  failures smallint not null default 0
);
create index steam_links_due on steam_links (next_sync_at) where next_sync_at is not null;
create index steam_links_import on steam_links (last_import_id) where last_import_id is not null;

-- What a sync knows of each game of a linked account.
create table steam_games (
  user_id uuid not null references profiles (id) on delete cascade,
  -- The application id at Steam.
  app_id integer not null check (app_id > 0),
  name text not null check (length(name) between 1 and 300),
  -- The minutes that were taken over; they never fall.
  minutes integer not null check (minutes >= 0),
  -- The game of the library; null until an import has decided it.
  game_id text,
  is_ignored boolean not null default false,
  -- What the latest sync that found play time has added, and when.
  added_minutes integer not null default 0,
  added_at timestamptz(3),
  primary key (user_id, app_id),
  foreign key (user_id) references steam_links (user_id) on delete cascade
);
create index steam_games_game on steam_games (user_id, game_id) where game_id is not null;

-- One row: what all nodes share about the operator's key.
create table steam_state (
  is_only boolean primary key default true check (is_only),
  -- Requests of this day (UTC); Steam allows 100,000.
  day date not null,
  requests integer not null,
  -- Nothing is asked until then, because Steam has refused the key or was asked too often.
  paused_until timestamptz(3),
  pause text check (pause in ('steam_key', 'steam_busy')),
  -- Pauses in a row.
  pauses smallint not null default 0,
  -- A fingerprint of the key that Steam refused: another key is not paused.
  key_mark text
);
insert into steam_state (day, requests) values ('1970-01-01', 0);
