-- What a profile shows beside the library: the day streak (C26) and the favourite games that its member has chosen.

create table user_active_days (
  user_id uuid not null references profiles (id) on delete cascade,
  -- In the member's own time zone.
  day date not null,
  primary key (user_id, day)
);

create table profile_favourites (
  user_id uuid not null references profiles (id) on delete cascade,
  position smallint not null check (position between 1 and 4),
  game_id text not null references games (id),
  primary key (user_id, position),
  unique (user_id, game_id)
);
