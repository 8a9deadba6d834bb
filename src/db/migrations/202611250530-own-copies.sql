-- Copies of games that a member owns, which only the member sees (decision 0087).
create table game_copies (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  game_id text not null,
  platform text check (length(platform) between 1 and 60),
  store text check (length(store) between 1 and 60),
  edition text check (length(edition) between 1 and 60),
  is_physical boolean not null,
  got_on date check (got_on >= '1970-01-01'),
  -- A date that is only a year or a month is stored as its first day (decision 0052).
  got_precision text not null default 'day' check (got_precision in ('day', 'month', 'year')),
  price numeric(10, 2) check (price >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  lent_to text check (length(lent_to) between 1 and 60),
  lent_on date check (lent_on >= '1970-01-01'),
  lent_precision text not null default 'day' check (lent_precision in ('day', 'month', 'year')),
  created_at timestamptz(3) not null,
  check ((price is null) = (currency is null)),
  check (lent_on is null or lent_to is not null),
  -- A copy belongs to a game of its member's library.
  foreign key (user_id, game_id) references user_games (user_id, game_id) on delete cascade
);
create index game_copies_entry on game_copies (user_id, game_id, id);
