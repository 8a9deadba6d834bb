-- One shelf of a member is the queue of what they play next, in an order of their own (decision 0081).
alter table own_shelves add column is_queue boolean not null default false;
create unique index own_shelves_queue on own_shelves (user_id) where is_queue;
-- Only in the queue. Games with the same position are ordered by id.
alter table own_shelf_games add column position integer check (position >= 0);
