-- An import also writes copies, reviews and ticked achievements (decision 0090).

-- An undo leaves a copy that its member has changed since.
alter table game_copies add column updated_at timestamptz(3);
update game_copies set updated_at = created_at;
alter table game_copies
  alter column updated_at set default now(),
  alter column updated_at set not null;

alter table import_changes
  -- Null when the entry did not change.
  alter column entry_id drop not null,
  alter column after drop not null,
  add column copy_ids jsonb not null default '[]',
  -- The review that the import wrote, as an undo compares it.
  add column review jsonb,
  -- The achievements that it ticked, with the instant of each.
  add column ticks jsonb not null default '[]';

-- What an import has left alone in a row, in sentences; a row that is not written yet is planned when it is read.
alter table import_rows add column remarks jsonb not null default '[]';

update imports set rules =
  '{"shelves": "fill", "copies": "fill", "review": "private", "achievements": "fill"}'::jsonb || rules;
-- Previews that wait say what these rules do as well.
update import_rows set outcome = null
where state = 'ready' and import_id in (select id from imports where state = 'ready');
update imports set state = 'planning' where state = 'ready';
