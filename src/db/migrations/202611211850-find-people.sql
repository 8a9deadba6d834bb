-- Who does not want to meet whom (G21): it ends what is between the two, and hides each from the other.

create table user_blocks (
  blocker_id uuid not null references profiles (id) on delete cascade,
  blocked_id uuid not null references profiles (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index user_blocks_latest on user_blocks (blocker_id, created_at desc, blocked_id desc);
create index user_blocks_blocked on user_blocks (blocked_id);

-- Whom a member follows and who follows them, newest first: pages of these lists are read from the index alone.

create index followers_latest on followers (follower_id, created_at desc, following_id desc);
drop index followers_following;
create index followers_following on followers (following_id, created_at desc, follower_id desc);

-- Friends and requests, newest first.

drop index friends_of_sender;
create index friends_of_sender on friends (user_id, status, updated_at desc, id desc) include (friend_id);
drop index friends_of_recipient;
create index friends_of_recipient on friends (friend_id, status, updated_at desc, id desc) include (user_id);

-- Who was here last (G49); suggestions end with them (G45).

create index profiles_last_seen on profiles (last_seen_at desc) where disabled_at is null and last_seen_at is not null;

-- Members are found by the beginning of a username, and by any part of the names they go by: without case and accents,
-- with a space before each word.

create function member_words(username text, display_name text) returns text
language sql immutable parallel safe
return ' ' || regexp_replace(
  lower(normalize(coalesce(username, '') || ' ' || coalesce(display_name, ''), nfkd)), '[\u0300-\u036f]', '', 'g'
);

create index profiles_username_start on profiles (lower(username) collate "C");
create index profiles_words on profiles using gin (member_words(username, display_name) gin_trgm_ops);
