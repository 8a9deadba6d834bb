-- expansion
-- What a member does not want to see. Everything that a list shows has keys, such as 'member:' with an id, 'game:' with an id,
-- 'genre:12', 'theme:19', 'word:spoilers', 'kind:reviews', or 'kind:reviews:' with the id of a member. A mute names one of them.
-- A job deletes a mute after its end. The collation lets an index find the targets that begin with a word.
create table mutes (
  id uuid not null default uuidv7() primary key,
  user_id uuid not null references profiles (id) on delete cascade,
  target text collate "C" not null,
  -- The member and the game that the target names, so that the mute goes with them.
  member_id uuid references profiles (id) on delete cascade,
  game_id text references games (id) on delete cascade,
  ends_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint mutes_target unique (user_id, target),
  constraint mutes_target_check check (length(target) <= 100),
  constraint mutes_check check (user_id <> member_id)
);
create index mutes_latest on mutes (user_id, created_at desc, id desc);
create index mutes_member on mutes (member_id) where member_id is not null;
create index mutes_game on mutes (game_id) where game_id is not null;
create index mutes_ends on mutes (ends_at) where ends_at is not null;

-- What a feed is filtered by. Types that a later version adds are 'other' until then.
create function feed_kind(activity_type text) returns text language sql immutable parallel safe
return case activity_type
  when 'completed' then 'finished'
  when 'started_playing' then 'started'
  when 'want_to_play' then 'wants'
  when 'progress' then 'progress'
  when 'review' then 'reviews'
  else 'other'
end;
