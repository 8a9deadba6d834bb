-- expansion, concurrently
drop index concurrently if exists games_franchise;
create index concurrently games_franchise on games ((details ->> 'franchise'), renown desc, id) where details ? 'franchise';
