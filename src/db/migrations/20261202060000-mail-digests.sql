-- expansion
-- When the next mails about notifications are due, a row for each member who wants some.

create table mail_schedules (
  user_id uuid primary key references profiles (id) on delete cascade,
  -- The next digest, of what came after digest_since; null without digests.
  digest_at timestamptz(3),
  digest_since timestamptz(3) not null,
  -- The types that are mailed soon after they come; and when the next of these mails is due, if something came.
  soon_types text[] not null,
  soon_at timestamptz(3),
  soon_since timestamptz(3) not null
);
create index mail_schedules_due on mail_schedules ((least(digest_at, soon_at)));
