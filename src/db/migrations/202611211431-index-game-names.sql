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
  union
  select '=' || left(replace(name, ' ', ''), 60) collate "C" from string_to_table(search_text, '|') name
  where name not in ('', ' ') and left(name, 2) <> ' ~';
end;

create function add_game_keys(ids text[]) returns void language sql
begin atomic
  with entry as materialized (
    select found.key, games.renown, games.id
    from games cross join lateral search_keys(games.search_text) found
    where games.id = any(ids)
  ), written as (
    insert into game_keys (key, renown, game_id)
    select entry.key, entry.renown, entry.id from entry order by entry.key, entry.renown, entry.id
    on conflict do nothing
  )
  insert into game_words as known (word, renown)
  select entry.key, max(entry.renown) from entry
  where left(entry.key, 1) not in ('=', '~')
    -- Asked before, because a conflict locks the row, and every batch of games has common words.
    and not exists (select from game_words where game_words.word = entry.key and game_words.renown >= entry.renown)
  group by entry.key
  order by entry.key
  on conflict (word) do update set renown = greatest(known.renown, excluded.renown);
end;

create function index_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_game_keys(array(select id from changed_to));
    return null;
  end if;
  if tg_op = 'DELETE' then
    delete from game_keys
    using changed_from game cross join lateral search_keys(game.search_text) gone
    where game_keys.key = gone.key and game_keys.renown = game.renown and game_keys.game_id = game.id;
    return null;
  end if;
  -- What is as it was keeps its keys.
  delete from game_keys
  using changed_from game join changed_to using (id) cross join lateral search_keys(game.search_text) gone
  where (game.search_text, game.renown) <> (changed_to.search_text, changed_to.renown)
    and game_keys.key = gone.key and game_keys.renown = game.renown and game_keys.game_id = game.id;
  perform add_game_keys(array(
    select id from changed_to join changed_from before using (id)
    where (before.search_text, before.renown) <> (changed_to.search_text, changed_to.renown)
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
