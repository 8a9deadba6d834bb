-- Only words of known games are offered for a misspelt one (search.queries.ts), so only they need to be found by likeness.
drop index game_words_likeness;
create index game_words_likeness on game_words using gin (word gin_trgm_ops) where renown >= 20;
