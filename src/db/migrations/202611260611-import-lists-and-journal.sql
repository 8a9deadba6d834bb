-- What our own export has besides games: shelves, lists with their games, and the journal (decision 0090).

create table import_items (
  import_id uuid not null references imports (id) on delete cascade,
  -- A game of a list is a part of it; 'journal_date' says when the journal has a review or a list.
  kind text not null check (kind in ('shelf', 'list', 'list_game', 'journal', 'journal_date')),
  -- The place in the list of the file, from 1.
  n integer not null,
  -- The id in the file; of a game of a list, that of the list.
  key text not null,
  title text not null,
  -- What the file says (imported-item.rules.ts).
  item jsonb not null,
  state text not null check (state in ('ready', 'skipped', 'applied', 'failed', 'undone')),
  -- What the import will do, or has done; null until it is planned.
  outcome text check (outcome in ('new', 'same')),
  -- Why an item is left alone or failed, or what its undo left.
  reason text,
  -- What the import made of it, as its undo compares it.
  written jsonb,
  primary key (import_id, kind, n)
);
create index import_items_state on import_items (import_id, kind, state, outcome, n);
create index import_items_key on import_items (import_id, kind, key);
-- Lists and the journal name games by their ids in the file.
create index import_rows_own on import_rows (import_id, (record #>> '{ids,own}'), n)
where record #>> '{ids,own}' is not null;

update imports set rules = '{"lists": "private", "journal": "fill"}'::jsonb || rules;
