-- Errors that browsers report (G51): alike ones are a group, of which the newest reports are kept as examples.
create table error_groups (
  id uuid primary key default uuidv7(),
  fingerprint text not null unique,
  level text not null check (level in ('error', 'warning', 'info')),
  name text not null,
  message text not null,
  -- The page's address without what differs from one thing to the next: /game/:id.
  path text not null,
  occurrences bigint not null default 1,
  -- Different members who met it; counted up to a bound, visitors not at all.
  members integer not null default 0,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  resolved_at timestamptz(3)
);
create index error_groups_latest on error_groups (last_seen_at desc, id desc);

create table error_logs (
  id uuid primary key default uuidv7(),
  group_id uuid not null references error_groups (id) on delete cascade,
  message text not null,
  error jsonb not null,
  level text not null check (level in ('error', 'warning', 'info')),
  context jsonb not null,
  user_id uuid references profiles (id) on delete set null,
  created_at timestamptz(3) not null
);
create index error_logs_latest on error_logs (created_at desc);
create index error_logs_of_group on error_logs (group_id, created_at desc, id desc);
create index error_logs_user on error_logs (user_id);

create table error_group_members (
  group_id uuid not null references error_groups (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  primary key (group_id, user_id)
);
create index error_group_members_user on error_group_members (user_id);
