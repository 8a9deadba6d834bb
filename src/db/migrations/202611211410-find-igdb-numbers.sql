-- The proxy asks for games by IGDB's own numbers, and pages by them.
create index games_igdb_number on games (source_id) where data_source = 'igdb';
