-- contraction after 20261204000000-review-playthroughs
-- A member has more than one review of a game. An existing review becomes that of the playthrough that it names, else of the latest one.
alter table reviews drop constraint reviews_user_id_game_id_key;

update reviews review set playthrough_id = run.id, run_id = run.id
from playthroughs run
where run.id = coalesce(review.playthrough_id, latest_run(review.user_id, review.game_id));

create trigger reviews_are_placed
  after insert or delete or update of game_id, playthrough_id, run_id on reviews
  for each row execute function place_changed_review();
create trigger playthroughs_place_reviews
  after insert or delete or update of game_id, finish_level, started_on, finished_on on playthroughs
  for each row execute function place_reviews_of_run();
