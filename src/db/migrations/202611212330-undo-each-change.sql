-- Each change of many games can be taken back by itself, not only a member's latest: the latest of them are kept.
alter table library_bulk_changes drop constraint library_bulk_changes_pkey;
alter table library_bulk_changes add primary key (id);
create index library_bulk_changes_member on library_bulk_changes (user_id, id);

-- Sessions that were made one, as they were before it, so that they can be brought back exactly. Gone when the one goes.
create table merged_sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  -- The one that they became; it is what it was made while its updated_at is merged_at.
  session_id uuid not null references play_sessions (id) on delete cascade,
  -- Rows of play_sessions.
  sessions jsonb not null,
  -- Of the entry, before.
  entry_updated_at timestamptz(3) not null,
  merged_at timestamptz(3) not null
);
create index merged_sessions_member on merged_sessions (user_id, id);
create index merged_sessions_session on merged_sessions (session_id);
