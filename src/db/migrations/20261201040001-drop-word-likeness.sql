-- expansion, concurrently
-- No statement compares words by likeness: corrections are computed from the known words in memory (known-words.queries.ts).
drop index concurrently if exists game_words_likeness;
