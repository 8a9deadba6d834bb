-- expansion
-- Lists that their owner has pinned to the home page.

alter table lists add column is_on_home boolean not null default false;
