-- expansion, concurrently
drop index concurrently if exists games_traits;
create index concurrently games_traits on games using gin (game_traits(details, developer, series, game_type));
drop index concurrently if exists games_rated;
create index concurrently games_rated on games (total_rating_count) where total_rating_count > 0;
drop index concurrently if exists games_critics;
create index concurrently games_critics on games (critic_rating) where critic_rating is not null;
drop index concurrently if exists games_players;
create index concurrently games_players on games (rating) where rating is not null;
