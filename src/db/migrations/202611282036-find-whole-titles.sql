-- A title or name that equals the text is found, however many others have its words: the search ranks only some of those. By
-- their hash: an entry is small, and titles may be longer than an entry of another index.
create index lists_whole_title on lists using hash (title_words) where is_shared and hidden_at is null;
create index playlists_whole_title on playlists using hash (title_words) where is_published and deleted_at is null;
create index forum_threads_whole_title on forum_threads using hash (title_words) where is_listed;
create index profiles_whole_name on profiles using hash (member_words('', display_name));
