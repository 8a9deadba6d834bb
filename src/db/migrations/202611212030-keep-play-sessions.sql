-- Playthroughs and dated play sessions under a library entry (decision 0035). The hours of an entry are what its sessions
-- account for and one balance that no session does: play_time = round(session_minutes / 60, 2) + undated_hours, always.

alter table user_games
  -- Of all sessions, kept by the triggers below.
  add column session_minutes integer not null default 0,
  add column last_session_at timestamptz(3),
  -- What no session accounts for; below zero where a typed total is less than the sessions hold.
  add column undated_hours numeric(8, 2) not null default 0,
  -- When hours or percentage last grew by a log without a session.
  add column undated_played_at timestamptz(3);

update user_games set undated_hours = play_time, undated_played_at = last_played_at
where play_time <> 0 or last_played_at is not null;

create table playthroughs (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  game_id text not null,
  platform text check (length(platform) between 1 and 60),
  started_on date check (started_on >= '1970-01-01'),
  finished_on date check (finished_on >= '1970-01-01'),
  finish_level text not null default 'unfinished' check (
    finish_level in ('unfinished', 'main_story', 'main_extras', 'completionist', 'endless', 'dropped')
  ),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  foreign key (user_id, game_id) references user_games (user_id, game_id) on delete cascade,
  unique (id, user_id, game_id),
  check (finished_on >= started_on),
  check (finished_on is null or finish_level <> 'unfinished')
);
create index playthroughs_entry on playthroughs (user_id, game_id, id);

create table play_sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  game_id text not null,
  playthrough_id uuid not null,
  -- The member's own day.
  played_on date not null check (played_on >= '1970-01-01'),
  minutes smallint not null check (minutes between 1 and 1440),
  note text check (length(note) between 1 and 500),
  -- How it came here.
  origin text not null check (origin in ('quick', 'timer', 'typed')),
  -- Until when it was played, as far as that is known.
  ended_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  foreign key (user_id, game_id) references user_games (user_id, game_id) on delete cascade,
  -- A session is never in the playthrough of another entry.
  foreign key (playthrough_id, user_id, game_id) references playthroughs (id, user_id, game_id) on delete cascade
);
create index play_sessions_entry on play_sessions (user_id, game_id, played_on desc, id desc);
create index play_sessions_playthrough on play_sessions (playthrough_id) include (minutes);

-- One running clock for each member.
create table play_timers (
  user_id uuid primary key references profiles (id) on delete cascade,
  game_id text not null,
  playthrough_id uuid,
  started_at timestamptz(3) not null,
  -- Null while it is paused.
  running_since timestamptz(3),
  -- What had been counted when it was last paused.
  banked_ms bigint not null default 0 check (banked_ms >= 0),
  foreign key (user_id, game_id) references user_games (user_id, game_id) on delete cascade,
  foreign key (playthrough_id) references playthroughs (id) on delete set null
);
create index play_timers_entry on play_timers (user_id, game_id);
create index play_timers_playthrough on play_timers (playthrough_id);

-- Whoever writes an entry's figures or its sessions comes through here. The row is locked by then, so the sum is read after
-- every other writer of the entry is done.
create function reconcile_entry() returns trigger language plpgsql as $$
declare
  dated numeric(8, 2);
begin
  new.session_minutes := 0;
  new.last_session_at := null;
  -- A new entry has no sessions: they refer to it.
  if tg_op = 'UPDATE' then
    select coalesce(sum(minutes), 0), max(ended_at) into new.session_minutes, new.last_session_at
    from play_sessions where user_id = new.user_id and game_id = new.game_id;
  end if;
  dated := round(new.session_minutes / 60.0, 2);
  if tg_op = 'INSERT' or new.play_time is distinct from old.play_time then
    -- A total that was typed: the balance is what is left of it.
    new.undated_hours := new.play_time - dated;
  else
    -- A balance below zero takes away no more than there is.
    new.undated_hours := greatest(old.undated_hours, -dated);
    new.play_time := dated + new.undated_hours;
  end if;
  if tg_op = 'INSERT' or new.last_played_at is distinct from old.last_played_at then
    new.undated_played_at := new.last_played_at;
  else
    new.undated_played_at := old.undated_played_at;
  end if;
  new.last_played_at := greatest(new.undated_played_at, new.last_session_at);
  return new;
end
$$;
create trigger user_games_reconcile
  before insert or update of
    play_time, last_played_at, session_minutes, last_session_at, undated_hours, undated_played_at
  on user_games
  for each row execute function reconcile_entry();

alter table user_games add constraint user_games_reconciled check (
  play_time = round(session_minutes / 60.0, 2) + undated_hours
  and last_played_at is not distinct from greatest(undated_played_at, last_session_at)
);

create function reconcile_session_entries() returns trigger language plpgsql as $$
begin
  -- In one order, so that two writers of several entries never wait for one another.
  perform from user_games entry
  where (entry.user_id, entry.game_id) in (select user_id, game_id from changed)
  order by entry.user_id, entry.game_id
  for no key update;
  update user_games entry set session_minutes = session_minutes
  where (entry.user_id, entry.game_id) in (select user_id, game_id from changed);
  return null;
end
$$;
create trigger play_sessions_inserted after insert on play_sessions referencing new table as changed
  for each statement execute function reconcile_session_entries();
create trigger play_sessions_updated after update on play_sessions referencing new table as changed
  for each statement execute function reconcile_session_entries();
create trigger play_sessions_deleted after delete on play_sessions referencing old table as changed
  for each statement execute function reconcile_session_entries();

-- An update stays within its entry, so that the triggers above see all that it changes.
create function keep_session_entry() returns trigger language plpgsql as $$
begin
  raise exception 'a session stays with its entry' using errcode = 'check_violation';
end
$$;
create trigger play_sessions_stay before update on play_sessions
  for each row when (new.user_id <> old.user_id or new.game_id <> old.game_id)
  execute function keep_session_entry();
