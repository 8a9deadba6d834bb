-- How many games have any number of facets together, exact and without reading the games (docs/decisions/0097).

-- Every listed game has a number, and every facet a bit for each number: 8,192 games are a row of a facet, which is small
-- enough to lie in the table itself. The number stays when the game is deleted, because it may come back.
create table game_numbers (
  game_id text collate "C" primary key,
  number integer not null generated always as identity
);
create table game_facet_bits (
  facet integer not null,
  -- The number divided by 8192; the remainder is the place of the bit.
  part integer not null,
  bits bit(8192) not null,
  primary key (facet, part)
) with (fillfactor = 80);

-- What the bits do not have yet: a game that came into the lists with these facets (1) or went out of them (-1). A statement
-- adds rows instead of changing bits, so writers never wait for one another.
create table game_facet_changes (
  game_id text collate "C" not null,
  facets integer[] not null,
  change smallint not null
);

-- The counts of two facets come from the bits now. Those of one stay: the filters show all of them at once.
drop index game_counts_pair;
create temporary table counted on commit drop as
select facet, is_erotic, sum(games)::integer as games from game_counts where other = 0 group by facet, is_erotic;
truncate game_counts;
alter table game_counts drop column other;
insert into game_counts (facet, is_erotic, games) select facet, is_erotic, games from counted where games <> 0;
create index game_counts_facet on game_counts (facet) include (games, is_erotic);

drop trigger count_inserted on games;
drop trigger count_updated on games;
drop trigger count_deleted on games;
drop function count_facets;
drop function facet_pairs;

-- The facets of a listed game that are counted; 0 is for all games.
create function counted_facets(facets integer[]) returns table (facet integer, is_erotic boolean)
language sql immutable parallel safe
begin atomic
  select counted.facet, 15 <> all (facets)
  from (select 0 union all select one from unnest(facets) one where one % 8 <> 7) counted (facet)
  where 23 = any (facets);
end;

-- Moves changes into the bits. A bit that is switched twice is as before, so their order does not matter. The caller has the
-- lock. Changes of games that get a number at the same time elsewhere wait for the next time.
create function store_facet_changes() returns void language plpgsql as $$
begin
  insert into game_numbers (game_id)
  select distinct change.game_id from game_facet_changes change
  where not exists (select from game_numbers known where known.game_id = change.game_id)
  order by change.game_id;
  with gone as (
    delete from game_facet_changes change using game_numbers known where known.game_id = change.game_id
    returning known.number, change.facets
  )
  insert into game_facet_bits as stored (facet, part, bits)
  select facet, gone.number / 8192, bit_xor(set_bit(0::bit(8192), gone.number % 8192, 1))
  from gone cross join lateral unnest(gone.facets) facet
  group by facet, gone.number / 8192
  order by facet, gone.number / 8192
  on conflict (facet, part) do update set bits = stored.bits # excluded.bits;
end;
$$;

create function count_facets() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into game_counts (facet, is_erotic, games)
    select counted.facet, counted.is_erotic, count(*)
    from changed_to game cross join lateral counted_facets(game.facets) counted
    group by counted.facet, counted.is_erotic;
    insert into game_facet_changes (game_id, facets, change)
    select id, facets, 1 from changed_to where 23 = any (facets);
  elsif tg_op = 'DELETE' then
    insert into game_counts (facet, is_erotic, games)
    select counted.facet, counted.is_erotic, -count(*)
    from changed_from game cross join lateral counted_facets(game.facets) counted
    group by counted.facet, counted.is_erotic;
    insert into game_facet_changes (game_id, facets, change)
    select id, facets, -1 from changed_from where 23 = any (facets);
  else
    -- Added and taken off rather than joined: how large these tables are is not known when the plan is made.
    with changed as materialized (
      select game.id, game.facets, sum(game.change) as change
      from (
        select id, facets, 1 as change from changed_to union all select id, facets, -1 from changed_from
      ) game
      where 23 = any (game.facets)
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
create trigger count_inserted after insert on games
  referencing new table as changed_to for each statement execute function count_facets();
create trigger count_updated after update on games
  referencing old table as changed_from new table as changed_to for each statement execute function count_facets();
create trigger count_deleted after delete on games
  referencing old table as changed_from for each statement execute function count_facets();

insert into game_facet_changes (game_id, facets, change)
select id, facets, 1 from games where 23 = any (facets);
select store_facet_changes();
-- Nothing is in it, but its dead rows would be read until the next vacuum.
truncate game_facet_changes;
