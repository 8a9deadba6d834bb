-- A list of threads names the author of each latest post. With the author in the index it reads no posts: they are long,
-- and those of twenty threads lie on twenty pages, most of them on the disk.
alter table forum_posts drop constraint forum_posts_thread_id_number_key;
alter table forum_posts add constraint forum_posts_thread_id_number_key unique (thread_id, number) include (author_id);
