-- The play sessions and the history of one game are up to ten thousand objects. They stand beside the record, which keeps their
-- number, so that a page of rows and the plan of a game read no more than they need.
alter table import_rows add column ledger jsonb;

update import_rows set
  ledger = (
    select jsonb_object_agg(key, value) from jsonb_each(record) where key in ('sessions', 'history')
  ),
  record = record || (
    select jsonb_object_agg(key, jsonb_build_object('length', jsonb_array_length(value)))
    from jsonb_each(record) where key in ('sessions', 'history')
  )
where record ?| array['sessions', 'history'];
