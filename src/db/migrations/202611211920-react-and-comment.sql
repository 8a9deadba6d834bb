-- What members answer to an activity. Each kind of subject has tables of its own, so that what hangs on it goes with it.

create table activity_reactions (
  id uuid primary key default uuidv7(),
  activity_id uuid not null references friend_activities (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  emoji text not null default '👍' check (emoji in ('👍', '❤️', '🎮', '🏆', '🎯')),
  created_at timestamptz(3) not null default now()
);
-- One per member and activity; with the emoji in it, a page's counts read nothing else.
create unique index activity_reactions_one on activity_reactions (activity_id, user_id) include (emoji);
create index activity_reactions_member on activity_reactions (user_id);

create table activity_comments (
  id uuid primary key default uuidv7(),
  activity_id uuid not null references friend_activities (id) on delete cascade,
  -- What was said stays when its author goes.
  user_id uuid references profiles (id) on delete set null,
  -- In characters, not bytes.
  content text not null check (char_length(content) between 1 and 500 and content = btrim(content)),
  hidden_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
-- The latest of an activity and their number; with what is hidden, because the removal of an activity looks for all.
create index activity_comments_latest on activity_comments (activity_id, created_at desc, id desc) include (hidden_at);
create index activity_comments_member on activity_comments (user_id);
