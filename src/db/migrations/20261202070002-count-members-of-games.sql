-- expansion
-- How many enabled members have a game in the library, and with which status (decision 0137). Games of one's own are not counted.

create table game_member_counts (
  game_id text primary key references games (id) on delete cascade,
  added integer not null,
  playing integer not null,
  finished integer not null,
  dropped integer not null
);

-- Adds `step` for each of these entries. It locks rows in one order, so that two transactions wait for each other and do not
-- deadlock. A game that is being deleted has no counts.
create function count_entries(entered_games text[], statuses text[], step integer) returns void language plpgsql as $$
begin
  insert into game_member_counts as counted (game_id, added, playing, finished, dropped)
  select game.id, step * count(*), step * count(*) filter (where given.status = 'playing'),
    step * count(*) filter (where given.status = 'completed'), step * count(*) filter (where given.status = 'dropped')
  from unnest(entered_games, statuses) as given (game_id, status)
  join games game on game.id = given.game_id and not is_own_game(game.id)
  group by game.id
  order by game.id
  on conflict (game_id) do update set added = counted.added + excluded.added, playing = counted.playing + excluded.playing,
    finished = counted.finished + excluded.finished, dropped = counted.dropped + excluded.dropped;
end
$$;

create function count_changed_entries() returns trigger language plpgsql as $$
declare
  enabled uuid[];
begin
  if tg_op = 'UPDATE' then
    if not exists (
      select from changed join before using (id) where (changed.game_id, changed.status) <> (before.game_id, before.status)
    ) then return null; end if;
  end if;
  select array_agg(id) into enabled
  from (
    select id from profiles where id in (select user_id from changed) and disabled_at is null order by id for key share
  ) locked;
  if enabled is null then return null; end if;
  if tg_op = 'UPDATE' then
    perform count_entries(array_agg(before.game_id), array_agg(before.status), -1)
    from before join changed using (id)
    where (changed.game_id, changed.status) <> (before.game_id, before.status) and before.user_id = any(enabled);
    perform count_entries(array_agg(changed.game_id), array_agg(changed.status), 1)
    from before join changed using (id)
    where (changed.game_id, changed.status) <> (before.game_id, before.status) and changed.user_id = any(enabled);
  else
    perform count_entries(array_agg(game_id), array_agg(status), case tg_op when 'INSERT' then 1 else -1 end)
    from changed where user_id = any(enabled);
  end if;
  return null;
end
$$;
create trigger user_games_counts_added after insert on user_games
  referencing new table as changed for each statement execute function count_changed_entries();
create trigger user_games_counts_changed after update on user_games
  referencing old table as before new table as changed for each statement execute function count_changed_entries();
create trigger user_games_counts_removed after delete on user_games
  referencing old table as changed for each statement execute function count_changed_entries();

-- The entries of a member who is disabled leave the counts, and come back with the member. FOR UPDATE waits for every transaction
-- that has just written an entry (it holds the profile). The entries that go with a deleted profile find no profile any more, so
-- this has taken them out of the counts before.
create function recount_entries_of_member() returns trigger language plpgsql as $$
begin
  perform from profiles where id = old.id for update;
  perform count_entries(array_agg(game_id), array_agg(status), case when tg_op = 'UPDATE' and new.disabled_at is null then 1 else -1 end)
  from user_games where user_id = old.id;
  return case tg_op when 'UPDATE' then new else old end;
end
$$;
create trigger profiles_entries before update of disabled_at on profiles
  for each row when ((old.disabled_at is null) <> (new.disabled_at is null))
  execute function recount_entries_of_member();
create trigger profiles_entries_removal before delete on profiles
  for each row when (old.disabled_at is null) execute function recount_entries_of_member();

insert into game_member_counts (game_id, added, playing, finished, dropped)
select game_id, count(*), count(*) filter (where status = 'playing'), count(*) filter (where status = 'completed'),
  count(*) filter (where status = 'dropped')
from user_games join profiles on profiles.id = user_id and disabled_at is null
where not is_own_game(game_id)
group by game_id;
