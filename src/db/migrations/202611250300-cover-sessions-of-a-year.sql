-- A year sums the sessions of each playthrough; with the playthrough in the index it reads no rows of the table.
drop index play_sessions_day;
create index play_sessions_day on play_sessions (user_id, played_on) include (game_id, minutes, playthrough_id);
