-- expansion, concurrently
drop index concurrently if exists friend_activities_kind;
create index concurrently friend_activities_kind
  on friend_activities (feed_kind(activity_type), created_at desc, id desc) include (user_id, activity_type)
  where hidden_at is null;
drop index concurrently if exists friend_activities_member_kind;
create index concurrently friend_activities_member_kind
  on friend_activities (user_id, feed_kind(activity_type), created_at desc, id desc) include (activity_type)
  where hidden_at is null;
