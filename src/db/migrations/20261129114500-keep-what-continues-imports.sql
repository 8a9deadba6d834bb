-- An import whose undo has expired is no longer shown, and keeps what a later file of the same tracker continues (decision 0075).
alter table imports add column is_expired boolean not null default false;

-- Rows of which the file says that the game waits, and that it is finished.
create index import_rows_contradicting on import_rows (import_id) where record ? 'or_status';
