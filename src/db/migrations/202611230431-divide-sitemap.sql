-- How the sitemap is divided (decision 0067): one row for each kind of pages, written by a job.
create table sitemap_kinds (
  kind text primary key,
  has_pages boolean not null,
  -- The first id of the second part and of each further one.
  first_ids text[] not null
);

-- The games that lists show to everybody, and the reviews that everybody may read, in the order of their ids.
create index games_listed_ids on games (id) where 15 = any (facets);
create index reviews_listed_ids on reviews (id) where is_listed;
