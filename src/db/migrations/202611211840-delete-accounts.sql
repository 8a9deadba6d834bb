-- A deleted account is a disabled one with a date: whatever leaves disabled members out leaves it out too. It is the
-- member's own deletion, which signing in takes back, while both instants are the same; an admin's disabling moves the other.
alter table profiles add column deleted_at timestamptz(3);
alter table profiles add constraint profiles_deleted_is_disabled check (deleted_at is null or disabled_at is not null);
create index profiles_deleted_at on profiles (deleted_at) where deleted_at is not null;

-- Whoever is let in again, by whatever way, is not removed two weeks later.
create function keep_enabled_profile() returns trigger language plpgsql as $$
begin
  new.deleted_at := null;
  return new;
end
$$;
create trigger profiles_enabled before update of disabled_at on profiles
  for each row when (new.disabled_at is null and new.deleted_at is not null)
  execute function keep_enabled_profile();
