-- What a member wants of the catalogue and of the look. No row: the defaults.
create table user_preferences (
  user_id uuid primary key references profiles (id) on delete cascade,
  game_data_source text not null default 'auto'
    check (game_data_source in ('auto', 'popscore', 'igdb', 'rawg', 'hybrid', 'smart')),
  search_strategy text not null default 'smart'
    check (search_strategy in ('smart', 'combined', 'igdb_first', 'rawg_first', 'parallel', 'hybrid')),
  cache_enabled boolean not null default true,
  fallback_enabled boolean not null default true,
  theme text not null default 'dark' check (theme in ('dark', 'light', 'system')),
  updated_at timestamptz(3) not null default now()
);
