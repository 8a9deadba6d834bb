-- expansion, concurrently
drop index concurrently if exists games_length;
create index concurrently games_length on games (((time_to_beat -> 'minutes')::integer), renown desc, id)
  where time_to_beat is not null;
