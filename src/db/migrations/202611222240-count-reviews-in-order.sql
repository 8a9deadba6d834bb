-- Authors choose the platform of a review freely, so rows that count nothing would add up: they are deleted. A change of
-- rating or platform writes the two rows in one order, so that two opposite changes do not deadlock.

create function count_review(review reviews, step integer) returns void language plpgsql as $$
begin
  if not coalesce(review.is_listed, false) then return; end if;
  if step > 0 then
    insert into game_review_counts as counted (game_id, platform, half_stars, reviews)
    values (review.game_id, coalesce(review.platform, ''), review.rating * 2, 1)
    on conflict (game_id, platform, half_stars) do update set reviews = counted.reviews + 1;
  else
    update game_review_counts set reviews = reviews - 1
    where game_id = review.game_id and platform = coalesce(review.platform, '') and half_stars = review.rating * 2;
    delete from game_review_counts
    where game_id = review.game_id and platform = coalesce(review.platform, '') and half_stars = review.rating * 2
      and reviews = 0;
  end if;
end
$$;

create or replace function count_reviews() returns trigger language plpgsql as $$
begin
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

delete from game_review_counts where reviews = 0;

-- The reviews that show a member as author or by a mark. A union, because PostgreSQL reads the whole table for `or`.
create function reviews_touched_by(member uuid) returns setof uuid language sql stable
begin atomic
  select id from reviews where user_id = member
  union
  select review_id from review_likes where user_id = member
  union
  select review_id from review_bookmarks where user_id = member;
end;

create or replace function recount_reviews_of_member() returns trigger language plpgsql as $$
declare
  step integer := case when tg_op = 'UPDATE' and new.disabled_at is null then 1 else -1 end;
begin
  perform from profiles where id = old.id for update;
  perform from reviews where id in (select touched from reviews_touched_by(old.id) touched) order by id for no key update;
  update reviews set is_author_enabled = step = 1 where user_id = old.id;
  update reviews set likes_count = likes_count + step
  where id in (select review_id from review_likes where user_id = old.id);
  update reviews set bookmarks_count = bookmarks_count + step
  where id in (select review_id from review_bookmarks where user_id = old.id);
  return case tg_op when 'UPDATE' then new else old end;
end
$$;
