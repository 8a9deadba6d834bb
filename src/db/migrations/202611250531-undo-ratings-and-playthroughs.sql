-- Ratings, platforms and dates of many games can be undone like a change of the status (decision 0087).
alter table library_bulk_changes drop constraint library_bulk_changes_kind_check;
alter table library_bulk_changes add constraint library_bulk_changes_kind_check
  check (kind in ('status', 'addition', 'shelf', 'rating', 'playthroughs'));
