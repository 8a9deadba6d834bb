-- What live sources know beyond the built-in catalogue, and where each fact came from.

alter table games
  -- Follows before the release (IGDB), which the upcoming and trending lists ask for.
  add column hypes integer not null default 0,
  -- The critics' part of the rating, 0 to 100, and how many of them.
  add column critic_rating numeric(5, 2) check (critic_rating between 0 and 100),
  add column critic_rating_count integer not null default 0,
  -- IGDB's game_type: 0 main game, 1 DLC, 2 expansion, 3 bundle …; null when no source says.
  add column game_type smallint,
  -- The game that this one is an edition, a port, an expansion of.
  add column parent_id text,
  -- Field → {"origin": "igdb", "at": Unix seconds}: which source said it, and when.
  add column provenance jsonb not null default '{}';

-- The token of a source's account, shared by all app nodes (Twitch for IGDB).
create table source_tokens (
  source text primary key check (source in ('igdb')),
  token text not null,
  expires_at timestamptz(3) not null,
  updated_at timestamptz(3) not null default now()
);

-- What a source answered to a question, so that a list survives the source's death (G40).
create table catalogue_cache (
  question text primary key,
  answer jsonb not null,
  answered_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index catalogue_cache_expiry on catalogue_cache (expires_at);

-- Whether an id names a game, for ids that are not stored; kept 24 hours (R-CACHE-08).
create table game_validity (
  id text primary key,
  is_valid boolean not null,
  reason text check (reason in ('not_found', 'invalid_id')),
  checked_at timestamptz(3) not null default now()
);
create index game_validity_age on game_validity (checked_at);

create table game_achievements (
  id uuid primary key default uuidv7(),
  game_id text not null references games (id) on delete cascade,
  external_id text not null,
  name text not null,
  description text,
  icon_url text,
  rarity numeric(5, 2) check (rarity between 0 and 100),
  display_order integer not null default 0,
  unique (game_id, external_id)
);
create index game_achievements_order on game_achievements (game_id, display_order, id);

-- How often a game's page was asked for; stale games that many look at are refreshed first. Apart from `games`, so that a
-- view does not rewrite a wide row.
create table game_views (
  game_id text primary key references games (id) on delete cascade,
  views bigint not null default 0,
  viewed_at timestamptz(3) not null default now()
);
