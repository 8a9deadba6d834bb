-- expansion, concurrently
drop index concurrently if exists profiles_suspended;
create index concurrently profiles_suspended on profiles (disabled_until) where disabled_until is not null;
