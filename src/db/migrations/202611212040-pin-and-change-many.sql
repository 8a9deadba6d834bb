-- What a member shows on top of their profile: up to three things of their own. One column for each kind of thing, so that
-- a pin goes when its thing goes; reviews and lists add theirs.
create table profile_pins (
  user_id uuid not null references profiles (id) on delete cascade,
  position smallint not null check (position between 1 and 3),
  entry_id uuid unique references user_games (id) on delete cascade,
  activity_id uuid unique references friend_activities (id) on delete cascade,
  primary key (user_id, position),
  check (num_nonnulls(entry_id, activity_id) = 1)
);

-- The latest change of many entries at once, as they were before it, so that it can be taken back exactly. One per member.
create table library_bulk_changes (
  user_id uuid primary key references profiles (id) on delete cascade,
  id uuid not null default uuidv7(),
  status text not null,
  -- [{ game_id, status, updated_at }]
  before jsonb not null,
  changed_at timestamptz(3) not null
);
