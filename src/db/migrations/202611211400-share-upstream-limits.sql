-- What app nodes share of a source's limits. Unlogged: nothing here matters after a crash of the database.

-- One row per request that may be open at a source; taken until a time, so that a node's death frees it.
create unlogged table upstream_slots (
  source text not null,
  slot smallint not null,
  held_until timestamptz(3) not null default '-infinity',
  holder uuid,
  primary key (source, slot)
);

-- When the next request to a source may start.
create unlogged table upstream_pace (
  source text primary key,
  next_at timestamptz(3) not null
);
