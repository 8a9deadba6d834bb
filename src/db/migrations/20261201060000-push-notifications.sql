-- expansion
-- Browsers that members let Savepoint push notifications to, and what waits to be pushed.

create table push_subscriptions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  -- The browser is signed in by this session: signing out ends the pushes.
  session_id uuid not null references session (id) on delete cascade,
  endpoint text not null check (length(endpoint) between 1 and 1000),
  -- The keys of the browser, with which each push is encrypted, as base64url.
  p256dh text not null,
  auth text not null,
  created_at timestamptz(3) not null,
  unique (user_id, endpoint)
);
create index push_subscriptions_session on push_subscriptions (session_id);
create index push_subscriptions_endpoint on push_subscriptions (endpoint);

-- A row is deleted when it is sent, and with its notification, its subscription, or the member.
create table push_deliveries (
  subscription_id uuid not null references push_subscriptions (id) on delete cascade,
  notification_id uuid not null references notifications (id) on delete cascade,
  created_at timestamptz(3) not null,
  attempts smallint not null default 0,
  next_attempt_at timestamptz(3) not null,
  -- The push service found the whole text too long.
  is_short boolean not null default false,
  primary key (subscription_id, notification_id)
);
create index push_deliveries_due on push_deliveries (next_attempt_at);
create index push_deliveries_notification on push_deliveries (notification_id);
