-- A game's id is its source and the number there, so the primary key already says that the pair is unique. A second unique
-- constraint made two inserts of one game at once fail instead of meeting in `on conflict (id)`.
alter table games drop constraint games_data_source_source_id_key;
alter table games add constraint games_id_of_source check (id = data_source || '_' || source_id);
