-- Lists of the catalogue in any order under any filters, and how many games there are (docs/decisions/0016).

-- Everything that a game can be filtered by as one number each: the id times eight, plus its kind (search/facets.ts). Written
-- with loops, because it runs for every game that is stored, and a query in it takes five times as long.
create function game_facets(
  platform_ids integer[], genre_ids integer[], theme_ids integer[], game_mode_ids integer[], first_release_date bigint
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
  return facets;
end;
$$;
alter table games add column facets integer[] not null
  generated always as (game_facets(platform_ids, genre_ids, theme_ids, game_mode_ids, first_release_date)) stored;
-- By name in lists: a column, because an index on an expression cannot be read without the table.
alter table games add column sort_name text collate "C" not null
  generated always as (lower(left(name, 200))) stored;

-- One index that knows which games have several facets together, instead of one for each kind.
drop index games_platform_ids;
drop index games_genre_ids;
drop index games_theme_ids;
drop index games_game_mode_ids;
create index games_facets on games using gin (facets);

-- A filtered list walks its order and looks at nothing but the index until the page is full.
drop index games_renown;
create index games_renown on games (renown desc, id) include (facets, total_rating, first_release_date);
drop index games_total_rating;
create index games_total_rating on games (total_rating desc nulls last, renown desc, id)
  include (facets, first_release_date);
drop index games_first_release_date;
create index games_first_release_date on games (first_release_date desc nulls last, id) include (facets, total_rating);
drop index games_lower_name;
create index games_sort_name on games (sort_name, id) include (facets, total_rating, first_release_date);

-- How many games have a facet, and how many have two (facet < other); 0 stands for none. A count is the sum of its rows:
-- every statement that writes games adds what it changed, so that nobody waits for another's row.
create table game_counts (
  facet integer not null,
  other integer not null,
  games integer not null
);
create index game_counts_pair on game_counts (other, facet) include (games);

create function facet_pairs(facets integer[]) returns table (facet integer, other integer)
language sql immutable parallel safe
begin atomic
  select 0, 0
  union all
  select one, 0 from unnest(facets) one
  union all
  select one, two from unnest(facets) one, unnest(facets) two where one < two;
end;

create function count_facets() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into game_counts (facet, other, games)
    select pair.facet, pair.other, count(*)
    from changed_to game cross join lateral facet_pairs(game.facets) pair
    group by pair.facet, pair.other;
  elsif tg_op = 'DELETE' then
    insert into game_counts (facet, other, games)
    select pair.facet, pair.other, -count(*)
    from changed_from game cross join lateral facet_pairs(game.facets) pair
    group by pair.facet, pair.other;
  else
    -- Added and taken off rather than joined: how large these tables are is not known when the plan is made.
    insert into game_counts (facet, other, games)
    select pair.facet, pair.other, sum(game.change)
    from (
      select facets, 1 as change from changed_to union all select facets, -1 from changed_from
    ) game cross join lateral facet_pairs(game.facets) pair
    group by pair.facet, pair.other
    having sum(game.change) <> 0;
  end if;
  -- After fifty statements the rows of each count become one. Who reads meanwhile sees the old ones.
  if (select count(*) from game_counts where facet = 0 and other = 0) > 50 and pg_try_advisory_xact_lock(5430003) then
    with gone as (delete from game_counts returning facet, other, games)
    insert into game_counts (facet, other, games)
    select facet, other, sum(games) from gone group by facet, other having sum(games) <> 0;
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

insert into game_counts (facet, other, games)
select pair.facet, pair.other, count(*)
from games cross join lateral facet_pairs(games.facets) pair
group by pair.facet, pair.other;
