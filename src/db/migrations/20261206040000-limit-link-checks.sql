-- expansion
-- When the server last began to look at the pages to which a profile links; null if it never did.
alter table profiles add column links_tried_at timestamptz(3);
