-- What admins have done (G20). Without an admin it was done on the command line.
create table audit_log (
  id uuid primary key default uuidv7(),
  admin_id uuid references profiles (id) on delete set null,
  action text not null,
  item_type text not null,
  item_id text not null,
  data jsonb not null default '{}',
  created_at timestamptz(3) not null
);
create index audit_log_latest on audit_log (created_at desc, id desc);
create index audit_log_admin on audit_log (admin_id);

alter table profiles add column disabled_reason text check (length(disabled_reason) <= 500);

-- The admins' list of members: newest first, or with a part of a name.
create index profiles_joined on profiles (created_at desc, id desc);
create index profiles_names on profiles
  using gin (lower(coalesce(username, '') || ' ' || coalesce(display_name, '')) gin_trgm_ops);
create index profiles_admins on profiles (id) where role = 'admin';
