-- Who played a game last: suggestions read the first hundred of a game that half of all members have.

create index user_games_players on user_games (game_id, updated_at desc) include (user_id);
drop index user_games_game;
