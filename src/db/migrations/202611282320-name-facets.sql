-- Names for the numbers of facets. A facet is the id times eight plus its kind; `KINDS` in facets.ts has the same kinds.

-- Whether lists for members who have chosen to see erotic games show this game: facet 2 of the kind "listed".
create function is_listed(facets integer[]) returns boolean
language sql immutable parallel safe
return 2 * 8 + 7 = any (facets);

-- Whether lists for everybody show this game: facet 1 of the kind "listed".
create function is_listed_for_everybody(facets integer[]) returns boolean
language sql immutable parallel safe
return 1 * 8 + 7 = any (facets);

create or replace function counted_facets(facets integer[]) returns table (facet integer, is_erotic boolean)
language sql immutable parallel safe
begin atomic
  select counted.facet, not is_listed_for_everybody(facets)
  -- The kind "listed" has no count: 0 counts all games that are listed.
  from (select 0 union all select one from unnest(facets) one where one % 8 <> 7) counted (facet)
  where is_listed(facets);
end;

create or replace function count_facets() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into game_counts (facet, is_erotic, games)
    select counted.facet, counted.is_erotic, count(*)
    from changed_to game cross join lateral counted_facets(game.facets) counted
    group by counted.facet, counted.is_erotic;
    insert into game_facet_changes (game_id, facets, change)
    select id, facets, 1 from changed_to where is_listed(facets);
  elsif tg_op = 'DELETE' then
    insert into game_counts (facet, is_erotic, games)
    select counted.facet, counted.is_erotic, -count(*)
    from changed_from game cross join lateral counted_facets(game.facets) counted
    group by counted.facet, counted.is_erotic;
    insert into game_facet_changes (game_id, facets, change)
    select id, facets, -1 from changed_from where is_listed(facets);
  else
    -- Added and taken off rather than joined: how large these tables are is not known when the plan is made.
    with changed as materialized (
      select game.id, game.facets, sum(game.change) as change
      from (
        select id, facets, 1 as change from changed_to union all select id, facets, -1 from changed_from
      ) game
      where is_listed(game.facets)
      group by game.id, game.facets
      having sum(game.change) <> 0
    ), counts as (
      insert into game_counts (facet, is_erotic, games)
      select counted.facet, counted.is_erotic, sum(changed.change)
      from changed cross join lateral counted_facets(changed.facets) counted
      group by counted.facet, counted.is_erotic
      having sum(changed.change) <> 0
    )
    insert into game_facet_changes (game_id, facets, change) select id, facets, change from changed;
  end if;
  -- After fifty statements the rows of each count become one, and after a thousand games the bits change. Who reads meanwhile
  -- sees the old ones.
  if (
    (select count(*) from game_counts where facet = 0) > 50 or exists (select from game_facet_changes offset 1000)
  ) and pg_try_advisory_xact_lock(5430003) then
    with gone as (delete from game_counts returning facet, is_erotic, games)
    insert into game_counts (facet, is_erotic, games)
    select facet, is_erotic, sum(games) from gone group by facet, is_erotic having sum(games) <> 0;
    perform store_facet_changes();
  end if;
  return null;
end;
$$;

-- "Listed" says which lists a game is in. The types are IGDB's: standalone expansion, remake, remaster, expanded game, port; 0 is
-- a main game, and one with a parent is an edition of it. A game without a type did not come from IGDB, and is listed unless it
-- belongs to another.
create or replace function game_facets(
  platform_ids integer[], genre_ids integer[], theme_ids integer[], game_mode_ids integer[], first_release_date bigint,
  game_type smallint, parent_id text
) returns integer[]
language plpgsql immutable parallel safe as $$
declare
  platform constant integer := 1;
  genre constant integer := 2;
  theme constant integer := 3;
  game_mode constant integer := 4;
  year constant integer := 5;
  shared constant integer := 6;
  listed constant integer := 7;
  erotic_theme constant integer := 42;
  -- Modes of more than one player.
  shared_modes constant integer[] := '{2,3,4,5,6}';
  listed_types constant integer[] := '{4,8,9,10,11}';
  -- What could not be a facet is left out rather than refused.
  max_id constant integer := 200000000;
  facets integer[] := '{}';
  id integer;
begin
  foreach id in array platform_ids[:100] loop
    if id between 1 and max_id and id * 8 + platform <> all (facets) then facets := facets || (id * 8 + platform); end if;
  end loop;
  foreach id in array genre_ids[:50] loop
    if id between 1 and max_id and id * 8 + genre <> all (facets) then facets := facets || (id * 8 + genre); end if;
  end loop;
  foreach id in array theme_ids[:50] loop
    if id between 1 and max_id and id * 8 + theme <> all (facets) then facets := facets || (id * 8 + theme); end if;
  end loop;
  foreach id in array game_mode_ids[:50] loop
    if id between 1 and max_id and id * 8 + game_mode <> all (facets) then facets := facets || (id * 8 + game_mode); end if;
  end loop;
  if first_release_date between -60000000000 and 60000000000 then
    facets := facets || (extract(year from to_timestamp(first_release_date) at time zone 'UTC')::integer * 8 + year);
  end if;
  if game_mode_ids && shared_modes then facets := facets || (1 * 8 + shared); end if;
  if game_type = any (listed_types) or (coalesce(game_type, 0) = 0 and parent_id is null) then
    facets := facets || (2 * 8 + listed);
    if erotic_theme <> all (theme_ids) then facets := facets || (1 * 8 + listed); end if;
  end if;
  return facets;
end;
$$;
