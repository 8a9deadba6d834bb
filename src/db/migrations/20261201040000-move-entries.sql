-- expansion
-- What a member has moved from a wrong game to the right one, and how to undo it (decision 0130). Only the latest moves of a
-- member are stored, and none of a game that is gone.
create table entry_moves (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  from_id text not null references games (id) on delete cascade,
  into_id text not null references games (id) on delete cascade,
  moved_at timestamp(3) with time zone not null
);
create index entry_moves_member on entry_moves (user_id, id desc);
create index entry_moves_from on entry_moves (from_id);
create index entry_moves_into on entry_moves (into_id);

-- What a move has changed, as `game_merge_rows` has it of a merge.
create table entry_move_rows (
  move_id uuid not null references entry_moves (id) on delete cascade,
  kind text not null,
  key text not null,
  user_id uuid references profiles (id) on delete cascade,
  before jsonb,
  after jsonb,
  constraint entry_move_rows_pkey primary key (move_id, kind, key)
);
create index entry_move_rows_member on entry_move_rows (user_id);
