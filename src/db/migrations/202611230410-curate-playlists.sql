-- Playlists: games that admins put together for everybody (R-PLDATA-01..19, decision 0068).

create table playlists (
  id uuid primary key default uuidv7(),
  title text not null check (length(title) between 1 and 120),
  description text not null default '' check (length(description) <= 2000),
  type text not null default 'custom' check (type in ('featured', 'collection', 'event', 'genre', 'custom')),
  cover_image text check (length(cover_image) between 1 and 2048),
  -- The present slug, which playlist_slugs has too, with all former ones.
  slug text not null unique check (length(slug) between 1 and 140),
  is_published boolean not null default false,
  -- The last time that it became public. It stays when the playlist becomes a draft again.
  published_at timestamptz(3),
  start_date date,
  end_date date,
  metadata jsonb not null default '{"backgroundColor": "#ffffff", "textColor": "#000000", "tags": []}',
  display_order integer not null default 0 check (display_order >= 0),
  -- The service updates it with the games.
  games_count smallint not null default 0 check (games_count between 0 and 100),
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  -- An editor compares it; the order of playlists does not change it.
  updated_at timestamptz(3) not null default now(),
  -- A deleted playlist can be restored for some days.
  deleted_at timestamptz(3),
  check (end_date >= start_date),
  check (type = 'event' or (start_date is null and end_date is null)),
  check (not is_published or published_at is not null)
);
-- Lists of everybody: all, those of a type, and the latest. Lists of admins contain drafts too.
create index playlists_public on playlists (display_order, created_at desc, id desc)
where is_published and deleted_at is null;
create index playlists_public_type on playlists (type, display_order, created_at desc, id desc)
where is_published and deleted_at is null;
create index playlists_latest on playlists (published_at desc, id desc)
where is_published and deleted_at is null and games_count > 0;
create index playlists_all on playlists (display_order, created_at desc, id desc) where deleted_at is null;
create index playlists_titles on playlists using gin (lower(title) gin_trgm_ops) where deleted_at is null;
create index playlists_deleted on playlists (deleted_at) where deleted_at is not null;
create index playlists_creator on playlists (created_by);

create table playlist_games (
  playlist_id uuid not null references playlists (id) on delete cascade,
  game_id text not null references games (id),
  -- From 1, without gaps.
  display_order smallint not null check (display_order between 1 and 100),
  added_at timestamptz(3) not null default now(),
  primary key (playlist_id, game_id),
  unique (playlist_id, display_order)
);
create index playlist_games_game on playlist_games (game_id);

-- Every slug that leads to a playlist: the present one, and those that it had while it was public (C08).
create table playlist_slugs (
  -- In this order of letters the index also finds a slug with its suffixes.
  slug text collate "C" primary key,
  -- Deferred: the slug is claimed before the playlist is inserted.
  playlist_id uuid not null references playlists (id) on delete cascade deferrable initially deferred,
  created_at timestamptz(3) not null default now()
);
create index playlist_slugs_playlist on playlist_slugs (playlist_id);
