-- Achievements that members have ticked (G15, decision 0070). A tick belongs to an entry of the library and goes with it.

create table user_achievements (
  user_id uuid not null references profiles (id) on delete cascade,
  achievement_id uuid not null references game_achievements (id) on delete cascade,
  -- The game of the achievement: the foreign key below needs it, and lists are filtered by it.
  game_id text not null,
  unlocked_at timestamptz(3) not null default now(),
  primary key (user_id, achievement_id),
  foreign key (user_id, game_id) references user_games (user_id, game_id) on delete cascade
);
create index user_achievements_latest on user_achievements (user_id, unlocked_at desc, achievement_id desc);
create index user_achievements_game on user_achievements (user_id, game_id, unlocked_at desc, achievement_id desc);
create index user_achievements_achievement on user_achievements (achievement_id);

-- How many enabled members have ticked an achievement, and at least one achievement of a game.

create table achievement_counts (
  achievement_id uuid primary key references game_achievements (id) on delete cascade,
  game_id text not null,
  members integer not null check (members >= 0)
);
create index achievement_counts_game on achievement_counts (game_id);

create table achievement_member_counts (
  game_id text primary key references games (id) on delete cascade,
  members integer not null check (members >= 0)
);

-- Adds `step` times the occurrences in `ticked` to the counts of these achievements, and those in `started` to the counts of
-- these games. It locks rows in one order, so that two transactions wait for each other and do not deadlock. An achievement
-- that is being deleted has no count.
create function count_ticks(ticked uuid[], started text[], step integer) returns void language plpgsql as $$
begin
  insert into achievement_counts as counted (achievement_id, game_id, members)
  select achievement.id, achievement.game_id, count(*)
  from unnest(ticked) as given (id) join game_achievements achievement on achievement.id = given.id
  group by achievement.id
  order by achievement.id
  on conflict (achievement_id) do update set members = greatest(counted.members + step * excluded.members, 0);
  insert into achievement_member_counts as counted (game_id, members)
  select games.id, count(*)
  from unnest(started) as given (id) join games on games.id = given.id
  group by games.id
  order by games.id
  on conflict (game_id) do update set members = greatest(counted.members + step * excluded.members, 0);
end
$$;

-- Ticks of enabled members count (decision 0050). A game counts a member with the first tick, and no longer after the last.
create function count_changed_ticks() returns trigger language plpgsql as $$
declare
  enabled uuid[];
begin
  select array_agg(id) into enabled
  from (
    select id from profiles
    where id in (select user_id from changed) and disabled_at is null
    order by id for key share
  ) locked;
  if enabled is null then return null; end if;
  perform count_ticks(
    array(select achievement_id from changed where user_id = any(enabled)),
    array(
      select game_id from changed where user_id = any(enabled)
      group by user_id, game_id
      having (
        select count(*) from user_achievements tick
        where tick.user_id = changed.user_id and tick.game_id = changed.game_id
      ) = case tg_op when 'INSERT' then count(*) else 0 end
    ),
    case tg_op when 'INSERT' then 1 else -1 end
  );
  return null;
end
$$;
create trigger count_inserted after insert on user_achievements
  referencing new table as changed for each statement execute function count_changed_ticks();
create trigger count_deleted after delete on user_achievements
  referencing old table as changed for each statement execute function count_changed_ticks();

-- The ticks of a member who is disabled leave the counts, and come back with the member. FOR UPDATE waits for every
-- transaction that has just written a tick (it holds the profile). The ticks that go with a deleted profile find no profile
-- any more, so this has taken them out of the counts before.
create function recount_ticks_of_member() returns trigger language plpgsql as $$
begin
  perform from profiles where id = old.id for update;
  perform count_ticks(
    array(select achievement_id from user_achievements where user_id = old.id),
    array(select distinct game_id from user_achievements where user_id = old.id),
    case when tg_op = 'UPDATE' and new.disabled_at is null then 1 else -1 end
  );
  return case tg_op when 'UPDATE' then new else old end;
end
$$;
create trigger profiles_ticks before update of disabled_at on profiles
  for each row when ((old.disabled_at is null) <> (new.disabled_at is null))
  execute function recount_ticks_of_member();
create trigger profiles_ticks_removal before delete on profiles
  for each row when (old.disabled_at is null) execute function recount_ticks_of_member();
