-- expansion
-- A member may review each playthrough of a game (decision 0142). `run_id` is the playthrough that a review is of, also after its
-- deletion, so that the reviews of two deleted ones stay apart; null for one of the game as a whole. `place` is 0 for the review that
-- is the member's of the game, and counts on to the earliest one.
alter table reviews add column run_id uuid, add column place smallint not null default 0;

-- The latest playthrough of an entry, in the order of `placeInTime` (decision 0139).
create function latest_run(member uuid, game text) returns uuid
language sql stable
return (
  select id from playthroughs
  where user_id = member and game_id = game
  order by
    finish_level in ('unfinished', 'endless') and finished_on is null desc,
    case when finish_level in ('unfinished', 'endless') and finished_on is null then '-infinity'
      else coalesce(finished_on, started_on, '-infinity') end desc,
    id desc
  limit 1
);

-- First the review of the latest playthrough, then the others by the last known day of theirs. A review whose playthrough has no day, or
-- that has none, counts by the day on which it was written.
create function place_reviews(member uuid, game text) returns void
language plpgsql
as $$
begin
  update reviews set place = placed.place
  from (
    select review.id, (row_number() over (
      order by
        coalesce(review.playthrough_id = latest_run(member, game), false) desc,
        coalesce(run.finished_on, run.started_on, (review.created_at at time zone 'UTC')::date) desc,
        review.created_at desc, review.id desc
    ) - 1)::smallint as place
    from reviews review
    left join playthroughs run on run.id = review.playthrough_id
    where review.user_id = member and review.game_id = game
  ) placed
  where reviews.id = placed.id and reviews.place <> placed.place;
  if found then
    perform store_public_stars(member, array[game]);
  end if;
end
$$;

create function place_changed_review() returns trigger
language plpgsql
as $$
begin
  perform place_reviews(coalesce(new.user_id, old.user_id), coalesce(new.game_id, old.game_id));
  if old.game_id <> new.game_id then
    perform place_reviews(old.user_id, old.game_id);
  end if;
  return null;
end
$$;

-- A playthrough changes the order of reviews only where there are several.
create function place_reviews_of_run() returns trigger
language plpgsql
as $$
declare
  member uuid := coalesce(new.user_id, old.user_id);
  game text := coalesce(new.game_id, old.game_id);
begin
  if exists (select from reviews where user_id = member and game_id = game and place > 0) then
    perform place_reviews(member, game);
  end if;
  return null;
end
$$;

-- The stars of the library are those of the latest rated playthrough; a review counts where the library is closed or has none.
create or replace function public_star(member uuid, game text) returns smallint
language sql stable
return coalesce(
  (
    select user_rating from user_games
    where user_id = member and game_id = game
      and exists (select from profiles where id = member and shows_library(settings, disabled_at))
  ),
  (
    select (rating * 2)::smallint from reviews
    where user_id = member and game_id = game and is_listed
    order by place limit 1
  )
);
