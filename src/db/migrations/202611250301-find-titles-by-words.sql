-- An index of words finds the titles with a word that begins in a given way: it reads only the entries of such words. One
-- of trigrams compares long lists of titles for each three letters, which took most of the time of a search.

-- The words of a title, whose form `title_words` has brought them into. A longer text would exceed the longest lexeme.
create function title_lexemes(title_words text) returns tsvector
language sql immutable parallel safe
return array_to_tsvector(string_to_array(btrim(left(title_words, 500)), ' '));

drop index forum_threads_titles, lists_titles, playlists_words;
create index forum_threads_titles on forum_threads using gin (title_lexemes(title_words)) where is_listed;
create index lists_titles on lists using gin (title_lexemes(title_words)) where is_shared and hidden_at is null;
create index playlists_words on playlists using gin (title_lexemes(title_words))
where is_published and deleted_at is null;

-- A new index of an expression has no statistics yet.
analyze forum_threads, lists, playlists;
