-- A log says when a game was played as exactly as its member knows: a day, a month or a year (decision 0052).

-- Of a month or a year the first day is stored.
alter table playthroughs
  add column started_precision text not null default 'day' check (started_precision in ('day', 'month', 'year')),
  add column finished_precision text not null default 'day' check (finished_precision in ('day', 'month', 'year')),
  -- The member had played the game before.
  add column is_replay boolean not null default false,
  drop constraint playthroughs_check,
  add constraint playthroughs_days_in_order check (finished_on >= date_trunc(finished_precision, started_on::timestamp));

alter table user_games
  -- The latest day on which a playthrough was finished or dropped. Null: no date is known.
  add column finished_on date,
  -- When a game that was being played was marked as completed or dropped. Null for games that came as finished.
  add column stopped_playing_at timestamptz(3);

update user_games entry set finished_on = dated.finished_on
from (
  select user_id, game_id, max(finished_on) as finished_on from playthroughs
  where finished_on is not null group by user_id, game_id
) dated
where dated.user_id = entry.user_id and dated.game_id = entry.game_id;
-- Before this migration a log had no date: hours or a percentage were logged when they were played.
update user_games set stopped_playing_at = last_played_at
where status in ('completed', 'dropped') and last_played_at is not null;

create function note_stopped_playing() returns trigger language plpgsql as $$
begin
  if old.status = 'playing' and new.status in ('completed', 'dropped') then
    new.stopped_playing_at := new.updated_at;
  end if;
  return new;
end
$$;
create trigger user_games_stopped_playing before update of status on user_games
  for each row execute function note_stopped_playing();

create function note_finished_days() returns trigger language plpgsql as $$
begin
  -- In one order, so that two writers of several entries never wait for one another.
  perform from user_games entry
  where (entry.user_id, entry.game_id) in (select user_id, game_id from changed)
  order by entry.user_id, entry.game_id
  for no key update;
  update user_games entry set finished_on = (
    select max(playthrough.finished_on) from playthroughs playthrough
    where playthrough.user_id = entry.user_id and playthrough.game_id = entry.game_id
  )
  where (entry.user_id, entry.game_id) in (select user_id, game_id from changed);
  return null;
end
$$;
create trigger playthroughs_inserted after insert on playthroughs referencing new table as changed
  for each statement execute function note_finished_days();
create trigger playthroughs_updated after update on playthroughs referencing new table as changed
  for each statement execute function note_finished_days();
create trigger playthroughs_deleted after delete on playthroughs referencing old table as changed
  for each statement execute function note_finished_days();

-- Whether an entry's game was played since an instant, as far as anything says so: it is being played, a session lies after
-- it, or the game was finished then. The date that the member gave counts before the moment of the mark; a game that came as
-- finished without a date counts for no time. A game that is wanted again keeps its mark, which counts once it is finished.
create function was_played_since(entry user_games, since timestamptz, since_on date) returns boolean
language sql immutable parallel safe
return (entry).status = 'playing'
  or coalesce((entry).last_session_at >= since, false)
  or coalesce(
    (entry).finished_on >= since_on,
    (entry).status <> 'want_to_play' and (entry).stopped_playing_at >= since,
    false
  );
