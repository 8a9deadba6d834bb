-- Games from files: what no source has an id for gets one of our own (`local_…`), and an import knows what it has done.

alter table games
  drop constraint games_id_check,
  drop constraint games_data_source_check,
  drop constraint games_origin_check,
  add constraint games_id_check check (id ~ '^(igdb|rawg|local)_[0-9]+$'),
  add constraint games_data_source_check check (data_source in ('igdb', 'rawg', 'local')),
  -- Where the row's facts come from: the built-in catalogue, a live source, a file.
  add constraint games_origin_check check (origin in ('local', 'igdb', 'rawg', 'import')),
  -- The name as imports compare it (import/same-name.ts); empty for names of punctuation only.
  add column name_key text not null default '';
create index games_name_key on games (name_key) where name_key <> '';

-- Which game an entry of a file became, so that the same entry finds it again: 'libretro:Sega - Saturn/nights'.
create table game_import_keys (
  key text primary key,
  game_id text not null references games (id) on delete cascade
);

-- How far the import of a file is: one row per content, written together with the games of each batch.
create table catalogue_imports (
  file_hash text primary key,
  file_name text not null,
  format text not null,
  -- Records of the file that are done, and what became of them.
  records bigint not null default 0,
  counts jsonb not null default '{}',
  rejects_bytes bigint not null default 0,
  started_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
