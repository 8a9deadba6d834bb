-- expansion, concurrently
drop index concurrently if exists games_parent;
create index concurrently games_parent on games (parent_id) where parent_id is not null;
