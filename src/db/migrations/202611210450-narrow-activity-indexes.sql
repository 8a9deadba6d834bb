-- Feeds show only what is not hidden: with that in the index's condition they are read from the index alone.

drop index friend_activities_latest;
create index friend_activities_latest on friend_activities (created_at desc, id desc) where hidden_at is null;

drop index friend_activities_member;
create index friend_activities_member on friend_activities (user_id, created_at desc, id desc) where hidden_at is null;

drop index friend_activities_game;
create index friend_activities_game on friend_activities (game_id, created_at desc, id desc) where hidden_at is null;
