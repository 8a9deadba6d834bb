-- expansion
-- A comment may answer another one (decision 0120). A reply belongs to the comment at the top, `parent_id`, also when it
-- answers another reply. A deleted comment with replies stays as an empty place: without author, hidden, and with
-- `deleted_at`, so that code that does not know of replies leaves it out.
alter table activity_comments
  add column parent_id uuid references activity_comments (id) on delete set null,
  -- The author of what it answers. Null for a comment at the top, and when that author is deleted.
  add column answered_user_id uuid references profiles (id) on delete set null,
  -- It answers another reply, so it names that author.
  add column answers_reply boolean not null default false,
  add column deleted_at timestamp(3) with time zone;
