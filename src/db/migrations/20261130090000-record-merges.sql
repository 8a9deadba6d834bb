-- expansion
-- What a merge of two games has changed, so that an admin can split them again (decision 0122). Of a row that both states
-- have, only the columns that differ; entries whole. Without `after` the merge removed the row, without `before` it made it.
create table game_merge_rows (
  from_id text not null references game_merges (from_id) on delete cascade,
  -- The table, and the row in it.
  kind text not null,
  key text not null,
  -- Whose row it is: it goes with the account.
  user_id uuid references profiles (id) on delete cascade,
  before jsonb,
  after jsonb,
  constraint game_merge_rows_pkey primary key (from_id, kind, key)
);
create index game_merge_rows_member on game_merge_rows (user_id);
-- When the merge was recorded, exactly, because merges are split in the opposite order. Earlier merges are not recorded.
alter table game_merges add column recorded_at timestamp with time zone;
