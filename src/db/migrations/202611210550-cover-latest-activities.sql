-- The feed of a large circle walks everyone's newest activities: with the member in the index it reads nothing else.

drop index friend_activities_latest;
create index friend_activities_latest on friend_activities (created_at desc, id desc) include (user_id)
where hidden_at is null;
