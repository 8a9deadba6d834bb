-- Shelves that an import has put a game on, with the instant of each, and those that it has made for that (decision 0080).
alter table import_changes
  add column shelves jsonb not null default '[]',
  add column made_shelf_ids jsonb not null default '[]';
