-- The words of titles are stored: a search compares them with those of up to 200 titles, and ranks these. Computing them
-- took most of its time.

alter table forum_threads add column title_words text not null generated always as (title_words(title)) stored;
alter table lists add column title_words text not null generated always as (title_words(title)) stored;
alter table playlists add column title_words text not null generated always as (title_words(title)) stored;

drop index forum_threads_titles, lists_titles, playlists_words;
create index forum_threads_titles on forum_threads using gin (title_words gin_trgm_ops) where is_listed;
create index lists_titles on lists using gin (title_words gin_trgm_ops) where is_shared and hidden_at is null;
create index playlists_words on playlists using gin (title_words gin_trgm_ops)
where is_published and deleted_at is null;

-- The new columns have no statistics yet, and a table that was written again is not analysed by itself.
analyze forum_threads, lists, playlists;
