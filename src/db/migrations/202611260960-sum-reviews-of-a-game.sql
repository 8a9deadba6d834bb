-- The number of listed reviews of a game, and the sum of their half stars. A year compares 2,000 games with them, and
-- `game_review_counts` has a row for each platform and rating: forty for a game on average. A game has up to four rows, by
-- the last bits of the authors' ids, so that three of four reviews of a game do not wait for one that is being written.

create table game_review_sums (
  game_id text not null references games (id) on delete cascade,
  part smallint not null check (part between 0 and 3),
  reviews integer not null check (reviews >= 0),
  half_stars integer not null check (half_stars >= 0),
  -- Sums are read without the heap.
  primary key (game_id, part) include (reviews, half_stars)
);

create function review_sum_part(author uuid) returns smallint language sql immutable parallel safe
return (get_byte(uuid_send(author), 15) & 3)::smallint;

insert into game_review_sums (game_id, part, reviews, half_stars)
select game_id, review_sum_part(user_id), count(*), sum(rating * 2)
from reviews where is_listed
group by 1, 2 order by 1, 2;

create function sum_reviews(earlier reviews, later reviews) returns void language plpgsql as $$
declare
  -- Of an inserted review `earlier` is null, of a deleted one `later`.
  game text := coalesce(later.game_id, earlier.game_id);
  author_part smallint := review_sum_part(coalesce(later.user_id, earlier.user_id));
  more integer := coalesce(later.is_listed, false)::integer - coalesce(earlier.is_listed, false)::integer;
  more_half_stars integer := case when later.is_listed then later.rating * 2 else 0 end
    - case when earlier.is_listed then earlier.rating * 2 else 0 end;
begin
  if more > 0 then
    insert into game_review_sums as summed (game_id, part, reviews, half_stars)
    values (game, author_part, more, more_half_stars)
    on conflict (game_id, part) do update
    set reviews = summed.reviews + excluded.reviews, half_stars = summed.half_stars + excluded.half_stars;
  elsif more < 0 or more_half_stars <> 0 then
    update game_review_sums set reviews = reviews + more, half_stars = half_stars + more_half_stars
    where game_id = game and part = author_part;
    -- The last review of a part takes its row with it.
    if more < 0 then
      delete from game_review_sums where game_id = game and part = author_part and reviews = 0;
    end if;
  end if;
end
$$;

-- The sums are written before the counts by every review, and the counts in one order, so two reviews of a game cannot each
-- hold what the other one waits for.
create or replace function count_reviews() returns trigger language plpgsql as $$
begin
  perform sum_reviews(old, new);
  -- Of an inserted review `old` is null, of a deleted one `new`.
  if (coalesce(new.platform, ''), new.rating) < (coalesce(old.platform, ''), old.rating) then
    perform count_review(new, 1);
    perform count_review(old, -1);
  else
    perform count_review(old, -1);
    perform count_review(new, 1);
  end if;
  return null;
end
$$;

-- Its readers ask for the sums now.
drop index game_review_counts_average;
