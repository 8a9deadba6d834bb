-- expansion
-- A disabled account that an admin has disabled until a date, and what its member reads at the sign-in.
alter table profiles
  add column disabled_until timestamp(3) with time zone,
  add column disabled_message text;
alter table profiles
  add constraint profiles_disabled_message_check check (char_length(disabled_message) <= 500) not valid;
alter table profiles
  add constraint profiles_suspension_is_disabled
    check (disabled_at is not null or (disabled_until is null and disabled_message is null)) not valid;
