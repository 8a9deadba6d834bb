-- The columns of a table that no preset knows, with some of their values: reading a file of 50 MB again for each look
-- at the mapper would take seconds. Null for a file that a preset reads.
alter table imports add column columns jsonb;
