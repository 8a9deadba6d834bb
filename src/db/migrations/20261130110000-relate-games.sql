-- expansion
-- The relations of games, readable from both ends (decision 0124). They are the fact `relations` in `details` of the game whose
-- source names them, which a trigger copies. The other game may not be stored.
create table game_relations (
  -- The DLC, the remake, the edition, the bundle.
  part_id text not null,
  kind text not null,
  -- The game of which it is one.
  whole_id text not null,
  stated_by text not null references games (id) on delete cascade,
  primary key (part_id, kind, whole_id, stated_by)
);
create index game_relations_whole on game_relations (whole_id, kind, part_id);
create index game_relations_stated on game_relations (stated_by);

create function store_relations() returns trigger language plpgsql as $$
begin
  delete from game_relations where stated_by = new.id;
  insert into game_relations (part_id, kind, whole_id, stated_by)
  select
    case relation.role when 'part' then relation.id else new.id end, relation.kind,
    case relation.role when 'part' then new.id else relation.id end, new.id
  from jsonb_to_recordset(coalesce(new.details -> 'relations', '[]')) relation (kind text, role text, id text)
  where relation.id <> new.id and relation.kind is not null
  on conflict do nothing;
  return null;
end
$$;
create trigger relations_added after insert on games for each row
  when (new.details ? 'relations') execute function store_relations();
create trigger relations_changed after update of details on games for each row
  when (old.details -> 'relations' is distinct from new.details -> 'relations') execute function store_relations();
