-- expansion
-- Games of the catalogue that an admin has merged into another one (decision 0119). The row of the merged game is deleted;
-- its address and its ids at the sources lead to the game that stays.
create table game_merges (
  from_id text primary key,
  into_id text not null references games (id),
  name text not null,
  merged_at timestamp(3) with time zone not null default now(),
  -- How many rows of each kind moved.
  moved jsonb not null
);
create index game_merges_into on game_merges (into_id);
create index game_merges_latest on game_merges (merged_at desc, from_id desc);

-- A merge moves an entry and what belongs to it in several statements of one transaction.
alter table playthroughs alter constraint playthroughs_user_id_game_id_fkey deferrable;
alter table play_sessions alter constraint play_sessions_user_id_game_id_fkey deferrable;
alter table play_sessions alter constraint play_sessions_playthrough_id_user_id_game_id_fkey deferrable;
alter table play_timers alter constraint play_timers_user_id_game_id_fkey deferrable;
alter table game_copies alter constraint game_copies_user_id_game_id_fkey deferrable;
alter table own_shelf_games alter constraint own_shelf_games_user_id_game_id_fkey deferrable;
alter table user_achievements alter constraint user_achievements_user_id_game_id_fkey deferrable;

-- A session stays with its entry, except in the transaction that merges its game into another one.
create or replace function keep_session_entry() returns trigger language plpgsql as $$
begin
  if new.user_id = old.user_id and old.game_id || '>' || new.game_id = current_setting('savepoint.merge', true) then
    return new;
  end if;
  raise exception 'a session stays with its entry' using errcode = 'check_violation';
end
$$;
