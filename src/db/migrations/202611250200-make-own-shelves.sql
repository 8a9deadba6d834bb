-- Shelves that a member makes for games of their library; a tag is such a shelf too (decision 0081).
create table own_shelves (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  name text not null check (length(name) between 1 and 40),
  color text not null check (color in ('grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet')),
  -- Whether others see it, where they see the library.
  is_shown boolean not null default false,
  -- Equal positions are ordered by id.
  position smallint not null check (position >= 0),
  created_at timestamptz(3) not null default now(),
  unique (id, user_id)
);
create unique index own_shelves_name on own_shelves (user_id, lower(name));

create table own_shelf_games (
  shelf_id uuid not null,
  user_id uuid not null references profiles (id) on delete cascade,
  game_id text not null,
  added_at timestamptz(3) not null,
  primary key (shelf_id, game_id),
  -- A game is only on a shelf of its own library.
  foreign key (shelf_id, user_id) references own_shelves (id, user_id) on delete cascade,
  foreign key (user_id, game_id) references user_games (user_id, game_id) on delete cascade
);
create index own_shelf_games_entry on own_shelf_games (user_id, game_id);

-- Games that were put on a shelf or taken from it can be undone like a change of the status.
alter table library_bulk_changes drop constraint library_bulk_changes_kind_check;
alter table library_bulk_changes add constraint library_bulk_changes_kind_check
  check (kind in ('status', 'addition', 'shelf'));
-- Only of a status and an addition.
alter table library_bulk_changes alter column status drop not null;
