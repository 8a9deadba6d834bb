-- Members pin their lists to their profile, too.
alter table profile_pins
  add column list_id uuid unique references lists (id) on delete cascade,
  drop constraint profile_pins_check,
  add constraint profile_pins_check check (num_nonnulls(entry_id, activity_id, review_id, list_id) = 1);
