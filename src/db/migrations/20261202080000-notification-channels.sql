-- expansion
-- Channels (ntfy, Gotify, Discord, Apprise) to which members have notifications sent, beside browsers.

-- A channel belongs to no session and has no keys.
alter table push_subscriptions alter column session_id drop not null;
alter table push_subscriptions alter column p256dh drop not null;
alter table push_subscriptions alter column auth drop not null;
-- Null for a browser.
alter table push_subscriptions add column channel text;
-- What the channel's server asks for, as it is: each message is sent with it.
alter table push_subscriptions add column token text;
-- Set when a channel has failed for good: nothing is sent to it until its member tests it with success.
alter table push_subscriptions add column paused_at timestamptz(3);
alter table push_subscriptions add column last_status smallint;
alter table push_subscriptions add column last_failure text;
alter table push_subscriptions add constraint push_subscriptions_are_of_a_kind
  check (case when channel is null then session_id is not null and p256dh is not null and auth is not null
    else channel in ('ntfy', 'gotify', 'discord', 'apprise') and session_id is null end) not valid;
