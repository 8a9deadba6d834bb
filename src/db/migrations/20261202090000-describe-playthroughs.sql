-- expansion
-- What a playthrough was like, and the stars that its member gives it (decision 0139).

alter table playthroughs
  -- Null for an ordinary one: the first one, or one with is_replay.
  add column kind text
    check (kind in ('new_game_plus', 'season', 'hundred_percent', 'speedrun', 'co_op')),
  -- Half stars, as user_games.user_rating.
  add column rating smallint check (rating between 1 and 10);
