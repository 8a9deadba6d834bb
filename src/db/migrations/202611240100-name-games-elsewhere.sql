-- The ids that games have elsewhere: 'steam' with an application id, 'igdb_slug' with the name in an address at IGDB.
-- Imports of members find games by them. One game may have several (editions, old slugs), and several games one.

create table game_external_ids (
  source text collate "C" not null,
  uid text collate "C" not null,
  game_id text not null references games (id) on delete cascade,
  primary key (source, uid, game_id)
);
create index game_external_ids_game on game_external_ids (game_id);

-- The list of Steam's games was imported by application id, which is in the key of each entry.
insert into game_external_ids (source, uid, game_id)
select 'steam', substr(known.key, 7), known.game_id
from game_import_keys known join games on games.id = known.game_id
where known.key ~ '^steam:[0-9]{1,10}$';
