-- Access tokens of members for the public API, and the writes that a client may repeat.

create table access_tokens (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  -- SHA-256 of the token; the token itself is shown once and stored nowhere.
  hash bytea not null unique check (octet_length(hash) = 32),
  scopes text[] not null check (
    scopes <@ array['read:library', 'write:library', 'read:journal', 'read:social'] and cardinality(scopes) > 0
  ),
  created_at timestamptz(3) not null,
  -- Null for a token that does not expire.
  expires_at timestamptz(3),
  -- At most a minute old.
  last_used_at timestamptz(3)
);
create index access_tokens_user on access_tokens (user_id, created_at desc);

-- The answer to a write that came with an Idempotency-Key: the same key gets it again.
create table access_token_requests (
  token_id uuid not null references access_tokens (id) on delete cascade,
  key text collate "C" not null check (length(key) between 1 and 200),
  -- SHA-256 of the address and the body: another request with the same key is refused.
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- Null only inside the transaction of the write.
  answer jsonb,
  created_at timestamptz(3) not null,
  primary key (token_id, key)
);
create index access_token_requests_age on access_token_requests (created_at);
