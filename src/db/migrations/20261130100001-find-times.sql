-- expansion, concurrently
drop index concurrently if exists playthroughs_finished;
create index concurrently playthroughs_finished on playthroughs (game_id) where is_finished_run(finish_level);
drop index concurrently if exists playthroughs_finished_own;
create index concurrently playthroughs_finished_own on playthroughs (user_id, id desc) where is_finished_run(finish_level);
