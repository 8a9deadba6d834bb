-- Challenges that check themselves from logs (G13, decision 0043).

-- What an entry's hours were made of when its history was written: what is played since some moment is what its sessions since
-- then hold, and what the balance that no session accounts for has grown by.
alter table game_progress_history add column undated_hours numeric(8, 2) not null default 0;
-- Nobody has joined a challenge before this, so only the newest row of an entry is ever a beginning.
update game_progress_history point set undated_hours = entry.undated_hours
from user_games entry
where entry.user_id = point.user_id and entry.game_id = point.game_id and entry.undated_hours <> 0;

create function note_undated_hours() returns trigger language plpgsql as $$
begin
  new.undated_hours := new.play_time - coalesce((
    select round(session_minutes / 60.0, 2) from user_games
    where user_id = new.user_id and game_id = new.game_id
  ), 0);
  return new;
end
$$;
create trigger game_progress_history_undated before insert or update of play_time on game_progress_history
  for each row execute function note_undated_hours();

-- When a game was first marked as completed. It stays when the mark goes, so taking a mark away and putting it back completes
-- nothing anew.
alter table user_games add column first_completed_at timestamptz(3);
update user_games set first_completed_at = updated_at where status = 'completed';

create function note_first_completion() returns trigger language plpgsql as $$
begin
  if new.status = 'completed' then
    new.first_completed_at := coalesce(new.first_completed_at, new.updated_at);
  end if;
  return new;
end
$$;
create trigger user_games_first_completion before insert or update of status on user_games
  for each row execute function note_first_completion();

create table challenges (
  id uuid primary key default uuidv7(),
  title text not null check (char_length(title) between 3 and 100),
  description text not null default '' check (char_length(description) <= 2000),
  -- Whose cover it shows; without one it has a drawn cover of its own.
  cover_game_id text references games (id) on delete set null,
  -- Whether it is upcoming, active or ended is what the clock says of these, wherever it is read.
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  -- Kept by the triggers below.
  participants_count integer not null default 0,
  check (ends_at > starts_at)
);
create index challenges_ending on challenges (ends_at desc, id desc);
create index challenges_starting on challenges (starts_at, id);
create index challenges_creator on challenges (created_by);
create index challenges_cover_game on challenges (cover_game_id);

create table challenge_goals (
  id uuid primary key default uuidv7(),
  challenge_id uuid not null references challenges (id) on delete cascade,
  position smallint not null check (position >= 1),
  type text not null check (type in ('play_time', 'games_completed', 'games_added', 'reviews_written', 'achievements')),
  -- Hours of play_time, else how many.
  target numeric(8, 2) not null check (target > 0),
  game_id text references games (id),
  unique (challenge_id, position)
);
create index challenge_goals_game on challenge_goals (game_id);

create table challenge_participants (
  user_id uuid not null references profiles (id) on delete cascade,
  challenge_id uuid not null references challenges (id) on delete cascade,
  -- How much of each goal, by its id.
  progress jsonb not null default '{}',
  completed boolean not null default false,
  completed_at timestamptz(3),
  joined_at timestamptz(3) not null,
  -- The ranking: how much of the whole is still to do (1 all, 0 nothing), and since when it is no more than this.
  remaining numeric(6, 5) not null default 1 check (remaining between 0 and 1),
  reached_at timestamptz(3) not null,
  primary key (user_id, challenge_id),
  check (completed = (completed_at is not null) and completed = (remaining = 0))
);
create index challenge_participants_ranking on challenge_participants (challenge_id, remaining, reached_at, user_id);
create index challenge_participants_joined on challenge_participants (user_id, joined_at desc, challenge_id);

-- Rows also go with their members, where no service is asked. One order of rows, so that no two wait for each other.
create function count_participants() returns trigger language plpgsql as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from challenges where id in (select challenge_id from changed) order by id for no key update;
  update challenges set participants_count = participants_count + step * tally.members
  from (select challenge_id, count(*)::integer as members from changed group by challenge_id) tally
  where challenges.id = tally.challenge_id;
  return null;
end
$$;
create trigger count_joined after insert on challenge_participants
  referencing new table as changed for each statement execute function count_participants();
create trigger count_left after delete on challenge_participants
  referencing old table as changed for each statement execute function count_participants();

-- What was told of a challenge, for each member once.
create index friend_activities_challenge on friend_activities ((details ->> 'challenge_id'), user_id)
where activity_type = 'joined_challenge';
