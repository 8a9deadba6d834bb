-- expansion
-- How long games take (decision 0123): by their sources, and by the finished playthroughs of members whose library visitors see.
alter table games add column time_to_beat jsonb;

create table game_play_times (
  game_id text primary key references games (id) on delete cascade,
  times jsonb not null,
  counted_at timestamptz(3) not null default now()
);

-- Games whose finished playthroughs have changed since the job counted them. Rows are only added, so that writers do not wait for
-- one another; a game may stand here several times, and may be gone.
create table play_time_changes (
  id bigint generated always as identity primary key,
  game_id text not null
);

create function is_finished_run(finish_level text) returns boolean language sql immutable
return finish_level in ('main_story', 'main_extras', 'completionist');

create function note_changed_runs() returns trigger language plpgsql as $$
begin
  insert into play_time_changes (game_id)
  select distinct game_id from changed where is_finished_run(finish_level);
  return null;
end
$$;

create function note_updated_runs() returns trigger language plpgsql as $$
begin
  insert into play_time_changes (game_id)
  select game_id from before where is_finished_run(finish_level)
  union select game_id from changed where is_finished_run(finish_level);
  return null;
end
$$;

create trigger playthroughs_times_inserted after insert on playthroughs referencing new table as changed
  for each statement execute function note_changed_runs();
create trigger playthroughs_times_deleted after delete on playthroughs referencing old table as changed
  for each statement execute function note_changed_runs();
create trigger playthroughs_times_updated after update on playthroughs referencing old table as before new table as changed
  for each statement execute function note_updated_runs();

create function note_changed_hours() returns trigger language plpgsql as $$
begin
  insert into play_time_changes (game_id)
  select new.game_id where exists (
    select from playthroughs run
    where run.user_id = new.user_id and run.game_id = new.game_id and is_finished_run(run.finish_level)
  );
  return null;
end
$$;

create trigger user_games_times after update on user_games
  for each row when (old.play_time <> new.play_time) execute function note_changed_hours();

create function note_runs_of_member() returns trigger language plpgsql as $$
begin
  insert into play_time_changes (game_id)
  select distinct game_id from playthroughs where user_id = new.id and is_finished_run(finish_level);
  return null;
end
$$;

create trigger profiles_play_times after update of settings, disabled_at on profiles
  for each row when (shows_library(old.settings, old.disabled_at) <> shows_library(new.settings, new.disabled_at))
  execute function note_runs_of_member();
