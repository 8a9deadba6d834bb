-- News of the site (G19). A post is visible when it is published and its time has come; a job announces a scheduled one.

-- What the search looks into: without case and accents.
create function news_words(title text, excerpt text, content text) returns tsvector
language sql immutable parallel safe
return to_tsvector(
  'simple'::regconfig,
  regexp_replace(normalize(title || ' ' || excerpt || ' ' || content, nfkd), '[\u0300-\u036f]', '', 'g')
);

create table news_posts (
  id uuid primary key default uuidv7(),
  slug text not null unique check (length(slug) between 1 and 100),
  title text not null check (length(title) between 1 and 150),
  excerpt text not null default '' check (length(excerpt) <= 300),
  -- Markdown, and the sanitised HTML that was made of it when it was written.
  content text not null default '' check (length(content) <= 15000),
  content_html text not null default '',
  word_count integer not null default 0 check (word_count >= 0),
  featured_image text check (length(featured_image) between 1 and 500),
  category text not null check (category in ('Product Update', 'Feature', 'Announcement', 'Security', 'Community')),
  badge text check (length(badge) between 1 and 30),
  status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  author_id uuid references profiles (id) on delete set null,
  published_at timestamptz(3),
  -- When every node was notified that visitors see the post; null for a post that waits for its time, and for a draft.
  announced_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  words tsvector not null generated always as (news_words(title, excerpt, content)) stored,
  check (status <> 'published' or published_at is not null)
);
create index news_posts_published on news_posts (published_at desc, id desc) where status = 'published';
create index news_posts_category on news_posts (category, published_at desc, id desc) where status = 'published';
create index news_posts_featured on news_posts (published_at desc, id desc)
  where status = 'published' and (category = 'Feature' or lower(badge) = 'featured');
create index news_posts_waiting on news_posts (published_at) where status = 'published' and announced_at is null;
create index news_posts_listed on news_posts ((coalesce(published_at, created_at)) desc, id desc);
create index news_posts_words on news_posts using gin (words);
create index news_posts_author on news_posts (author_id) where author_id is not null;

-- Every slug that a post has had, the current one too: old addresses redirect to the current one.
create table news_slugs (
  slug text primary key,
  post_id uuid not null references news_posts (id) on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index news_slugs_post on news_slugs (post_id);
