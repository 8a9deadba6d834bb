-- The stars that the author wrote, while the library has given the review others (C22): an undo that leaves the library
-- without stars restores them.
alter table reviews add column own_rating numeric(2, 1) check (own_rating between 0.5 and 5);
