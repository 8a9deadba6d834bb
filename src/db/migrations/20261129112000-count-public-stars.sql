-- The average and the histogram of a game count every star that everybody may see, once a member: that of a listed review,
-- else that of a library that is open to everybody (decision 0101). Reviews keep their own counts by platform and stars.

-- The rule of `isVisibleTo` for visitors and the library.
create function shows_library(settings jsonb, disabled_at timestamptz) returns boolean language sql immutable parallel safe
return disabled_at is null
  and coalesce(settings ->> 'visibility', 'public') = 'public'
  and coalesce(settings -> 'sections' ->> 'library', 'public') = 'public';

-- The entry or the review of a star keeps its game, so the star needs no reference.
create table public_stars (
  user_id uuid not null references profiles (id) on delete cascade,
  game_id text not null,
  half_stars smallint not null check (half_stars between 1 and 10),
  primary key (user_id, game_id) include (half_stars)
);

-- A game has at most ten rows; one that counts nothing any more stays.
create table game_star_counts (
  game_id text not null references games (id) on delete cascade,
  half_stars smallint not null check (half_stars between 1 and 10),
  members integer not null,
  -- Counts are read without the heap.
  primary key (game_id, half_stars) include (members)
);

insert into public_stars (user_id, game_id, half_stars)
select user_id, game_id, coalesce(review.rating * 2, entry.user_rating)
from (
  select user_id, game_id, user_rating from user_games join profiles on profiles.id = user_id
  where user_rating is not null and shows_library(settings, disabled_at)
) entry
full join (select user_id, game_id, rating from reviews where is_listed) review using (user_id, game_id);

insert into game_star_counts (game_id, half_stars, members)
select game_id, half_stars, count(*) from public_stars group by 1, 2;

create function count_public_star() returns trigger language plpgsql as $$
begin
  -- Of an inserted star `old` is null, of a deleted one `new`. Counts are written in one order, so two changes of the stars
  -- of a game cannot each hold what the other one waits for. A game that is being deleted takes its counts along.
  insert into game_star_counts as counted (game_id, half_stars, members)
  select game_id, half_stars, step
  from (values (old.game_id, old.half_stars, -1), (new.game_id, new.half_stars, 1)) change (game_id, half_stars, step)
  where exists (select from games where id = change.game_id)
  order by game_id, half_stars
  on conflict (game_id, half_stars) do update set members = counted.members + excluded.members;
  return null;
end
$$;
create trigger public_stars_counts after insert or update or delete on public_stars
  for each row execute function count_public_star();

create function public_star(member uuid, game text) returns smallint language sql stable
return coalesce(
  (select (rating * 2)::smallint from reviews where user_id = member and game_id = game and is_listed),
  (
    select user_rating from user_games where user_id = member and game_id = game
      and exists (select from profiles where id = member and shows_library(settings, disabled_at))
  )
);

-- Stores which stars of a member everybody may see. The stars of a member are written one after the other, because each
-- write reads library, reviews and visibility. The first lock waits for somebody who disables the member.
create function store_public_stars(member uuid, changed_games text[]) returns void language plpgsql as $$
begin
  perform from profiles where id = member for key share;
  perform pg_advisory_xact_lock(hashtextextended('public stars of ' || member, 0));
  insert into public_stars as stored (user_id, game_id, half_stars)
  select member, game, star from unnest(changed_games) game cross join lateral public_star(member, game) star
  where star is not null
  order by game
  on conflict (user_id, game_id) do update set half_stars = excluded.half_stars
    where stored.half_stars <> excluded.half_stars;
  delete from public_stars
  where user_id = member and game_id = any(changed_games) and public_star(member, game_id) is null;
end
$$;

-- Stars come before the counts of reviews in every transaction that writes both.
create or replace function count_reviews() returns trigger language plpgsql as $$
begin
  perform store_public_stars(coalesce(new.user_id, old.user_id), array[coalesce(new.game_id, old.game_id)]);
  -- Of an inserted review `old` is null, of a deleted one `new`.
  if (coalesce(new.platform, ''), new.rating) < (coalesce(old.platform, ''), old.rating) then
    perform count_review(new, 1);
    perform count_review(old, -1);
  else
    perform count_review(old, -1);
    perform count_review(new, 1);
  end if;
  return null;
end
$$;
drop table game_review_sums;
drop function sum_reviews(reviews, reviews);
drop function review_sum_part(uuid);

create function store_public_stars_of_entries() returns trigger language plpgsql as $$
begin
  perform store_public_stars(user_id, array_agg(game_id))
  from changed where user_rating is not null
  group by user_id order by user_id;
  return null;
end
$$;
create trigger user_games_stars_added after insert on user_games referencing new table as changed
  for each statement execute function store_public_stars_of_entries();
create trigger user_games_stars_removed after delete on user_games referencing old table as changed
  for each statement execute function store_public_stars_of_entries();

create function store_public_star_of_entry() returns trigger language plpgsql as $$
begin
  perform store_public_stars(new.user_id, array[new.game_id]);
  return null;
end
$$;
create trigger user_games_stars_changed after update of user_rating on user_games
  for each row when (old.user_rating is distinct from new.user_rating) execute function store_public_star_of_entry();

create function store_public_stars_of_member() returns trigger language plpgsql as $$
begin
  perform store_public_stars(
    new.id, array(select game_id from user_games where user_id = new.id and user_rating is not null)
  );
  return null;
end
$$;
create trigger profiles_public_stars after update of settings, disabled_at on profiles
  for each row when (shows_library(old.settings, old.disabled_at) <> shows_library(new.settings, new.disabled_at))
  execute function store_public_stars_of_member();
