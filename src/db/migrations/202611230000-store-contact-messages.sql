-- Messages to the operator (G18). A deleted account takes its messages with it.

create table contact_messages (
  id uuid primary key default uuidv7(),
  user_id uuid references profiles (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  email text not null check (length(email) between 3 and 254),
  topic text not null check (topic in ('Support', 'Bug', 'Feedback', 'Privacy', 'Other')),
  message text not null check (length(message) between 10 and 2000),
  status text not null default 'open' check (status in ('open', 'closed')),
  created_at timestamptz(3) not null default now(),
  -- Closed messages are deleted some time after this.
  closed_at timestamptz(3),
  check ((status = 'closed') = (closed_at is not null))
);
create index contact_messages_status on contact_messages (status, created_at desc, id desc);
create index contact_messages_closed on contact_messages (closed_at) where closed_at is not null;
create index contact_messages_member on contact_messages (user_id) where user_id is not null;
