-- The release calendar: the secret address of each member's games to play as
-- iCalendar, and which releases a member was notified of.

create table release_calendars (
  user_id uuid primary key references profiles (id) on delete cascade,
  -- The token of the address is computed from this and the secret of the server. A new seed ends the old address.
  seed uuid not null,
  -- SHA-256 of the token.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz(3) not null
);
create unique index release_calendars_token on release_calendars (token_hash);

-- One row for each release of which a member was notified. It outlives the notification, so that a date that moves does
-- not notify the member again.
create table release_notices (
  user_id uuid not null references profiles (id) on delete cascade,
  game_id text not null references games (id) on delete cascade,
  notified_at timestamptz(3) not null,
  primary key (user_id, game_id)
);
create index release_notices_game on release_notices (game_id);

-- The members who wait for a game.
create index user_games_wanted on user_games (game_id, user_id) where status = 'want_to_play';

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (
  type in (
    'friend_request', 'friend_accepted', 'new_follower', 'comment', 'reaction', 'like', 'message', 'moderation',
    'mention', 'forum_reply', 'badge', 'release'
  )
);
