-- expansion, concurrently
drop index concurrently if exists lists_on_home;
create index concurrently lists_on_home on lists (user_id) where is_on_home;
