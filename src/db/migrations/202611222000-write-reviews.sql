-- Reviews, their likes and bookmarks, and the counts of each game's reviews by rating (G28). A text that reveals the story
-- says up to which share of the game; `written_at` is how far its author was (percent of the game).

create table reviews (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  game_id text not null references games (id),
  rating numeric(2, 1) not null check (rating between 0.5 and 5 and rating * 2 = trunc(rating * 2)),
  -- As the author typed it.
  review_text text not null check (length(review_text) between 1 and 5000),
  -- What readers see: sanitised when it was written.
  review_html text not null,
  is_public boolean not null default true,
  platform text check (length(platform) between 1 and 60),
  playthrough_id uuid references playthroughs (id) on delete set null,
  -- Hours and finish level of the author at the time of writing.
  hours numeric(8, 2) check (hours >= 0),
  finish_level text check (
    finish_level in ('unfinished', 'main_story', 'main_extras', 'completionist', 'endless', 'dropped')
  ),
  spoils_to smallint check (spoils_to between 0 and 100),
  written_at smallint check (written_at between 0 and 100),
  hidden_at timestamptz(3),
  -- A copy of the author's profile, so that lists and counts need not look there.
  is_author_enabled boolean not null default true,
  is_listed boolean not null generated always as (is_public and hidden_at is null and is_author_enabled) stored,
  likes_count integer not null default 0 check (likes_count >= 0),
  bookmarks_count integer not null default 0 check (bookmarks_count >= 0),
  helpfulness integer not null generated always as (likes_count + 2 * bookmarks_count) stored,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (user_id, game_id)
);
create index reviews_helpful on reviews (game_id, helpfulness desc, created_at desc, id desc) where is_listed;
create index reviews_newest on reviews (game_id, created_at desc, id desc) where is_listed;
create index reviews_highest on reviews (game_id, rating desc, created_at desc, id desc) where is_listed;
create index reviews_lowest on reviews (game_id, rating, created_at desc, id desc) where is_listed;
create index reviews_platform on reviews (game_id, platform, created_at desc, id desc) where is_listed;
create index reviews_author on reviews (user_id, created_at desc, id desc);
create index reviews_playthrough on reviews (playthrough_id) where playthrough_id is not null;
create trigger reviews_discussion after delete on reviews
  for each row execute function delete_discussion('review');

create table review_likes (
  review_id uuid not null references reviews (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (review_id, user_id)
);
create index review_likes_member on review_likes (user_id, created_at desc, review_id);

create table review_bookmarks (
  review_id uuid not null references reviews (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (review_id, user_id)
);
create index review_bookmarks_member on review_bookmarks (user_id, created_at desc, review_id);

-- The histogram of a game: how many listed reviews on a platform ('' for none) give it so many half stars.
create table game_review_counts (
  game_id text not null references games (id) on delete cascade,
  platform text not null,
  half_stars smallint not null check (half_stars between 1 and 10),
  reviews integer not null check (reviews >= 0),
  primary key (game_id, platform, half_stars)
);

create function count_reviews() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_listed then
    update game_review_counts set reviews = reviews - 1
    where game_id = old.game_id and platform = coalesce(old.platform, '') and half_stars = old.rating * 2;
  end if;
  if tg_op <> 'DELETE' and new.is_listed then
    insert into game_review_counts as counted (game_id, platform, half_stars, reviews)
    values (new.game_id, coalesce(new.platform, ''), new.rating * 2, 1)
    on conflict (game_id, platform, half_stars) do update set reviews = counted.reviews + 1;
  end if;
  return null;
end
$$;
create trigger reviews_counts_rows after insert or delete on reviews for each row execute function count_reviews();
create trigger reviews_counts_change after update on reviews
  for each row when ((old.is_listed, old.rating, old.platform) is distinct from (new.is_listed, new.rating, new.platform))
  execute function count_reviews();

-- A new review takes its author's state. The lock makes it wait for somebody who disables the author, and the other way round.
create function set_review_author() returns trigger language plpgsql as $$
begin
  select disabled_at is null into new.is_author_enabled from profiles where id = new.user_id for key share;
  return new;
end
$$;
create trigger reviews_author_state before insert on reviews for each row execute function set_review_author();

-- Likes and bookmarks of enabled members count. Whoever toggles holds the review's lock.
create function count_review_marks() returns trigger language plpgsql as $$
declare
  mark record := coalesce(new, old);
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from profiles where id = mark.user_id and disabled_at is null for key share;
  if found then
    if tg_table_name = 'review_likes' then
      update reviews set likes_count = likes_count + step where id = mark.review_id;
    else
      update reviews set bookmarks_count = bookmarks_count + step where id = mark.review_id;
    end if;
  end if;
  return null;
end
$$;
create trigger review_likes_counts after insert or delete on review_likes
  for each row execute function count_review_marks();
create trigger review_bookmarks_counts after insert or delete on review_bookmarks
  for each row execute function count_review_marks();

-- Reviews, likes and bookmarks of a member who is disabled leave lists and counts, and come back with the member.
-- FOR UPDATE waits for every transaction that has just written such a row (its foreign key holds the profile).
create function recount_reviews_of_member() returns trigger language plpgsql as $$
declare
  step integer := case when tg_op = 'UPDATE' and new.disabled_at is null then 1 else -1 end;
begin
  perform from profiles where id = old.id for update;
  perform from reviews
  where user_id = old.id
    or id in (select review_id from review_likes where user_id = old.id)
    or id in (select review_id from review_bookmarks where user_id = old.id)
  order by id for no key update;
  update reviews set is_author_enabled = step = 1 where user_id = old.id;
  update reviews set likes_count = likes_count + step
  where id in (select review_id from review_likes where user_id = old.id);
  update reviews set bookmarks_count = bookmarks_count + step
  where id in (select review_id from review_bookmarks where user_id = old.id);
  return case tg_op when 'UPDATE' then new else old end;
end
$$;
create trigger profiles_review_counts before update of disabled_at on profiles
  for each row when ((old.disabled_at is null) <> (new.disabled_at is null)) execute function recount_reviews_of_member();
-- The rows that go with a deleted profile find no profile any more, so they change no counts: this has done it.
create trigger profiles_review_removal before delete on profiles
  for each row when (old.disabled_at is null) execute function recount_reviews_of_member();

-- The fold of comments (spoilers).
alter table activity_comments
  add column spoils_to smallint check (spoils_to between 0 and 100),
  add column written_at smallint check (written_at between 0 and 100);

-- Members are notified of likes.
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (
  type in ('friend_request', 'friend_accepted', 'new_follower', 'comment', 'reaction', 'like', 'message', 'moderation')
);
