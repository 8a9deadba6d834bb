-- How many follow a member and whom the member follows, kept beside the rows: counted on demand, a profile with 50,000
-- followers reads 50,000 index entries. Sixteen parts by who is at the other end, so a storm of followers of one member
-- does not wait in one line; a member has as many rows as parts in use. A trigger keeps them, because rows of followers also
-- go with their members.

create table follow_counts (
  user_id uuid not null references profiles (id) on delete cascade,
  part smallint not null,
  followers integer not null default 0,
  following integer not null default 0,
  primary key (user_id, part)
) with (fillfactor = 50);

create function follow_part(other uuid) returns smallint
language sql immutable parallel safe
return (uuid_hash_extended(other, 0) & 15)::smallint;

-- One statement in one order of rows, so that no two of them wait for each other. A member who is just going is left out.
create function count_follows() returns trigger language plpgsql as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into follow_counts as counted (user_id, part, followers, following)
  select tie.member, tie.part, sum(tie.followers), sum(tie.following)
  from (
    select following_id as member, follow_part(follower_id) as part, step as followers, 0 as following from changed
    union all
    select follower_id, follow_part(following_id), 0, step from changed
  ) tie
  where exists (select from profiles where id = tie.member)
  group by tie.member, tie.part
  order by tie.member, tie.part
  on conflict (user_id, part) do update
    set followers = counted.followers + excluded.followers, following = counted.following + excluded.following;
  return null;
end
$$;

create trigger count_inserted after insert on followers
  referencing new table as changed for each statement execute function count_follows();
create trigger count_deleted after delete on followers
  referencing old table as changed for each statement execute function count_follows();

insert into follow_counts (user_id, part, followers, following)
select member, part, sum(followers), sum(following)
from (
  select following_id as member, follow_part(follower_id) as part, 1 as followers, 0 as following from followers
  union all
  select follower_id, follow_part(following_id), 0, 1 from followers
) tie
group by member, part;
