-- expansion
-- What admins note about a member, for admins alone. A note goes with the account.
create table member_notes (
  id uuid primary key default uuidv7(),
  member_id uuid not null references profiles (id) on delete cascade,
  author_id uuid references profiles (id) on delete set null,
  note text not null check (char_length(note) between 1 and 1000),
  created_at timestamp(3) with time zone not null
);
create index member_notes_member on member_notes (member_id, created_at desc, id desc);
create index member_notes_author on member_notes (author_id) where author_id is not null;
