-- Games by what people type (docs/decisions/0016). `search_text` holds the names of a game: '| doom | doom 1993 | ~d93 |',
-- every word after a space, every name between bars, short forms with a tilde (search/names.ts).

-- Each word of a game's names, each short form with its tilde, and each name without its spaces after '='. Of one key the
-- best known games come first.
create table game_keys (
  key text collate "C" not null,
  renown smallint not null,
  game_id text not null,
  primary key (key, renown, game_id)
);

-- Every word that is in use, with the renown of its best known game (never less, sometimes more than that). Words that
-- begin alike lie side by side; words that look alike are found by their trigrams.
create table game_words (
  word text collate "C" not null,
  renown smallint not null,
  primary key (word) include (renown)
);
create index game_words_likeness on game_words using gin (word gin_trgm_ops);

create function search_keys(search_text text) returns table (key text)
language sql immutable parallel safe
begin atomic
  select word collate "C" from string_to_table(search_text, ' ') word
  where word not in ('', '|') and length(word) <= 60
  union all
  select '=' || left(replace(name, ' ', ''), 60) collate "C" from string_to_table(search_text, '|') name
  where name not in ('', ' ') and left(name, 2) <> ' ~';
end;

create function add_game_keys(ids text[]) returns void language sql
begin atomic
  with entry as materialized (
    select distinct found.key, games.renown, games.id
    from games cross join lateral search_keys(games.search_text) found
    where games.id = any(ids)
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

-- `force_custom_plan`: a plan for one game must not be kept for thousands.
create function index_names() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  if tg_op = 'INSERT' then
    perform add_game_keys(array(select id from changed_to));
    return null;
  end if;
  if tg_op = 'DELETE' then
    -- `offset 0`: each key is looked up, however the table is thought to be.
    delete from game_keys where ctid = any(array(
      select found.ctid
      from changed_from game cross join lateral search_keys(game.search_text) gone
      cross join lateral (
        select each.ctid from game_keys each
        where each.key = gone.key and each.renown = game.renown and each.game_id = game.id offset 0
      ) found
    ));
    return null;
  end if;
  -- What is as it was keeps its keys. Compared as sets: how large these tables are is not known when the plan is made.
  delete from game_keys where ctid = any(array(
    select found.ctid
    from (
      select id, search_text, renown from changed_from except select id, search_text, renown from changed_to
    ) game
    cross join lateral search_keys(game.search_text) gone
    cross join lateral (
      select each.ctid from game_keys each
      where each.key = gone.key and each.renown = game.renown and each.game_id = game.id offset 0
    ) found
  ));
  perform add_game_keys(array(
    select id from (
      select id, search_text, renown from changed_to except select id, search_text, renown from changed_from
    ) game
  ));
  return null;
end;
$$;
create trigger index_inserted after insert on games
  referencing new table as changed_to for each statement execute function index_names();
create trigger index_updated after update on games
  referencing old table as changed_from new table as changed_to for each statement execute function index_names();
create trigger index_deleted after delete on games
  referencing old table as changed_from for each statement execute function index_names();

select add_game_keys(array(select id from games));

drop function games_named_like;
drop index games_search_text;
