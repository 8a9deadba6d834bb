-- The people around a member whom a reader knows are looked up by pairs, with the time of each. Once a vacuum had run, PostgreSQL
-- read all followers of a member from another index for each pair, because that index had the time and this one had not.

alter table followers drop constraint followers_pkey;
alter table followers add constraint followers_pkey primary key (follower_id, following_id) include (created_at);
