-- expansion
-- A game that a member recommends to a friend, with a line, and what the friend answered.
create table recommendations (
  id uuid not null default uuidv7() primary key,
  sender_id uuid not null references profiles (id) on delete cascade,
  recipient_id uuid not null references profiles (id) on delete cascade,
  game_id text not null references games (id) on delete cascade,
  line text,
  -- 'open' without an answer; 'accepted': the friend wants to play the game; 'declined'; 'thanked': the friend has finished it;
  -- 'hidden': finished, without thanks.
  state text not null default 'open',
  created_at timestamptz(3) not null,
  answered_at timestamptz(3),
  constraint recommendations_once unique (recipient_id, sender_id, game_id),
  constraint recommendations_check check (sender_id <> recipient_id),
  constraint recommendations_line_check check (length(line) between 1 and 1000),
  constraint recommendations_state_check check (state in ('open', 'accepted', 'declined', 'thanked', 'hidden'))
);
create index recommendations_received on recommendations (recipient_id, created_at desc, id desc) where state in ('open', 'accepted');
create index recommendations_sent on recommendations (sender_id, game_id);
create index recommendations_game on recommendations (game_id);
