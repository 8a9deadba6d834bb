-- expansion, concurrently
drop index concurrently if exists profiles_links_due;
create index concurrently profiles_links_due on profiles (links_checked_at nulls first, id)
  where website is not null or more_links is not null;
