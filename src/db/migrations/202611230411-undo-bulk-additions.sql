-- Additions of many games can be undone too, by their own endpoint.
alter table library_bulk_changes add column kind text not null default 'status' check (kind in ('status', 'addition'));
