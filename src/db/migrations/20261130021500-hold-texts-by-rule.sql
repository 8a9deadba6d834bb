-- expansion
-- The rules by which texts of members wait for a moderator. One row; a number of days of 0 means that the rule is off.
create table hold_rules (
  id boolean primary key default true check (id),
  first_texts smallint not null default 3 check (first_texts between 1 and 50),
  first_days smallint not null default 0 check (first_days between 0 and 365),
  link_days smallint not null default 0 check (link_days between 0 and 365),
  words text[] not null default '{}',
  updated_at timestamptz not null default now()
);
insert into hold_rules default values;

-- The texts that wait for a moderator, and those that one has declined. A text that is published has no row. The subject's
-- own row keeps the text from others: `hidden_at`, or `held_at` in the forum.
create table held_texts (
  id uuid primary key default uuidv7(),
  subject_type text not null,
  subject_id uuid not null,
  author_id uuid not null references profiles (id) on delete cascade,
  reason text not null check (reason in ('first', 'link', 'word')),
  state text not null default 'waiting' check (state in ('waiting', 'declined')),
  note text check (char_length(note) <= 500),
  held_at timestamp(3) with time zone not null,
  decided_at timestamp(3) with time zone,
  decided_by uuid references profiles (id) on delete set null,
  unique (subject_id, subject_type),
  check ((state = 'waiting') = (decided_at is null))
);
create index held_texts_waiting on held_texts (held_at, id) where state = 'waiting';
create index held_texts_author on held_texts (author_id);
create index held_texts_decided_by on held_texts (decided_by) where decided_by is not null;

insert into held_texts (subject_type, subject_id, author_id, reason, held_at)
select 'thread', id, author_id, 'link', held_at from forum_threads
where held_at is not null and deleted_at is null and author_id is not null
union all
select 'post', post.id, post.author_id, 'link', post.held_at
from forum_posts post join forum_threads thread on thread.id = post.thread_id
where post.held_at is not null and post.deleted_at is null and post.author_id is not null and thread.deleted_at is null;

-- A text that is gone waits no longer.
create function forget_held_text() returns trigger language plpgsql as $$
begin
  delete from held_texts where subject_id = old.id and subject_type = tg_argv[0];
  return null;
end
$$;
create trigger activity_comments_held after delete on activity_comments
for each row when (old.hidden_at is not null) execute function forget_held_text('comment');
create trigger reviews_held after delete on reviews
for each row when (old.hidden_at is not null) execute function forget_held_text('review');
create trigger forum_posts_held after delete on forum_posts
for each row when (old.held_at is not null) execute function forget_held_text('post');
create trigger forum_threads_held after delete on forum_threads
for each row when (old.held_at is not null) execute function forget_held_text('thread');
create trigger forum_posts_held_deletion after update of deleted_at on forum_posts
for each row when (old.held_at is not null and old.deleted_at is null and new.deleted_at is not null)
execute function forget_held_text('post');

-- With a thread, those of its posts that wait are gone, too.
create function forget_held_thread() returns trigger language plpgsql as $$
begin
  delete from held_texts where subject_id = old.id and subject_type = 'thread';
  delete from held_texts where subject_type = 'post'
    and subject_id in (select id from forum_posts where thread_id = old.id and held_at is not null);
  return null;
end
$$;
create trigger forum_threads_held_deletion after update of deleted_at on forum_threads
for each row when (old.deleted_at is null and new.deleted_at is not null) execute function forget_held_thread();
