-- A shelf is sorted by when a game was added, by its rating and by when it was last played (decision 0054).
create index user_games_added on user_games (user_id, created_at desc);
create index user_games_rating on user_games (user_id, user_rating desc nulls last, updated_at desc);
-- What was never played comes last, which an index without `nulls last` cannot deliver.
create index user_games_latest_played on user_games (user_id, last_played_at desc nulls last);
drop index user_games_last_played;
