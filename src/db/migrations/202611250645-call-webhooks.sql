-- Addresses that members want called when their data changes, and what was sent to them.

create table webhooks (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  url text not null check (length(url) between 1 and 500),
  events text[] not null check (
    events <@ array['library.changed', 'review.changed', 'list.changed'] and cardinality(events) > 0
  ),
  -- The key of the signature. Each request is signed with it, so a hash would not do.
  secret bytea not null check (octet_length(secret) = 32),
  created_at timestamptz(3) not null,
  -- Set when a delivery failed for good: nothing more is sent until the member turns it on again.
  paused_at timestamptz(3)
);
create index webhooks_user on webhooks (user_id, created_at desc);

create table webhook_deliveries (
  id uuid primary key default uuidv7(),
  webhook_id uuid not null references webhooks (id) on delete cascade,
  type text not null check (type in ('ping', 'library.changed', 'review.changed', 'list.changed')),
  -- The review or the list.
  subject_id uuid,
  created_at timestamptz(3) not null,
  attempts smallint not null default 0,
  -- Null when nothing more is sent.
  next_attempt_at timestamptz(3),
  last_attempt_at timestamptz(3),
  delivered_at timestamptz(3),
  -- The status of the last answer; null without an answer.
  last_status smallint,
  -- Why the last attempt failed, as a code.
  last_failure text
);
create index webhook_deliveries_log on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where next_attempt_at is not null;
create index webhook_deliveries_age on webhook_deliveries (created_at);
-- Changes of the same thing are one delivery until it is first sent.
create unique index webhook_deliveries_waiting on webhook_deliveries (webhook_id, type, subject_id) nulls not distinct
  where attempts = 0 and next_attempt_at is not null and type <> 'ping';
