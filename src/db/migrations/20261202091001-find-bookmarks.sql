-- expansion, concurrently
drop index concurrently if exists playthroughs_bookmarked;
create index concurrently playthroughs_bookmarked on playthroughs (user_id, bookmarked_at desc, id desc) where bookmark is not null;
