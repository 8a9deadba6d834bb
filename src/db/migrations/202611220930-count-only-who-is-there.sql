-- Counts of follows and of participants leave out disabled and deleted members, and count them again when they come back
-- (decision 0050). A tie counts for a member while the other end of it is enabled.

-- Rows of followers whose other end is enabled, for both ends. Locking both profiles makes a follow or unfollow wait for
-- somebody who disables or enables one of them, and the other way round: whichever is second reads what the first wrote.
create or replace function count_follows() returns trigger language plpgsql as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from profiles
  where id in (select follower_id from changed union select following_id from changed)
  order by id for key share;
  insert into follow_counts as counted (user_id, part, followers, following)
  select tie.member, tie.part, sum(tie.followers), sum(tie.following)
  from (
    select following_id as member, follower_id as other, follow_part(follower_id) as part, step as followers, 0 as following
    from changed
    union all
    select follower_id, following_id, follow_part(following_id), 0, step from changed
  ) tie
  where exists (select from profiles where id = tie.member)
    and exists (select from profiles where id = tie.other and disabled_at is null)
  group by tie.member, tie.part
  order by tie.member, tie.part
  on conflict (user_id, part) do update
    set followers = counted.followers + excluded.followers, following = counted.following + excluded.following;
  return null;
end
$$;

create or replace function count_participants() returns trigger language plpgsql as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from profiles where id in (select user_id from changed) order by id for key share;
  perform from challenges where id in (select challenge_id from changed) order by id for no key update;
  update challenges set participants_count = participants_count + step * tally.members
  from (
    select challenge_id, count(*)::integer as members
    from changed join profiles on profiles.id = changed.user_id and profiles.disabled_at is null
    group by challenge_id
  ) tally
  where challenges.id = tally.challenge_id;
  return null;
end
$$;

-- Adds one member to the counts of everybody around (step 1), or takes the member out of them (step -1).
create function count_member(member uuid, step integer) returns void language plpgsql as $$
begin
  insert into follow_counts as counted (user_id, part, followers, following)
  select tie.id, follow_part(member), step * sum(tie.followers), step * sum(tie.following)
  from (
    select following_id as id, 1 as followers, 0 as following from followers where follower_id = member
    union all
    select follower_id, 0, 1 from followers where following_id = member
  ) tie
  where exists (select from profiles where id = tie.id)
  group by tie.id
  order by tie.id
  on conflict (user_id, part) do update
    set followers = counted.followers + excluded.followers, following = counted.following + excluded.following;

  perform from challenges
  where id in (select challenge_id from challenge_participants where user_id = member)
  order by id for no key update;
  update challenges set participants_count = participants_count + step
  where id in (select challenge_id from challenge_participants where user_id = member);
end
$$;

-- FOR UPDATE waits for every transaction that has just tied this member to something (its foreign key holds the row).
create function recount_member() returns trigger language plpgsql as $$
begin
  perform from profiles where id = old.id for update;
  perform count_member(old.id, case when tg_op = 'UPDATE' and new.disabled_at is null then 1 else -1 end);
  return case tg_op when 'UPDATE' then new else old end;
end
$$;
create trigger profiles_standing_counts before update of disabled_at on profiles
  for each row when ((old.disabled_at is null) <> (new.disabled_at is null)) execute function recount_member();
-- The rows that go with a deleted profile find no profile any more, so they change no counts: this has done it.
create trigger profiles_removal_counts before delete on profiles
  for each row when (old.disabled_at is null) execute function recount_member();

update follow_counts set followers = 0, following = 0;
insert into follow_counts as counted (user_id, part, followers, following)
select member, part, sum(followers), sum(following)
from (
  select following_id as member, follow_part(follower_id) as part, 1 as followers, 0 as following
  from followers join profiles other on other.id = follower_id where other.disabled_at is null
  union all
  select follower_id, follow_part(following_id), 0, 1
  from followers join profiles other on other.id = following_id where other.disabled_at is null
) tie
group by member, part
on conflict (user_id, part) do update set followers = excluded.followers, following = excluded.following;

update challenges set participants_count = (
  select count(*) from challenge_participants part
  join profiles on profiles.id = part.user_id
  where part.challenge_id = challenges.id and profiles.disabled_at is null
);
