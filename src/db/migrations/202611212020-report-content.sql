-- What members report to the admins (G21). An item is named by its kind and id: kinds belong to features of their own.
create table reports (
  id uuid primary key default uuidv7(),
  -- Null when the member is gone: what they reported is looked at all the same.
  reporter_id uuid references profiles (id) on delete set null,
  item_type text not null check (
    item_type in ('profile', 'review', 'comment', 'activity', 'message', 'thread', 'post')
  ),
  item_id uuid not null,
  -- Whose it was when it was reported, also after it was taken back.
  author_id uuid references profiles (id) on delete set null,
  reason text not null check (reason in ('spam', 'harassment', 'hate', 'sexual', 'spoiler', 'other')),
  text text check (char_length(text) between 1 and 500),
  status text not null default 'open' check (status in ('open', 'kept', 'removed')),
  -- What the admin did; warned members keep what they wrote.
  outcome text check (outcome in ('keep', 'hide', 'warn', 'disable')),
  note text check (char_length(note) <= 500),
  handled_by uuid references profiles (id) on delete set null,
  handled_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  check ((status = 'open') = (handled_at is null) and (status = 'open') = (outcome is null))
);
create unique index reports_one_open on reports (reporter_id, item_type, item_id) where status = 'open';
-- The queue shows an item where its first open report stands; the handled ones by when they were handled.
create index reports_open on reports (created_at, id) where status = 'open';
create index reports_open_item on reports (item_type, item_id, created_at, id) where status = 'open';
create index reports_handled on reports (handled_at desc, id desc) where status <> 'open';
create index reports_handled_item on reports (item_type, item_id, handled_at, id) where status <> 'open';
-- For the export, and for what is forgotten with a member.
create index reports_reporter on reports (reporter_id);
create index reports_author on reports (author_id);
create index reports_handler on reports (handled_by);

-- An author goes on seeing what was hidden of them: few rows, found beside those of the other lists.
create index friend_activities_hidden on friend_activities (user_id, created_at desc, id desc)
where hidden_at is not null;
