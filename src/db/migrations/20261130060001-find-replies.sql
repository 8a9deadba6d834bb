-- expansion, concurrently
drop index concurrently if exists activity_comments_replies;
create index concurrently activity_comments_replies on activity_comments (parent_id, created_at, id) where parent_id is not null;
drop index concurrently if exists activity_comments_top;
create index concurrently activity_comments_top on activity_comments (subject_id, subject_type, created_at desc, id desc)
  where parent_id is null;
drop index concurrently if exists activity_comments_answered;
create index concurrently activity_comments_answered on activity_comments (answered_user_id) where answered_user_id is not null;
