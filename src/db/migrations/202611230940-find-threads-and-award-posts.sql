-- The search of everything finds threads by the words of their titles (decision 0071), and posts earn badges (G14).

create index forum_threads_titles on forum_threads using gin (title_words(title) gin_trgm_ops) where is_listed;

insert into badges (key, name, description, icon, level, rule, display_order) values
  ('first-post', 'First Post', 'Write a post in the forum.', 'posts', 1, '{"kind": "forum_posts", "threshold": 1}', 140),
  ('posts-10', '10 Posts', 'Write 10 posts.', 'posts', 2, '{"kind": "forum_posts", "threshold": 10}', 150),
  ('posts-100', '100 Posts', 'Write 100 posts.', 'posts', 4, '{"kind": "forum_posts", "threshold": 100}', 160);
