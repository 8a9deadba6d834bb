-- A game of one's own is deleted after its undo, when it is joined and with its owner's account. Each deletion looks for rows
-- that refer to it, and would otherwise read these tables whole.
create index game_progress_history_game on game_progress_history (game_id);
create index game_achievement_history_game on game_achievement_history (game_id);
create index journal_entries_of_game on journal_entries (game_id) where game_id is not null;
create index profile_favourites_game on profile_favourites (game_id);
