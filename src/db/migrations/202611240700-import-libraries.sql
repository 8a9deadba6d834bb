-- Imports of files of other trackers (decision 0075).

create table imports (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  file_name text not null check (length(file_name) between 1 and 200),
  preset text not null,
  state text not null check (
    state in ('mapping', 'reading', 'planning', 'ready', 'applying', 'done', 'undoing', 'undone', 'failed')
  ),
  -- Null for a file that a preset reads.
  mapping jsonb,
  rules jsonb not null,
  -- Columns that the app does not import.
  unstored jsonb not null default '[]',
  -- How many records of the file are stored as rows.
  read_records integer not null default 0,
  -- Why the file could not be read.
  error text,
  is_cancelled boolean not null default false,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  undone_at timestamptz(3)
);
create index imports_member on imports (user_id, id desc);
-- A member finishes or discards an import before the next one.
create unique index imports_open on imports (user_id)
where state in ('mapping', 'reading', 'planning', 'ready', 'applying', 'undoing');

-- The bytes of a file, until they are read.
create table import_files (
  import_id uuid primary key references imports (id) on delete cascade,
  bytes bytea not null
);
alter table import_files alter column bytes set storage external;

create table import_rows (
  import_id uuid not null references imports (id) on delete cascade,
  -- The place of the record in the file, from 1.
  n integer not null,
  title text not null,
  -- What the file says of the game (imported-record.rules.ts); null for a row that is no game.
  record jsonb,
  state text not null check (state in ('ready', 'doubtful', 'unknown', 'skipped', 'applied', 'failed', 'undone')),
  -- What the import will do, or has done; null until it is planned.
  outcome text check (outcome in ('new', 'changed', 'same', 'joined')),
  -- Why a row is skipped or failed, or what its undo left.
  reason text,
  -- How the game was found.
  matched_by text,
  game_id text,
  candidates jsonb not null default '[]',
  primary key (import_id, n)
);
create index import_rows_state on import_rows (import_id, state, outcome, n);
create index import_rows_game on import_rows (import_id, game_id, n) where game_id is not null;

-- What an import did to one game of the library. A second run of the same import may add a second change of a game.
create table import_changes (
  id uuid primary key default uuidv7(),
  import_id uuid not null references imports (id) on delete cascade,
  game_id text not null,
  entry_id uuid not null,
  -- The entry before; null when the import added it.
  before jsonb,
  after jsonb not null,
  playthrough_ids jsonb not null,
  history_id uuid,
  undone_at timestamptz(3)
);
create index import_changes_open on import_changes (import_id, id desc) where undone_at is null;
create index import_changes_game on import_changes (import_id, game_id);
