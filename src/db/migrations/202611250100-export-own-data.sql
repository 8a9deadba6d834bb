-- Copies of a member's data (decision 0080).

create table exports (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  state text not null check (state in ('working', 'done', 'failed')),
  -- Made by the weekly job, and kept until newer ones replace it.
  is_weekly boolean not null default false,
  -- The attempt that writes the files; an older attempt stops when it sees another one.
  attempt uuid,
  rows_done integer not null default 0,
  -- Null until the rows are counted.
  rows_total integer,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  -- When the files are deleted; null for a weekly copy.
  expires_at timestamptz(3)
);
create index exports_member on exports (user_id, id desc);
-- A member has one export at a time.
create unique index exports_open on exports (user_id) where state = 'working';
create index exports_expiry on exports (expires_at) where expires_at is not null;

create table export_files (
  export_id uuid not null references exports (id) on delete cascade,
  file text not null,
  bytes bigint not null default 0,
  primary key (export_id, file)
);

-- The bytes of a file, in parts of some hundred kilobytes.
create table export_parts (
  export_id uuid not null,
  file text not null,
  n integer not null,
  bytes bytea not null,
  primary key (export_id, file, n),
  foreign key (export_id, file) references export_files (export_id, file) on delete cascade
);
