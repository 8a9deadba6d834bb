-- The search of everything finds lists and playlists by the words of their titles (decision 0071).

-- A title as the search compares it: in small letters, without accents and apostrophes, and with one space before each
-- word in place of all other signs. titleWords in server/title-search.ts does the same with the text that is searched.
-- The cost keeps PostgreSQL from computing it for every row of a table.
create function title_words(title text) returns text
language sql immutable parallel safe cost 100
return rtrim(regexp_replace(
  ' ' || regexp_replace(lower(normalize(title, nfkd)), '[\u0300-\u036f''’]', '', 'g'),
  '[\s!-/:-@\[-`{-~\u2010-\u2027«»·…“”]+', ' ', 'g'
));

create index lists_titles on lists using gin (title_words(title) gin_trgm_ops)
where is_shared and hidden_at is null;

create index playlists_words on playlists using gin (title_words(title) gin_trgm_ops)
where is_published and deleted_at is null;
