-- Members' lists of games (G60). Positions are 1 to games_count without gaps; every write locks the list first.

create table lists (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  title text not null check (length(title) between 1 and 150),
  description text not null default '' check (length(description) <= 1000),
  is_shared boolean not null default false,
  is_ranked boolean not null default false,
  games_count integer not null default 0 check (games_count between 0 and 1000),
  likes_count integer not null default 0 check (likes_count >= 0),
  hidden_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- The last change of title, description or switches: an editor compares it.
  updated_at timestamptz(3) not null default now(),
  -- The last change of anything, games too: lists are sorted by it.
  changed_at timestamptz(3) not null default now()
);
create index lists_member on lists (user_id, changed_at desc, id desc);
create trigger lists_discussion after delete on lists
  for each row execute function delete_discussion('list');

create table list_games (
  list_id uuid not null references lists (id) on delete cascade,
  game_id text not null references games (id),
  position integer not null check (position between 1 and 1000),
  note text check (length(note) between 1 and 500),
  added_at timestamptz(3) not null default now(),
  primary key (list_id, game_id),
  -- Deferrable: PostgreSQL then checks it after a statement that moves several rows, not after each row.
  unique (list_id, position) deferrable initially immediate
);
create index list_games_game on list_games (game_id);

create table list_likes (
  list_id uuid not null references lists (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (list_id, user_id)
);
create index list_likes_member on list_likes (user_id, created_at desc, list_id);

-- Likes of enabled members count (decision 0050). Whoever toggles a like holds the list's lock.
create function count_list_likes() returns trigger language plpgsql as $$
declare
  liked record := coalesce(new, old);
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from profiles where id = liked.user_id and disabled_at is null for key share;
  if found then
    update lists set likes_count = likes_count + step where id = liked.list_id;
  end if;
  return null;
end
$$;
create trigger list_likes_counts after insert or delete on list_likes
  for each row execute function count_list_likes();

-- The likes of a member who is disabled leave the counts, and come back with the member. FOR UPDATE waits for every
-- transaction that has just written a like (it holds the profile).
create function recount_list_likes_of_member() returns trigger language plpgsql as $$
declare
  step integer := case when tg_op = 'UPDATE' and new.disabled_at is null then 1 else -1 end;
begin
  perform from profiles where id = old.id for update;
  perform from lists where id in (select list_id from list_likes where user_id = old.id)
  order by id for no key update;
  update lists set likes_count = likes_count + step
  where id in (select list_id from list_likes where user_id = old.id);
  return case tg_op when 'UPDATE' then new else old end;
end
$$;
create trigger profiles_list_likes before update of disabled_at on profiles
  for each row when ((old.disabled_at is null) <> (new.disabled_at is null))
  execute function recount_list_likes_of_member();
-- The likes that go with a deleted profile find no profile any more, so they change no counts: this has done it.
create trigger profiles_list_likes_removal before delete on profiles
  for each row when (old.disabled_at is null) execute function recount_list_likes_of_member();
