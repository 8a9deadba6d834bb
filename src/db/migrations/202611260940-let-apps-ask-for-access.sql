-- Apps of members that ask other members for access (OAuth 2.1, decision 0093): the tables of better-auth's plugin, in its
-- own names. It writes lists as JSON.

create table "oauthClient" (
  "id" uuid primary key default uuidv7(),
  "clientId" text not null unique,
  -- The SHA-256 of the secret, or null for a public app.
  "clientSecret" text,
  "clientDiscoveryId" text,
  "disabled" boolean not null default false,
  "skipConsent" boolean,
  "enableEndSession" boolean,
  "subjectType" text,
  "scopes" jsonb,
  "clientCredentialsScopes" jsonb,
  -- The member who has registered the app.
  "userId" uuid not null references "user" ("id") on delete cascade,
  "createdAt" timestamptz(3) not null,
  "updatedAt" timestamptz(3) not null,
  "name" text not null check (length("name") between 1 and 60),
  "uri" text,
  "icon" text,
  "contacts" jsonb,
  "tos" text,
  "policy" text,
  "softwareId" text,
  "softwareVersion" text,
  "softwareStatement" text,
  "redirectUris" jsonb not null,
  "postLogoutRedirectUris" jsonb,
  "backchannelLogoutUri" text,
  "backchannelLogoutSessionRequired" boolean,
  "tokenEndpointAuthMethod" text not null check ("tokenEndpointAuthMethod" in ('none', 'client_secret_basic')),
  "applicationType" text,
  "jwks" text,
  "jwksUri" text,
  "grantTypes" jsonb,
  "responseTypes" jsonb,
  "requirePKCE" boolean,
  "dpopBoundAccessTokens" boolean,
  "referenceId" text,
  "metadata" jsonb
);
create index oauth_client_user on "oauthClient" ("userId", "createdAt" desc);

-- An app with access to a member's account is an access token of the member without a hash: the tokens of the app, which
-- change every hour, stand for it.
alter table access_tokens
  alter column hash drop not null,
  add column client_id text references "oauthClient" ("clientId") on delete cascade,
  add constraint access_tokens_kind check ((hash is null) <> (client_id is null)),
  add constraint access_tokens_of_app unique (user_id, client_id);
create index access_tokens_client on access_tokens (client_id) where client_id is not null;

-- The rows below end with the access of their app: no code and no refresh token gives it back.
create table "oauthConsent" (
  "id" uuid primary key default uuidv7(),
  "clientId" text not null references "oauthClient" ("clientId") on delete cascade,
  "userId" uuid not null references "user" ("id") on delete cascade,
  "referenceId" text,
  "resources" jsonb,
  "requestedUserInfoClaims" jsonb,
  "scopes" jsonb not null,
  "createdAt" timestamptz(3) not null,
  "updatedAt" timestamptz(3) not null,
  unique ("userId", "clientId"),
  foreign key ("userId", "clientId") references access_tokens (user_id, client_id) on delete cascade
);
create index oauth_consent_client on "oauthConsent" ("clientId");

create table "oauthRefreshToken" (
  "id" uuid primary key default uuidv7(),
  -- The SHA-256 of the token, as below.
  "token" text not null unique,
  "clientId" text not null references "oauthClient" ("clientId") on delete cascade,
  "sessionId" uuid references "session" ("id") on delete set null,
  "userId" uuid not null references "user" ("id") on delete cascade,
  "referenceId" text,
  "authorizationCodeId" text,
  "resources" jsonb,
  "requestedUserInfoClaims" jsonb,
  "expiresAt" timestamptz(3) not null,
  "createdAt" timestamptz(3) not null,
  "revoked" timestamptz(3),
  "rotatedAt" timestamptz(3),
  "rotationReplayResponse" text,
  "rotationReplayExpiresAt" timestamptz(3),
  "authTime" timestamptz(3),
  "confirmation" jsonb,
  "scopes" jsonb not null,
  foreign key ("userId", "clientId") references access_tokens (user_id, client_id) on delete cascade
);
create index oauth_refresh_token_user on "oauthRefreshToken" ("userId", "clientId");
create index oauth_refresh_token_client on "oauthRefreshToken" ("clientId");
create index oauth_refresh_token_session on "oauthRefreshToken" ("sessionId");
create index oauth_refresh_token_code on "oauthRefreshToken" ("authorizationCodeId");
create index oauth_refresh_token_expiry on "oauthRefreshToken" ("expiresAt");

create table "oauthAccessToken" (
  "id" uuid primary key default uuidv7(),
  "token" text not null unique,
  "clientId" text not null references "oauthClient" ("clientId") on delete cascade,
  "sessionId" uuid references "session" ("id") on delete set null,
  "userId" uuid not null references "user" ("id") on delete cascade,
  "referenceId" text,
  "authorizationCodeId" text,
  "resources" jsonb,
  "requestedUserInfoClaims" jsonb,
  "refreshId" uuid references "oauthRefreshToken" ("id") on delete cascade,
  "expiresAt" timestamptz(3) not null,
  "createdAt" timestamptz(3) not null,
  "revoked" timestamptz(3),
  "confirmation" jsonb,
  "scopes" jsonb not null,
  foreign key ("userId", "clientId") references access_tokens (user_id, client_id) on delete cascade
);
create index oauth_access_token_user on "oauthAccessToken" ("userId", "clientId");
create index oauth_access_token_client on "oauthAccessToken" ("clientId");
create index oauth_access_token_session on "oauthAccessToken" ("sessionId");
create index oauth_access_token_code on "oauthAccessToken" ("authorizationCodeId");
create index oauth_access_token_refresh on "oauthAccessToken" ("refreshId");
create index oauth_access_token_expiry on "oauthAccessToken" ("expiresAt");

-- The plugin stores the consent of the member; the same statement gives the app its access, before the consent refers to it.
create function give_app_access() returns trigger language plpgsql as $$
begin
  insert into access_tokens (user_id, client_id, name, scopes, created_at)
  select new."userId", client."clientId", client."name",
    array(select scope from jsonb_array_elements_text(new."scopes") scope where scope <> 'offline_access'), new."updatedAt"
  from "oauthClient" client where client."clientId" = new."clientId"
  -- What it may already do stays: another device of the member may use it.
  on conflict (user_id, client_id) do update
    set scopes = array(select distinct unnest(access_tokens.scopes || excluded.scopes));
  return new;
end $$;
create trigger give_app_access before insert or update of "scopes" on "oauthConsent"
  for each row execute function give_app_access();
