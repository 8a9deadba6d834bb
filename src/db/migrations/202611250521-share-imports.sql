-- An import is one line in the feed, if its member wants it (decision 0086).
alter table imports add column is_shared boolean not null default false;

alter table friend_activities drop constraint friend_activities_activity_type_check;
alter table friend_activities add constraint friend_activities_activity_type_check check (
  activity_type in (
    'want_to_play', 'started_playing', 'completed', 'progress', 'review',
    'achievement', 'friend_added', 'joined_challenge', 'badge', 'imported'
  )
);
create unique index friend_activities_import on friend_activities ((details ->> 'import_id'))
where activity_type = 'imported';
