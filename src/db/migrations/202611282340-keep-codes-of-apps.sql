-- The codes that apps exchange for tokens (OAuth 2.1, decision 0093). A code ends with the session in which the member
-- gave the access, with the access, and with the app.
create table oauth_codes (
  -- The SHA-256 of the code; tokens name it in "authorizationCodeId".
  code text primary key,
  client_id text not null references "oauthClient" ("clientId") on delete cascade,
  user_id uuid not null references "user" ("id") on delete cascade,
  session_id uuid not null references "session" ("id") on delete cascade,
  redirect_uri text not null,
  -- The challenge of PKCE, by the method S256.
  challenge text not null,
  scopes text[] not null,
  expires_at timestamptz(3) not null,
  foreign key (user_id, client_id) references access_tokens (user_id, client_id) on delete cascade
);
create index oauth_codes_client on oauth_codes (client_id);
create index oauth_codes_user on oauth_codes (user_id, client_id);
create index oauth_codes_session on oauth_codes (session_id);
create index oauth_codes_expiry on oauth_codes (expires_at);
