-- A member's own picture, small and re-encoded, where every app node can read it (docs/decisions/0026).
create table avatars (
  user_id uuid primary key references profiles (id) on delete cascade,
  bytes bytea not null check (length(bytes) <= 1048576),
  -- The first bytes of the content's hash; names the content in its address.
  version text not null,
  updated_at timestamptz(3) not null
);
-- Compressed already.
alter table avatars alter column bytes set storage external;
