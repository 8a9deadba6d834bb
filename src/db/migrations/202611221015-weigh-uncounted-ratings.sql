-- How many gave a rating without a count is not known: it counts as that of more critics the better known the game is. The same
-- as `weightedRating` in catalogue.rules.ts (docs/decisions/0051).
alter table games alter column weighted_rating set expression as (
  case
    when total_rating is not null and total_rating_count >= 50
      then (total_rating_count * total_rating + 250 * 75) / (total_rating_count + 250)
    when critic_rating is not null and critic_rating_count >= 5
      then (critic_rating_count * critic_rating + 15 * 75) / (critic_rating_count + 15)
    when total_rating is not null and total_rating_count > 0
      then (total_rating_count * total_rating + 250 * 75) / (total_rating_count + 250)
    when total_rating is not null
      then (0.3 * renown * total_rating + 15 * 75) / (0.3 * renown + 15)
  end
);
