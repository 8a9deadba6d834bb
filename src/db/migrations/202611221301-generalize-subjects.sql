-- Reactions and comments name their subject by its type and id, as notifications and reports do, so that a new kind of
-- subject needs no tables, columns or queries in them. The tables keep the names that the documents give them.

alter table activity_reactions
  drop constraint activity_reactions_activity_id_fkey,
  add column subject_type text not null default 'activity' check (subject_type ~ '^[a-z]+$');
alter table activity_reactions alter column subject_type drop default;
alter table activity_reactions rename column activity_id to subject_id;
drop index activity_reactions_one;
-- One per member and subject; with the emoji in it, a page's counts read nothing else.
create unique index activity_reactions_one on activity_reactions (subject_id, subject_type, user_id) include (emoji);

alter table activity_comments
  drop constraint activity_comments_activity_id_fkey,
  add column subject_type text not null default 'activity' check (subject_type ~ '^[a-z]+$');
alter table activity_comments alter column subject_type drop default;
alter table activity_comments rename column activity_id to subject_id;
drop index activity_comments_latest;
-- The latest of a subject and their number; with hidden ones, because the deletion of a subject looks for all.
create index activity_comments_latest
  on activity_comments (subject_id, subject_type, created_at desc, id desc) include (hidden_at);

-- In place of a foreign key's cascade: deletes the reactions and comments of a deleted subject. The owner of a kind of
-- subject gives its table this trigger, with the type as its argument. Whoever reacts or comments locks the subject first,
-- so no new row comes in between.
create function delete_discussion() returns trigger language plpgsql as $$
begin
  delete from activity_reactions where subject_id = old.id and subject_type = tg_argv[0];
  delete from activity_comments where subject_id = old.id and subject_type = tg_argv[0];
  return null;
end
$$;
create trigger friend_activities_discussion after delete on friend_activities
  for each row execute function delete_discussion('activity');

-- Which types there are is for the registered subjects to say.
alter table reports drop constraint reports_item_type_check;
alter table reports add check (item_type ~ '^[a-z]+$');
