-- The histories of hours of our own export come back (decision 0090).

-- The points of a file that an import has added to the history of an entry.
alter table import_changes add column history_ids jsonb not null default '[]';
