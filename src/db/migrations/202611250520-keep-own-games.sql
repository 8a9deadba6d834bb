-- Games that a member has and the catalogue does not know (decision 0086). Only their owner sees them.

-- Their ids have more digits than all others, so every statement and every contract knows them without a look at the row.
create function is_own_game(game_id text) returns boolean
language sql immutable parallel safe
return game_id like 'local\_%' and length(game_id) > 18;

create sequence own_game_numbers start with 1000000000000;

alter table games
  add column owner_id uuid references profiles (id) on delete cascade,
  add constraint games_owner_check check (is_own_game(id) = (owner_id is not null)),
  -- A type that IGDB does not have: no list, sitemap or count has games of this type (game_facets).
  add constraint games_owner_type_check check (owner_id is null or game_type = -1);
create index games_owner on games (owner_id) where owner_id is not null;

-- Which game a member's row of a file has become, so that the same row finds it again: a game of their own, or the game of
-- the catalogue to which that one was joined.
create table own_game_keys (
  user_id uuid not null references profiles (id) on delete cascade,
  key text not null,
  game_id text not null references games (id) on delete cascade,
  primary key (user_id, key)
);
create index own_game_keys_game on own_game_keys (game_id);

-- The search and the matching know games by these keys, so they never find a member's own game.
create or replace function add_game_keys(ids text[]) returns void language sql
begin atomic
  with entry as materialized (
    select distinct found.key, games.renown, games.id
    from games cross join lateral search_keys(games.search_text) found
    where games.id = any(ids) and games.owner_id is null
  ), written as (
    insert into game_keys (key, renown, game_id)
    select entry.key, entry.renown, entry.id from entry order by entry.key, entry.renown, entry.id
  )
  insert into game_words as known (word, renown)
  select used.key, used.renown
  from (
    select key, max(renown) as renown from entry where left(key, 1) not in ('=', '~') group by key
  ) used
  -- Asked before, because a conflict locks the row, and every batch of games has common words. `offset 0`: one by one.
  left join lateral (select game_words.renown from game_words where game_words.word = used.key offset 0) before on true
  where before.renown is null or before.renown < used.renown
  order by used.key
  on conflict (word) do update set renown = greatest(known.renown, excluded.renown);
end;

-- A session stays with its entry, unless a game of one's own is joined to one of the catalogue: that writes both entries.
drop trigger play_sessions_stay on play_sessions;
create trigger play_sessions_stay before update on play_sessions
  for each row when (new.user_id <> old.user_id or (new.game_id <> old.game_id and not is_own_game(old.game_id)))
  execute function keep_session_entry();
