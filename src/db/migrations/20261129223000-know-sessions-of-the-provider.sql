-- The provider's id of the session in which the member signed in through it, '' if it gave none; null for other sessions.
alter table session add column provider_sid text;
create index session_provider_sid on session (provider_sid) where provider_sid <> '';

-- Logout tokens that the provider has sent, so that none counts twice. A nightly job deletes them.
create table provider_logouts (
  jti text primary key,
  expires_at timestamptz not null
);
