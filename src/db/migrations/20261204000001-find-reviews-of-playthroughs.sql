-- expansion, concurrently
-- One review of each playthrough, and one of the game as a whole. It also finds the reviews of a member about a game.
drop index concurrently if exists reviews_of_run;
create unique index concurrently reviews_of_run on reviews (user_id, game_id, run_id) nulls not distinct;
