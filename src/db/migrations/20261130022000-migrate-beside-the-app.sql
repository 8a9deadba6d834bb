-- expansion
-- Changes of many rows that run in batches beside the app. `place` is where the next batch begins, in words of the migration itself.
create table long_migrations (
  name text primary key,
  place text,
  rows_done bigint not null default 0,
  -- Null until the first batch has counted them.
  rows_total bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz
);

-- The files of browsers of the latest versions, so that each node answers for pages of each other one. Nodes store them at their start,
-- so no backup needs them.
create unlogged table browser_files (
  path text primary key,
  type text not null,
  -- Compressed by brotli.
  is_packed boolean not null,
  content bytea not null,
  used_at timestamptz not null
);
