-- The newest activity of each member that is not hidden, kept beside the rows: a feed asks for it for everybody who is followed, and
-- looking each up among the activities reads four pages of an index that does not fit in memory. A feed takes what stands
-- here for true, so a trigger keeps it exact: rows of activities also go with their members, where no service is asked.
-- No index on what changes, and room in each page: to post is to write one narrow row anew in its page.

create table latest_activities (
  user_id uuid primary key references profiles (id) on delete cascade,
  activity_id uuid not null,
  created_at timestamptz(3) not null
) with (fillfactor = 50);

create function keep_latest_activity() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into latest_activities as latest (user_id, activity_id, created_at)
    select distinct on (user_id) user_id, id, created_at
    from changed
    where hidden_at is null
    order by user_id, created_at desc, id desc
    on conflict (user_id) do update
      set activity_id = excluded.activity_id, created_at = excluded.created_at
      where (latest.created_at, latest.activity_id) < (excluded.created_at, excluded.activity_id);
    return null;
  end if;
  -- Who removes or hides waits for the others who write about the same member, and then sees what they left.
  perform from latest_activities where user_id in (select user_id from changed) order by user_id for update;
  delete from latest_activities latest using changed
  where latest.user_id = changed.user_id and latest.activity_id = changed.id;
  -- A member who is just going is left out.
  insert into latest_activities as latest (user_id, activity_id, created_at)
  select member.id, newest.id, newest.created_at
  from profiles member
  cross join lateral (
    select id, created_at
    from friend_activities
    where user_id = member.id and hidden_at is null
    order by created_at desc, id desc
    limit 1
  ) newest
  where member.id in (select user_id from changed)
  order by member.id
  on conflict (user_id) do update
    set activity_id = excluded.activity_id, created_at = excluded.created_at
    where (latest.created_at, latest.activity_id) < (excluded.created_at, excluded.activity_id);
  return null;
end
$$;

create trigger keep_latest_inserted after insert on friend_activities
  referencing new table as changed for each statement execute function keep_latest_activity();
create trigger keep_latest_updated after update on friend_activities
  referencing old table as changed for each statement execute function keep_latest_activity();
create trigger keep_latest_deleted after delete on friend_activities
  referencing old table as changed for each statement execute function keep_latest_activity();

insert into latest_activities (user_id, activity_id, created_at)
select member.id, newest.id, newest.created_at
from profiles member
cross join lateral (
  select id, created_at
  from friend_activities
  where user_id = member.id and hidden_at is null
  order by created_at desc, id desc
  limit 1
) newest;
