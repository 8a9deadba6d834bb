-- The migration 202611220936 was changed after databases had run it. Brings those databases to its present functions; in
-- others nothing changes.

create or replace function note_stopped_playing() returns trigger language plpgsql as $$
begin
  if old.status = 'playing' and new.status in ('completed', 'dropped') then
    new.stopped_playing_at := new.updated_at;
  end if;
  return new;
end
$$;

create or replace function was_played_since(entry user_games, since timestamptz, since_on date) returns boolean
language sql immutable parallel safe
return (entry).status = 'playing'
  or coalesce((entry).last_session_at >= since, false)
  or coalesce(
    (entry).finished_on >= since_on,
    (entry).status <> 'want_to_play' and (entry).stopped_playing_at >= since,
    false
  );
