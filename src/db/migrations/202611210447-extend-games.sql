-- What posters and related games need without opening `details`, and the indexes of filters and orders.

alter table games add column developer text;
alter table games add column series text;

create index games_developer on games (developer, renown desc, id) where developer is not null;
create index games_series on games (series, renown desc, id) where series is not null;
create index games_theme_ids on games using gin (theme_ids);
create index games_game_mode_ids on games using gin (game_mode_ids);
create index games_cover_image on games (cover_image_id) where cover_image_id is not null;

-- Many games share a rating: the better known one comes first.
drop index games_total_rating;
create index games_total_rating on games (total_rating desc nulls last, renown desc, id);

-- Games with a name like a misspelt query, nearest first. A function, because the operator that the index serves reads
-- its threshold from a setting, and this setting is meant for this question alone.
create function games_named_like(query text, most integer) returns table (id text, search_text text)
language sql stable parallel safe
set pg_trgm.word_similarity_threshold = 0.3
begin atomic
  select games.id, games.search_text
  from games
  where query <% games.search_text
  order by word_similarity(query, games.search_text) desc, games.renown desc, games.id
  limit most;
end;
