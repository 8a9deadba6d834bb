-- A search looks for a common word in the titles of the newest threads, which this index has without reading a thread.
-- Neither column changes with a post.
create index forum_threads_newest on forum_threads (id) include (title_words) where is_listed;
