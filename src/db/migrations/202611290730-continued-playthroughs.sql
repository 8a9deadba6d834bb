-- The playthroughs that an import continued, with what they were before, for its undo (decision 0075).
alter table import_changes add column continued jsonb not null default '[]';
