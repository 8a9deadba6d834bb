-- expansion
-- The answer to a write of a member's own device that came with an Idempotency-Key: a device without a network sends it later,
-- and cannot know whether it had arrived before.
create table member_requests (
  user_id uuid not null references profiles (id) on delete cascade,
  key text collate "C" not null check (length(key) between 1 and 200),
  -- SHA-256 of the address and the body: another request with the same key is refused.
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- Null only inside the transaction of the write.
  answer jsonb,
  created_at timestamptz(3) not null,
  primary key (user_id, key)
);
create index member_requests_age on member_requests (created_at);
