-- Public pages of lists and reviews (decision 0104) read each order from an index. The lists of a game are read by their ids, the
-- newest first, so that a game in a hundred thousand lists costs no more than one in a few hundred.
create index lists_liked on lists (likes_count desc, id desc)
  where is_shared and hidden_at is null and likes_count > 0;

drop index list_games_game;
create index list_games_game on list_games (game_id, list_id desc);

create index reviews_most_helpful on reviews (helpfulness desc, id desc) where is_listed and helpfulness > 0;

-- With the game, so that the games of the latest reviews are counted from the index alone.
drop index reviews_latest;
create index reviews_latest on reviews (created_at desc, id desc) include (game_id) where is_listed;

-- Members are read in the order in which they were last here, with an id for those of one moment.
drop index profiles_last_seen;
create index profiles_last_seen on profiles (last_seen_at desc, id desc)
  where disabled_at is null and last_seen_at is not null;

-- The search finds reviews by the words of texts that spoil nothing.
create index reviews_words on reviews using gin (title_lexemes(title_words(review_text)))
  where is_listed and coalesce(spoils_to, 0) = 0;
