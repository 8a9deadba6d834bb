-- What members are told of (G48). A row is about one actor and one subject: whatever repeats itself is the same row again.

create table notifications (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  type text not null check (
    type in ('friend_request', 'friend_accepted', 'new_follower', 'comment', 'reaction', 'moderation')
  ),
  -- Who did it; null for what the house says. That somebody who is gone did something is worth no line: it goes with them.
  actor_id uuid references profiles (id) on delete cascade,
  -- Of any kind, so without a foreign key: who deletes a subject says so.
  subject_type text,
  subject_id uuid,
  data jsonb not null default '{}',
  read_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  check ((subject_type is null) = (subject_id is null))
);
-- One for each actor, type and subject; by the actor first, for taking back and for the actor's going.
create unique index notifications_one on notifications (actor_id, type, subject_type, subject_id, user_id)
  nulls not distinct where actor_id is not null;
create index notifications_latest on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id, created_at desc, id desc) where read_at is null;
create index notifications_subject on notifications (subject_id, subject_type) where subject_id is not null;
create index notifications_read on notifications (read_at) where read_at is not null;
