-- The deletion of a game of one's own looks for rows that refer to it, also for hidden ones: with all rows in one index that
-- begins with the game, it reads none of the others.
drop index reviews_platform;
create index reviews_platform on reviews (game_id, platform, created_at desc, id desc);
drop index friend_activities_game;
create index friend_activities_game on friend_activities (game_id, created_at desc, id desc) include (hidden_at);
drop index forum_threads_game;
create index forum_threads_game on forum_threads (game_id, pinned desc, last_post_at desc, id desc)
  include (author_id, is_listed) where game_id is not null;
create index game_import_keys_game on game_import_keys (game_id);
