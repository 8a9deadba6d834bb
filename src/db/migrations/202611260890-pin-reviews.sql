-- Members pin their reviews to their profile, too.
alter table profile_pins
  add column review_id uuid unique references reviews (id) on delete cascade,
  drop constraint profile_pins_check,
  add constraint profile_pins_check check (num_nonnulls(entry_id, activity_id, review_id) = 1);
