-- expansion
-- The names of a merged game, as `search_text` has them: they find the game that stays (decision 0128). Empty where that one has
-- the same names.
alter table game_merges add column added_names text;

-- What a source sends again has only its own names.
create function keep_merged_names() returns trigger language plpgsql as $$
declare
  added text;
begin
  -- The latest first: it contains those of games that were merged into it before.
  for added in
    select added_names from game_merges where into_id = new.id and added_names <> '' order by recorded_at desc
  loop
    if position(added in new.search_text) = 0 then
      new.search_text := new.search_text || added;
    end if;
  end loop;
  return new;
end
$$;
create trigger games_merged_names before update of search_text on games
for each row when (old.search_text is distinct from new.search_text) execute function keep_merged_names();
