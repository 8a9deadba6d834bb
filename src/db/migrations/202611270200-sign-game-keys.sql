-- The keys of a game know how its words begin (docs/decisions/0082), so a search for several words of which the rarest has
-- hundreds of games looks at few of them.

-- A bit for the first letter of each word, and one for its first two; words as in `games.search_text`, with or without the
-- tilde of a short form. Different letters may share a bit. search/name-signs.ts computes the same for what is typed.
create function name_signs(search_text text) returns bigint
language sql immutable parallel safe
begin atomic
  select coalesce(bit_or(
    (1::bigint << ascii(word) % 26) | (1::bigint << 26 + (ascii(word) * 5 + ascii(substr(word, 2, 1))) % 26)
  ), 0)
  from (select ltrim(each, '~') as word from string_to_table(search_text, ' ') each) words
  where word not in ('', '|');
end;

-- A new table: rewriting each row of the old one would leave it twice as large.
create table signed_keys (
  key text collate "C" not null,
  renown smallint not null,
  game_id text not null,
  signs bigint not null
);
insert into signed_keys (key, renown, game_id, signs)
select keys.key, keys.renown, keys.game_id, games.signs
from game_keys keys
join (select id, name_signs(search_text) as signs from games where owner_id is null offset 0) games on games.id = keys.game_id
order by keys.key, keys.renown, keys.game_id;

drop function add_game_keys;
drop table game_keys;
alter table signed_keys rename to game_keys;
alter table game_keys add constraint game_keys_pkey primary key (key, renown, game_id) include (signs);
analyze game_keys;

create function add_game_keys(ids text[]) returns void language sql
begin atomic
  with entry as materialized (
    select distinct found.key, games.renown, games.id, games.signs
    from (
      -- `offset 0`: the signs are computed once for each game, not for each key.
      select id, renown, search_text, name_signs(search_text) as signs
      from games where id = any(ids) and owner_id is null offset 0
    ) games
    cross join lateral search_keys(games.search_text) found
  ), written as (
    insert into game_keys (key, renown, game_id, signs)
    select entry.key, entry.renown, entry.id, entry.signs from entry order by entry.key, entry.renown, entry.id
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
