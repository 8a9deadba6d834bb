-- Lists show games: no DLC, season, mod, edition or bundle, and erotic games only to who asks for them. Ratings are weighed by
-- how many rated (docs/decisions/0051).

-- Kind 7 says which lists a game is in: 15 (1) those for everybody, 23 (2) those that show erotic games too. The types are
-- IGDB's: main game, standalone expansion, remake, remaster, expanded game, port. A main game with a parent is an edition of
-- it; a game without a type did not come from IGDB, and is listed unless it belongs to another.
create function game_facets(
  platform_ids integer[], genre_ids integer[], theme_ids integer[], game_mode_ids integer[], first_release_date bigint,
  game_type smallint, parent_id text
) returns integer[]
language plpgsql immutable parallel safe as $$
declare
  -- What could not be a facet is left out rather than refused.
  most constant integer := 200000000;
  facets integer[] := '{}';
  id integer;
begin
  foreach id in array platform_ids[:100] loop
    if id between 1 and most and id * 8 + 1 <> all (facets) then facets := facets || (id * 8 + 1); end if;
  end loop;
  foreach id in array genre_ids[:50] loop
    if id between 1 and most and id * 8 + 2 <> all (facets) then facets := facets || (id * 8 + 2); end if;
  end loop;
  foreach id in array theme_ids[:50] loop
    if id between 1 and most and id * 8 + 3 <> all (facets) then facets := facets || (id * 8 + 3); end if;
  end loop;
  foreach id in array game_mode_ids[:50] loop
    if id between 1 and most and id * 8 + 4 <> all (facets) then facets := facets || (id * 8 + 4); end if;
  end loop;
  if first_release_date between -60000000000 and 60000000000 then
    facets := facets || (extract(year from to_timestamp(first_release_date) at time zone 'UTC')::integer * 8 + 5);
  end if;
  -- More than one player.
  if game_mode_ids && '{2,3,4,5,6}' then facets := facets || (8 + 6); end if;
  if game_type in (4, 8, 9, 10, 11) or (coalesce(game_type, 0) = 0 and parent_id is null) then
    facets := facets || (16 + 7);
    if 42 <> all (theme_ids) then facets := facets || (8 + 7); end if;
  end if;
  return facets;
end;
$$;
alter table games alter column facets set expression as (
  game_facets(platform_ids, genre_ids, theme_ids, game_mode_ids, first_release_date, game_type, parent_id)
);
drop function game_facets(integer[], integer[], integer[], integer[], bigint);

-- What a list is ordered by that is sorted by rating. The same as `weightedRating` in catalogue.rules.ts, which says why; a
-- test compares them.
alter table games add column weighted_rating double precision generated always as (
  case
    when total_rating is not null and total_rating_count >= 50
      then (total_rating_count * total_rating + 250 * 75) / (total_rating_count + 250)
    when critic_rating is not null and critic_rating_count >= 5
      then (critic_rating_count * critic_rating + 15 * 75) / (critic_rating_count + 15)
    when total_rating is not null and total_rating_count > 0
      then (total_rating_count * total_rating + 250 * 75) / (total_rating_count + 250)
    when total_rating is not null
      then (15 * total_rating + 15 * 75) / (15 + 15)
  end
) stored;
create index games_weighted_rating on games (weighted_rating desc nulls last, renown desc, id)
  include (facets, total_rating, first_release_date);
-- The lists look for their facet, so they need it in the index.
drop index games_top_rated;
create index games_top_rated on games (top_rated_score desc nulls last, renown desc, id)
  include (facets, total_rating, first_release_date) where top_rated_score is not null;

-- Counts are those of the lists: a game that no list shows is not counted, and erotic games are counted apart.
drop trigger count_inserted on games;
drop trigger count_updated on games;
drop trigger count_deleted on games;
drop function count_facets;
drop function facet_pairs;
truncate game_counts;
alter table game_counts add column is_erotic boolean not null;
drop index game_counts_pair;
create index game_counts_pair on game_counts (other, facet) include (games, is_erotic);

create function facet_pairs(facets integer[]) returns table (facet integer, other integer, is_erotic boolean)
language sql immutable parallel safe
begin atomic
  select pair.facet, pair.other, 15 <> all (facets)
  from (
    select 0, 0
    union all
    select one, 0 from unnest(facets) one where one % 8 <> 7
    union all
    select one, two from unnest(facets) one, unnest(facets) two where one < two and one % 8 <> 7 and two % 8 <> 7
  ) pair (facet, other)
  where 23 = any (facets);
end;

create function count_facets() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into game_counts (facet, other, is_erotic, games)
    select pair.facet, pair.other, pair.is_erotic, count(*)
    from changed_to game cross join lateral facet_pairs(game.facets) pair
    group by pair.facet, pair.other, pair.is_erotic;
  elsif tg_op = 'DELETE' then
    insert into game_counts (facet, other, is_erotic, games)
    select pair.facet, pair.other, pair.is_erotic, -count(*)
    from changed_from game cross join lateral facet_pairs(game.facets) pair
    group by pair.facet, pair.other, pair.is_erotic;
  else
    -- Added and taken off rather than joined: how large these tables are is not known when the plan is made.
    insert into game_counts (facet, other, is_erotic, games)
    select pair.facet, pair.other, pair.is_erotic, sum(game.change)
    from (
      select facets, 1 as change from changed_to union all select facets, -1 from changed_from
    ) game cross join lateral facet_pairs(game.facets) pair
    group by pair.facet, pair.other, pair.is_erotic
    having sum(game.change) <> 0;
  end if;
  -- After fifty statements the rows of each count become one. Who reads meanwhile sees the old ones.
  if (select count(*) from game_counts where facet = 0 and other = 0) > 50 and pg_try_advisory_xact_lock(5430003) then
    with gone as (delete from game_counts returning facet, other, is_erotic, games)
    insert into game_counts (facet, other, is_erotic, games)
    select facet, other, is_erotic, sum(games) from gone group by facet, other, is_erotic having sum(games) <> 0;
  end if;
  return null;
end;
$$;
create trigger count_inserted after insert on games
  referencing new table as changed_to for each statement execute function count_facets();
create trigger count_updated after update on games
  referencing old table as changed_from new table as changed_to for each statement execute function count_facets();
create trigger count_deleted after delete on games
  referencing old table as changed_from for each statement execute function count_facets();

insert into game_counts (facet, other, is_erotic, games)
select pair.facet, pair.other, pair.is_erotic, count(*)
from games cross join lateral facet_pairs(games.facets) pair
group by pair.facet, pair.other, pair.is_erotic;

-- Lists show erotic games (IGDB's theme 42) only to a member who wants that.
alter table user_preferences add column erotic_games boolean not null default false;
