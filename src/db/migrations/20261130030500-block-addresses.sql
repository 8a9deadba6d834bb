-- expansion
-- The networks from which nobody may create an account, and from some of which visitors may not write at all.
create table address_blocks (
  id uuid primary key default uuidv7(),
  network cidr not null unique,
  is_closed boolean not null,
  note text not null check (char_length(note) between 1 and 200),
  created_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone
);
create index address_blocks_network on address_blocks using gist (network inet_ops);
create index address_blocks_latest on address_blocks (created_at desc, id desc);
create index address_blocks_end on address_blocks (ends_at) where ends_at is not null;
