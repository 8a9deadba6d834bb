-- The play sessions that an import has added to a game (decision 0080).
alter table import_changes add column session_ids jsonb not null default '[]';
