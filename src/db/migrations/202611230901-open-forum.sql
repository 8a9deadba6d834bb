-- The forum: categories, threads, posts, likes, earlier texts, mentions, subscriptions, and how far a member has read
-- (G16, decision 0072).

create table forum_categories (
  id smallint primary key,
  slug text not null unique,
  name text not null,
  description text not null,
  display_order smallint not null,
  -- The threads that visitors see.
  threads_count integer not null default 0 check (threads_count >= 0)
);
insert into forum_categories (id, slug, name, description, display_order) values
  (1, 'general', 'General', 'Games and gaming in general, news, and introductions', 1),
  (2, 'game-talk', 'Game Talk', 'Talk about one game: its story, its strategies, its secrets', 2),
  (3, 'help', 'Help', 'Questions about Savepoint, and about games that do not let you pass', 3),
  (4, 'feedback', 'Feedback', 'Ideas and wishes for Savepoint, and reports of what does not work', 4),
  (5, 'off-topic', 'Off-topic', 'Everything that is not a game', 5);

create table forum_threads (
  id uuid primary key default uuidv7(),
  category_id smallint not null references forum_categories (id),
  -- Null after the account is deleted: threads and posts stay (G55).
  author_id uuid references profiles (id) on delete set null,
  game_id text references games (id) on delete set null,
  title text not null check (length(title) between 5 and 120),
  -- As the author typed it.
  body text not null check (length(body) between 10 and 10000),
  -- What readers see: sanitised when it was written.
  body_html text not null,
  spoils_to smallint check (spoils_to between 0 and 100),
  written_at smallint check (written_at between 0 and 100),
  pinned boolean not null default false,
  locked boolean not null default false,
  likes_count integer not null default 0 check (likes_count >= 0),
  -- The posts that readers see.
  posts_count integer not null default 0 check (posts_count >= 0),
  -- The number of the latest post. The next post takes the next number under the lock of this row.
  last_number integer not null default 0,
  -- The latest post that readers see; 0 without one.
  shown_number integer not null default 0,
  last_post_at timestamptz(3) not null default now(),
  edited_at timestamptz(3),
  hidden_at timestamptz(3),
  deleted_at timestamptz(3),
  -- Waits for a moderator, because it contains a link.
  held_at timestamptz(3),
  is_listed boolean not null
    generated always as (hidden_at is null and deleted_at is null and held_at is null) stored,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
) with (fillfactor = 90);
-- The author is in the indexes, because a page leaves out threads of members in a block with the reader.
create index forum_threads_latest on forum_threads (category_id, pinned desc, last_post_at desc, id desc)
  include (author_id) where is_listed;
create index forum_threads_top on forum_threads (category_id, pinned desc, likes_count desc, id desc)
  include (author_id) where is_listed;
create index forum_threads_game on forum_threads (game_id, pinned desc, last_post_at desc, id desc)
  include (author_id) where is_listed and game_id is not null;
create index forum_threads_game_top on forum_threads (game_id, pinned desc, likes_count desc, id desc)
  include (author_id) where is_listed and game_id is not null;
-- The latest thread of a category, pinned or not.
create index forum_threads_last_post on forum_threads (category_id, last_post_at desc, id desc)
  include (author_id) where is_listed;
create index forum_threads_author on forum_threads (author_id, created_at desc, id desc);
create index forum_threads_held on forum_threads (created_at, id) where held_at is not null and deleted_at is null;

create table forum_posts (
  id uuid primary key default uuidv7(),
  thread_id uuid not null references forum_threads (id) on delete cascade,
  -- From 1 without gaps, never used again, so a page is a range of numbers.
  number integer not null check (number > 0),
  author_id uuid references profiles (id) on delete set null,
  quoted_post_id uuid references forum_posts (id) on delete set null,
  content text not null check (length(content) between 1 and 10000),
  content_html text not null,
  -- The beginning of the plain text, for quotes.
  excerpt text not null,
  spoils_to smallint check (spoils_to between 0 and 100),
  written_at smallint check (written_at between 0 and 100),
  likes_count integer not null default 0 check (likes_count >= 0),
  edited_at timestamptz(3),
  hidden_at timestamptz(3),
  deleted_at timestamptz(3),
  held_at timestamptz(3),
  is_shown boolean not null
    generated always as (hidden_at is null and deleted_at is null and held_at is null) stored,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (thread_id, number)
) with (fillfactor = 90);
create index forum_posts_author on forum_posts (author_id, thread_id, number);
create index forum_posts_quoted on forum_posts (quoted_post_id) where quoted_post_id is not null;
create index forum_posts_held on forum_posts (created_at, id) where held_at is not null and deleted_at is null;

-- Without a foreign key to the item, which is one of two kinds. Items are never deleted, only marked.
create table forum_likes (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  type text not null check (type in ('post', 'thread')),
  item_id uuid not null,
  created_at timestamptz(3) not null default now(),
  unique (user_id, type, item_id)
);
create index forum_likes_item on forum_likes (item_id, type);

-- The texts before each edit. They go with their author's account; the latest text stays.
create table forum_versions (
  id uuid primary key default uuidv7(),
  type text not null check (type in ('post', 'thread')),
  item_id uuid not null,
  author_id uuid not null references profiles (id) on delete cascade,
  title text,
  content text not null,
  content_html text not null,
  spoils_to smallint,
  -- How far the author was, as in the item.
  written_at smallint,
  -- When this text was written, and when it was replaced.
  created_at timestamptz(3) not null,
  replaced_at timestamptz(3) not null
);
create index forum_versions_item on forum_versions (item_id, type, replaced_at desc, id desc);
create index forum_versions_author on forum_versions (author_id);

-- Who was notified that a text mentions them: once for each text, also after edits.
create table forum_mentions (
  type text not null check (type in ('post', 'thread')),
  item_id uuid not null,
  user_id uuid not null references profiles (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (item_id, type, user_id)
);
create index forum_mentions_member on forum_mentions (user_id);

-- A row with `is_on` false remembers that the member has unsubscribed, so that a reply does not subscribe again.
create table forum_subscriptions (
  user_id uuid not null references profiles (id) on delete cascade,
  thread_id uuid not null references forum_threads (id) on delete cascade,
  is_on boolean not null default true,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, thread_id)
);
create index forum_subscriptions_thread on forum_subscriptions (thread_id, user_id) where is_on;

-- How far a member has read a thread.
create table forum_reads (
  user_id uuid not null references profiles (id) on delete cascade,
  thread_id uuid not null references forum_threads (id) on delete cascade,
  number integer not null check (number >= 0),
  read_at timestamptz(3) not null default now(),
  primary key (user_id, thread_id)
) with (fillfactor = 80);
create index forum_reads_thread on forum_reads (thread_id);

-- Threads without a later post are read, whether the member has opened them or not.
create table forum_all_reads (
  user_id uuid primary key references profiles (id) on delete cascade,
  read_at timestamptz(3) not null
);

-- Counts of a thread follow its posts. Who changes a post holds the lock of its thread. A new post is counted by the
-- statement that takes its number.
create function count_forum_post() returns trigger language plpgsql as $$
begin
  update forum_threads set
    posts_count = posts_count + case when new.is_shown then 1 else -1 end,
    (shown_number, last_post_at) = (
      select coalesce(max(latest.number), 0), coalesce(max(latest.created_at), forum_threads.created_at)
      from (
        select number, created_at from forum_posts
        where thread_id = new.thread_id and is_shown order by number desc limit 1
      ) latest
    )
  where id = new.thread_id;
  return null;
end
$$;
create trigger forum_posts_count after update on forum_posts
  for each row when (old.is_shown <> new.is_shown) execute function count_forum_post();

create function count_forum_thread() returns trigger language plpgsql as $$
begin
  -- In the order of the categories, so that two opposite moves do not deadlock.
  update forum_categories set threads_count = threads_count + change.step
  from (
    select counted.id, sum(counted.step) as step from (
      select old.category_id as id, -1 as step where tg_op <> 'INSERT' and old.is_listed
      union all
      select new.category_id, 1 where tg_op <> 'DELETE' and new.is_listed
    ) counted group by counted.id
  ) change
  where forum_categories.id = change.id and change.step <> 0
    and forum_categories.id in (
      select locked.id from forum_categories locked
      where locked.id in (coalesce(old.category_id, new.category_id), coalesce(new.category_id, old.category_id))
      order by locked.id for no key update
    );
  return null;
end
$$;
create trigger forum_threads_count_rows after insert or delete on forum_threads
  for each row execute function count_forum_thread();
create trigger forum_threads_count_change after update on forum_threads
  for each row when ((old.is_listed, old.category_id) is distinct from (new.is_listed, new.category_id))
  execute function count_forum_thread();

-- Likes of enabled members count. Who toggles one holds the lock of the item.
create function count_forum_like() returns trigger language plpgsql as $$
declare
  mark record := coalesce(new, old);
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from profiles where id = mark.user_id and disabled_at is null for key share;
  if found then
    if mark.type = 'thread' then
      update forum_threads set likes_count = likes_count + step where id = mark.item_id;
    else
      update forum_posts set likes_count = likes_count + step where id = mark.item_id;
    end if;
  end if;
  return null;
end
$$;
create trigger forum_likes_count after insert or delete on forum_likes
  for each row execute function count_forum_like();

-- Likes of a member who is disabled leave the counts, and come back with the member. FOR UPDATE waits for every
-- transaction that has just written such a row.
create function recount_forum_likes_of_member() returns trigger language plpgsql as $$
declare
  step integer := case when tg_op = 'UPDATE' and new.disabled_at is null then 1 else -1 end;
begin
  perform from profiles where id = old.id for update;
  perform from forum_threads
  where id in (select item_id from forum_likes where user_id = old.id and type = 'thread')
  order by id for no key update;
  perform from forum_posts
  where id in (select item_id from forum_likes where user_id = old.id and type = 'post')
  order by id for no key update;
  update forum_threads set likes_count = likes_count + step
  where id in (select item_id from forum_likes where user_id = old.id and type = 'thread');
  update forum_posts set likes_count = likes_count + step
  where id in (select item_id from forum_likes where user_id = old.id and type = 'post');
  return case tg_op when 'UPDATE' then new else old end;
end
$$;
create trigger profiles_forum_likes before update of disabled_at on profiles
  for each row when ((old.disabled_at is null) <> (new.disabled_at is null))
  execute function recount_forum_likes_of_member();
-- The likes that go with a deleted profile find no profile any more, so they change no counts: this has done it.
create trigger profiles_forum_likes_removal before delete on profiles
  for each row when (old.disabled_at is null) execute function recount_forum_likes_of_member();

-- Members are notified of mentions and of replies in threads that they follow (G48).
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (
  type in (
    'friend_request', 'friend_accepted', 'new_follower', 'comment', 'reaction', 'like', 'message', 'moderation',
    'mention', 'forum_reply'
  )
);
