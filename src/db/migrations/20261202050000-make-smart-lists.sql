-- expansion
-- Lists that keep themselves: the filters of the catalogue whose first games a job writes into list_games (decision 0136).

create table smart_lists (
  list_id uuid primary key references lists on delete cascade,
  filters text not null check (length(filters) between 1 and 4096),
  -- Whether the owner is notified of new games, and until when that has happened.
  tells_of_new boolean not null default false,
  told_at timestamptz,
  -- When the owner last opened the list.
  seen_at timestamptz not null,
  -- When the filters were last asked, and when that last brought a game.
  checked_at timestamptz not null,
  grown_at timestamptz
);
create index smart_lists_checked on smart_lists (checked_at, list_id);
