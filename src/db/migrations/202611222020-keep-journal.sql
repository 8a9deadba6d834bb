-- The journal (R-JOUR-01). An entry of type review or list has its text, rating and games in reviews and lists; each review
-- and each list has exactly one entry, which goes with it.

create table journal_entries (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  type text not null check (type in ('progress', 'review', 'daily', 'list')),
  -- The author's own day.
  date date not null,
  title text check (length(title) between 1 and 150),
  content text not null default '' check (length(content) <= 500),
  game_id text references games (id),
  progress smallint check (progress between 0 and 100),
  hours_played numeric(8, 2) check (hours_played >= 0),
  review_id uuid unique references reviews (id) on delete cascade,
  list_id uuid unique references lists (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((type = 'review') = (review_id is not null)),
  check ((type = 'list') = (list_id is not null)),
  check (type not in ('progress', 'review') or game_id is not null),
  check ((type = 'progress') = (progress is not null and hours_played is not null)),
  check (type <> 'daily' or content <> '')
);
create index journal_entries_latest on journal_entries (user_id, created_at desc, id desc);
create index journal_entries_type on journal_entries (user_id, type, created_at desc, id desc);
create index journal_entries_game on journal_entries (user_id, game_id, created_at desc, id desc);
create index journal_entries_day on journal_entries (user_id, date);
-- "On this day": the same day of earlier years.
create index journal_entries_anniversary
  on journal_entries (user_id, (extract(month from date)), (extract(day from date)));

-- The days of a member, for the journal's calendar and the year.
create index play_sessions_day on play_sessions (user_id, played_on) include (game_id, minutes);
create index play_sessions_anniversary
  on play_sessions (user_id, (extract(month from played_on)), (extract(day from played_on)));
