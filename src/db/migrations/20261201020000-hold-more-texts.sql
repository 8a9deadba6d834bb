-- expansion
-- A message to a member who does not know the sender waits here until a moderator delivers it (decision 0127): no read of the
-- recipient looks here. One for each pair.
create table waiting_messages (
  id uuid primary key default uuidv7(),
  sender_id uuid not null references profiles (id) on delete cascade,
  recipient_id uuid not null references profiles (id) on delete cascade,
  key uuid,
  content text not null check (char_length(content) between 1 and 2000 and content = btrim(content)),
  created_at timestamp(3) with time zone not null,
  unique (sender_id, recipient_id),
  check (sender_id <> recipient_id)
);
create index waiting_messages_recipient on waiting_messages (recipient_id);

-- The message that is delivered has the same id, and keeps its appeals.
create function forget_waiting_message() returns trigger language plpgsql as $$
begin
  delete from held_texts where subject_id = old.id and subject_type = 'message';
  delete from appeals
  where subject_id = old.id and subject_type = 'message' and not exists (select from messages where id = old.id);
  return null;
end
$$;
create trigger waiting_messages_forget after delete on waiting_messages
for each row execute function forget_waiting_message();

-- The texts about themselves that a member has written and that wait; what others read stays as it was.
alter table profiles add column waiting_texts jsonb;

create trigger lists_held after delete on lists
for each row when (old.hidden_at is not null) execute function forget_held_text('list');
