-- expansion
-- What the filters of lists know of a game beside its facets, each as 'kind:name' (decision 0129). Reads only what the row has, and refuses
-- nothing: in a fact of another shape it finds nothing.
create function game_traits(details jsonb, developer text, series text, game_type smallint) returns text[]
language sql immutable parallel safe as $$
  select array(
    select distinct left(trait, 120) from (
      select 'perspective:' || (value #>> '{}') from jsonb_path_query(details, '$.perspectives[*]') value
      union all select 'engine:' || (value #>> '{}') from jsonb_path_query(details, '$.engines[*]') value
      union all select 'developer:' || (value #>> '{}') from jsonb_path_query(details, '$.developers[*]') value
      union all select 'developer:' || developer
      union all select 'publisher:' || (value #>> '{}') from jsonb_path_query(details, '$.publishers[*]') value
      union all select 'series:' || series
      union all select 'series:' || (details ->> 'franchise')
      union all select 'language:' || (value #>> '{}') from jsonb_path_query(details, '$.languages[*].name') value
      union all select 'store:' || (value #>> '{}') from jsonb_path_query(details, '$.links[*].kind') value
      union all select 'type:' || case coalesce(game_type, 0)
        when 0 then 'main' when 4 then 'standalone' when 8 then 'remake' when 9 then 'remaster'
        when 10 then 'expanded' when 11 then 'port' end
      union all select 'online:' || least from unnest('{2,3,4,8,16,32}'::integer[]) least
        where jsonb_path_exists(details, '$.multiplayer[*].online ? (@ >= $least)', jsonb_build_object('least', least))
      union all select 'couch:' || least from unnest('{2,3,4,8,16,32}'::integer[]) least
        where jsonb_path_exists(details, '$.multiplayer[*].couch ? (@ >= $least)', jsonb_build_object('least', least))
      union all select 'coop:' || least from unnest('{2,3,4,8,16,32}'::integer[]) least
        where jsonb_path_exists(details, '$.multiplayer[*].onlineCoop ? (@ >= $least)', jsonb_build_object('least', least))
          or jsonb_path_exists(details, '$.multiplayer[*].couchCoop ? (@ >= $least)', jsonb_build_object('least', least))
      -- The strictest board decides for whom a game is made.
      union all select 'age:' || limits.age from unnest('{3,7,12,16}'::integer[]) limits (age), (
        select max(case rated.rating ->> 'rating'
          when '3' then 3 when '0' then 0 when 'EC' then 3 when 'E' then 6 when 'A' then 3 when 'ALL' then 3 when 'L' then 3
          when 'G' then 3 when '6' then 6 when '7' then 7 when 'PG' then 8 when 'E10+' then 10 when 'E10' then 10
          when '10' then 10 when '12' then 12 when 'B' then 12 when 'T' then 13 when '14' then 14 when '15' then 15
          when 'C' then 15 when 'M' then case rated.rating ->> 'board' when 'ESRB' then 17 else 15 end
          when 'MA15+' then 15 when '16' then 16 when 'D' then 17
          when '18' then 18 when 'AO' then 18 when 'Z' then 18 when 'R18+' then 18 when 'RC' then 18 end) as strictest
        from jsonb_path_query(details, '$.ageRatings[*]') rated (rating)
      ) boards
      where boards.strictest <= limits.age
    ) known (trait)
    where trait is not null
  )
$$;

-- How many listed games have each trait that has a name, for the choices of filters; a job counts them.
create table game_trait_counts (
  kind text not null,
  name text not null,
  games integer not null,
  primary key (kind, name)
);
create index game_trait_counts_most on game_trait_counts (kind, games desc, name);
