-- What the top-rated list is ordered by, so that a page of it is an index read. The same as `topRatedScore` in
-- catalogue.rules.ts, which says why; a test compares them.
alter table games add column top_rated_score double precision generated always as (
  case
    when total_rating is not null and total_rating_count >= 50
      then (total_rating_count * total_rating + 250 * 75) / (total_rating_count + 250)
    when critic_rating is not null and critic_rating_count >= 5
      then (critic_rating_count * critic_rating + 15 * 75) / (critic_rating_count + 15)
    when total_rating is not null and total_rating_count = 0 and critic_rating_count = 0
      then (15 * total_rating + 15 * 75) / (15 + 15)
  end
) stored;
create index games_top_rated on games (top_rated_score desc nulls last, renown desc, id)
  where top_rated_score is not null;

-- The refresh begins with what is looked at most.
create index game_views_most on game_views (views desc, game_id);
