-- expansion
-- Where the member was in a playthrough, in a line of their own, and when they wrote it (decision 0139).

alter table playthroughs
  add column bookmark text check (length(bookmark) between 1 and 200),
  add column bookmarked_at timestamptz(3);
