-- expansion
-- A file is in the row, or in the S3-compatible storage under the key `stored_as`.
alter table avatars alter column bytes drop not null;
alter table avatars add column stored_as text;
alter table avatars add constraint avatars_one_place check (num_nonnulls(bytes, stored_as) = 1) not valid;

alter table export_parts alter column bytes drop not null;
alter table export_parts add column stored_as text;
alter table export_parts add constraint export_parts_one_place check (num_nonnulls(bytes, stored_as) = 1) not valid;

-- Keys that no row names any more, or not yet: a job deletes what the storage has under them once they are due.
create table stored_leftovers (
  key text primary key,
  due_at timestamptz not null
);
create index stored_leftovers_due on stored_leftovers (due_at);

-- The transaction that names a key keeps its file, and the one that drops it lets the job delete it. So the file goes with the
-- account too.
create function note_stored_file() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.stored_as is not null and (tg_op = 'DELETE' or old.stored_as is distinct from new.stored_as) then
    insert into stored_leftovers (key, due_at) values (old.stored_as, now())
    on conflict (key) do update set due_at = excluded.due_at;
  end if;
  if tg_op <> 'DELETE' and new.stored_as is not null then
    delete from stored_leftovers where key = new.stored_as;
  end if;
  return null;
end
$$;
create trigger avatars_stored_file after insert or update or delete on avatars
  for each row execute function note_stored_file();
create trigger export_parts_stored_file after insert or update or delete on export_parts
  for each row execute function note_stored_file();
