-- The average of a game without its heap: a member's year reads those of a thousand games, each with a row for every
-- platform and number of stars.
create index game_review_counts_average on game_review_counts (game_id) include (half_stars, reviews);
