-- Accounts: better-auth's own four tables, in its own names (PRODUCT.md, amendment 1).

create extension if not exists pg_trgm;

create table "user" (
  "id" uuid primary key default uuidv7(),
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null default false,
  "image" text,
  "createdAt" timestamptz(3) not null default now(),
  "updatedAt" timestamptz(3) not null default now()
);

create table "session" (
  "id" uuid primary key default uuidv7(),
  "userId" uuid not null references "user" ("id") on delete cascade,
  "token" text not null unique,
  "expiresAt" timestamptz(3) not null,
  "ipAddress" text,
  "userAgent" text,
  "createdAt" timestamptz(3) not null default now(),
  "updatedAt" timestamptz(3) not null default now()
);
create index session_user_id on "session" ("userId");
create index session_expiry on "session" ("expiresAt");

create table "account" (
  "id" uuid primary key default uuidv7(),
  "userId" uuid not null references "user" ("id") on delete cascade,
  "accountId" text not null,
  "providerId" text not null,
  "accessToken" text,
  "refreshToken" text,
  "accessTokenExpiresAt" timestamptz(3),
  "refreshTokenExpiresAt" timestamptz(3),
  "scope" text,
  "idToken" text,
  "password" text,
  "createdAt" timestamptz(3) not null default now(),
  "updatedAt" timestamptz(3) not null default now(),
  unique ("providerId", "accountId")
);
create index account_user on "account" ("userId");

create table "verification" (
  "id" uuid primary key default uuidv7(),
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz(3) not null,
  "createdAt" timestamptz(3) not null default now(),
  "updatedAt" timestamptz(3) not null default now()
);
create index verification_identifier on "verification" ("identifier");
create index verification_expiry on "verification" ("expiresAt");

create table profiles (
  id uuid primary key references "user" ("id") on delete cascade,
  username text check (
    username is null or (length(username) between 3 and 20 and username ~ '^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])$')
  ),
  display_name text check (length(display_name) between 1 and 49),
  avatar_url text,
  bio text check (length(bio) <= 500),
  location text check (length(location) <= 100),
  website text check (length(website) <= 200),
  role text not null default 'user' check (role in ('user', 'admin')),
  last_seen_at timestamptz(3),
  settings jsonb not null default '{"onboarded": false}',
  username_changed_at timestamptz(3),
  disabled_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index profiles_username on profiles (lower(username));

-- Catalogue.

create table games (
  id text primary key check (id ~ '^(igdb|rawg)_[0-9]+$'),
  data_source text not null check (data_source in ('igdb', 'rawg')),
  source_id bigint not null,
  name text not null,
  -- What the search looks at: name and alternative names, lower case, without accents and punctuation (catalogue.rules).
  search_text text not null,
  cover_url text,
  cover_image_id text,
  first_release_date bigint,
  platforms jsonb not null default '[]',
  genres jsonb not null default '[]',
  platform_ids integer[] not null default '{}',
  genre_ids integer[] not null default '{}',
  theme_ids integer[] not null default '{}',
  game_mode_ids integer[] not null default '{}',
  rating numeric(5, 2) check (rating between 0 and 100),
  total_rating numeric(5, 2) check (total_rating between 0 and 100),
  total_rating_count integer not null default 0,
  -- 0 to 100, how widely known; orders lists and breaks ties in the search.
  renown smallint not null default 0 check (renown between 0 and 100),
  -- The full normalised external data: summary, companies, series, alternative names.
  details jsonb not null default '{}',
  -- Where the row's facts come from, and when they were read: local, igdb, rawg.
  origin text not null default 'local' check (origin in ('local', 'igdb', 'rawg')),
  refreshed_at timestamptz(3) not null default now(),
  is_validated boolean not null default true,
  validation_reason text not null default 'valid' check (
    validation_reason in ('valid', 'needs_validation', 'validated_success', 'validation_failed', 'max_retries_exceeded')
  ),
  last_validated timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (data_source, source_id)
);
create index games_lower_name on games (lower(name), id);
create index games_renown on games (renown desc, id);
create index games_total_rating on games (total_rating desc nulls last, id);
create index games_first_release_date on games (first_release_date desc nulls last, id);
create index games_search_text on games using gin (search_text gin_trgm_ops);
create index games_platform_ids on games using gin (platform_ids);
create index games_genre_ids on games using gin (genre_ids);

-- Library.

create table user_games (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  game_id text not null references games (id),
  status text not null check (status in ('want_to_play', 'playing', 'completed', 'dropped')),
  play_time numeric(8, 2) not null default 0 check (play_time >= 0),
  completion_percentage numeric(5, 2) not null default 0 check (completion_percentage between 0 and 100),
  progress numeric(5, 2) generated always as (completion_percentage) stored,
  achievements_completed integer not null default 0 check (achievements_completed >= 0),
  user_rating smallint check (user_rating between 1 and 10),
  is_liked boolean not null default false,
  notes text check (length(notes) <= 5000),
  last_played_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (user_id, game_id)
);
create index user_games_status on user_games (user_id, status, updated_at desc);
create index user_games_recent on user_games (user_id, updated_at desc);
create index user_games_last_played on user_games (user_id, last_played_at desc);
create index user_games_play_time on user_games (user_id, play_time desc);
create index user_games_game on user_games (game_id);

create table game_progress_history (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  game_id text not null references games (id),
  play_time numeric(8, 2) not null,
  completion_percentage numeric(5, 2) not null,
  created_at timestamptz(3) not null default now()
);
create index game_progress_history_entry on game_progress_history (user_id, game_id, created_at, id);

create table game_achievement_history (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  game_id text not null references games (id),
  achievements_completed integer not null,
  created_at timestamptz(3) not null default now()
);
create index game_achievement_history_entry on game_achievement_history (user_id, game_id, created_at, id);

-- Who follows whom, and who are friends: the feed reads them (C13, C58).

create table followers (
  follower_id uuid not null references profiles (id) on delete cascade,
  following_id uuid not null references profiles (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (follower_id, following_id),
  check (follower_id <> following_id)
);
create index followers_following on followers (following_id);

create table friends (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  friend_id uuid not null references profiles (id) on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (user_id <> friend_id)
);
create unique index friends_pair on friends (least(user_id, friend_id), greatest(user_id, friend_id));
create index friends_of_sender on friends (user_id, status);
create index friends_of_recipient on friends (friend_id, status);

-- Activity.

create table friend_activities (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  game_id text references games (id),
  activity_type text not null check (
    activity_type in (
      'want_to_play', 'started_playing', 'completed', 'progress', 'review',
      'achievement', 'friend_added', 'joined_challenge', 'badge'
    )
  ),
  details jsonb not null default '{}',
  hidden_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index friend_activities_latest on friend_activities (created_at desc, id desc);
create index friend_activities_member on friend_activities (user_id, created_at desc, id desc);
create index friend_activities_game on friend_activities (game_id, created_at desc, id desc);
create index friend_activities_cool_down on friend_activities (user_id, game_id, activity_type, created_at desc);

-- Operation.

-- Which built-in data has been loaded, by content hash.
create table loaded_data (
  name text primary key,
  content_hash text not null,
  loaded_at timestamptz(3) not null default now()
);

-- rate-limiter-flexible's table.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
