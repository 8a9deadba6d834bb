-- Messages between two members (G12). A conversation is there from its first message on, and goes with either member.

create table conversations (
  id uuid primary key default uuidv7(),
  user_low uuid not null references profiles (id) on delete cascade,
  user_high uuid not null references profiles (id) on delete cascade,
  last_message_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  unique (user_low, user_high),
  check (user_low < user_high)
);
-- A member's conversations are those of both columns, the latest first.
create index conversations_latest_low on conversations (user_low, last_message_at desc, id desc);
create index conversations_latest_high on conversations (user_high, last_message_at desc, id desc);

create table messages (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null references conversations (id) on delete cascade,
  sender_id uuid not null references profiles (id) on delete cascade,
  -- The other of the two, so that what is unread is found without the conversation.
  recipient_id uuid not null references profiles (id) on delete cascade,
  -- What the sender's browser called it: the same one sent again, because no answer came, is one message.
  key uuid,
  -- In characters, not bytes. What was deleted has no text any more.
  content text check (char_length(content) between 1 and 2000 and content = btrim(content)),
  read_at timestamptz(3),
  deleted_at timestamptz(3),
  -- By an admin: the sender goes on seeing it.
  hidden_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  check (sender_id <> recipient_id),
  check ((content is null) = (deleted_at is not null))
);
create index messages_latest on messages (conversation_id, created_at desc, id desc);
create index messages_unread on messages (recipient_id, conversation_id)
where read_at is null and deleted_at is null and hidden_at is null;
-- Also for what goes with a member, and for the export.
create unique index messages_one on messages (sender_id, recipient_id, key);
create index messages_recipient on messages (recipient_id);

-- What a member has shown to the admins by reporting it: that message alone, as it was. They read no other.
create table reported_messages (
  message_id uuid primary key references messages (id) on delete cascade,
  content text not null,
  created_at timestamptz(3) not null default now()
);
