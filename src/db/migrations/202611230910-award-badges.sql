-- Badges (G14): a catalogue, and which member has earned which.

create table badges (
  id uuid primary key default uuidv7(),
  key text not null unique check (key ~ '^[a-z0-9-]{1,60}$'),
  name text not null check (char_length(name) between 1 and 40),
  description text not null check (char_length(description) between 1 and 200),
  -- The shape of the drawing.
  icon text not null check (
    icon in ('games', 'completions', 'reviews', 'friends', 'hours', 'challenges', 'posts', 'award')
  ),
  -- The number of cuts of the drawing: how much it takes to earn the badge.
  level smallint not null check (level between 1 and 5),
  -- {"kind": "games_played", "threshold": 10}. Without a rule, only admins and challenges give the badge.
  rule jsonb check (
    jsonb_typeof(rule -> 'kind') = 'string' and jsonb_typeof(rule -> 'threshold') = 'number'
      and (rule ->> 'threshold')::numeric >= 1
  ),
  display_order integer not null,
  created_at timestamptz(3) not null default now(),
  -- A job looks once for the members who have reached the rule before the badge existed: the last member whom it has
  -- examined, and when it examined the last one.
  backfilled_to uuid,
  backfilled_at timestamptz(3)
);
create unique index badges_name on badges (lower(name));
create unique index badges_rule on badges ((rule ->> 'kind'), ((rule ->> 'threshold')::numeric));

create table user_badges (
  user_id uuid not null references profiles (id) on delete cascade,
  badge_id uuid not null references badges (id) on delete cascade,
  earned_at timestamptz(3) not null,
  -- The challenge whose reward it was.
  challenge_id uuid references challenges (id) on delete set null,
  -- An admin has taken the badge away. The row stays, so that the rule does not grant the badge again.
  taken_at timestamptz(3),
  primary key (user_id, badge_id)
);
create index user_badges_badge on user_badges (badge_id, earned_at desc, user_id) where taken_at is null;
create index user_badges_challenge on user_badges (challenge_id) where challenge_id is not null;

-- The reward of a challenge (G13).
alter table challenges add column badge_id uuid references badges (id) on delete set null;
create index challenges_badge on challenges (badge_id) where badge_id is not null;

-- A badge is one line in the feed of each member.
create index friend_activities_badge on friend_activities (user_id, (details ->> 'badge_id'))
where activity_type = 'badge';

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (
  type in (
    'friend_request', 'friend_accepted', 'new_follower', 'comment', 'reaction', 'like', 'message', 'moderation',
    'mention', 'forum_reply', 'badge'
  )
);
-- Finds the notification of a badge that an admin takes away.
create index notifications_badge on notifications (user_id) where type = 'badge';

insert into badges (key, name, description, icon, level, rule, display_order) values
  ('first-game', 'First Game', 'Play a game.', 'games', 1, '{"kind": "games_played", "threshold": 1}', 10),
  ('games-10', '10 Games', 'Play 10 games.', 'games', 2, '{"kind": "games_played", "threshold": 10}', 20),
  ('games-50', '50 Games', 'Play 50 games.', 'games', 3, '{"kind": "games_played", "threshold": 50}', 30),
  ('games-100', '100 Games', 'Play 100 games.', 'games', 4, '{"kind": "games_played", "threshold": 100}', 40),
  ('first-completion', 'First Completion', 'Complete a game.', 'completions', 1, '{"kind": "games_completed", "threshold": 1}', 50),
  ('completions-10', '10 Completions', 'Complete 10 games.', 'completions', 2, '{"kind": "games_completed", "threshold": 10}', 60),
  ('completions-50', '50 Completions', 'Complete 50 games.', 'completions', 3, '{"kind": "games_completed", "threshold": 50}', 70),
  ('first-review', 'First Review', 'Write a review.', 'reviews', 1, '{"kind": "reviews_written", "threshold": 1}', 80),
  ('reviews-10', '10 Reviews', 'Write 10 reviews.', 'reviews', 2, '{"kind": "reviews_written", "threshold": 10}', 90),
  ('friends-5', '5 Friends', 'Have 5 friends.', 'friends', 2, '{"kind": "friends", "threshold": 5}', 100),
  ('hours-100', '100 Hours', 'Play for 100 hours.', 'hours', 4, '{"kind": "hours_played", "threshold": 100}', 110),
  ('hours-1000', '1000 Hours', 'Play for 1,000 hours.', 'hours', 5, '{"kind": "hours_played", "threshold": 1000}', 120),
  ('challenge-winner', 'Challenge winner', 'Complete a challenge.', 'challenges', 1, '{"kind": "challenges_completed", "threshold": 1}', 130);
