-- expansion
-- The appeals of members: one for each decision about a text (hidden after a report, declined while it waited) or about an
-- account (disabled). `decided_at` is the time of the decision, so a new decision can have an appeal of its own.
create table appeals (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  kind text not null check (kind in ('hidden', 'declined', 'suspension')),
  subject_type text check (subject_type ~ '^[a-z]+$'),
  subject_id uuid,
  decided_at timestamp(3) with time zone not null,
  decided_by uuid references profiles (id) on delete set null,
  reason text check (char_length(reason) <= 500),
  text text not null check (char_length(text) between 10 and 1000),
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'declined')),
  answer text check (char_length(answer) <= 500),
  answered_by uuid references profiles (id) on delete set null,
  answered_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  unique nulls not distinct (user_id, subject_id, kind, decided_at),
  check ((kind = 'suspension') = (subject_id is null)),
  check ((subject_type is null) = (subject_id is null)),
  check ((state = 'waiting') = (answered_at is null))
);
create index appeals_waiting on appeals (created_at, id) where state = 'waiting';
create index appeals_of_subject on appeals (subject_id) where subject_id is not null;
create index appeals_decided_by on appeals (decided_by) where decided_by is not null;
create index appeals_answered_by on appeals (answered_by) where answered_by is not null;

-- A text that is gone takes its appeals along.
create function forget_appeals() returns trigger language plpgsql as $$
begin
  delete from appeals where subject_id = old.id and subject_type = tg_argv[0];
  return null;
end
$$;
create function forget_appeals_in_thread() returns trigger language plpgsql as $$
begin
  delete from appeals where subject_id = old.id and subject_type = 'thread';
  delete from appeals where subject_type = 'post' and subject_id in (
    select id from forum_posts where thread_id = old.id and (hidden_at is not null or held_at is not null));
  return null;
end
$$;
create trigger activity_comments_appeals after delete on activity_comments
for each row when (old.hidden_at is not null) execute function forget_appeals('comment');
create trigger activity_comments_appeals_deletion after update of deleted_at on activity_comments
for each row when (old.hidden_at is not null and old.deleted_at is null and new.deleted_at is not null)
execute function forget_appeals('comment');
create trigger reviews_appeals after delete on reviews
for each row when (old.hidden_at is not null) execute function forget_appeals('review');
create trigger friend_activities_appeals after delete on friend_activities
for each row when (old.hidden_at is not null) execute function forget_appeals('activity');
create trigger lists_appeals after delete on lists
for each row when (old.hidden_at is not null) execute function forget_appeals('list');
create trigger messages_appeals after delete on messages
for each row when (old.hidden_at is not null) execute function forget_appeals('message');
create trigger messages_appeals_deletion after update of deleted_at on messages
for each row when (old.hidden_at is not null and old.deleted_at is null and new.deleted_at is not null)
execute function forget_appeals('message');
create trigger forum_posts_appeals after delete on forum_posts
for each row when (old.hidden_at is not null or old.held_at is not null) execute function forget_appeals('post');
create trigger forum_posts_appeals_deletion after update of deleted_at on forum_posts
for each row when ((old.hidden_at is not null or old.held_at is not null) and old.deleted_at is null
  and new.deleted_at is not null)
execute function forget_appeals('post');
create trigger forum_threads_appeals after delete on forum_threads
for each row when (old.hidden_at is not null or old.held_at is not null) execute function forget_appeals('thread');
create trigger forum_threads_appeals_deletion after update of deleted_at on forum_threads
for each row when (old.deleted_at is null and new.deleted_at is not null) execute function forget_appeals_in_thread();
