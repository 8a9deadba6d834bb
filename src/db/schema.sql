-- The schema of a migrated database: tables, functions and triggers as they are now. To read, not to run.
-- Written by `npm run db:types`; the migrations in src/db/migrations make it.

create extension pg_trgm;
create sequence own_game_numbers start 1000000000000;

-- Functions of several tables

CREATE OR REPLACE FUNCTION add_game_keys(ids text[])
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 WITH entry AS MATERIALIZED (
          SELECT DISTINCT found.key,
             games.renown,
             games.id,
             games.signs
            FROM (( SELECT games_1.id,
                     games_1.renown,
                     games_1.search_text,
                     name_signs(games_1.search_text) AS signs
                    FROM games games_1
                   WHERE ((games_1.id = ANY (add_game_keys.ids)) AND (games_1.owner_id IS NULL))
                  OFFSET 0) games
              CROSS JOIN LATERAL search_keys(games.search_text) found(key))
         ), written AS (
          INSERT INTO game_keys (key, renown, game_id, signs)  SELECT entry.key,
                     entry.renown,
                     entry.id,
                     entry.signs
                    FROM entry
                   ORDER BY entry.key, entry.renown, entry.id
         )
  INSERT INTO game_words AS known (word, renown)  SELECT used.key,
             used.renown
            FROM (( SELECT entry.key,
                     max(entry.renown) AS renown
                    FROM entry
                   WHERE ("left"(entry.key, 1) <> ALL (ARRAY['='::text, '~'::text]))
                   GROUP BY entry.key) used
              LEFT JOIN LATERAL ( SELECT game_words.renown
                    FROM game_words
                   WHERE (game_words.word = used.key)
                  OFFSET 0) before ON (true))
           WHERE ((before.renown IS NULL) OR (before.renown < used.renown))
           ORDER BY used.key ON CONFLICT(word) DO UPDATE SET renown = GREATEST(known.renown, excluded.renown);
END;

CREATE OR REPLACE FUNCTION count_entries(entered_games text[], statuses text[], step integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into game_member_counts as counted (game_id, added, playing, finished, dropped)
  select game.id, step * count(*), step * count(*) filter (where given.status = 'playing'),
    step * count(*) filter (where given.status = 'completed'), step * count(*) filter (where given.status = 'dropped')
  from unnest(entered_games, statuses) as given (game_id, status)
  join games game on game.id = given.game_id and not is_own_game(game.id)
  group by game.id
  order by game.id
  on conflict (game_id) do update set added = counted.added + excluded.added, playing = counted.playing + excluded.playing,
    finished = counted.finished + excluded.finished, dropped = counted.dropped + excluded.dropped;
end
$function$;

CREATE OR REPLACE FUNCTION count_member(member uuid, step integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION count_review(review reviews, step integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION count_review_marks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION count_ticks(ticked uuid[], started text[], step integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into achievement_counts as counted (achievement_id, game_id, members)
  select achievement.id, achievement.game_id, count(*)
  from unnest(ticked) as given (id) join game_achievements achievement on achievement.id = given.id
  group by achievement.id
  order by achievement.id
  on conflict (achievement_id) do update set members = greatest(counted.members + step * excluded.members, 0);
  insert into achievement_member_counts as counted (game_id, members)
  select games.id, count(*)
  from unnest(started) as given (id) join games on games.id = given.id
  group by games.id
  order by games.id
  on conflict (game_id) do update set members = greatest(counted.members + step * excluded.members, 0);
end
$function$;

CREATE OR REPLACE FUNCTION counted_facets(facets integer[])
 RETURNS TABLE(facet integer, is_erotic boolean)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT counted.facet,
     (NOT is_listed_for_everybody(counted_facets.facets))
    FROM ( SELECT 0 AS "?column?"
         UNION ALL
          SELECT one.one
            FROM unnest(counted_facets.facets) one(one)
           WHERE ((one.one % 8) <> 7)) counted(facet)
   WHERE is_listed(counted_facets.facets);
END;

CREATE OR REPLACE FUNCTION delete_discussion()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from activity_reactions where subject_id = old.id and subject_type = tg_argv[0];
  delete from activity_comments where subject_id = old.id and subject_type = tg_argv[0];
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION feed_kind(activity_type text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE activity_type WHEN 'completed'::text THEN 'finished'::text WHEN 'started_playing'::text THEN 'started'::text WHEN 'want_to_play'::text THEN 'wants'::text WHEN 'progress'::text THEN 'progress'::text WHEN 'review'::text THEN 'reviews'::text ELSE 'other'::text END;

CREATE OR REPLACE FUNCTION follow_part(other uuid)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((uuid_hash_extended(other, (0)::bigint) & (15)::bigint))::smallint;

CREATE OR REPLACE FUNCTION forget_appeals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from appeals where subject_id = old.id and subject_type = tg_argv[0];
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION forget_held_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from held_texts where subject_id = old.id and subject_type = tg_argv[0];
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION game_facets(platform_ids integer[], genre_ids integer[], theme_ids integer[], game_mode_ids integer[], first_release_date bigint, game_type smallint, parent_id text)
 RETURNS integer[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  platform constant integer := 1;
  genre constant integer := 2;
  theme constant integer := 3;
  game_mode constant integer := 4;
  year constant integer := 5;
  shared constant integer := 6;
  listed constant integer := 7;
  erotic_theme constant integer := 42;
  -- Modes of more than one player.
  shared_modes constant integer[] := '{2,3,4,5,6}';
  listed_types constant integer[] := '{4,8,9,10,11}';
  -- What could not be a facet is left out rather than refused.
  max_id constant integer := 200000000;
  facets integer[] := '{}';
  id integer;
begin
  foreach id in array platform_ids[:100] loop
    if id between 1 and max_id and id * 8 + platform <> all (facets) then facets := facets || (id * 8 + platform); end if;
  end loop;
  foreach id in array genre_ids[:50] loop
    if id between 1 and max_id and id * 8 + genre <> all (facets) then facets := facets || (id * 8 + genre); end if;
  end loop;
  foreach id in array theme_ids[:50] loop
    if id between 1 and max_id and id * 8 + theme <> all (facets) then facets := facets || (id * 8 + theme); end if;
  end loop;
  foreach id in array game_mode_ids[:50] loop
    if id between 1 and max_id and id * 8 + game_mode <> all (facets) then facets := facets || (id * 8 + game_mode); end if;
  end loop;
  if first_release_date between -60000000000 and 60000000000 then
    facets := facets || (extract(year from to_timestamp(first_release_date) at time zone 'UTC')::integer * 8 + year);
  end if;
  if game_mode_ids && shared_modes then facets := facets || (1 * 8 + shared); end if;
  if game_type = any (listed_types) or (coalesce(game_type, 0) = 0 and parent_id is null) then
    facets := facets || (2 * 8 + listed);
    if erotic_theme <> all (theme_ids) then facets := facets || (1 * 8 + listed); end if;
  end if;
  return facets;
end;
$function$;

CREATE OR REPLACE FUNCTION game_traits(details jsonb, developer text, series text, game_type smallint)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array(
    select distinct left(trait, 120) from (
      select 'perspective:' || (value #>> '{}') from jsonb_path_query(details, '$.perspectives[*]') value
      union all select 'engine:' || (value #>> '{}') from jsonb_path_query(details, '$.engines[*]') value
      union all select 'developer:' || (value #>> '{}') from jsonb_path_query(details, '$.developers[*]') value
      union all select 'developer:' || developer
      union all select 'publisher:' || (value #>> '{}') from jsonb_path_query(details, '$.publishers[*]') value
      union all select 'series:' || series
      union all select 'series:' || (details ->> 'franchise')
      union all select 'language:' || (value #>> '{}') from jsonb_path_query(details, '$.languages[*].name') value
      union all select 'store:' || (value #>> '{}') from jsonb_path_query(details, '$.links[*].kind') value
      union all select 'type:' || case coalesce(game_type, 0)
        when 0 then 'main' when 4 then 'standalone' when 8 then 'remake' when 9 then 'remaster'
        when 10 then 'expanded' when 11 then 'port' end
      union all select 'online:' || least from unnest('{2,3,4,8,16,32}'::integer[]) least
        where jsonb_path_exists(details, '$.multiplayer[*].online ? (@ >= $least)', jsonb_build_object('least', least))
      union all select 'couch:' || least from unnest('{2,3,4,8,16,32}'::integer[]) least
        where jsonb_path_exists(details, '$.multiplayer[*].couch ? (@ >= $least)', jsonb_build_object('least', least))
      union all select 'coop:' || least from unnest('{2,3,4,8,16,32}'::integer[]) least
        where jsonb_path_exists(details, '$.multiplayer[*].onlineCoop ? (@ >= $least)', jsonb_build_object('least', least))
          or jsonb_path_exists(details, '$.multiplayer[*].couchCoop ? (@ >= $least)', jsonb_build_object('least', least))
      -- The strictest board decides for whom a game is made.
      union all select 'age:' || limits.age from unnest('{3,7,12,16}'::integer[]) limits (age), (
        select max(case rated.rating ->> 'rating'
          when '3' then 3 when '0' then 0 when 'EC' then 3 when 'E' then 6 when 'A' then 3 when 'ALL' then 3 when 'L' then 3
          when 'G' then 3 when '6' then 6 when '7' then 7 when 'PG' then 8 when 'E10+' then 10 when 'E10' then 10
          when '10' then 10 when '12' then 12 when 'B' then 12 when 'T' then 13 when '14' then 14 when '15' then 15
          when 'C' then 15 when 'M' then case rated.rating ->> 'board' when 'ESRB' then 17 else 15 end
          when 'MA15+' then 15 when '16' then 16 when 'D' then 17
          when '18' then 18 when 'AO' then 18 when 'Z' then 18 when 'R18+' then 18 when 'RC' then 18 end) as strictest
        from jsonb_path_query(details, '$.ageRatings[*]') rated (rating)
      ) boards
      where boards.strictest <= limits.age
    ) known (trait)
    where trait is not null
  )
$function$;

CREATE OR REPLACE FUNCTION is_finished_run(finish_level text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (finish_level = ANY (ARRAY['main_story'::text, 'main_extras'::text, 'completionist'::text]));

CREATE OR REPLACE FUNCTION is_listed(facets integer[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((2 * 8) + 7) = ANY (facets));

CREATE OR REPLACE FUNCTION is_listed_for_everybody(facets integer[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((1 * 8) + 7) = ANY (facets));

CREATE OR REPLACE FUNCTION is_own_game(game_id text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((game_id ~~ 'local\_%'::text) AND (length(game_id) > 18));

CREATE OR REPLACE FUNCTION latest_run(member uuid, game text)
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (SELECT playthroughs.id FROM playthroughs WHERE ((playthroughs.user_id = latest_run.member) AND (playthroughs.game_id = latest_run.game)) ORDER BY ((playthroughs.finish_level = ANY (ARRAY['unfinished'::text, 'endless'::text])) AND (playthroughs.finished_on IS NULL)) DESC, CASE WHEN ((playthroughs.finish_level = ANY (ARRAY['unfinished'::text, 'endless'::text])) AND (playthroughs.finished_on IS NULL)) THEN '-infinity'::date ELSE COALESCE(playthroughs.finished_on, playthroughs.started_on, '-infinity'::date) END DESC, playthroughs.id DESC LIMIT 1);

CREATE OR REPLACE FUNCTION member_words(username text, display_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (' '::text || regexp_replace(lower(NORMALIZE(((COALESCE(username, ''::text) || ' '::text) || COALESCE(display_name, ''::text)), NFKD)), '[\u0300-\u036f]'::text, ''::text, 'g'::text));

CREATE OR REPLACE FUNCTION name_signs(search_text text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT COALESCE(bit_or((((1)::bigint << (ascii(words.word) % 26)) | ((1)::bigint << (26 + (((ascii(words.word) * 5) + ascii(substr(words.word, 2, 1))) % 26))))), (0)::bigint) AS "coalesce"
    FROM ( SELECT ltrim(each.each, '~'::text) AS word
            FROM string_to_table(name_signs.search_text, ' '::text) each(each)) words
   WHERE (words.word <> ALL (ARRAY[''::text, '|'::text]));
END;

CREATE OR REPLACE FUNCTION news_words(title text, excerpt text, content text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN to_tsvector('simple'::regconfig, regexp_replace(NORMALIZE(((((title || ' '::text) || excerpt) || ' '::text) || content), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text));

CREATE OR REPLACE FUNCTION note_stored_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' and old.stored_as is not null and (tg_op = 'DELETE' or old.stored_as is distinct from new.stored_as) then
    insert into stored_leftovers (key, due_at) values (old.stored_as, now())
    on conflict (key) do update set due_at = excluded.due_at;
  end if;
  if tg_op <> 'DELETE' and new.stored_as is not null then
    delete from stored_leftovers where key = new.stored_as;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION place_reviews(member uuid, game text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update reviews set place = placed.place
  from (
    select review.id, (row_number() over (
      order by
        coalesce(review.playthrough_id = latest_run(member, game), false) desc,
        coalesce(run.finished_on, run.started_on, (review.created_at at time zone 'UTC')::date) desc,
        review.created_at desc, review.id desc
    ) - 1)::smallint as place
    from reviews review
    left join playthroughs run on run.id = review.playthrough_id
    where review.user_id = member and review.game_id = game
  ) placed
  where reviews.id = placed.id and reviews.place <> placed.place;
  if found then
    perform store_public_stars(member, array[game]);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public_star(member uuid, game text)
 RETURNS smallint
 LANGUAGE sql
 STABLE
RETURN COALESCE((SELECT user_games.user_rating FROM user_games WHERE ((user_games.user_id = public_star.member) AND (user_games.game_id = public_star.game) AND (EXISTS (SELECT FROM profiles WHERE ((profiles.id = public_star.member) AND shows_library(profiles.settings, profiles.disabled_at)))))), (SELECT ((reviews.rating * (2)::numeric))::smallint AS int2 FROM reviews WHERE ((reviews.user_id = public_star.member) AND (reviews.game_id = public_star.game) AND reviews.is_listed) ORDER BY reviews.place LIMIT 1));

CREATE OR REPLACE FUNCTION reviews_touched_by(member uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT reviews.id
    FROM reviews
   WHERE (reviews.user_id = reviews_touched_by.member)
 UNION
  SELECT review_likes.review_id
    FROM review_likes
   WHERE (review_likes.user_id = reviews_touched_by.member)
 UNION
  SELECT review_bookmarks.review_id
    FROM review_bookmarks
   WHERE (review_bookmarks.user_id = reviews_touched_by.member);
END;

CREATE OR REPLACE FUNCTION search_keys(search_text text)
 RETURNS TABLE(key text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT (word.word COLLATE "C") AS word
    FROM string_to_table(search_keys.search_text, ' '::text) word(word)
   WHERE ((word.word <> ALL (ARRAY[''::text, '|'::text])) AND (length(word.word) <= 60))
 UNION ALL
  SELECT ('='::text || ("left"(replace(name.name, ' '::text, ''::text), 60) COLLATE "C"))
    FROM string_to_table(search_keys.search_text, '|'::text) name(name)
   WHERE ((name.name <> ALL (ARRAY[''::text, ' '::text])) AND ("left"(name.name, 2) <> ' ~'::text));
END;

CREATE OR REPLACE FUNCTION shows_library(settings jsonb, disabled_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((disabled_at IS NULL) AND (COALESCE((settings ->> 'visibility'::text), 'public'::text) = 'public'::text) AND (COALESCE(((settings -> 'sections'::text) ->> 'library'::text), 'public'::text) = 'public'::text));

CREATE OR REPLACE FUNCTION store_facet_changes()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into game_numbers (game_id)
  select distinct change.game_id from game_facet_changes change
  where not exists (select from game_numbers known where known.game_id = change.game_id)
  order by change.game_id;
  with gone as (
    delete from game_facet_changes change using game_numbers known where known.game_id = change.game_id
    returning known.number, change.facets
  )
  insert into game_facet_bits as stored (facet, part, bits)
  select facet, gone.number / 8192, bit_xor(set_bit(0::bit(8192), gone.number % 8192, 1))
  from gone cross join lateral unnest(gone.facets) facet
  group by facet, gone.number / 8192
  order by facet, gone.number / 8192
  on conflict (facet, part) do update set bits = stored.bits # excluded.bits;
end;
$function$;

CREATE OR REPLACE FUNCTION store_public_stars(member uuid, changed_games text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION title_lexemes(title_words text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(string_to_array(btrim("left"(title_words, 500)), ' '::text));

CREATE OR REPLACE FUNCTION title_words(title text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN rtrim(regexp_replace((' '::text || regexp_replace(lower(NORMALIZE(title, NFKD)), '[\u0300-\u036f''’]'::text, ''::text, 'g'::text)), '[\s!-/:-@\[-`{-~\u2010-\u2027«»·…“”]+'::text, ' '::text, 'g'::text));

CREATE OR REPLACE FUNCTION was_played_since(entry user_games, since timestamp with time zone, since_on date)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((entry).status = 'playing'::text) OR COALESCE(((entry).last_session_at >= since), false) OR COALESCE(((entry).finished_on >= since_on), (((entry).status <> 'want_to_play'::text) AND ((entry).stopped_playing_at >= since)), false));

-- access_token_requests

create table access_token_requests (
  token_id uuid not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamp(3) with time zone not null,
  constraint access_token_requests_pkey PRIMARY KEY (token_id, key),
  constraint access_token_requests_token_id_fkey FOREIGN KEY (token_id) REFERENCES access_tokens(id) ON DELETE CASCADE,
  constraint access_token_requests_key_check CHECK (length(key) >= 1 AND length(key) <= 200),
  constraint access_token_requests_request_hash_check CHECK (octet_length(request_hash) = 32)
);
CREATE INDEX access_token_requests_age ON access_token_requests USING btree (created_at);

-- access_tokens

create table access_tokens (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  name text not null,
  hash bytea,
  scopes text[] not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  client_id text,
  constraint access_tokens_pkey PRIMARY KEY (id),
  constraint access_tokens_hash_key UNIQUE (hash),
  constraint access_tokens_of_app UNIQUE (user_id, client_id),
  constraint access_tokens_client_id_fkey FOREIGN KEY (client_id) REFERENCES "oauthClient"("clientId") ON DELETE CASCADE,
  constraint access_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint access_tokens_hash_check CHECK (octet_length(hash) = 32),
  constraint access_tokens_kind CHECK ((hash IS NULL) <> (client_id IS NULL)),
  constraint access_tokens_name_check CHECK (length(name) >= 1 AND length(name) <= 60),
  constraint access_tokens_scopes_check CHECK (scopes <@ ARRAY['read:library'::text, 'write:library'::text, 'read:journal'::text, 'write:journal'::text, 'read:social'::text, 'write:social'::text, 'read:webhooks'::text, 'write:webhooks'::text] AND cardinality(scopes) > 0)
);
CREATE INDEX access_tokens_client ON access_tokens USING btree (client_id) WHERE client_id IS NOT NULL;
CREATE INDEX access_tokens_user ON access_tokens USING btree (user_id, created_at DESC);

-- account

create table account (
  id uuid not null default uuidv7(),
  "userId" uuid not null,
  "accountId" text not null,
  "providerId" text not null,
  "accessToken" text,
  "refreshToken" text,
  "accessTokenExpiresAt" timestamp(3) with time zone,
  "refreshTokenExpiresAt" timestamp(3) with time zone,
  scope text,
  "idToken" text,
  password text,
  "createdAt" timestamp(3) with time zone not null default now(),
  "updatedAt" timestamp(3) with time zone not null default now(),
  constraint account_pkey PRIMARY KEY (id),
  constraint "account_providerId_accountId_key" UNIQUE ("providerId", "accountId"),
  constraint "account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX account_user ON account USING btree ("userId");

-- account_requests

create table account_requests (
  id uuid not null default uuidv7(),
  email text not null,
  message text not null,
  status text not null default 'open'::text,
  created_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by uuid,
  invitation_id uuid,
  constraint account_requests_pkey PRIMARY KEY (id),
  constraint account_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint account_requests_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES invitations(id) ON DELETE SET NULL,
  constraint account_requests_message_check CHECK (char_length(message) <= 1000),
  constraint account_requests_status_check CHECK (status = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text]))
);
CREATE INDEX account_requests_by_admin ON account_requests USING btree (decided_by);
CREATE INDEX account_requests_by_email ON account_requests USING btree (email);
CREATE INDEX account_requests_by_invitation ON account_requests USING btree (invitation_id);
CREATE INDEX account_requests_by_status ON account_requests USING btree (status, created_at, id);
CREATE UNIQUE INDEX account_requests_open ON account_requests USING btree (email) WHERE status = 'open'::text;

-- achievement_counts

create table achievement_counts (
  achievement_id uuid not null,
  game_id text not null,
  members integer not null,
  constraint achievement_counts_pkey PRIMARY KEY (achievement_id),
  constraint achievement_counts_achievement_id_fkey FOREIGN KEY (achievement_id) REFERENCES game_achievements(id) ON DELETE CASCADE,
  constraint achievement_counts_members_check CHECK (members >= 0)
);
CREATE INDEX achievement_counts_game ON achievement_counts USING btree (game_id);

-- achievement_member_counts

create table achievement_member_counts (
  game_id text not null,
  members integer not null,
  constraint achievement_member_counts_pkey PRIMARY KEY (game_id),
  constraint achievement_member_counts_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  constraint achievement_member_counts_members_check CHECK (members >= 0)
);

-- activity_comments

create table activity_comments (
  id uuid not null default uuidv7(),
  subject_id uuid not null,
  user_id uuid,
  content text not null,
  hidden_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  subject_type text not null,
  spoils_to smallint,
  written_at smallint,
  parent_id uuid,
  answered_user_id uuid,
  answers_reply boolean not null default false,
  deleted_at timestamp(3) with time zone,
  constraint activity_comments_pkey PRIMARY KEY (id),
  constraint activity_comments_answered_user_id_fkey FOREIGN KEY (answered_user_id) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint activity_comments_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES activity_comments(id) ON DELETE SET NULL,
  constraint activity_comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint activity_comments_content_check CHECK (char_length(content) >= 1 AND char_length(content) <= 500 AND content = btrim(content)),
  constraint activity_comments_spoils_to_check CHECK (spoils_to >= 0 AND spoils_to <= 100),
  constraint activity_comments_subject_type_check CHECK (subject_type ~ '^[a-z]+$'::text),
  constraint activity_comments_written_at_check CHECK (written_at >= 0 AND written_at <= 100)
);
CREATE INDEX activity_comments_answered ON activity_comments USING btree (answered_user_id) WHERE answered_user_id IS NOT NULL;
CREATE INDEX activity_comments_latest ON activity_comments USING btree (subject_id, subject_type, created_at DESC, id DESC) INCLUDE (hidden_at);
CREATE INDEX activity_comments_member ON activity_comments USING btree (user_id);
CREATE INDEX activity_comments_replies ON activity_comments USING btree (parent_id, created_at, id) WHERE parent_id IS NOT NULL;
CREATE INDEX activity_comments_top ON activity_comments USING btree (subject_id, subject_type, created_at DESC, id DESC) WHERE parent_id IS NULL;

CREATE TRIGGER activity_comments_appeals AFTER DELETE ON activity_comments FOR EACH ROW WHEN (old.hidden_at IS NOT NULL) EXECUTE FUNCTION forget_appeals('comment');
CREATE TRIGGER activity_comments_appeals_deletion AFTER UPDATE OF deleted_at ON activity_comments FOR EACH ROW WHEN (old.hidden_at IS NOT NULL AND old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION forget_appeals('comment');
CREATE TRIGGER activity_comments_held AFTER DELETE ON activity_comments FOR EACH ROW WHEN (old.hidden_at IS NOT NULL) EXECUTE FUNCTION forget_held_text('comment');

-- activity_reactions

create table activity_reactions (
  id uuid not null default uuidv7(),
  subject_id uuid not null,
  user_id uuid not null,
  emoji text not null default '👍'::text,
  created_at timestamp(3) with time zone not null default now(),
  subject_type text not null,
  constraint activity_reactions_pkey PRIMARY KEY (id),
  constraint activity_reactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint activity_reactions_emoji_check CHECK (emoji = ANY (ARRAY['👍'::text, '❤️'::text, '🎮'::text, '🏆'::text, '🎯'::text])),
  constraint activity_reactions_subject_type_check CHECK (subject_type ~ '^[a-z]+$'::text)
);
CREATE INDEX activity_reactions_member ON activity_reactions USING btree (user_id);
CREATE UNIQUE INDEX activity_reactions_one ON activity_reactions USING btree (subject_id, subject_type, user_id) INCLUDE (emoji);

-- address_blocks

create table address_blocks (
  id uuid not null default uuidv7(),
  network cidr not null,
  is_closed boolean not null,
  note text not null,
  created_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone,
  constraint address_blocks_pkey PRIMARY KEY (id),
  constraint address_blocks_network_key UNIQUE (network),
  constraint address_blocks_note_check CHECK (char_length(note) >= 1 AND char_length(note) <= 200)
);
CREATE INDEX address_blocks_end ON address_blocks USING btree (ends_at) WHERE ends_at IS NOT NULL;
CREATE INDEX address_blocks_latest ON address_blocks USING btree (created_at DESC, id DESC);
CREATE INDEX address_blocks_network ON address_blocks USING gist (network inet_ops);

-- appeals

create table appeals (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  kind text not null,
  subject_type text,
  subject_id uuid,
  decided_at timestamp(3) with time zone not null,
  decided_by uuid,
  reason text,
  text text not null,
  state text not null default 'waiting'::text,
  answer text,
  answered_by uuid,
  answered_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint appeals_pkey PRIMARY KEY (id),
  constraint appeals_user_id_subject_id_kind_decided_at_key UNIQUE NULLS NOT DISTINCT (user_id, subject_id, kind, decided_at),
  constraint appeals_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint appeals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint appeals_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint appeals_answer_check CHECK (char_length(answer) <= 500),
  constraint appeals_check CHECK ((kind = 'suspension'::text) = (subject_id IS NULL)),
  constraint appeals_check1 CHECK ((subject_type IS NULL) = (subject_id IS NULL)),
  constraint appeals_check2 CHECK ((state = 'waiting'::text) = (answered_at IS NULL)),
  constraint appeals_kind_check CHECK (kind = ANY (ARRAY['hidden'::text, 'declined'::text, 'suspension'::text])),
  constraint appeals_reason_check CHECK (char_length(reason) <= 500),
  constraint appeals_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'accepted'::text, 'declined'::text])),
  constraint appeals_subject_type_check CHECK (subject_type ~ '^[a-z]+$'::text),
  constraint appeals_text_check CHECK (char_length(text) >= 10 AND char_length(text) <= 1000)
);
CREATE INDEX appeals_answered_by ON appeals USING btree (answered_by) WHERE answered_by IS NOT NULL;
CREATE INDEX appeals_decided_by ON appeals USING btree (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX appeals_of_subject ON appeals USING btree (subject_id) WHERE subject_id IS NOT NULL;
CREATE INDEX appeals_waiting ON appeals USING btree (created_at, id) WHERE state = 'waiting'::text;

-- audit_log

create table audit_log (
  id uuid not null default uuidv7(),
  admin_id uuid,
  action text not null,
  item_type text not null,
  item_id text not null,
  data jsonb not null default '{}'::jsonb,
  created_at timestamp(3) with time zone not null,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES profiles(id) ON DELETE SET NULL
);
CREATE INDEX audit_log_admin ON audit_log USING btree (admin_id);
CREATE INDEX audit_log_item ON audit_log USING btree (item_type, item_id, created_at DESC, id DESC);
CREATE INDEX audit_log_latest ON audit_log USING btree (created_at DESC, id DESC);

-- avatars

create table avatars (
  user_id uuid not null,
  bytes bytea,
  version text not null,
  updated_at timestamp(3) with time zone not null,
  stored_as text,
  constraint avatars_pkey PRIMARY KEY (user_id),
  constraint avatars_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint avatars_bytes_check CHECK (length(bytes) <= 1048576),
  constraint avatars_one_place CHECK (num_nonnulls(bytes, stored_as) = 1) NOT VALID
);

CREATE TRIGGER avatars_stored_file AFTER INSERT OR DELETE OR UPDATE ON avatars FOR EACH ROW EXECUTE FUNCTION note_stored_file();

-- badges

create table badges (
  id uuid not null default uuidv7(),
  key text not null,
  name text not null,
  description text not null,
  icon text not null,
  level smallint not null,
  rule jsonb,
  display_order integer not null,
  created_at timestamp(3) with time zone not null default now(),
  backfilled_to uuid,
  backfilled_at timestamp(3) with time zone,
  constraint badges_pkey PRIMARY KEY (id),
  constraint badges_key_key UNIQUE (key),
  constraint badges_description_check CHECK (char_length(description) >= 1 AND char_length(description) <= 200),
  constraint badges_icon_check CHECK (icon = ANY (ARRAY['games'::text, 'completions'::text, 'reviews'::text, 'friends'::text, 'hours'::text, 'challenges'::text, 'posts'::text, 'award'::text])),
  constraint badges_key_check CHECK (key ~ '^[a-z0-9-]{1,60}$'::text),
  constraint badges_level_check CHECK (level >= 1 AND level <= 5),
  constraint badges_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 40),
  constraint badges_rule_check CHECK (jsonb_typeof(rule -> 'kind'::text) = 'string'::text AND jsonb_typeof(rule -> 'threshold'::text) = 'number'::text AND ((rule ->> 'threshold'::text)::numeric) >= 1::numeric)
);
CREATE UNIQUE INDEX badges_name ON badges USING btree (lower(name));
CREATE UNIQUE INDEX badges_rule ON badges USING btree ((rule ->> 'kind'::text), ((rule ->> 'threshold'::text)::numeric));

-- browser_files

create table browser_files (
  path text not null,
  type text not null,
  is_packed boolean not null,
  content bytea not null,
  used_at timestamp with time zone not null,
  constraint browser_files_pkey PRIMARY KEY (path)
);

-- catalogue_cache

create table catalogue_cache (
  question text not null,
  answer jsonb not null,
  answered_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  constraint catalogue_cache_pkey PRIMARY KEY (question)
);
CREATE INDEX catalogue_cache_expiry ON catalogue_cache USING btree (expires_at);

-- catalogue_imports

create table catalogue_imports (
  file_hash text not null,
  file_name text not null,
  format text not null,
  records bigint not null default 0,
  counts jsonb not null default '{}'::jsonb,
  rejects_bytes bigint not null default 0,
  started_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  finished_at timestamp(3) with time zone,
  constraint catalogue_imports_pkey PRIMARY KEY (file_hash)
);

-- challenge_goals

create table challenge_goals (
  id uuid not null default uuidv7(),
  challenge_id uuid not null,
  "position" smallint not null,
  type text not null,
  target numeric(8,2) not null,
  game_id text,
  constraint challenge_goals_pkey PRIMARY KEY (id),
  constraint challenge_goals_challenge_id_position_key UNIQUE (challenge_id, "position"),
  constraint challenge_goals_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE CASCADE,
  constraint challenge_goals_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id),
  constraint challenge_goals_position_check CHECK ("position" >= 1),
  constraint challenge_goals_target_check CHECK (target > 0::numeric),
  constraint challenge_goals_type_check CHECK (type = ANY (ARRAY['play_time'::text, 'games_completed'::text, 'games_added'::text, 'reviews_written'::text, 'achievements'::text]))
);
CREATE INDEX challenge_goals_game ON challenge_goals USING btree (game_id);

-- challenge_participants

create table challenge_participants (
  user_id uuid not null,
  challenge_id uuid not null,
  progress jsonb not null default '{}'::jsonb,
  completed boolean not null default false,
  completed_at timestamp(3) with time zone,
  joined_at timestamp(3) with time zone not null,
  remaining numeric(6,5) not null default 1,
  reached_at timestamp(3) with time zone not null,
  constraint challenge_participants_pkey PRIMARY KEY (user_id, challenge_id),
  constraint challenge_participants_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE CASCADE,
  constraint challenge_participants_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint challenge_participants_check CHECK (completed = (completed_at IS NOT NULL) AND completed = (remaining = 0::numeric)),
  constraint challenge_participants_remaining_check CHECK (remaining >= 0::numeric AND remaining <= 1::numeric)
);
CREATE INDEX challenge_participants_joined ON challenge_participants USING btree (user_id, joined_at DESC, challenge_id);
CREATE INDEX challenge_participants_ranking ON challenge_participants USING btree (challenge_id, remaining, reached_at, user_id);

CREATE OR REPLACE FUNCTION count_participants()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE TRIGGER count_joined AFTER INSERT ON challenge_participants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_participants();
CREATE TRIGGER count_left AFTER DELETE ON challenge_participants REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_participants();

-- challenges

create table challenges (
  id uuid not null default uuidv7(),
  title text not null,
  description text not null default ''::text,
  cover_game_id text,
  starts_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  created_by uuid,
  created_at timestamp(3) with time zone not null default now(),
  participants_count integer not null default 0,
  badge_id uuid,
  constraint challenges_pkey PRIMARY KEY (id),
  constraint challenges_badge_id_fkey FOREIGN KEY (badge_id) REFERENCES badges(id) ON DELETE SET NULL,
  constraint challenges_cover_game_id_fkey FOREIGN KEY (cover_game_id) REFERENCES games(id) ON DELETE SET NULL,
  constraint challenges_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint challenges_check CHECK (ends_at > starts_at),
  constraint challenges_description_check CHECK (char_length(description) <= 2000),
  constraint challenges_title_check CHECK (char_length(title) >= 3 AND char_length(title) <= 100)
);
CREATE INDEX challenges_badge ON challenges USING btree (badge_id) WHERE badge_id IS NOT NULL;
CREATE INDEX challenges_cover_game ON challenges USING btree (cover_game_id);
CREATE INDEX challenges_creator ON challenges USING btree (created_by);
CREATE INDEX challenges_ending ON challenges USING btree (ends_at DESC, id DESC);
CREATE INDEX challenges_starting ON challenges USING btree (starts_at, id);

-- contact_messages

create table contact_messages (
  id uuid not null default uuidv7(),
  user_id uuid,
  name text not null,
  email text not null,
  topic text not null,
  message text not null,
  status text not null default 'open'::text,
  created_at timestamp(3) with time zone not null default now(),
  closed_at timestamp(3) with time zone,
  constraint contact_messages_pkey PRIMARY KEY (id),
  constraint contact_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint contact_messages_check CHECK ((status = 'closed'::text) = (closed_at IS NOT NULL)),
  constraint contact_messages_email_check CHECK (length(email) >= 3 AND length(email) <= 254),
  constraint contact_messages_message_check CHECK (length(message) >= 10 AND length(message) <= 2000),
  constraint contact_messages_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  constraint contact_messages_status_check CHECK (status = ANY (ARRAY['open'::text, 'closed'::text])),
  constraint contact_messages_topic_check CHECK (topic = ANY (ARRAY['Support'::text, 'Bug'::text, 'Feedback'::text, 'Privacy'::text, 'Other'::text]))
);
CREATE INDEX contact_messages_closed ON contact_messages USING btree (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX contact_messages_member ON contact_messages USING btree (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX contact_messages_status ON contact_messages USING btree (status, created_at DESC, id DESC);

-- conversations

create table conversations (
  id uuid not null default uuidv7(),
  user_low uuid not null,
  user_high uuid not null,
  last_message_at timestamp(3) with time zone not null default now(),
  created_at timestamp(3) with time zone not null default now(),
  constraint conversations_pkey PRIMARY KEY (id),
  constraint conversations_user_low_user_high_key UNIQUE (user_low, user_high),
  constraint conversations_user_high_fkey FOREIGN KEY (user_high) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint conversations_user_low_fkey FOREIGN KEY (user_low) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint conversations_check CHECK (user_low < user_high)
);
CREATE INDEX conversations_latest_high ON conversations USING btree (user_high, last_message_at DESC, id DESC);
CREATE INDEX conversations_latest_low ON conversations USING btree (user_low, last_message_at DESC, id DESC);

-- entry_move_rows

create table entry_move_rows (
  move_id uuid not null,
  kind text not null,
  key text not null,
  user_id uuid,
  before jsonb,
  after jsonb,
  constraint entry_move_rows_pkey PRIMARY KEY (move_id, kind, key),
  constraint entry_move_rows_move_id_fkey FOREIGN KEY (move_id) REFERENCES entry_moves(id) ON DELETE CASCADE,
  constraint entry_move_rows_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
CREATE INDEX entry_move_rows_member ON entry_move_rows USING btree (user_id);

-- entry_moves

create table entry_moves (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  from_id text not null,
  into_id text not null,
  moved_at timestamp(3) with time zone not null,
  constraint entry_moves_pkey PRIMARY KEY (id),
  constraint entry_moves_from_id_fkey FOREIGN KEY (from_id) REFERENCES games(id) ON DELETE CASCADE,
  constraint entry_moves_into_id_fkey FOREIGN KEY (into_id) REFERENCES games(id) ON DELETE CASCADE,
  constraint entry_moves_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
CREATE INDEX entry_moves_from ON entry_moves USING btree (from_id);
CREATE INDEX entry_moves_into ON entry_moves USING btree (into_id);
CREATE INDEX entry_moves_member ON entry_moves USING btree (user_id, id DESC);

-- error_group_members

create table error_group_members (
  group_id uuid not null,
  user_id uuid not null,
  constraint error_group_members_pkey PRIMARY KEY (group_id, user_id),
  constraint error_group_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES error_groups(id) ON DELETE CASCADE,
  constraint error_group_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
CREATE INDEX error_group_members_user ON error_group_members USING btree (user_id);

-- error_groups

create table error_groups (
  id uuid not null default uuidv7(),
  fingerprint text not null,
  level text not null,
  name text not null,
  message text not null,
  path text not null,
  occurrences bigint not null default 1,
  members integer not null default 0,
  first_seen_at timestamp(3) with time zone not null,
  last_seen_at timestamp(3) with time zone not null,
  resolved_at timestamp(3) with time zone,
  constraint error_groups_pkey PRIMARY KEY (id),
  constraint error_groups_fingerprint_key UNIQUE (fingerprint),
  constraint error_groups_level_check CHECK (level = ANY (ARRAY['error'::text, 'warning'::text, 'info'::text]))
);
CREATE INDEX error_groups_latest ON error_groups USING btree (last_seen_at DESC, id DESC);
CREATE INDEX error_groups_open ON error_groups USING btree (last_seen_at DESC, id DESC) WHERE resolved_at IS NULL;

-- error_logs

create table error_logs (
  id uuid not null default uuidv7(),
  group_id uuid not null,
  message text not null,
  error jsonb not null,
  level text not null,
  context jsonb not null,
  user_id uuid,
  created_at timestamp(3) with time zone not null,
  constraint error_logs_pkey PRIMARY KEY (id),
  constraint error_logs_group_id_fkey FOREIGN KEY (group_id) REFERENCES error_groups(id) ON DELETE CASCADE,
  constraint error_logs_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint error_logs_level_check CHECK (level = ANY (ARRAY['error'::text, 'warning'::text, 'info'::text]))
);
CREATE INDEX error_logs_latest ON error_logs USING btree (created_at DESC);
CREATE INDEX error_logs_of_group ON error_logs USING btree (group_id, created_at DESC, id DESC);
CREATE INDEX error_logs_user ON error_logs USING btree (user_id);

-- export_files

create table export_files (
  export_id uuid not null,
  file text not null,
  bytes bigint not null default 0,
  constraint export_files_pkey PRIMARY KEY (export_id, file),
  constraint export_files_export_id_fkey FOREIGN KEY (export_id) REFERENCES exports(id) ON DELETE CASCADE
);

-- export_parts

create table export_parts (
  export_id uuid not null,
  file text not null,
  n integer not null,
  bytes bytea,
  stored_as text,
  constraint export_parts_pkey PRIMARY KEY (export_id, file, n),
  constraint export_parts_export_id_file_fkey FOREIGN KEY (export_id, file) REFERENCES export_files(export_id, file) ON DELETE CASCADE,
  constraint export_parts_one_place CHECK (num_nonnulls(bytes, stored_as) = 1) NOT VALID
);

CREATE TRIGGER export_parts_stored_file AFTER INSERT OR DELETE OR UPDATE ON export_parts FOR EACH ROW EXECUTE FUNCTION note_stored_file();

-- exports

create table exports (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  state text not null,
  is_weekly boolean not null default false,
  attempt uuid,
  rows_done integer not null default 0,
  rows_total integer,
  created_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  constraint exports_pkey PRIMARY KEY (id),
  constraint exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint exports_state_check CHECK (state = ANY (ARRAY['working'::text, 'done'::text, 'failed'::text]))
);
CREATE INDEX exports_expiry ON exports USING btree (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX exports_member ON exports USING btree (user_id, id DESC);
CREATE UNIQUE INDEX exports_open ON exports USING btree (user_id) WHERE state = 'working'::text;

-- follow_counts

create table follow_counts (
  user_id uuid not null,
  part smallint not null,
  followers integer not null default 0,
  following integer not null default 0,
  constraint follow_counts_pkey PRIMARY KEY (user_id, part),
  constraint follow_counts_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
) with (fillfactor=50);

-- followers

create table followers (
  follower_id uuid not null,
  following_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint followers_pkey PRIMARY KEY (follower_id, following_id) INCLUDE (created_at),
  constraint followers_follower_id_fkey FOREIGN KEY (follower_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint followers_following_id_fkey FOREIGN KEY (following_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint followers_check CHECK (follower_id <> following_id)
);
CREATE INDEX followers_following ON followers USING btree (following_id, created_at DESC, follower_id DESC);
CREATE INDEX followers_latest ON followers USING btree (follower_id, created_at DESC, following_id DESC);

CREATE OR REPLACE FUNCTION count_follows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE TRIGGER count_deleted AFTER DELETE ON followers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_follows();
CREATE TRIGGER count_inserted AFTER INSERT ON followers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_follows();

-- forum_all_reads

create table forum_all_reads (
  user_id uuid not null,
  read_at timestamp(3) with time zone not null,
  constraint forum_all_reads_pkey PRIMARY KEY (user_id),
  constraint forum_all_reads_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);

-- forum_categories

create table forum_categories (
  id smallint not null,
  slug text not null,
  name text not null,
  description text not null,
  display_order smallint not null,
  threads_count integer not null default 0,
  constraint forum_categories_pkey PRIMARY KEY (id),
  constraint forum_categories_slug_key UNIQUE (slug),
  constraint forum_categories_threads_count_check CHECK (threads_count >= 0)
);

-- forum_likes

create table forum_likes (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  type text not null,
  item_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint forum_likes_pkey PRIMARY KEY (id),
  constraint forum_likes_user_id_type_item_id_key UNIQUE (user_id, type, item_id),
  constraint forum_likes_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint forum_likes_type_check CHECK (type = ANY (ARRAY['post'::text, 'thread'::text]))
);
CREATE INDEX forum_likes_item ON forum_likes USING btree (item_id, type);

CREATE OR REPLACE FUNCTION count_forum_like()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  mark record := coalesce(new, old);
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from profiles where id = mark.user_id and disabled_at is null for key share;
  if found then
    if mark.type = 'thread' then
      update forum_threads set likes_count = likes_count + step where id = mark.item_id;
    else
      update forum_posts set likes_count = likes_count + step where id = mark.item_id;
    end if;
  end if;
  return null;
end
$function$;

CREATE TRIGGER forum_likes_count AFTER INSERT OR DELETE ON forum_likes FOR EACH ROW EXECUTE FUNCTION count_forum_like();

-- forum_mentions

create table forum_mentions (
  type text not null,
  item_id uuid not null,
  user_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint forum_mentions_pkey PRIMARY KEY (item_id, type, user_id),
  constraint forum_mentions_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint forum_mentions_type_check CHECK (type = ANY (ARRAY['post'::text, 'thread'::text]))
);
CREATE INDEX forum_mentions_member ON forum_mentions USING btree (user_id);

-- forum_posts

create table forum_posts (
  id uuid not null default uuidv7(),
  thread_id uuid not null,
  number integer not null,
  author_id uuid,
  quoted_post_id uuid,
  content text not null,
  content_html text not null,
  excerpt text not null,
  spoils_to smallint,
  written_at smallint,
  likes_count integer not null default 0,
  edited_at timestamp(3) with time zone,
  hidden_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  held_at timestamp(3) with time zone,
  is_shown boolean not null generated always as (hidden_at IS NULL AND deleted_at IS NULL AND held_at IS NULL) stored,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint forum_posts_pkey PRIMARY KEY (id),
  constraint forum_posts_thread_id_number_key UNIQUE (thread_id, number) INCLUDE (author_id),
  constraint forum_posts_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint forum_posts_quoted_post_id_fkey FOREIGN KEY (quoted_post_id) REFERENCES forum_posts(id) ON DELETE SET NULL,
  constraint forum_posts_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES forum_threads(id) ON DELETE CASCADE,
  constraint forum_posts_content_check CHECK (length(content) >= 1 AND length(content) <= 10000),
  constraint forum_posts_likes_count_check CHECK (likes_count >= 0),
  constraint forum_posts_number_check CHECK (number > 0),
  constraint forum_posts_spoils_to_check CHECK (spoils_to >= 0 AND spoils_to <= 100),
  constraint forum_posts_written_at_check CHECK (written_at >= 0 AND written_at <= 100)
) with (fillfactor=90);
CREATE INDEX forum_posts_author ON forum_posts USING btree (author_id, thread_id, number);
CREATE INDEX forum_posts_held ON forum_posts USING btree (created_at, id) WHERE held_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX forum_posts_quoted ON forum_posts USING btree (quoted_post_id) WHERE quoted_post_id IS NOT NULL;

CREATE OR REPLACE FUNCTION count_forum_post()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update forum_threads set
    posts_count = posts_count + case when new.is_shown then 1 else -1 end,
    (shown_number, last_post_at) = (
      select coalesce(max(latest.number), 0), coalesce(max(latest.created_at), forum_threads.created_at)
      from (
        select number, created_at from forum_posts
        where thread_id = new.thread_id and is_shown order by number desc limit 1
      ) latest
    )
  where id = new.thread_id;
  return null;
end
$function$;

CREATE TRIGGER forum_posts_appeals AFTER DELETE ON forum_posts FOR EACH ROW WHEN (old.hidden_at IS NOT NULL OR old.held_at IS NOT NULL) EXECUTE FUNCTION forget_appeals('post');
CREATE TRIGGER forum_posts_appeals_deletion AFTER UPDATE OF deleted_at ON forum_posts FOR EACH ROW WHEN ((old.hidden_at IS NOT NULL OR old.held_at IS NOT NULL) AND old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION forget_appeals('post');
CREATE TRIGGER forum_posts_count AFTER UPDATE ON forum_posts FOR EACH ROW WHEN (old.is_shown <> new.is_shown) EXECUTE FUNCTION count_forum_post();
CREATE TRIGGER forum_posts_held AFTER DELETE ON forum_posts FOR EACH ROW WHEN (old.held_at IS NOT NULL) EXECUTE FUNCTION forget_held_text('post');
CREATE TRIGGER forum_posts_held_deletion AFTER UPDATE OF deleted_at ON forum_posts FOR EACH ROW WHEN (old.held_at IS NOT NULL AND old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION forget_held_text('post');

-- forum_reads

create table forum_reads (
  user_id uuid not null,
  thread_id uuid not null,
  number integer not null,
  read_at timestamp(3) with time zone not null default now(),
  constraint forum_reads_pkey PRIMARY KEY (user_id, thread_id),
  constraint forum_reads_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES forum_threads(id) ON DELETE CASCADE,
  constraint forum_reads_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint forum_reads_number_check CHECK (number >= 0)
) with (fillfactor=80);
CREATE INDEX forum_reads_thread ON forum_reads USING btree (thread_id);

-- forum_subscriptions

create table forum_subscriptions (
  user_id uuid not null,
  thread_id uuid not null,
  is_on boolean not null default true,
  created_at timestamp(3) with time zone not null default now(),
  constraint forum_subscriptions_pkey PRIMARY KEY (user_id, thread_id),
  constraint forum_subscriptions_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES forum_threads(id) ON DELETE CASCADE,
  constraint forum_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
CREATE INDEX forum_subscriptions_thread ON forum_subscriptions USING btree (thread_id, user_id) WHERE is_on;

-- forum_threads

create table forum_threads (
  id uuid not null default uuidv7(),
  category_id smallint not null,
  author_id uuid,
  game_id text,
  title text not null,
  body text not null,
  body_html text not null,
  spoils_to smallint,
  written_at smallint,
  pinned boolean not null default false,
  locked boolean not null default false,
  likes_count integer not null default 0,
  posts_count integer not null default 0,
  last_number integer not null default 0,
  shown_number integer not null default 0,
  last_post_at timestamp(3) with time zone not null default now(),
  edited_at timestamp(3) with time zone,
  hidden_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  held_at timestamp(3) with time zone,
  is_listed boolean not null generated always as (hidden_at IS NULL AND deleted_at IS NULL AND held_at IS NULL) stored,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  title_words text not null generated always as (title_words(title)) stored,
  constraint forum_threads_pkey PRIMARY KEY (id),
  constraint forum_threads_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint forum_threads_category_id_fkey FOREIGN KEY (category_id) REFERENCES forum_categories(id),
  constraint forum_threads_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE SET NULL,
  constraint forum_threads_body_check CHECK (length(body) >= 10 AND length(body) <= 10000),
  constraint forum_threads_likes_count_check CHECK (likes_count >= 0),
  constraint forum_threads_posts_count_check CHECK (posts_count >= 0),
  constraint forum_threads_spoils_to_check CHECK (spoils_to >= 0 AND spoils_to <= 100),
  constraint forum_threads_title_check CHECK (length(title) >= 5 AND length(title) <= 120),
  constraint forum_threads_written_at_check CHECK (written_at >= 0 AND written_at <= 100)
) with (fillfactor=90);
CREATE INDEX forum_threads_author ON forum_threads USING btree (author_id, created_at DESC, id DESC);
CREATE INDEX forum_threads_game ON forum_threads USING btree (game_id, pinned DESC, last_post_at DESC, id DESC) INCLUDE (author_id, is_listed) WHERE game_id IS NOT NULL;
CREATE INDEX forum_threads_game_top ON forum_threads USING btree (game_id, pinned DESC, likes_count DESC, id DESC) INCLUDE (author_id) WHERE is_listed AND game_id IS NOT NULL;
CREATE INDEX forum_threads_held ON forum_threads USING btree (created_at, id) WHERE held_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX forum_threads_last_post ON forum_threads USING btree (category_id, last_post_at DESC, id DESC) INCLUDE (author_id) WHERE is_listed;
CREATE INDEX forum_threads_latest ON forum_threads USING btree (category_id, pinned DESC, last_post_at DESC, id DESC) INCLUDE (author_id) WHERE is_listed;
CREATE INDEX forum_threads_newest ON forum_threads USING btree (id) INCLUDE (title_words) WHERE is_listed;
CREATE INDEX forum_threads_titles ON forum_threads USING gin (title_lexemes(title_words)) WHERE is_listed;
CREATE INDEX forum_threads_top ON forum_threads USING btree (category_id, pinned DESC, likes_count DESC, id DESC) INCLUDE (author_id) WHERE is_listed;
CREATE INDEX forum_threads_whole_title ON forum_threads USING hash (title_words) WHERE is_listed;

CREATE OR REPLACE FUNCTION count_forum_thread()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- In the order of the categories, so that two opposite moves do not deadlock.
  update forum_categories set threads_count = threads_count + change.step
  from (
    select counted.id, sum(counted.step) as step from (
      select old.category_id as id, -1 as step where tg_op <> 'INSERT' and old.is_listed
      union all
      select new.category_id, 1 where tg_op <> 'DELETE' and new.is_listed
    ) counted group by counted.id
  ) change
  where forum_categories.id = change.id and change.step <> 0
    and forum_categories.id in (
      select locked.id from forum_categories locked
      where locked.id in (coalesce(old.category_id, new.category_id), coalesce(new.category_id, old.category_id))
      order by locked.id for no key update
    );
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION forget_appeals_in_thread()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from appeals where subject_id = old.id and subject_type = 'thread';
  delete from appeals where subject_type = 'post' and subject_id in (
    select id from forum_posts where thread_id = old.id and (hidden_at is not null or held_at is not null));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION forget_held_thread()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from held_texts where subject_id = old.id and subject_type = 'thread';
  delete from held_texts where subject_type = 'post'
    and subject_id in (select id from forum_posts where thread_id = old.id and held_at is not null);
  return null;
end
$function$;

CREATE TRIGGER forum_threads_appeals AFTER DELETE ON forum_threads FOR EACH ROW WHEN (old.hidden_at IS NOT NULL OR old.held_at IS NOT NULL) EXECUTE FUNCTION forget_appeals('thread');
CREATE TRIGGER forum_threads_appeals_deletion AFTER UPDATE OF deleted_at ON forum_threads FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION forget_appeals_in_thread();
CREATE TRIGGER forum_threads_count_change AFTER UPDATE ON forum_threads FOR EACH ROW WHEN (old.is_listed IS DISTINCT FROM new.is_listed OR old.category_id IS DISTINCT FROM new.category_id) EXECUTE FUNCTION count_forum_thread();
CREATE TRIGGER forum_threads_count_rows AFTER INSERT OR DELETE ON forum_threads FOR EACH ROW EXECUTE FUNCTION count_forum_thread();
CREATE TRIGGER forum_threads_held AFTER DELETE ON forum_threads FOR EACH ROW WHEN (old.held_at IS NOT NULL) EXECUTE FUNCTION forget_held_text('thread');
CREATE TRIGGER forum_threads_held_deletion AFTER UPDATE OF deleted_at ON forum_threads FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION forget_held_thread();

-- forum_versions

create table forum_versions (
  id uuid not null default uuidv7(),
  type text not null,
  item_id uuid not null,
  author_id uuid not null,
  title text,
  content text not null,
  content_html text not null,
  spoils_to smallint,
  written_at smallint,
  created_at timestamp(3) with time zone not null,
  replaced_at timestamp(3) with time zone not null,
  constraint forum_versions_pkey PRIMARY KEY (id),
  constraint forum_versions_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint forum_versions_type_check CHECK (type = ANY (ARRAY['post'::text, 'thread'::text]))
);
CREATE INDEX forum_versions_author ON forum_versions USING btree (author_id);
CREATE INDEX forum_versions_item ON forum_versions USING btree (item_id, type, replaced_at DESC, id DESC);

-- friend_activities

create table friend_activities (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  game_id text,
  activity_type text not null,
  details jsonb not null default '{}'::jsonb,
  hidden_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  constraint friend_activities_pkey PRIMARY KEY (id),
  constraint friend_activities_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id),
  constraint friend_activities_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint friend_activities_activity_type_check CHECK (activity_type = ANY (ARRAY['want_to_play'::text, 'started_playing'::text, 'completed'::text, 'progress'::text, 'review'::text, 'achievement'::text, 'friend_added'::text, 'joined_challenge'::text, 'badge'::text, 'imported'::text]))
);
CREATE INDEX friend_activities_badge ON friend_activities USING btree (user_id, (details ->> 'badge_id'::text)) WHERE activity_type = 'badge'::text;
CREATE INDEX friend_activities_challenge ON friend_activities USING btree ((details ->> 'challenge_id'::text), user_id) WHERE activity_type = 'joined_challenge'::text;
CREATE INDEX friend_activities_cool_down ON friend_activities USING btree (user_id, game_id, activity_type, created_at DESC);
CREATE INDEX friend_activities_game ON friend_activities USING btree (game_id, created_at DESC, id DESC) INCLUDE (hidden_at);
CREATE INDEX friend_activities_hidden ON friend_activities USING btree (user_id, created_at DESC, id DESC) WHERE hidden_at IS NOT NULL;
CREATE UNIQUE INDEX friend_activities_import ON friend_activities USING btree ((details ->> 'import_id'::text)) WHERE activity_type = 'imported'::text;
CREATE INDEX friend_activities_kind ON friend_activities USING btree (feed_kind(activity_type), created_at DESC, id DESC) INCLUDE (user_id, activity_type) WHERE hidden_at IS NULL;
CREATE INDEX friend_activities_latest ON friend_activities USING btree (created_at DESC, id DESC) INCLUDE (user_id) WHERE hidden_at IS NULL;
CREATE INDEX friend_activities_member ON friend_activities USING btree (user_id, created_at DESC, id DESC) WHERE hidden_at IS NULL;
CREATE INDEX friend_activities_member_kind ON friend_activities USING btree (user_id, feed_kind(activity_type), created_at DESC, id DESC) INCLUDE (activity_type) WHERE hidden_at IS NULL;

CREATE OR REPLACE FUNCTION keep_latest_activity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE TRIGGER friend_activities_appeals AFTER DELETE ON friend_activities FOR EACH ROW WHEN (old.hidden_at IS NOT NULL) EXECUTE FUNCTION forget_appeals('activity');
CREATE TRIGGER friend_activities_discussion AFTER DELETE ON friend_activities FOR EACH ROW EXECUTE FUNCTION delete_discussion('activity');
CREATE TRIGGER keep_latest_deleted AFTER DELETE ON friend_activities REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_latest_activity();
CREATE TRIGGER keep_latest_inserted AFTER INSERT ON friend_activities REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_latest_activity();
CREATE TRIGGER keep_latest_updated AFTER UPDATE ON friend_activities REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_latest_activity();

-- friends

create table friends (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  friend_id uuid not null,
  status text not null default 'pending'::text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint friends_pkey PRIMARY KEY (id),
  constraint friends_friend_id_fkey FOREIGN KEY (friend_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint friends_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint friends_check CHECK (user_id <> friend_id),
  constraint friends_status_check CHECK (status = ANY (ARRAY['pending'::text, 'accepted'::text, 'declined'::text]))
);
CREATE INDEX friends_of_recipient ON friends USING btree (friend_id, status, updated_at DESC, id DESC) INCLUDE (user_id);
CREATE INDEX friends_of_sender ON friends USING btree (user_id, status, updated_at DESC, id DESC) INCLUDE (friend_id);
CREATE UNIQUE INDEX friends_pair ON friends USING btree (LEAST(user_id, friend_id), GREATEST(user_id, friend_id));

-- game_achievement_history

create table game_achievement_history (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  game_id text not null,
  achievements_completed integer not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint game_achievement_history_pkey PRIMARY KEY (id),
  constraint game_achievement_history_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id),
  constraint game_achievement_history_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
CREATE INDEX game_achievement_history_entry ON game_achievement_history USING btree (user_id, game_id, created_at, id);
CREATE INDEX game_achievement_history_game ON game_achievement_history USING btree (game_id);

-- game_achievements

create table game_achievements (
  id uuid not null default uuidv7(),
  game_id text not null,
  external_id text not null,
  name text not null,
  description text,
  icon_url text,
  rarity numeric(5,2),
  display_order integer not null default 0,
  constraint game_achievements_pkey PRIMARY KEY (id),
  constraint game_achievements_game_id_external_id_key UNIQUE (game_id, external_id),
  constraint game_achievements_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  constraint game_achievements_rarity_check CHECK (rarity >= 0::numeric AND rarity <= 100::numeric)
);
CREATE INDEX game_achievements_order ON game_achievements USING btree (game_id, display_order, id);

-- game_copies

create table game_copies (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  game_id text not null,
  platform text,
  store text,
  edition text,
  is_physical boolean not null,
  got_on date,
  got_precision text not null default 'day'::text,
  price numeric(10,2),
  currency text,
  lent_to text,
  lent_on date,
  lent_precision text not null default 'day'::text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null default now(),
  constraint game_copies_pkey PRIMARY KEY (id),
  constraint game_copies_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint game_copies_user_id_game_id_fkey FOREIGN KEY (user_id, game_id) REFERENCES user_games(user_id, game_id) ON DELETE CASCADE DEFERRABLE,
  constraint game_copies_check CHECK ((price IS NULL) = (currency IS NULL)),
  constraint game_copies_check1 CHECK (lent_on IS NULL OR lent_to IS NOT NULL),
  constraint game_copies_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint game_copies_edition_check CHECK (length(edition) >= 1 AND length(edition) <= 60),
  constraint game_copies_got_on_check CHECK (got_on >= '1970-01-01'::date),
  constraint game_copies_got_precision_check CHECK (got_precision = ANY (ARRAY['day'::text, 'month'::text, 'year'::text])),
  constraint game_copies_lent_on_check CHECK (lent_on >= '1970-01-01'::date),
  constraint game_copies_lent_precision_check CHECK (lent_precision = ANY (ARRAY['day'::text, 'month'::text, 'year'::text])),
  constraint game_copies_lent_to_check CHECK (length(lent_to) >= 1 AND length(lent_to) <= 60),
  constraint game_copies_platform_check CHECK (length(platform) >= 1 AND length(platform) <= 60),
  constraint game_copies_price_check CHECK (price >= 0::numeric),
  constraint game_copies_store_check CHECK (length(store) >= 1 AND length(store) <= 60)
);
CREATE INDEX game_copies_entry ON game_copies USING btree (user_id, game_id, id);

-- game_counts

create table game_counts (
  facet integer not null,
  games integer not null,
  is_erotic boolean not null
);
CREATE INDEX game_counts_facet ON game_counts USING btree (facet) INCLUDE (games, is_erotic);

-- game_external_ids

create table game_external_ids (
  source text not null,
  uid text not null,
  game_id text not null,
  constraint game_external_ids_pkey PRIMARY KEY (source, uid, game_id),
  constraint game_external_ids_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE
);
CREATE INDEX game_external_ids_game ON game_external_ids USING btree (game_id);

-- game_facet_bits

create table game_facet_bits (
  facet integer not null,
  part integer not null,
  bits bit(8192) not null,
  constraint game_facet_bits_pkey PRIMARY KEY (facet, part)
) with (fillfactor=80);

-- game_facet_changes

create table game_facet_changes (
  game_id text not null,
  facets integer[] not null,
  change smallint not null
);

-- game_import_keys

create table game_import_keys (
  key text not null,
  game_id text not null,
  constraint game_import_keys_pkey PRIMARY KEY (key),
  constraint game_import_keys_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE
);
CREATE INDEX game_import_keys_game ON game_import_keys USING btree (game_id);

-- game_keys

create table game_keys (
  key text not null,
  renown smallint not null,
  game_id text not null,
  signs bigint not null,
  constraint game_keys_pkey PRIMARY KEY (key, renown, game_id) INCLUDE (signs)
);

-- game_member_counts

create table game_member_counts (
  game_id text not null,
  added integer not null,
  playing integer not null,
  finished integer not null,
  dropped integer not null,
  constraint game_member_counts_pkey PRIMARY KEY (game_id),
  constraint game_member_counts_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE
);

-- game_merge_rows

create table game_merge_rows (
  from_id text not null,
  kind text not null,
  key text not null,
  user_id uuid,
  before jsonb,
  after jsonb,
  constraint game_merge_rows_pkey PRIMARY KEY (from_id, kind, key),
  constraint game_merge_rows_from_id_fkey FOREIGN KEY (from_id) REFERENCES game_merges(from_id) ON DELETE CASCADE,
  constraint game_merge_rows_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
CREATE INDEX game_merge_rows_member ON game_merge_rows USING btree (user_id);

-- game_merges

create table game_merges (
  from_id text not null,
  into_id text not null,
  name text not null,
  merged_at timestamp(3) with time zone not null default now(),
  moved jsonb not null,
  recorded_at timestamp with time zone,
  added_names text,
  constraint game_merges_pkey PRIMARY KEY (from_id),
  constraint game_merges_into_id_fkey FOREIGN KEY (into_id) REFERENCES games(id)
);
CREATE INDEX game_merges_into ON game_merges USING btree (into_id);
CREATE INDEX game_merges_latest ON game_merges USING btree (merged_at DESC, from_id DESC);

-- game_numbers

create table game_numbers (
  game_id text not null,
  number integer not null generated always as identity,
  constraint game_numbers_pkey PRIMARY KEY (game_id)
);

-- game_play_times

create table game_play_times (
  game_id text not null,
  times jsonb not null,
  counted_at timestamp(3) with time zone not null default now(),
  constraint game_play_times_pkey PRIMARY KEY (game_id),
  constraint game_play_times_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE
);

-- game_progress_history

create table game_progress_history (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  game_id text not null,
  play_time numeric(8,2) not null,
  completion_percentage numeric(5,2) not null,
  created_at timestamp(3) with time zone not null default now(),
  undated_hours numeric(8,2) not null default 0,
  constraint game_progress_history_pkey PRIMARY KEY (id),
  constraint game_progress_history_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id),
  constraint game_progress_history_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
CREATE INDEX game_progress_history_entry ON game_progress_history USING btree (user_id, game_id, created_at, id);
CREATE INDEX game_progress_history_game ON game_progress_history USING btree (game_id);

CREATE OR REPLACE FUNCTION note_undated_hours()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.undated_hours := new.play_time - coalesce((
    select round(session_minutes / 60.0, 2) from user_games
    where user_id = new.user_id and game_id = new.game_id
  ), 0);
  return new;
end
$function$;

CREATE TRIGGER game_progress_history_undated BEFORE INSERT OR UPDATE OF play_time ON game_progress_history FOR EACH ROW EXECUTE FUNCTION note_undated_hours();

-- game_relations

create table game_relations (
  part_id text not null,
  kind text not null,
  whole_id text not null,
  stated_by text not null,
  constraint game_relations_pkey PRIMARY KEY (part_id, kind, whole_id, stated_by),
  constraint game_relations_stated_by_fkey FOREIGN KEY (stated_by) REFERENCES games(id) ON DELETE CASCADE
);
CREATE INDEX game_relations_stated ON game_relations USING btree (stated_by);
CREATE INDEX game_relations_whole ON game_relations USING btree (whole_id, kind, part_id);

-- game_review_counts

create table game_review_counts (
  game_id text not null,
  platform text not null,
  half_stars smallint not null,
  reviews integer not null,
  constraint game_review_counts_pkey PRIMARY KEY (game_id, platform, half_stars),
  constraint game_review_counts_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  constraint game_review_counts_half_stars_check CHECK (half_stars >= 1 AND half_stars <= 10),
  constraint game_review_counts_reviews_check CHECK (reviews >= 0)
);

-- game_star_counts

create table game_star_counts (
  game_id text not null,
  half_stars smallint not null,
  members integer not null,
  constraint game_star_counts_pkey PRIMARY KEY (game_id, half_stars) INCLUDE (members),
  constraint game_star_counts_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  constraint game_star_counts_half_stars_check CHECK (half_stars >= 1 AND half_stars <= 10)
);

-- game_trait_counts

create table game_trait_counts (
  kind text not null,
  name text not null,
  games integer not null,
  constraint game_trait_counts_pkey PRIMARY KEY (kind, name)
);
CREATE INDEX game_trait_counts_most ON game_trait_counts USING btree (kind, games DESC, name);

-- game_validity

create table game_validity (
  id text not null,
  is_valid boolean not null,
  reason text,
  checked_at timestamp(3) with time zone not null default now(),
  constraint game_validity_pkey PRIMARY KEY (id),
  constraint game_validity_reason_check CHECK (reason = ANY (ARRAY['not_found'::text, 'invalid_id'::text]))
);
CREATE INDEX game_validity_age ON game_validity USING btree (checked_at);

-- game_views

create table game_views (
  game_id text not null,
  views bigint not null default 0,
  viewed_at timestamp(3) with time zone not null default now(),
  constraint game_views_pkey PRIMARY KEY (game_id),
  constraint game_views_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE
);
CREATE INDEX game_views_most ON game_views USING btree (views DESC, game_id);

-- game_words

create table game_words (
  word text not null,
  renown smallint not null,
  constraint game_words_pkey PRIMARY KEY (word) INCLUDE (renown)
);

-- games

create table games (
  id text not null,
  data_source text not null,
  source_id bigint not null,
  name text not null,
  search_text text not null,
  cover_url text,
  cover_image_id text,
  first_release_date bigint,
  platforms jsonb not null default '[]'::jsonb,
  genres jsonb not null default '[]'::jsonb,
  platform_ids integer[] not null default '{}'::integer[],
  genre_ids integer[] not null default '{}'::integer[],
  theme_ids integer[] not null default '{}'::integer[],
  game_mode_ids integer[] not null default '{}'::integer[],
  rating numeric(5,2),
  total_rating numeric(5,2),
  total_rating_count integer not null default 0,
  renown smallint not null default 0,
  details jsonb not null default '{}'::jsonb,
  origin text not null default 'local'::text,
  refreshed_at timestamp(3) with time zone not null default now(),
  is_validated boolean not null default true,
  validation_reason text not null default 'valid'::text,
  last_validated timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  developer text,
  series text,
  hypes integer not null default 0,
  critic_rating numeric(5,2),
  critic_rating_count integer not null default 0,
  game_type smallint,
  parent_id text,
  provenance jsonb not null default '{}'::jsonb,
  top_rated_score double precision generated always as (
CASE
    WHEN total_rating IS NOT NULL AND total_rating_count >= 50 THEN (total_rating_count::numeric * total_rating + (250 * 75)::numeric) / (total_rating_count + 250)::numeric
    WHEN critic_rating IS NOT NULL AND critic_rating_count >= 5 THEN (critic_rating_count::numeric * critic_rating + (15 * 75)::numeric) / (critic_rating_count + 15)::numeric
    WHEN total_rating IS NOT NULL AND total_rating_count = 0 AND critic_rating_count = 0 THEN (15::numeric * total_rating + (15 * 75)::numeric) / (15 + 15)::numeric
    ELSE NULL::numeric
END) stored,
  facets integer[] not null generated always as (game_facets(platform_ids, genre_ids, theme_ids, game_mode_ids, first_release_date, game_type, parent_id)) stored,
  sort_name text not null generated always as (lower("left"(name, 200))) stored,
  name_key text not null default ''::text,
  weighted_rating double precision generated always as (
CASE
    WHEN total_rating IS NOT NULL AND total_rating_count >= 50 THEN (total_rating_count::numeric * total_rating + (250 * 75)::numeric) / (total_rating_count + 250)::numeric
    WHEN critic_rating IS NOT NULL AND critic_rating_count >= 5 THEN (critic_rating_count::numeric * critic_rating + (15 * 75)::numeric) / (critic_rating_count + 15)::numeric
    WHEN total_rating IS NOT NULL AND total_rating_count > 0 THEN (total_rating_count::numeric * total_rating + (250 * 75)::numeric) / (total_rating_count + 250)::numeric
    WHEN total_rating IS NOT NULL THEN (0.3 * renown::numeric * total_rating + (15 * 75)::numeric) / (0.3 * renown::numeric + 15::numeric)
    ELSE NULL::numeric
END) stored,
  owner_id uuid,
  time_to_beat jsonb,
  constraint games_pkey PRIMARY KEY (id),
  constraint games_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint games_critic_rating_check CHECK (critic_rating >= 0::numeric AND critic_rating <= 100::numeric),
  constraint games_data_source_check CHECK (data_source = ANY (ARRAY['igdb'::text, 'rawg'::text, 'local'::text])),
  constraint games_id_check CHECK (id ~ '^(igdb|rawg|local)_[0-9]+$'::text),
  constraint games_id_of_source CHECK (id = ((data_source || '_'::text) || source_id)),
  constraint games_origin_check CHECK (origin = ANY (ARRAY['local'::text, 'igdb'::text, 'rawg'::text, 'import'::text])),
  constraint games_owner_check CHECK (is_own_game(id) = (owner_id IS NOT NULL)),
  constraint games_owner_type_check CHECK (owner_id IS NULL OR game_type = '-1'::integer),
  constraint games_rating_check CHECK (rating >= 0::numeric AND rating <= 100::numeric),
  constraint games_renown_check CHECK (renown >= 0 AND renown <= 100),
  constraint games_total_rating_check CHECK (total_rating >= 0::numeric AND total_rating <= 100::numeric),
  constraint games_validation_reason_check CHECK (validation_reason = ANY (ARRAY['valid'::text, 'needs_validation'::text, 'validated_success'::text, 'validation_failed'::text, 'max_retries_exceeded'::text]))
);
CREATE INDEX games_cover_image ON games USING btree (cover_image_id) WHERE cover_image_id IS NOT NULL;
CREATE INDEX games_critics ON games USING btree (critic_rating) WHERE critic_rating IS NOT NULL;
CREATE INDEX games_developer ON games USING btree (developer, renown DESC, id) WHERE developer IS NOT NULL;
CREATE INDEX games_facets ON games USING gin (facets);
CREATE INDEX games_first_release_date ON games USING btree (first_release_date DESC NULLS LAST, id) INCLUDE (facets, total_rating);
CREATE INDEX games_franchise ON games USING btree ((details ->> 'franchise'::text), renown DESC, id) WHERE details ? 'franchise'::text;
CREATE INDEX games_igdb_number ON games USING btree (source_id) WHERE data_source = 'igdb'::text;
CREATE INDEX games_length ON games USING btree (((time_to_beat -> 'minutes'::text)::integer), renown DESC, id) WHERE time_to_beat IS NOT NULL;
CREATE INDEX games_listed_ids ON games USING btree (id) WHERE 15 = ANY (facets);
CREATE INDEX games_name_key ON games USING btree (name_key) WHERE name_key <> ''::text;
CREATE INDEX games_owner ON games USING btree (owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX games_parent ON games USING btree (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX games_players ON games USING btree (rating) WHERE rating IS NOT NULL;
CREATE INDEX games_rated ON games USING btree (total_rating_count) WHERE total_rating_count > 0;
CREATE INDEX games_renown ON games USING btree (renown DESC, id) INCLUDE (facets, total_rating, first_release_date);
CREATE INDEX games_series ON games USING btree (series, renown DESC, id) WHERE series IS NOT NULL;
CREATE INDEX games_sort_name ON games USING btree (sort_name, id) INCLUDE (facets, total_rating, first_release_date);
CREATE INDEX games_top_rated ON games USING btree (top_rated_score DESC NULLS LAST, renown DESC, id) INCLUDE (facets, total_rating, first_release_date) WHERE top_rated_score IS NOT NULL;
CREATE INDEX games_total_rating ON games USING btree (total_rating DESC NULLS LAST, renown DESC, id) INCLUDE (facets, first_release_date);
CREATE INDEX games_traits ON games USING gin (game_traits(details, developer, series, game_type));
CREATE INDEX games_weighted_rating ON games USING btree (weighted_rating DESC NULLS LAST, renown DESC, id) INCLUDE (facets, total_rating, first_release_date);

CREATE OR REPLACE FUNCTION count_facets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into game_counts (facet, is_erotic, games)
    select counted.facet, counted.is_erotic, count(*)
    from changed_to game cross join lateral counted_facets(game.facets) counted
    group by counted.facet, counted.is_erotic;
    insert into game_facet_changes (game_id, facets, change)
    select id, facets, 1 from changed_to where is_listed(facets);
  elsif tg_op = 'DELETE' then
    insert into game_counts (facet, is_erotic, games)
    select counted.facet, counted.is_erotic, -count(*)
    from changed_from game cross join lateral counted_facets(game.facets) counted
    group by counted.facet, counted.is_erotic;
    insert into game_facet_changes (game_id, facets, change)
    select id, facets, -1 from changed_from where is_listed(facets);
  else
    -- Added and taken off rather than joined: how large these tables are is not known when the plan is made.
    with changed as materialized (
      select game.id, game.facets, sum(game.change) as change
      from (
        select id, facets, 1 as change from changed_to union all select id, facets, -1 from changed_from
      ) game
      where is_listed(game.facets)
      group by game.id, game.facets
      having sum(game.change) <> 0
    ), counts as (
      insert into game_counts (facet, is_erotic, games)
      select counted.facet, counted.is_erotic, sum(changed.change)
      from changed cross join lateral counted_facets(changed.facets) counted
      group by counted.facet, counted.is_erotic
      having sum(changed.change) <> 0
    )
    insert into game_facet_changes (game_id, facets, change) select id, facets, change from changed;
  end if;
  -- After fifty statements the rows of each count become one, and after a thousand games the bits change. Who reads meanwhile
  -- sees the old ones.
  if (
    (select count(*) from game_counts where facet = 0) > 50 or exists (select from game_facet_changes offset 1000)
  ) and pg_try_advisory_xact_lock(5430003) then
    with gone as (delete from game_counts returning facet, is_erotic, games)
    insert into game_counts (facet, is_erotic, games)
    select facet, is_erotic, sum(games) from gone group by facet, is_erotic having sum(games) <> 0;
    perform store_facet_changes();
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION index_names()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  if tg_op = 'INSERT' then
    perform add_game_keys(array(select id from changed_to));
    return null;
  end if;
  if tg_op = 'DELETE' then
    -- `offset 0`: each key is looked up, however the table is thought to be.
    delete from game_keys where ctid = any(array(
      select found.ctid
      from changed_from game cross join lateral search_keys(game.search_text) gone
      cross join lateral (
        select each.ctid from game_keys each
        where each.key = gone.key and each.renown = game.renown and each.game_id = game.id offset 0
      ) found
    ));
    return null;
  end if;
  -- What is as it was keeps its keys. Compared as sets: how large these tables are is not known when the plan is made.
  delete from game_keys where ctid = any(array(
    select found.ctid
    from (
      select id, search_text, renown from changed_from except select id, search_text, renown from changed_to
    ) game
    cross join lateral search_keys(game.search_text) gone
    cross join lateral (
      select each.ctid from game_keys each
      where each.key = gone.key and each.renown = game.renown and each.game_id = game.id offset 0
    ) found
  ));
  perform add_game_keys(array(
    select id from (
      select id, search_text, renown from changed_to except select id, search_text, renown from changed_from
    ) game
  ));
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION keep_merged_names()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  added text;
begin
  -- The latest first: it contains those of games that were merged into it before.
  for added in
    select added_names from game_merges where into_id = new.id and added_names <> '' order by recorded_at desc
  loop
    if position(added in new.search_text) = 0 then
      new.search_text := new.search_text || added;
    end if;
  end loop;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION store_relations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from game_relations where stated_by = new.id;
  insert into game_relations (part_id, kind, whole_id, stated_by)
  select
    case relation.role when 'part' then relation.id else new.id end, relation.kind,
    case relation.role when 'part' then new.id else relation.id end, new.id
  from jsonb_to_recordset(coalesce(new.details -> 'relations', '[]')) relation (kind text, role text, id text)
  where relation.id <> new.id and relation.kind is not null
  on conflict do nothing;
  return null;
end
$function$;

CREATE TRIGGER count_deleted AFTER DELETE ON games REFERENCING OLD TABLE AS changed_from FOR EACH STATEMENT EXECUTE FUNCTION count_facets();
CREATE TRIGGER count_inserted AFTER INSERT ON games REFERENCING NEW TABLE AS changed_to FOR EACH STATEMENT EXECUTE FUNCTION count_facets();
CREATE TRIGGER count_updated AFTER UPDATE ON games REFERENCING OLD TABLE AS changed_from NEW TABLE AS changed_to FOR EACH STATEMENT EXECUTE FUNCTION count_facets();
CREATE TRIGGER games_merged_names BEFORE UPDATE OF search_text ON games FOR EACH ROW WHEN (old.search_text IS DISTINCT FROM new.search_text) EXECUTE FUNCTION keep_merged_names();
CREATE TRIGGER index_deleted AFTER DELETE ON games REFERENCING OLD TABLE AS changed_from FOR EACH STATEMENT EXECUTE FUNCTION index_names();
CREATE TRIGGER index_inserted AFTER INSERT ON games REFERENCING NEW TABLE AS changed_to FOR EACH STATEMENT EXECUTE FUNCTION index_names();
CREATE TRIGGER index_updated AFTER UPDATE ON games REFERENCING OLD TABLE AS changed_from NEW TABLE AS changed_to FOR EACH STATEMENT EXECUTE FUNCTION index_names();
CREATE TRIGGER relations_added AFTER INSERT ON games FOR EACH ROW WHEN (new.details ? 'relations'::text) EXECUTE FUNCTION store_relations();
CREATE TRIGGER relations_changed AFTER UPDATE OF details ON games FOR EACH ROW WHEN ((old.details -> 'relations'::text) IS DISTINCT FROM (new.details -> 'relations'::text)) EXECUTE FUNCTION store_relations();

-- held_texts

create table held_texts (
  id uuid not null default uuidv7(),
  subject_type text not null,
  subject_id uuid not null,
  author_id uuid not null,
  reason text not null,
  state text not null default 'waiting'::text,
  note text,
  held_at timestamp(3) with time zone not null,
  decided_at timestamp(3) with time zone,
  decided_by uuid,
  constraint held_texts_pkey PRIMARY KEY (id),
  constraint held_texts_subject_id_subject_type_key UNIQUE (subject_id, subject_type),
  constraint held_texts_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint held_texts_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint held_texts_check CHECK ((state = 'waiting'::text) = (decided_at IS NULL)),
  constraint held_texts_note_check CHECK (char_length(note) <= 500),
  constraint held_texts_reason_check CHECK (reason = ANY (ARRAY['first'::text, 'link'::text, 'word'::text])),
  constraint held_texts_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'declined'::text]))
);
CREATE INDEX held_texts_author ON held_texts USING btree (author_id);
CREATE INDEX held_texts_decided_by ON held_texts USING btree (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX held_texts_waiting ON held_texts USING btree (held_at, id) WHERE state = 'waiting'::text;

-- hold_rules

create table hold_rules (
  id boolean not null default true,
  first_texts smallint not null default 3,
  first_days smallint not null default 0,
  link_days smallint not null default 0,
  words text[] not null default '{}'::text[],
  updated_at timestamp with time zone not null default now(),
  constraint hold_rules_pkey PRIMARY KEY (id),
  constraint hold_rules_first_days_check CHECK (first_days >= 0 AND first_days <= 365),
  constraint hold_rules_first_texts_check CHECK (first_texts >= 1 AND first_texts <= 50),
  constraint hold_rules_id_check CHECK (id),
  constraint hold_rules_link_days_check CHECK (link_days >= 0 AND link_days <= 365)
);

-- import_changes

create table import_changes (
  id uuid not null default uuidv7(),
  import_id uuid not null,
  game_id text not null,
  entry_id uuid,
  before jsonb,
  after jsonb,
  playthrough_ids jsonb not null,
  history_id uuid,
  undone_at timestamp(3) with time zone,
  shelves jsonb not null default '[]'::jsonb,
  made_shelf_ids jsonb not null default '[]'::jsonb,
  session_ids jsonb not null default '[]'::jsonb,
  copy_ids jsonb not null default '[]'::jsonb,
  review jsonb,
  ticks jsonb not null default '[]'::jsonb,
  resumed_ids jsonb not null default '[]'::jsonb,
  history_ids jsonb not null default '[]'::jsonb,
  continued jsonb not null default '[]'::jsonb,
  constraint import_changes_pkey PRIMARY KEY (id),
  constraint import_changes_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE
);
CREATE INDEX import_changes_game ON import_changes USING btree (import_id, game_id);
CREATE INDEX import_changes_open ON import_changes USING btree (import_id, id DESC) WHERE undone_at IS NULL;

-- import_files

create table import_files (
  import_id uuid not null,
  bytes bytea not null,
  n integer not null,
  constraint import_files_pkey PRIMARY KEY (import_id, n),
  constraint import_files_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE
);

-- import_items

create table import_items (
  import_id uuid not null,
  kind text not null,
  n integer not null,
  key text not null,
  title text not null,
  item jsonb not null,
  state text not null,
  outcome text,
  reason text,
  written jsonb,
  constraint import_items_pkey PRIMARY KEY (import_id, kind, n),
  constraint import_items_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  constraint import_items_kind_check CHECK (kind = ANY (ARRAY['shelf'::text, 'list'::text, 'list_game'::text, 'journal'::text, 'journal_date'::text])),
  constraint import_items_outcome_check CHECK (outcome = ANY (ARRAY['new'::text, 'same'::text])),
  constraint import_items_state_check CHECK (state = ANY (ARRAY['ready'::text, 'skipped'::text, 'applied'::text, 'failed'::text, 'undone'::text]))
);
CREATE INDEX import_items_key ON import_items USING btree (import_id, kind, key);
CREATE INDEX import_items_state ON import_items USING btree (import_id, kind, state, outcome, n);

-- import_rows

create table import_rows (
  import_id uuid not null,
  n integer not null,
  title text not null,
  record jsonb,
  state text not null,
  outcome text,
  reason text,
  matched_by text,
  game_id text,
  candidates jsonb not null default '[]'::jsonb,
  remarks jsonb not null default '[]'::jsonb,
  ledger jsonb,
  constraint import_rows_pkey PRIMARY KEY (import_id, n),
  constraint import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  constraint import_rows_outcome_check CHECK (outcome = ANY (ARRAY['new'::text, 'changed'::text, 'same'::text, 'joined'::text])),
  constraint import_rows_state_check CHECK (state = ANY (ARRAY['ready'::text, 'doubtful'::text, 'unknown'::text, 'skipped'::text, 'applied'::text, 'failed'::text, 'undone'::text]))
);
CREATE INDEX import_rows_contradicting ON import_rows USING btree (import_id) WHERE record ? 'or_status'::text;
CREATE INDEX import_rows_game ON import_rows USING btree (import_id, game_id, n) WHERE game_id IS NOT NULL;
CREATE INDEX import_rows_own ON import_rows USING btree (import_id, (record #>> '{ids,own}'::text[]), n) WHERE (record #>> '{ids,own}'::text[]) IS NOT NULL;
CREATE INDEX import_rows_state ON import_rows USING btree (import_id, state, outcome, n);

-- imports

create table imports (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  file_name text not null,
  preset text not null,
  state text not null,
  mapping jsonb,
  rules jsonb not null,
  unstored jsonb not null default '[]'::jsonb,
  read_records integer not null default 0,
  error text,
  is_cancelled boolean not null default false,
  created_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  undone_at timestamp(3) with time zone,
  columns jsonb,
  is_shared boolean not null default false,
  sync text,
  is_expired boolean not null default false,
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint imports_file_name_check CHECK (length(file_name) >= 1 AND length(file_name) <= 200),
  constraint imports_state_check CHECK (state = ANY (ARRAY['mapping'::text, 'reading'::text, 'planning'::text, 'ready'::text, 'applying'::text, 'done'::text, 'undoing'::text, 'undone'::text, 'failed'::text])),
  constraint imports_sync_check CHECK (sync = ANY (ARRAY['ask'::text, 'apply'::text, 'time'::text]))
);
CREATE INDEX imports_member ON imports USING btree (user_id, id DESC);
CREATE UNIQUE INDEX imports_open ON imports USING btree (user_id) WHERE state = ANY (ARRAY['mapping'::text, 'reading'::text, 'planning'::text, 'ready'::text, 'applying'::text, 'undoing'::text]);

-- invitation_uses

create table invitation_uses (
  id uuid not null default uuidv7(),
  invitation_id uuid not null,
  user_id uuid,
  email text,
  used_at timestamp with time zone not null,
  constraint invitation_uses_pkey PRIMARY KEY (id),
  constraint invitation_uses_user_id_key UNIQUE (user_id),
  constraint invitation_uses_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES invitations(id) ON DELETE CASCADE,
  constraint invitation_uses_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX invitation_uses_by_email ON invitation_uses USING btree (email) WHERE email IS NOT NULL;
CREATE INDEX invitation_uses_by_invitation ON invitation_uses USING btree (invitation_id);

-- invitations

create table invitations (
  id uuid not null default uuidv7(),
  token_hash text,
  created_by uuid,
  uses integer not null,
  note text,
  created_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_token_hash_key UNIQUE (token_hash),
  constraint invitations_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint invitations_note_check CHECK (char_length(note) <= 200),
  constraint invitations_uses_check CHECK (uses >= 1 AND uses <= 1000)
);
CREATE INDEX invitations_by_member ON invitations USING btree (created_by, created_at);
CREATE INDEX invitations_by_time ON invitations USING btree (created_at, id);

-- journal_entries

create table journal_entries (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  type text not null,
  date date not null,
  title text,
  content text not null default ''::text,
  game_id text,
  progress smallint,
  hours_played numeric(8,2),
  review_id uuid,
  list_id uuid,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint journal_entries_pkey PRIMARY KEY (id),
  constraint journal_entries_list_id_key UNIQUE (list_id),
  constraint journal_entries_review_id_key UNIQUE (review_id),
  constraint journal_entries_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id),
  constraint journal_entries_list_id_fkey FOREIGN KEY (list_id) REFERENCES lists(id) ON DELETE CASCADE,
  constraint journal_entries_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint journal_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint journal_entries_check CHECK ((type = 'review'::text) = (review_id IS NOT NULL)),
  constraint journal_entries_check1 CHECK ((type = 'list'::text) = (list_id IS NOT NULL)),
  constraint journal_entries_check2 CHECK ((type <> ALL (ARRAY['progress'::text, 'review'::text])) OR game_id IS NOT NULL),
  constraint journal_entries_check3 CHECK ((type = 'progress'::text) = (progress IS NOT NULL AND hours_played IS NOT NULL)),
  constraint journal_entries_check4 CHECK (type <> 'daily'::text OR content <> ''::text),
  constraint journal_entries_content_check CHECK (length(content) <= 500),
  constraint journal_entries_hours_played_check CHECK (hours_played >= 0::numeric),
  constraint journal_entries_progress_check CHECK (progress >= 0 AND progress <= 100),
  constraint journal_entries_title_check CHECK (length(title) >= 1 AND length(title) <= 150),
  constraint journal_entries_type_check CHECK (type = ANY (ARRAY['progress'::text, 'review'::text, 'daily'::text, 'list'::text]))
);
CREATE INDEX journal_entries_anniversary ON journal_entries USING btree (user_id, EXTRACT(month FROM date), EXTRACT(day FROM date));
CREATE INDEX journal_entries_day ON journal_entries USING btree (user_id, date);
CREATE INDEX journal_entries_game ON journal_entries USING btree (user_id, game_id, created_at DESC, id DESC);
CREATE INDEX journal_entries_latest ON journal_entries USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX journal_entries_of_game ON journal_entries USING btree (game_id) WHERE game_id IS NOT NULL;
CREATE INDEX journal_entries_type ON journal_entries USING btree (user_id, type, created_at DESC, id DESC);

-- latest_activities

create table latest_activities (
  user_id uuid not null,
  activity_id uuid not null,
  created_at timestamp(3) with time zone not null,
  constraint latest_activities_pkey PRIMARY KEY (user_id),
  constraint latest_activities_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
) with (fillfactor=50);

-- library_bulk_changes

create table library_bulk_changes (
  user_id uuid not null,
  id uuid not null default uuidv7(),
  status text,
  before jsonb not null,
  changed_at timestamp(3) with time zone not null,
  kind text not null default 'status'::text,
  constraint library_bulk_changes_pkey PRIMARY KEY (id),
  constraint library_bulk_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint library_bulk_changes_kind_check CHECK (kind = ANY (ARRAY['status'::text, 'addition'::text, 'shelf'::text, 'rating'::text, 'playthroughs'::text]))
);
CREATE INDEX library_bulk_changes_member ON library_bulk_changes USING btree (user_id, id);

-- list_games

create table list_games (
  list_id uuid not null,
  game_id text not null,
  "position" integer not null,
  note text,
  added_at timestamp(3) with time zone not null default now(),
  constraint list_games_pkey PRIMARY KEY (list_id, game_id),
  constraint list_games_list_id_position_key UNIQUE (list_id, "position") DEFERRABLE,
  constraint list_games_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id),
  constraint list_games_list_id_fkey FOREIGN KEY (list_id) REFERENCES lists(id) ON DELETE CASCADE,
  constraint list_games_note_check CHECK (length(note) >= 1 AND length(note) <= 500),
  constraint list_games_position_check CHECK ("position" >= 1 AND "position" <= 1000)
);
CREATE INDEX list_games_game ON list_games USING btree (game_id, list_id DESC);

-- list_likes

create table list_likes (
  list_id uuid not null,
  user_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint list_likes_pkey PRIMARY KEY (list_id, user_id),
  constraint list_likes_list_id_fkey FOREIGN KEY (list_id) REFERENCES lists(id) ON DELETE CASCADE,
  constraint list_likes_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
CREATE INDEX list_likes_member ON list_likes USING btree (user_id, created_at DESC, list_id);

CREATE OR REPLACE FUNCTION count_list_likes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  liked record := coalesce(new, old);
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from profiles where id = liked.user_id and disabled_at is null for key share;
  if found then
    update lists set likes_count = likes_count + step where id = liked.list_id;
  end if;
  return null;
end
$function$;

CREATE TRIGGER list_likes_counts AFTER INSERT OR DELETE ON list_likes FOR EACH ROW EXECUTE FUNCTION count_list_likes();

-- lists

create table lists (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  title text not null,
  description text not null default ''::text,
  is_shared boolean not null default false,
  is_ranked boolean not null default false,
  games_count integer not null default 0,
  likes_count integer not null default 0,
  hidden_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  changed_at timestamp(3) with time zone not null default now(),
  title_words text not null generated always as (title_words(title)) stored,
  is_on_home boolean not null default false,
  constraint lists_pkey PRIMARY KEY (id),
  constraint lists_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint lists_description_check CHECK (length(description) <= 1000),
  constraint lists_games_count_check CHECK (games_count >= 0 AND games_count <= 1000),
  constraint lists_likes_count_check CHECK (likes_count >= 0),
  constraint lists_title_check CHECK (length(title) >= 1 AND length(title) <= 150)
);
CREATE INDEX lists_latest ON lists USING btree (changed_at DESC, id DESC) WHERE is_shared AND hidden_at IS NULL;
CREATE INDEX lists_liked ON lists USING btree (likes_count DESC, id DESC) WHERE is_shared AND hidden_at IS NULL AND likes_count > 0;
CREATE INDEX lists_member ON lists USING btree (user_id, changed_at DESC, id DESC);
CREATE INDEX lists_on_home ON lists USING btree (user_id) WHERE is_on_home;
CREATE INDEX lists_titles ON lists USING gin (title_lexemes(title_words)) WHERE is_shared AND hidden_at IS NULL;
CREATE INDEX lists_whole_title ON lists USING hash (title_words) WHERE is_shared AND hidden_at IS NULL;

CREATE TRIGGER lists_appeals AFTER DELETE ON lists FOR EACH ROW WHEN (old.hidden_at IS NOT NULL) EXECUTE FUNCTION forget_appeals('list');
CREATE TRIGGER lists_discussion AFTER DELETE ON lists FOR EACH ROW EXECUTE FUNCTION delete_discussion('list');
CREATE TRIGGER lists_held AFTER DELETE ON lists FOR EACH ROW WHEN (old.hidden_at IS NOT NULL) EXECUTE FUNCTION forget_held_text('list');

-- loaded_data

create table loaded_data (
  name text not null,
  content_hash text not null,
  loaded_at timestamp(3) with time zone not null default now(),
  constraint loaded_data_pkey PRIMARY KEY (name)
);

-- long_migrations

create table long_migrations (
  name text not null,
  place text,
  rows_done bigint not null default 0,
  rows_total bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint long_migrations_pkey PRIMARY KEY (name)
);

-- mail_schedules

create table mail_schedules (
  user_id uuid not null,
  digest_at timestamp(3) with time zone,
  digest_since timestamp(3) with time zone not null,
  soon_types text[] not null,
  soon_at timestamp(3) with time zone,
  soon_since timestamp(3) with time zone not null,
  constraint mail_schedules_pkey PRIMARY KEY (user_id),
  constraint mail_schedules_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
CREATE INDEX mail_schedules_due ON mail_schedules USING btree (LEAST(digest_at, soon_at));

-- member_notes

create table member_notes (
  id uuid not null default uuidv7(),
  member_id uuid not null,
  author_id uuid,
  note text not null,
  created_at timestamp(3) with time zone not null,
  constraint member_notes_pkey PRIMARY KEY (id),
  constraint member_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint member_notes_member_id_fkey FOREIGN KEY (member_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint member_notes_note_check CHECK (char_length(note) >= 1 AND char_length(note) <= 1000)
);
CREATE INDEX member_notes_author ON member_notes USING btree (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX member_notes_member ON member_notes USING btree (member_id, created_at DESC, id DESC);

-- member_requests

create table member_requests (
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamp(3) with time zone not null,
  constraint member_requests_pkey PRIMARY KEY (user_id, key),
  constraint member_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint member_requests_key_check CHECK (length(key) >= 1 AND length(key) <= 200),
  constraint member_requests_request_hash_check CHECK (octet_length(request_hash) = 32)
);
CREATE INDEX member_requests_age ON member_requests USING btree (created_at);

-- merged_sessions

create table merged_sessions (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  session_id uuid not null,
  sessions jsonb not null,
  entry_updated_at timestamp(3) with time zone not null,
  merged_at timestamp(3) with time zone not null,
  constraint merged_sessions_pkey PRIMARY KEY (id),
  constraint merged_sessions_session_id_fkey FOREIGN KEY (session_id) REFERENCES play_sessions(id) ON DELETE CASCADE,
  constraint merged_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
CREATE INDEX merged_sessions_member ON merged_sessions USING btree (user_id, id);
CREATE INDEX merged_sessions_session ON merged_sessions USING btree (session_id);

-- messages

create table messages (
  id uuid not null default uuidv7(),
  conversation_id uuid not null,
  sender_id uuid not null,
  recipient_id uuid not null,
  key uuid,
  content text,
  read_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  hidden_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE,
  constraint messages_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint messages_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint messages_check CHECK (sender_id <> recipient_id),
  constraint messages_check1 CHECK ((content IS NULL) = (deleted_at IS NOT NULL)),
  constraint messages_content_check CHECK (char_length(content) >= 1 AND char_length(content) <= 2000 AND content = btrim(content))
);
CREATE INDEX messages_latest ON messages USING btree (conversation_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX messages_one ON messages USING btree (sender_id, recipient_id, key);
CREATE INDEX messages_recipient ON messages USING btree (recipient_id);
CREATE INDEX messages_unread ON messages USING btree (recipient_id, conversation_id) WHERE read_at IS NULL AND deleted_at IS NULL AND hidden_at IS NULL;

CREATE TRIGGER messages_appeals AFTER DELETE ON messages FOR EACH ROW WHEN (old.hidden_at IS NOT NULL) EXECUTE FUNCTION forget_appeals('message');
CREATE TRIGGER messages_appeals_deletion AFTER UPDATE OF deleted_at ON messages FOR EACH ROW WHEN (old.hidden_at IS NOT NULL AND old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION forget_appeals('message');

-- mutes

create table mutes (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  target text not null,
  member_id uuid,
  game_id text,
  ends_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint mutes_pkey PRIMARY KEY (id),
  constraint mutes_target UNIQUE (user_id, target),
  constraint mutes_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  constraint mutes_member_id_fkey FOREIGN KEY (member_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint mutes_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint mutes_check CHECK (user_id <> member_id),
  constraint mutes_target_check CHECK (length(target) <= 100)
);
CREATE INDEX mutes_ends ON mutes USING btree (ends_at) WHERE ends_at IS NOT NULL;
CREATE INDEX mutes_game ON mutes USING btree (game_id) WHERE game_id IS NOT NULL;
CREATE INDEX mutes_latest ON mutes USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX mutes_member ON mutes USING btree (member_id) WHERE member_id IS NOT NULL;

-- news_posts

create table news_posts (
  id uuid not null default uuidv7(),
  slug text not null,
  title text not null,
  excerpt text not null default ''::text,
  content text not null default ''::text,
  content_html text not null default ''::text,
  word_count integer not null default 0,
  featured_image text,
  category text not null,
  badge text,
  status text not null default 'draft'::text,
  author_id uuid,
  published_at timestamp(3) with time zone,
  announced_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  words tsvector not null generated always as (news_words(title, excerpt, content)) stored,
  constraint news_posts_pkey PRIMARY KEY (id),
  constraint news_posts_slug_key UNIQUE (slug),
  constraint news_posts_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint news_posts_badge_check CHECK (length(badge) >= 1 AND length(badge) <= 30),
  constraint news_posts_category_check CHECK (category = ANY (ARRAY['Product Update'::text, 'Feature'::text, 'Announcement'::text, 'Security'::text, 'Community'::text])),
  constraint news_posts_check CHECK (status <> 'published'::text OR published_at IS NOT NULL),
  constraint news_posts_content_check CHECK (length(content) <= 15000),
  constraint news_posts_excerpt_check CHECK (length(excerpt) <= 300),
  constraint news_posts_featured_image_check CHECK (length(featured_image) >= 1 AND length(featured_image) <= 500),
  constraint news_posts_slug_check CHECK (length(slug) >= 1 AND length(slug) <= 100),
  constraint news_posts_status_check CHECK (status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text])),
  constraint news_posts_title_check CHECK (length(title) >= 1 AND length(title) <= 150),
  constraint news_posts_word_count_check CHECK (word_count >= 0)
);
CREATE INDEX news_posts_author ON news_posts USING btree (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX news_posts_category ON news_posts USING btree (category, published_at DESC, id DESC) WHERE status = 'published'::text;
CREATE INDEX news_posts_featured ON news_posts USING btree (published_at DESC, id DESC) WHERE status = 'published'::text AND (category = 'Feature'::text OR lower(badge) = 'featured'::text);
CREATE INDEX news_posts_listed ON news_posts USING btree (COALESCE(published_at, created_at) DESC, id DESC);
CREATE INDEX news_posts_published ON news_posts USING btree (published_at DESC, id DESC) WHERE status = 'published'::text;
CREATE INDEX news_posts_waiting ON news_posts USING btree (published_at) WHERE status = 'published'::text AND announced_at IS NULL;
CREATE INDEX news_posts_words ON news_posts USING gin (words);

-- news_slugs

create table news_slugs (
  slug text not null,
  post_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint news_slugs_pkey PRIMARY KEY (slug),
  constraint news_slugs_post_id_fkey FOREIGN KEY (post_id) REFERENCES news_posts(id) ON DELETE CASCADE
);
CREATE INDEX news_slugs_post ON news_slugs USING btree (post_id);

-- notifications

create table notifications (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  type text not null,
  actor_id uuid,
  subject_type text,
  subject_id uuid,
  data jsonb not null default '{}'::jsonb,
  read_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint notifications_check CHECK ((subject_type IS NULL) = (subject_id IS NULL))
);
CREATE INDEX notifications_badge ON notifications USING btree (user_id) WHERE type = 'badge'::text;
CREATE INDEX notifications_latest ON notifications USING btree (user_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX notifications_one ON notifications USING btree (actor_id, type, subject_type, subject_id, user_id) NULLS NOT DISTINCT WHERE actor_id IS NOT NULL;
CREATE INDEX notifications_read ON notifications USING btree (read_at) WHERE read_at IS NOT NULL;
CREATE INDEX notifications_subject ON notifications USING btree (subject_id, subject_type) WHERE subject_id IS NOT NULL;
CREATE INDEX notifications_unread ON notifications USING btree (user_id, created_at DESC, id DESC) WHERE read_at IS NULL;

-- oauthAccessToken

create table "oauthAccessToken" (
  id uuid not null default uuidv7(),
  token text not null,
  "clientId" text not null,
  "sessionId" uuid,
  "userId" uuid not null,
  "authorizationCodeId" text,
  "refreshId" uuid,
  "expiresAt" timestamp(3) with time zone not null,
  "createdAt" timestamp(3) with time zone not null,
  scopes jsonb not null,
  constraint "oauthAccessToken_pkey" PRIMARY KEY (id),
  constraint "oauthAccessToken_token_key" UNIQUE (token),
  constraint "oauthAccessToken_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "oauthClient"("clientId") ON DELETE CASCADE,
  constraint "oauthAccessToken_refreshId_fkey" FOREIGN KEY ("refreshId") REFERENCES "oauthRefreshToken"(id) ON DELETE CASCADE,
  constraint "oauthAccessToken_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES session(id) ON DELETE SET NULL,
  constraint "oauthAccessToken_userId_clientId_fkey" FOREIGN KEY ("userId", "clientId") REFERENCES access_tokens(user_id, client_id) ON DELETE CASCADE,
  constraint "oauthAccessToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX oauth_access_token_client ON "oauthAccessToken" USING btree ("clientId");
CREATE INDEX oauth_access_token_code ON "oauthAccessToken" USING btree ("authorizationCodeId");
CREATE INDEX oauth_access_token_expiry ON "oauthAccessToken" USING btree ("expiresAt");
CREATE INDEX oauth_access_token_refresh ON "oauthAccessToken" USING btree ("refreshId");
CREATE INDEX oauth_access_token_session ON "oauthAccessToken" USING btree ("sessionId");
CREATE INDEX oauth_access_token_user ON "oauthAccessToken" USING btree ("userId", "clientId");

-- oauthClient

create table "oauthClient" (
  id uuid not null default uuidv7(),
  "clientId" text not null,
  "clientSecret" text,
  disabled boolean not null default false,
  "userId" uuid not null,
  "createdAt" timestamp(3) with time zone not null,
  "updatedAt" timestamp(3) with time zone not null,
  name text not null,
  "redirectUris" jsonb not null,
  "tokenEndpointAuthMethod" text not null,
  constraint "oauthClient_pkey" PRIMARY KEY (id),
  constraint "oauthClient_clientId_key" UNIQUE ("clientId"),
  constraint "oauthClient_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE,
  constraint "oauthClient_name_check" CHECK (length(name) >= 1 AND length(name) <= 60),
  constraint "oauthClient_tokenEndpointAuthMethod_check" CHECK ("tokenEndpointAuthMethod" = ANY (ARRAY['none'::text, 'client_secret_basic'::text]))
);
CREATE INDEX oauth_client_user ON "oauthClient" USING btree ("userId", "createdAt" DESC);

-- oauthConsent

create table "oauthConsent" (
  id uuid not null default uuidv7(),
  "clientId" text not null,
  "userId" uuid not null,
  scopes jsonb not null,
  "createdAt" timestamp(3) with time zone not null,
  "updatedAt" timestamp(3) with time zone not null,
  constraint "oauthConsent_pkey" PRIMARY KEY (id),
  constraint "oauthConsent_userId_clientId_key" UNIQUE ("userId", "clientId"),
  constraint "oauthConsent_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "oauthClient"("clientId") ON DELETE CASCADE,
  constraint "oauthConsent_userId_clientId_fkey" FOREIGN KEY ("userId", "clientId") REFERENCES access_tokens(user_id, client_id) ON DELETE CASCADE,
  constraint "oauthConsent_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX oauth_consent_client ON "oauthConsent" USING btree ("clientId");

CREATE OR REPLACE FUNCTION give_app_access()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into access_tokens (user_id, client_id, name, scopes, created_at)
  select new."userId", client."clientId", client."name",
    array(select scope from jsonb_array_elements_text(new."scopes") scope where scope <> 'offline_access'), new."updatedAt"
  from "oauthClient" client where client."clientId" = new."clientId"
  -- What it may already do stays: another device of the member may use it.
  on conflict (user_id, client_id) do update
    set scopes = array(select distinct unnest(access_tokens.scopes || excluded.scopes));
  return new;
end $function$;

CREATE TRIGGER give_app_access BEFORE INSERT OR UPDATE OF scopes ON "oauthConsent" FOR EACH ROW EXECUTE FUNCTION give_app_access();

-- oauthRefreshToken

create table "oauthRefreshToken" (
  id uuid not null default uuidv7(),
  token text not null,
  "clientId" text not null,
  "sessionId" uuid,
  "userId" uuid not null,
  "authorizationCodeId" text,
  "expiresAt" timestamp(3) with time zone not null,
  "createdAt" timestamp(3) with time zone not null,
  revoked timestamp(3) with time zone,
  scopes jsonb not null,
  constraint "oauthRefreshToken_pkey" PRIMARY KEY (id),
  constraint "oauthRefreshToken_token_key" UNIQUE (token),
  constraint "oauthRefreshToken_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "oauthClient"("clientId") ON DELETE CASCADE,
  constraint "oauthRefreshToken_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES session(id) ON DELETE SET NULL,
  constraint "oauthRefreshToken_userId_clientId_fkey" FOREIGN KEY ("userId", "clientId") REFERENCES access_tokens(user_id, client_id) ON DELETE CASCADE,
  constraint "oauthRefreshToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX oauth_refresh_token_client ON "oauthRefreshToken" USING btree ("clientId");
CREATE INDEX oauth_refresh_token_code ON "oauthRefreshToken" USING btree ("authorizationCodeId");
CREATE INDEX oauth_refresh_token_expiry ON "oauthRefreshToken" USING btree ("expiresAt");
CREATE INDEX oauth_refresh_token_session ON "oauthRefreshToken" USING btree ("sessionId");
CREATE INDEX oauth_refresh_token_user ON "oauthRefreshToken" USING btree ("userId", "clientId");

-- oauth_codes

create table oauth_codes (
  code text not null,
  client_id text not null,
  user_id uuid not null,
  session_id uuid not null,
  redirect_uri text not null,
  challenge text not null,
  scopes text[] not null,
  expires_at timestamp(3) with time zone not null,
  constraint oauth_codes_pkey PRIMARY KEY (code),
  constraint oauth_codes_client_id_fkey FOREIGN KEY (client_id) REFERENCES "oauthClient"("clientId") ON DELETE CASCADE,
  constraint oauth_codes_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint oauth_codes_user_id_client_id_fkey FOREIGN KEY (user_id, client_id) REFERENCES access_tokens(user_id, client_id) ON DELETE CASCADE,
  constraint oauth_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX oauth_codes_client ON oauth_codes USING btree (client_id);
CREATE INDEX oauth_codes_expiry ON oauth_codes USING btree (expires_at);
CREATE INDEX oauth_codes_session ON oauth_codes USING btree (session_id);
CREATE INDEX oauth_codes_user ON oauth_codes USING btree (user_id, client_id);

-- outbox

create table outbox (
  id uuid not null default uuidv7(),
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_created_at ON outbox USING btree (created_at);

-- own_game_keys

create table own_game_keys (
  user_id uuid not null,
  key text not null,
  game_id text not null,
  constraint own_game_keys_pkey PRIMARY KEY (user_id, key),
  constraint own_game_keys_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  constraint own_game_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
CREATE INDEX own_game_keys_game ON own_game_keys USING btree (game_id);

-- own_shelf_games

create table own_shelf_games (
  shelf_id uuid not null,
  user_id uuid not null,
  game_id text not null,
  added_at timestamp(3) with time zone not null,
  "position" integer,
  constraint own_shelf_games_pkey PRIMARY KEY (shelf_id, game_id),
  constraint own_shelf_games_shelf_id_user_id_fkey FOREIGN KEY (shelf_id, user_id) REFERENCES own_shelves(id, user_id) ON DELETE CASCADE,
  constraint own_shelf_games_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint own_shelf_games_user_id_game_id_fkey FOREIGN KEY (user_id, game_id) REFERENCES user_games(user_id, game_id) ON DELETE CASCADE DEFERRABLE,
  constraint own_shelf_games_position_check CHECK ("position" >= 0)
);
CREATE INDEX own_shelf_games_entry ON own_shelf_games USING btree (user_id, game_id);

-- own_shelves

create table own_shelves (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  name text not null,
  color text not null,
  is_shown boolean not null default false,
  "position" smallint not null,
  created_at timestamp(3) with time zone not null default now(),
  is_queue boolean not null default false,
  constraint own_shelves_pkey PRIMARY KEY (id),
  constraint own_shelves_id_user_id_key UNIQUE (id, user_id),
  constraint own_shelves_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint own_shelves_color_check CHECK (color = ANY (ARRAY['grey'::text, 'red'::text, 'orange'::text, 'yellow'::text, 'green'::text, 'teal'::text, 'blue'::text, 'violet'::text])),
  constraint own_shelves_name_check CHECK (length(name) >= 1 AND length(name) <= 40),
  constraint own_shelves_position_check CHECK ("position" >= 0)
);
CREATE UNIQUE INDEX own_shelves_name ON own_shelves USING btree (user_id, lower(name));
CREATE UNIQUE INDEX own_shelves_queue ON own_shelves USING btree (user_id) WHERE is_queue;

-- page_counts

create table page_counts (
  day date not null,
  page text not null,
  views integer not null default 0,
  visits integer not null default 0,
  constraint page_counts_pkey PRIMARY KEY (day, page),
  constraint page_counts_page_check CHECK (length(page) <= 100)
);

-- passkey

create table passkey (
  id uuid not null default uuidv7(),
  "userId" uuid not null,
  name text,
  "publicKey" text not null,
  "credentialID" text not null,
  counter bigint not null,
  "deviceType" text not null,
  "backedUp" boolean not null,
  transports text,
  aaguid text,
  "createdAt" timestamp(3) with time zone not null default now(),
  "lastUsedAt" timestamp(3) with time zone,
  constraint passkey_pkey PRIMARY KEY (id),
  constraint "passkey_credentialID_key" UNIQUE ("credentialID"),
  constraint "passkey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX passkey_user ON passkey USING btree ("userId");

-- play_sessions

create table play_sessions (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  game_id text not null,
  playthrough_id uuid not null,
  played_on date not null,
  minutes smallint not null,
  note text,
  origin text not null,
  ended_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint play_sessions_pkey PRIMARY KEY (id),
  constraint play_sessions_playthrough_id_user_id_game_id_fkey FOREIGN KEY (playthrough_id, user_id, game_id) REFERENCES playthroughs(id, user_id, game_id) ON DELETE CASCADE DEFERRABLE,
  constraint play_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint play_sessions_user_id_game_id_fkey FOREIGN KEY (user_id, game_id) REFERENCES user_games(user_id, game_id) ON DELETE CASCADE DEFERRABLE,
  constraint play_sessions_minutes_check CHECK (minutes >= 1 AND minutes <= 1440),
  constraint play_sessions_note_check CHECK (length(note) >= 1 AND length(note) <= 500),
  constraint play_sessions_origin_check CHECK (origin = ANY (ARRAY['quick'::text, 'timer'::text, 'typed'::text, 'steam'::text])),
  constraint play_sessions_played_on_check CHECK (played_on >= '1970-01-01'::date)
);
CREATE INDEX play_sessions_anniversary ON play_sessions USING btree (user_id, EXTRACT(month FROM played_on), EXTRACT(day FROM played_on));
CREATE INDEX play_sessions_day ON play_sessions USING btree (user_id, played_on) INCLUDE (game_id, minutes, playthrough_id);
CREATE INDEX play_sessions_entry ON play_sessions USING btree (user_id, game_id, played_on DESC, id DESC);
CREATE INDEX play_sessions_playthrough ON play_sessions USING btree (playthrough_id) INCLUDE (minutes);

CREATE OR REPLACE FUNCTION keep_session_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.user_id = old.user_id and old.game_id || '>' || new.game_id = current_setting('savepoint.merge', true) then
    return new;
  end if;
  raise exception 'a session stays with its entry' using errcode = 'check_violation';
end
$function$;

CREATE OR REPLACE FUNCTION reconcile_session_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- In one order, so that two writers of several entries never wait for one another.
  perform from user_games entry
  where (entry.user_id, entry.game_id) in (select user_id, game_id from changed)
  order by entry.user_id, entry.game_id
  for no key update;
  update user_games entry set session_minutes = session_minutes
  where (entry.user_id, entry.game_id) in (select user_id, game_id from changed);
  return null;
end
$function$;

CREATE TRIGGER play_sessions_deleted AFTER DELETE ON play_sessions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION reconcile_session_entries();
CREATE TRIGGER play_sessions_inserted AFTER INSERT ON play_sessions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION reconcile_session_entries();
CREATE TRIGGER play_sessions_stay BEFORE UPDATE ON play_sessions FOR EACH ROW WHEN (new.user_id <> old.user_id OR new.game_id <> old.game_id AND NOT is_own_game(old.game_id)) EXECUTE FUNCTION keep_session_entry();
CREATE TRIGGER play_sessions_updated AFTER UPDATE ON play_sessions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION reconcile_session_entries();

-- play_time_changes

create table play_time_changes (
  id bigint not null generated always as identity,
  game_id text not null,
  constraint play_time_changes_pkey PRIMARY KEY (id)
);

-- play_timers

create table play_timers (
  user_id uuid not null,
  game_id text not null,
  playthrough_id uuid,
  started_at timestamp(3) with time zone not null,
  running_since timestamp(3) with time zone,
  banked_ms bigint not null default 0,
  constraint play_timers_pkey PRIMARY KEY (user_id),
  constraint play_timers_playthrough_id_fkey FOREIGN KEY (playthrough_id) REFERENCES playthroughs(id) ON DELETE SET NULL,
  constraint play_timers_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint play_timers_user_id_game_id_fkey FOREIGN KEY (user_id, game_id) REFERENCES user_games(user_id, game_id) ON DELETE CASCADE DEFERRABLE,
  constraint play_timers_banked_ms_check CHECK (banked_ms >= 0)
);
CREATE INDEX play_timers_entry ON play_timers USING btree (user_id, game_id);
CREATE INDEX play_timers_playthrough ON play_timers USING btree (playthrough_id);

-- playlist_games

create table playlist_games (
  playlist_id uuid not null,
  game_id text not null,
  display_order smallint not null,
  added_at timestamp(3) with time zone not null default now(),
  constraint playlist_games_pkey PRIMARY KEY (playlist_id, game_id),
  constraint playlist_games_playlist_id_display_order_key UNIQUE (playlist_id, display_order),
  constraint playlist_games_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id),
  constraint playlist_games_playlist_id_fkey FOREIGN KEY (playlist_id) REFERENCES playlists(id) ON DELETE CASCADE,
  constraint playlist_games_display_order_check CHECK (display_order >= 1 AND display_order <= 100)
);
CREATE INDEX playlist_games_game ON playlist_games USING btree (game_id);

-- playlist_slugs

create table playlist_slugs (
  slug text not null,
  playlist_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint playlist_slugs_pkey PRIMARY KEY (slug),
  constraint playlist_slugs_playlist_id_fkey FOREIGN KEY (playlist_id) REFERENCES playlists(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX playlist_slugs_playlist ON playlist_slugs USING btree (playlist_id);

-- playlists

create table playlists (
  id uuid not null default uuidv7(),
  title text not null,
  description text not null default ''::text,
  type text not null default 'custom'::text,
  cover_image text,
  slug text not null,
  is_published boolean not null default false,
  published_at timestamp(3) with time zone,
  start_date date,
  end_date date,
  metadata jsonb not null default '{"tags": [], "textColor": "#000000", "backgroundColor": "#ffffff"}'::jsonb,
  display_order integer not null default 0,
  games_count smallint not null default 0,
  created_by uuid,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  title_words text not null generated always as (title_words(title)) stored,
  constraint playlists_pkey PRIMARY KEY (id),
  constraint playlists_slug_key UNIQUE (slug),
  constraint playlists_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint playlists_check CHECK (end_date >= start_date),
  constraint playlists_check1 CHECK (type = 'event'::text OR start_date IS NULL AND end_date IS NULL),
  constraint playlists_check2 CHECK (NOT is_published OR published_at IS NOT NULL),
  constraint playlists_cover_image_check CHECK (length(cover_image) >= 1 AND length(cover_image) <= 2048),
  constraint playlists_description_check CHECK (length(description) <= 2000),
  constraint playlists_display_order_check CHECK (display_order >= 0),
  constraint playlists_games_count_check CHECK (games_count >= 0 AND games_count <= 100),
  constraint playlists_slug_check CHECK (length(slug) >= 1 AND length(slug) <= 140),
  constraint playlists_title_check CHECK (length(title) >= 1 AND length(title) <= 120),
  constraint playlists_type_check CHECK (type = ANY (ARRAY['featured'::text, 'collection'::text, 'event'::text, 'genre'::text, 'custom'::text]))
);
CREATE INDEX playlists_all ON playlists USING btree (display_order, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX playlists_creator ON playlists USING btree (created_by);
CREATE INDEX playlists_deleted ON playlists USING btree (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX playlists_latest ON playlists USING btree (published_at DESC, id DESC) WHERE is_published AND deleted_at IS NULL AND games_count > 0;
CREATE INDEX playlists_public ON playlists USING btree (display_order, created_at DESC, id DESC) WHERE is_published AND deleted_at IS NULL;
CREATE INDEX playlists_public_type ON playlists USING btree (type, display_order, created_at DESC, id DESC) WHERE is_published AND deleted_at IS NULL;
CREATE INDEX playlists_titles ON playlists USING gin (lower(title) gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX playlists_whole_title ON playlists USING hash (title_words) WHERE is_published AND deleted_at IS NULL;
CREATE INDEX playlists_words ON playlists USING gin (title_lexemes(title_words)) WHERE is_published AND deleted_at IS NULL;

-- playthroughs

create table playthroughs (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  game_id text not null,
  platform text,
  started_on date,
  finished_on date,
  finish_level text not null default 'unfinished'::text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  started_precision text not null default 'day'::text,
  finished_precision text not null default 'day'::text,
  is_replay boolean not null default false,
  is_paused boolean not null default false,
  drop_reason text,
  kind text,
  rating smallint,
  bookmark text,
  bookmarked_at timestamp(3) with time zone,
  constraint playthroughs_pkey PRIMARY KEY (id),
  constraint playthroughs_id_user_id_game_id_key UNIQUE (id, user_id, game_id),
  constraint playthroughs_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint playthroughs_user_id_game_id_fkey FOREIGN KEY (user_id, game_id) REFERENCES user_games(user_id, game_id) ON DELETE CASCADE DEFERRABLE,
  constraint playthroughs_bookmark_check CHECK (length(bookmark) >= 1 AND length(bookmark) <= 200),
  constraint playthroughs_check1 CHECK (finished_on IS NULL OR finish_level <> 'unfinished'::text),
  constraint playthroughs_days_in_order CHECK (finished_on >= date_trunc(finished_precision, started_on::timestamp without time zone)),
  constraint playthroughs_drop_reason_check CHECK (length(drop_reason) >= 1 AND length(drop_reason) <= 300),
  constraint playthroughs_finish_level_check CHECK (finish_level = ANY (ARRAY['unfinished'::text, 'main_story'::text, 'main_extras'::text, 'completionist'::text, 'endless'::text, 'dropped'::text])),
  constraint playthroughs_finished_on_check CHECK (finished_on >= '1970-01-01'::date),
  constraint playthroughs_finished_precision_check CHECK (finished_precision = ANY (ARRAY['day'::text, 'month'::text, 'year'::text])),
  constraint playthroughs_kind_check CHECK (kind = ANY (ARRAY['new_game_plus'::text, 'season'::text, 'hundred_percent'::text, 'speedrun'::text, 'co_op'::text])),
  constraint playthroughs_platform_check CHECK (length(platform) >= 1 AND length(platform) <= 60),
  constraint playthroughs_rating_check CHECK (rating >= 1 AND rating <= 10),
  constraint playthroughs_started_on_check CHECK (started_on >= '1970-01-01'::date),
  constraint playthroughs_started_precision_check CHECK (started_precision = ANY (ARRAY['day'::text, 'month'::text, 'year'::text]))
);
CREATE INDEX playthroughs_bookmarked ON playthroughs USING btree (user_id, bookmarked_at DESC, id DESC) WHERE bookmark IS NOT NULL;
CREATE INDEX playthroughs_entry ON playthroughs USING btree (user_id, game_id, id);
CREATE INDEX playthroughs_finished ON playthroughs USING btree (game_id) WHERE is_finished_run(finish_level);
CREATE INDEX playthroughs_finished_own ON playthroughs USING btree (user_id, id DESC) WHERE is_finished_run(finish_level);

CREATE OR REPLACE FUNCTION note_changed_runs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into play_time_changes (game_id)
  select distinct game_id from changed where is_finished_run(finish_level);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION note_finished_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- In one order, so that two writers of several entries never wait for one another.
  perform from user_games entry
  where (entry.user_id, entry.game_id) in (select user_id, game_id from changed)
  order by entry.user_id, entry.game_id
  for no key update;
  update user_games entry set finished_on = (
    select max(playthrough.finished_on) from playthroughs playthrough
    where playthrough.user_id = entry.user_id and playthrough.game_id = entry.game_id
  )
  where (entry.user_id, entry.game_id) in (select user_id, game_id from changed);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION note_updated_runs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into play_time_changes (game_id)
  select game_id from before where is_finished_run(finish_level)
  union select game_id from changed where is_finished_run(finish_level);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION place_reviews_of_run()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  member uuid := coalesce(new.user_id, old.user_id);
  game text := coalesce(new.game_id, old.game_id);
begin
  if exists (select from reviews where user_id = member and game_id = game and place > 0) then
    perform place_reviews(member, game);
  end if;
  return null;
end
$function$;

CREATE TRIGGER playthroughs_deleted AFTER DELETE ON playthroughs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_finished_days();
CREATE TRIGGER playthroughs_inserted AFTER INSERT ON playthroughs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_finished_days();
CREATE TRIGGER playthroughs_place_reviews AFTER INSERT OR DELETE OR UPDATE OF game_id, finish_level, started_on, finished_on ON playthroughs FOR EACH ROW EXECUTE FUNCTION place_reviews_of_run();
CREATE TRIGGER playthroughs_times_deleted AFTER DELETE ON playthroughs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_runs();
CREATE TRIGGER playthroughs_times_inserted AFTER INSERT ON playthroughs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_runs();
CREATE TRIGGER playthroughs_times_updated AFTER UPDATE ON playthroughs REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_updated_runs();
CREATE TRIGGER playthroughs_updated AFTER UPDATE ON playthroughs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_finished_days();

-- profile_favourites

create table profile_favourites (
  user_id uuid not null,
  "position" smallint not null,
  game_id text not null,
  constraint profile_favourites_pkey PRIMARY KEY (user_id, "position"),
  constraint profile_favourites_user_id_game_id_key UNIQUE (user_id, game_id),
  constraint profile_favourites_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id),
  constraint profile_favourites_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint profile_favourites_position_check CHECK ("position" >= 1 AND "position" <= 4)
);
CREATE INDEX profile_favourites_game ON profile_favourites USING btree (game_id);

-- profile_pins

create table profile_pins (
  user_id uuid not null,
  "position" smallint not null,
  entry_id uuid,
  activity_id uuid,
  review_id uuid,
  list_id uuid,
  constraint profile_pins_pkey PRIMARY KEY (user_id, "position"),
  constraint profile_pins_activity_id_key UNIQUE (activity_id),
  constraint profile_pins_entry_id_key UNIQUE (entry_id),
  constraint profile_pins_list_id_key UNIQUE (list_id),
  constraint profile_pins_review_id_key UNIQUE (review_id),
  constraint profile_pins_activity_id_fkey FOREIGN KEY (activity_id) REFERENCES friend_activities(id) ON DELETE CASCADE,
  constraint profile_pins_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES user_games(id) ON DELETE CASCADE,
  constraint profile_pins_list_id_fkey FOREIGN KEY (list_id) REFERENCES lists(id) ON DELETE CASCADE,
  constraint profile_pins_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint profile_pins_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint profile_pins_check CHECK (num_nonnulls(entry_id, activity_id, review_id, list_id) = 1),
  constraint profile_pins_position_check CHECK ("position" >= 1 AND "position" <= 3)
);

-- profiles

create table profiles (
  id uuid not null,
  username text,
  display_name text,
  avatar_url text,
  bio text,
  location text,
  website text,
  role text not null default 'user'::text,
  last_seen_at timestamp(3) with time zone,
  settings jsonb not null default '{"onboarded": false}'::jsonb,
  username_changed_at timestamp(3) with time zone,
  disabled_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  disabled_reason text,
  deleted_at timestamp(3) with time zone,
  disabled_until timestamp(3) with time zone,
  disabled_message text,
  waiting_texts jsonb,
  pronouns text,
  pinned_line text,
  more_links text,
  verified_links text[] not null default '{}'::text[],
  links_checked_at timestamp(3) with time zone,
  links_tried_at timestamp(3) with time zone,
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_id_fkey FOREIGN KEY (id) REFERENCES "user"(id) ON DELETE CASCADE,
  constraint profiles_bio_check CHECK (length(bio) <= 500),
  constraint profiles_deleted_is_disabled CHECK (deleted_at IS NULL OR disabled_at IS NOT NULL),
  constraint profiles_disabled_message_check CHECK (char_length(disabled_message) <= 500) NOT VALID,
  constraint profiles_disabled_reason_check CHECK (length(disabled_reason) <= 500),
  constraint profiles_display_name_check CHECK (length(display_name) >= 1 AND length(display_name) <= 49),
  constraint profiles_location_check CHECK (length(location) <= 100),
  constraint profiles_more_links_check CHECK (length(more_links) <= 1000) NOT VALID,
  constraint profiles_pinned_line_check CHECK (length(pinned_line) <= 120) NOT VALID,
  constraint profiles_pronouns_check CHECK (length(pronouns) <= 40) NOT VALID,
  constraint profiles_role_check CHECK (role = ANY (ARRAY['user'::text, 'moderator'::text, 'admin'::text])),
  constraint profiles_suspension_is_disabled CHECK (disabled_at IS NOT NULL OR disabled_until IS NULL AND disabled_message IS NULL) NOT VALID,
  constraint profiles_username_check CHECK (username IS NULL OR length(username) >= 3 AND length(username) <= 20 AND username ~ '^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])$'::text),
  constraint profiles_website_check CHECK (length(website) <= 200)
);
CREATE INDEX profiles_admins ON profiles USING btree (id) WHERE role = 'admin'::text;
CREATE INDEX profiles_deleted_at ON profiles USING btree (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX profiles_disabled ON profiles USING btree (id) WHERE disabled_at IS NOT NULL;
CREATE INDEX profiles_joined ON profiles USING btree (created_at DESC, id DESC);
CREATE INDEX profiles_last_seen ON profiles USING btree (last_seen_at DESC, id DESC) WHERE disabled_at IS NULL AND last_seen_at IS NOT NULL;
CREATE INDEX profiles_links_due ON profiles USING btree (links_checked_at NULLS FIRST, id) WHERE website IS NOT NULL OR more_links IS NOT NULL;
CREATE INDEX profiles_names ON profiles USING gin (lower((COALESCE(username, ''::text) || ' '::text) || COALESCE(display_name, ''::text)) gin_trgm_ops);
CREATE INDEX profiles_suspended ON profiles USING btree (disabled_until) WHERE disabled_until IS NOT NULL;
CREATE UNIQUE INDEX profiles_username ON profiles USING btree (lower(username));
CREATE INDEX profiles_username_start ON profiles USING btree (lower(username) COLLATE "C");
CREATE INDEX profiles_whole_name ON profiles USING hash (member_words(''::text, display_name));
CREATE INDEX profiles_words ON profiles USING gin (member_words(username, display_name) gin_trgm_ops);

CREATE OR REPLACE FUNCTION keep_enabled_profile()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.deleted_at := null;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION note_runs_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into play_time_changes (game_id)
  select distinct game_id from playthroughs where user_id = new.id and is_finished_run(finish_level);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION recount_entries_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from profiles where id = old.id for update;
  perform count_entries(array_agg(game_id), array_agg(status), case when tg_op = 'UPDATE' and new.disabled_at is null then 1 else -1 end)
  from user_games where user_id = old.id;
  return case tg_op when 'UPDATE' then new else old end;
end
$function$;

CREATE OR REPLACE FUNCTION recount_forum_likes_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  step integer := case when tg_op = 'UPDATE' and new.disabled_at is null then 1 else -1 end;
begin
  perform from profiles where id = old.id for update;
  perform from forum_threads
  where id in (select item_id from forum_likes where user_id = old.id and type = 'thread')
  order by id for no key update;
  perform from forum_posts
  where id in (select item_id from forum_likes where user_id = old.id and type = 'post')
  order by id for no key update;
  update forum_threads set likes_count = likes_count + step
  where id in (select item_id from forum_likes where user_id = old.id and type = 'thread');
  update forum_posts set likes_count = likes_count + step
  where id in (select item_id from forum_likes where user_id = old.id and type = 'post');
  return case tg_op when 'UPDATE' then new else old end;
end
$function$;

CREATE OR REPLACE FUNCTION recount_list_likes_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  step integer := case when tg_op = 'UPDATE' and new.disabled_at is null then 1 else -1 end;
begin
  perform from profiles where id = old.id for update;
  perform from lists where id in (select list_id from list_likes where user_id = old.id)
  order by id for no key update;
  update lists set likes_count = likes_count + step
  where id in (select list_id from list_likes where user_id = old.id);
  return case tg_op when 'UPDATE' then new else old end;
end
$function$;

CREATE OR REPLACE FUNCTION recount_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from profiles where id = old.id for update;
  perform count_member(old.id, case when tg_op = 'UPDATE' and new.disabled_at is null then 1 else -1 end);
  return case tg_op when 'UPDATE' then new else old end;
end
$function$;

CREATE OR REPLACE FUNCTION recount_reviews_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION recount_ticks_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from profiles where id = old.id for update;
  perform count_ticks(
    array(select achievement_id from user_achievements where user_id = old.id),
    array(select distinct game_id from user_achievements where user_id = old.id),
    case when tg_op = 'UPDATE' and new.disabled_at is null then 1 else -1 end
  );
  return case tg_op when 'UPDATE' then new else old end;
end
$function$;

CREATE OR REPLACE FUNCTION store_public_stars_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform store_public_stars(
    new.id, array(select game_id from user_games where user_id = new.id and user_rating is not null)
  );
  return null;
end
$function$;

CREATE TRIGGER profiles_enabled BEFORE UPDATE OF disabled_at ON profiles FOR EACH ROW WHEN (new.disabled_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION keep_enabled_profile();
CREATE TRIGGER profiles_entries BEFORE UPDATE OF disabled_at ON profiles FOR EACH ROW WHEN ((old.disabled_at IS NULL) <> (new.disabled_at IS NULL)) EXECUTE FUNCTION recount_entries_of_member();
CREATE TRIGGER profiles_entries_removal BEFORE DELETE ON profiles FOR EACH ROW WHEN (old.disabled_at IS NULL) EXECUTE FUNCTION recount_entries_of_member();
CREATE TRIGGER profiles_forum_likes BEFORE UPDATE OF disabled_at ON profiles FOR EACH ROW WHEN ((old.disabled_at IS NULL) <> (new.disabled_at IS NULL)) EXECUTE FUNCTION recount_forum_likes_of_member();
CREATE TRIGGER profiles_forum_likes_removal BEFORE DELETE ON profiles FOR EACH ROW WHEN (old.disabled_at IS NULL) EXECUTE FUNCTION recount_forum_likes_of_member();
CREATE TRIGGER profiles_list_likes BEFORE UPDATE OF disabled_at ON profiles FOR EACH ROW WHEN ((old.disabled_at IS NULL) <> (new.disabled_at IS NULL)) EXECUTE FUNCTION recount_list_likes_of_member();
CREATE TRIGGER profiles_list_likes_removal BEFORE DELETE ON profiles FOR EACH ROW WHEN (old.disabled_at IS NULL) EXECUTE FUNCTION recount_list_likes_of_member();
CREATE TRIGGER profiles_play_times AFTER UPDATE OF settings, disabled_at ON profiles FOR EACH ROW WHEN (shows_library(old.settings, old.disabled_at) <> shows_library(new.settings, new.disabled_at)) EXECUTE FUNCTION note_runs_of_member();
CREATE TRIGGER profiles_public_stars AFTER UPDATE OF settings, disabled_at ON profiles FOR EACH ROW WHEN (shows_library(old.settings, old.disabled_at) <> shows_library(new.settings, new.disabled_at)) EXECUTE FUNCTION store_public_stars_of_member();
CREATE TRIGGER profiles_removal_counts BEFORE DELETE ON profiles FOR EACH ROW WHEN (old.disabled_at IS NULL) EXECUTE FUNCTION recount_member();
CREATE TRIGGER profiles_review_counts BEFORE UPDATE OF disabled_at ON profiles FOR EACH ROW WHEN ((old.disabled_at IS NULL) <> (new.disabled_at IS NULL)) EXECUTE FUNCTION recount_reviews_of_member();
CREATE TRIGGER profiles_review_removal BEFORE DELETE ON profiles FOR EACH ROW WHEN (old.disabled_at IS NULL) EXECUTE FUNCTION recount_reviews_of_member();
CREATE TRIGGER profiles_standing_counts BEFORE UPDATE OF disabled_at ON profiles FOR EACH ROW WHEN ((old.disabled_at IS NULL) <> (new.disabled_at IS NULL)) EXECUTE FUNCTION recount_member();
CREATE TRIGGER profiles_ticks BEFORE UPDATE OF disabled_at ON profiles FOR EACH ROW WHEN ((old.disabled_at IS NULL) <> (new.disabled_at IS NULL)) EXECUTE FUNCTION recount_ticks_of_member();
CREATE TRIGGER profiles_ticks_removal BEFORE DELETE ON profiles FOR EACH ROW WHEN (old.disabled_at IS NULL) EXECUTE FUNCTION recount_ticks_of_member();

-- provider_logouts

create table provider_logouts (
  jti text not null,
  expires_at timestamp with time zone not null,
  constraint provider_logouts_pkey PRIMARY KEY (jti)
);

-- public_stars

create table public_stars (
  user_id uuid not null,
  game_id text not null,
  half_stars smallint not null,
  constraint public_stars_pkey PRIMARY KEY (user_id, game_id) INCLUDE (half_stars),
  constraint public_stars_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint public_stars_half_stars_check CHECK (half_stars >= 1 AND half_stars <= 10)
);

CREATE OR REPLACE FUNCTION count_public_star()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE TRIGGER public_stars_counts AFTER INSERT OR DELETE OR UPDATE ON public_stars FOR EACH ROW EXECUTE FUNCTION count_public_star();

-- push_deliveries

create table push_deliveries (
  subscription_id uuid not null,
  notification_id uuid not null,
  created_at timestamp(3) with time zone not null,
  attempts smallint not null default 0,
  next_attempt_at timestamp(3) with time zone not null,
  is_short boolean not null default false,
  constraint push_deliveries_pkey PRIMARY KEY (subscription_id, notification_id),
  constraint push_deliveries_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE,
  constraint push_deliveries_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES push_subscriptions(id) ON DELETE CASCADE
);
CREATE INDEX push_deliveries_due ON push_deliveries USING btree (next_attempt_at);
CREATE INDEX push_deliveries_notification ON push_deliveries USING btree (notification_id);

-- push_subscriptions

create table push_subscriptions (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  session_id uuid,
  endpoint text not null,
  p256dh text,
  auth text,
  created_at timestamp(3) with time zone not null,
  channel text,
  token text,
  paused_at timestamp(3) with time zone,
  last_status smallint,
  last_failure text,
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_user_id_endpoint_key UNIQUE (user_id, endpoint),
  constraint push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint push_subscriptions_are_of_a_kind CHECK (
CASE
    WHEN channel IS NULL THEN session_id IS NOT NULL AND p256dh IS NOT NULL AND auth IS NOT NULL
    ELSE (channel = ANY (ARRAY['ntfy'::text, 'gotify'::text, 'discord'::text, 'apprise'::text])) AND session_id IS NULL
END) NOT VALID,
  constraint push_subscriptions_endpoint_check CHECK (length(endpoint) >= 1 AND length(endpoint) <= 1000)
);
CREATE INDEX push_subscriptions_endpoint ON push_subscriptions USING btree (endpoint);
CREATE INDEX push_subscriptions_session ON push_subscriptions USING btree (session_id);

-- rate_limits

create table rate_limits (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_expire ON rate_limits USING btree (expire);

-- recommendations

create table recommendations (
  id uuid not null default uuidv7(),
  sender_id uuid not null,
  recipient_id uuid not null,
  game_id text not null,
  line text,
  state text not null default 'open'::text,
  created_at timestamp(3) with time zone not null,
  answered_at timestamp(3) with time zone,
  constraint recommendations_pkey PRIMARY KEY (id),
  constraint recommendations_once UNIQUE (recipient_id, sender_id, game_id),
  constraint recommendations_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  constraint recommendations_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint recommendations_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint recommendations_check CHECK (sender_id <> recipient_id),
  constraint recommendations_line_check CHECK (length(line) >= 1 AND length(line) <= 1000),
  constraint recommendations_state_check CHECK (state = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'thanked'::text, 'hidden'::text]))
);
CREATE INDEX recommendations_game ON recommendations USING btree (game_id);
CREATE INDEX recommendations_received ON recommendations USING btree (recipient_id, created_at DESC, id DESC) WHERE state = ANY (ARRAY['open'::text, 'accepted'::text]);
CREATE INDEX recommendations_sent ON recommendations USING btree (sender_id, game_id);

-- release_calendars

create table release_calendars (
  user_id uuid not null,
  seed uuid not null,
  token_hash bytea not null,
  created_at timestamp(3) with time zone not null,
  constraint release_calendars_pkey PRIMARY KEY (user_id),
  constraint release_calendars_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint release_calendars_token_hash_check CHECK (octet_length(token_hash) = 32)
);
CREATE UNIQUE INDEX release_calendars_token ON release_calendars USING btree (token_hash);

-- release_notices

create table release_notices (
  user_id uuid not null,
  game_id text not null,
  notified_at timestamp(3) with time zone not null,
  constraint release_notices_pkey PRIMARY KEY (user_id, game_id),
  constraint release_notices_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE CASCADE,
  constraint release_notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
CREATE INDEX release_notices_game ON release_notices USING btree (game_id);

-- reported_messages

create table reported_messages (
  message_id uuid not null,
  content text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint reported_messages_pkey PRIMARY KEY (message_id),
  constraint reported_messages_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE
);

-- reports

create table reports (
  id uuid not null default uuidv7(),
  reporter_id uuid,
  item_type text not null,
  item_id uuid not null,
  author_id uuid,
  reason text not null,
  text text,
  status text not null default 'open'::text,
  outcome text,
  note text,
  handled_by uuid,
  handled_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  put_back_by uuid,
  put_back_at timestamp(3) with time zone,
  subject_key text,
  fact text,
  source text,
  is_corrected boolean not null default false,
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint reports_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint reports_put_back_by_fkey FOREIGN KEY (put_back_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint reports_check CHECK ((status = 'open'::text) = (handled_at IS NULL) AND (status = 'open'::text) = (outcome IS NULL)),
  constraint reports_check1 CHECK (put_back_at IS NULL OR outcome = 'hide'::text AND status = 'kept'::text),
  constraint reports_check2 CHECK (put_back_by IS NULL OR put_back_at IS NOT NULL),
  constraint reports_corrected_check CHECK (NOT is_corrected OR outcome = 'keep'::text) NOT VALID,
  constraint reports_fact_check CHECK (fact ~ '^[a-z]+$'::text) NOT VALID,
  constraint reports_item_type_check CHECK (item_type ~ '^[a-z]+$'::text),
  constraint reports_note_check CHECK (char_length(note) <= 500),
  constraint reports_outcome_check CHECK (outcome = ANY (ARRAY['keep'::text, 'hide'::text, 'warn'::text, 'disable'::text])),
  constraint reports_reason_check CHECK (reason = ANY (ARRAY['spam'::text, 'harassment'::text, 'hate'::text, 'sexual'::text, 'spoiler'::text, 'other'::text])),
  constraint reports_source_check CHECK (char_length(source) <= 500) NOT VALID,
  constraint reports_status_check CHECK (status = ANY (ARRAY['open'::text, 'kept'::text, 'removed'::text])),
  constraint reports_text_check CHECK (char_length(text) >= 1 AND char_length(text) <= 500)
);
CREATE INDEX reports_author ON reports USING btree (author_id);
CREATE INDEX reports_handled ON reports USING btree (handled_at DESC, id DESC) WHERE status <> 'open'::text;
CREATE INDEX reports_handled_item ON reports USING btree (item_type, item_id, handled_at, id) WHERE status <> 'open'::text;
CREATE INDEX reports_handler ON reports USING btree (handled_by);
CREATE UNIQUE INDEX reports_one_open ON reports USING btree (reporter_id, item_type, item_id) WHERE status = 'open'::text;
CREATE INDEX reports_open ON reports USING btree (created_at, id) WHERE status = 'open'::text;
CREATE INDEX reports_open_item ON reports USING btree (item_type, item_id, created_at, id) WHERE status = 'open'::text;
CREATE INDEX reports_put_back ON reports USING btree (put_back_by) WHERE put_back_by IS NOT NULL;
CREATE INDEX reports_reporter ON reports USING btree (reporter_id);

-- review_bookmarks

create table review_bookmarks (
  review_id uuid not null,
  user_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint review_bookmarks_pkey PRIMARY KEY (review_id, user_id),
  constraint review_bookmarks_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint review_bookmarks_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
CREATE INDEX review_bookmarks_member ON review_bookmarks USING btree (user_id, created_at DESC, review_id);

CREATE TRIGGER review_bookmarks_counts AFTER INSERT OR DELETE ON review_bookmarks FOR EACH ROW EXECUTE FUNCTION count_review_marks();

-- review_likes

create table review_likes (
  review_id uuid not null,
  user_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint review_likes_pkey PRIMARY KEY (review_id, user_id),
  constraint review_likes_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint review_likes_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
CREATE INDEX review_likes_member ON review_likes USING btree (user_id, created_at DESC, review_id);

CREATE TRIGGER review_likes_counts AFTER INSERT OR DELETE ON review_likes FOR EACH ROW EXECUTE FUNCTION count_review_marks();

-- reviews

create table reviews (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  game_id text not null,
  rating numeric(2,1) not null,
  review_text text not null,
  review_html text not null,
  is_public boolean not null default true,
  platform text,
  playthrough_id uuid,
  hours numeric(8,2),
  finish_level text,
  spoils_to smallint,
  written_at smallint,
  hidden_at timestamp(3) with time zone,
  is_author_enabled boolean not null default true,
  is_listed boolean not null generated always as (is_public AND hidden_at IS NULL AND is_author_enabled) stored,
  likes_count integer not null default 0,
  bookmarks_count integer not null default 0,
  helpfulness integer not null generated always as (likes_count + 2 * bookmarks_count) stored,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  own_rating numeric(2,1),
  run_id uuid,
  place smallint not null default 0,
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id),
  constraint reviews_playthrough_id_fkey FOREIGN KEY (playthrough_id) REFERENCES playthroughs(id) ON DELETE SET NULL,
  constraint reviews_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint reviews_bookmarks_count_check CHECK (bookmarks_count >= 0),
  constraint reviews_finish_level_check CHECK (finish_level = ANY (ARRAY['unfinished'::text, 'main_story'::text, 'main_extras'::text, 'completionist'::text, 'endless'::text, 'dropped'::text])),
  constraint reviews_hours_check CHECK (hours >= 0::numeric),
  constraint reviews_likes_count_check CHECK (likes_count >= 0),
  constraint reviews_own_rating_check CHECK (own_rating >= 0.5 AND own_rating <= 5::numeric),
  constraint reviews_platform_check CHECK (length(platform) >= 1 AND length(platform) <= 60),
  constraint reviews_rating_check CHECK (rating >= 0.5 AND rating <= 5::numeric AND (rating * 2::numeric) = trunc(rating * 2::numeric)),
  constraint reviews_review_text_check CHECK (length(review_text) >= 1 AND length(review_text) <= 5000),
  constraint reviews_spoils_to_check CHECK (spoils_to >= 0 AND spoils_to <= 100),
  constraint reviews_written_at_check CHECK (written_at >= 0 AND written_at <= 100)
);
CREATE INDEX reviews_author ON reviews USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX reviews_helpful ON reviews USING btree (game_id, helpfulness DESC, created_at DESC, id DESC) WHERE is_listed;
CREATE INDEX reviews_highest ON reviews USING btree (game_id, rating DESC, created_at DESC, id DESC) WHERE is_listed;
CREATE INDEX reviews_latest ON reviews USING btree (created_at DESC, id DESC) INCLUDE (game_id) WHERE is_listed;
CREATE INDEX reviews_listed_ids ON reviews USING btree (id) INCLUDE (updated_at) WHERE is_listed;
CREATE INDEX reviews_lowest ON reviews USING btree (game_id, rating, created_at DESC, id DESC) WHERE is_listed;
CREATE INDEX reviews_most_helpful ON reviews USING btree (helpfulness DESC, id DESC) WHERE is_listed AND helpfulness > 0;
CREATE INDEX reviews_newest ON reviews USING btree (game_id, created_at DESC, id DESC) WHERE is_listed;
CREATE UNIQUE INDEX reviews_of_run ON reviews USING btree (user_id, game_id, run_id) NULLS NOT DISTINCT;
CREATE INDEX reviews_platform ON reviews USING btree (game_id, platform, created_at DESC, id DESC);
CREATE INDEX reviews_playthrough ON reviews USING btree (playthrough_id) WHERE playthrough_id IS NOT NULL;
CREATE INDEX reviews_words ON reviews USING gin (title_lexemes(title_words(review_text))) WHERE is_listed AND COALESCE(spoils_to::integer, 0) = 0;

CREATE OR REPLACE FUNCTION count_reviews()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION place_changed_review()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform place_reviews(coalesce(new.user_id, old.user_id), coalesce(new.game_id, old.game_id));
  if old.game_id <> new.game_id then
    perform place_reviews(old.user_id, old.game_id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION set_review_author()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select disabled_at is null into new.is_author_enabled from profiles where id = new.user_id for key share;
  return new;
end
$function$;

CREATE TRIGGER reviews_appeals AFTER DELETE ON reviews FOR EACH ROW WHEN (old.hidden_at IS NOT NULL) EXECUTE FUNCTION forget_appeals('review');
CREATE TRIGGER reviews_are_placed AFTER INSERT OR DELETE OR UPDATE OF game_id, playthrough_id, run_id ON reviews FOR EACH ROW EXECUTE FUNCTION place_changed_review();
CREATE TRIGGER reviews_author_state BEFORE INSERT ON reviews FOR EACH ROW EXECUTE FUNCTION set_review_author();
CREATE TRIGGER reviews_counts_change AFTER UPDATE ON reviews FOR EACH ROW WHEN (old.is_listed IS DISTINCT FROM new.is_listed OR old.rating IS DISTINCT FROM new.rating OR old.platform IS DISTINCT FROM new.platform) EXECUTE FUNCTION count_reviews();
CREATE TRIGGER reviews_counts_rows AFTER INSERT OR DELETE ON reviews FOR EACH ROW EXECUTE FUNCTION count_reviews();
CREATE TRIGGER reviews_discussion AFTER DELETE ON reviews FOR EACH ROW EXECUTE FUNCTION delete_discussion('review');
CREATE TRIGGER reviews_held AFTER DELETE ON reviews FOR EACH ROW WHEN (old.hidden_at IS NOT NULL) EXECUTE FUNCTION forget_held_text('review');

-- session

create table session (
  id uuid not null default uuidv7(),
  "userId" uuid not null,
  token text not null,
  "expiresAt" timestamp(3) with time zone not null,
  "ipAddress" text,
  "userAgent" text,
  "createdAt" timestamp(3) with time zone not null default now(),
  "updatedAt" timestamp(3) with time zone not null default now(),
  provider_sid text,
  provider_id text,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_token_key UNIQUE (token),
  constraint "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX session_expiry ON session USING btree ("expiresAt");
CREATE INDEX session_provider_sid ON session USING btree (provider_sid) WHERE provider_sid <> ''::text;
CREATE INDEX session_user_id ON session USING btree ("userId");

-- site_settings

create table site_settings (
  id boolean not null default true,
  registration text not null default 'open'::text,
  visibility text not null default 'public'::text,
  provider_sign_up boolean not null default false,
  invites_per_month integer not null default 0,
  allowed_domains text[] not null default '{}'::text[],
  refused_domains text[] not null default '{}'::text[],
  sentence text,
  updated_at timestamp with time zone not null default now(),
  constraint site_settings_pkey PRIMARY KEY (id),
  constraint site_settings_id_check CHECK (id),
  constraint site_settings_invites_per_month_check CHECK (invites_per_month >= 0 AND invites_per_month <= 100),
  constraint site_settings_registration_check CHECK (registration = ANY (ARRAY['open'::text, 'invite'::text, 'request'::text, 'closed'::text])),
  constraint site_settings_sentence_check CHECK (char_length(sentence) <= 200),
  constraint site_settings_visibility_check CHECK (visibility = ANY (ARRAY['public'::text, 'members'::text]))
);

-- sitemap_kinds

create table sitemap_kinds (
  kind text not null,
  has_pages boolean not null,
  first_ids text[] not null,
  constraint sitemap_kinds_pkey PRIMARY KEY (kind)
);

-- smart_lists

create table smart_lists (
  list_id uuid not null,
  filters text not null,
  tells_of_new boolean not null default false,
  told_at timestamp with time zone,
  seen_at timestamp with time zone not null,
  checked_at timestamp with time zone not null,
  grown_at timestamp with time zone,
  constraint smart_lists_pkey PRIMARY KEY (list_id),
  constraint smart_lists_list_id_fkey FOREIGN KEY (list_id) REFERENCES lists(id) ON DELETE CASCADE,
  constraint smart_lists_filters_check CHECK (length(filters) >= 1 AND length(filters) <= 4096)
);
CREATE INDEX smart_lists_checked ON smart_lists USING btree (checked_at, list_id);

-- source_tokens

create table source_tokens (
  source text not null,
  token text not null,
  expires_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null default now(),
  constraint source_tokens_pkey PRIMARY KEY (source),
  constraint source_tokens_source_check CHECK (source = 'igdb'::text)
);

-- steam_games

create table steam_games (
  user_id uuid not null,
  app_id integer not null,
  name text not null,
  minutes integer not null,
  game_id text,
  is_ignored boolean not null default false,
  added_minutes integer not null default 0,
  added_at timestamp(3) with time zone,
  constraint steam_games_pkey PRIMARY KEY (user_id, app_id),
  constraint steam_games_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint steam_games_user_id_fkey1 FOREIGN KEY (user_id) REFERENCES steam_links(user_id) ON DELETE CASCADE,
  constraint steam_games_app_id_check CHECK (app_id > 0),
  constraint steam_games_minutes_check CHECK (minutes >= 0),
  constraint steam_games_name_check CHECK (length(name) >= 1 AND length(name) <= 300)
);
CREATE INDEX steam_games_game ON steam_games USING btree (user_id, game_id) WHERE game_id IS NOT NULL;

-- steam_links

create table steam_links (
  user_id uuid not null,
  steam_id text not null,
  name text not null,
  is_daily boolean not null default true,
  linked_at timestamp(3) with time zone not null,
  next_sync_at timestamp(3) with time zone,
  syncing_since timestamp(3) with time zone,
  last_sync_at timestamp(3) with time zone,
  last_result jsonb,
  last_import_id uuid,
  problem text,
  problem_at timestamp(3) with time zone,
  failures smallint not null default 0,
  time_import_id uuid,
  constraint steam_links_pkey PRIMARY KEY (user_id),
  constraint steam_links_last_import_id_fkey FOREIGN KEY (last_import_id) REFERENCES imports(id) ON DELETE SET NULL,
  constraint steam_links_time_import_id_fkey FOREIGN KEY (time_import_id) REFERENCES imports(id) ON DELETE SET NULL,
  constraint steam_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint steam_links_name_check CHECK (length(name) >= 1 AND length(name) <= 100),
  constraint steam_links_steam_id_check CHECK (steam_id ~ '^7656119[0-9]{10}$'::text)
);
CREATE INDEX steam_links_due ON steam_links USING btree (next_sync_at) WHERE next_sync_at IS NOT NULL;
CREATE INDEX steam_links_import ON steam_links USING btree (last_import_id) WHERE last_import_id IS NOT NULL;
CREATE INDEX steam_links_time_import ON steam_links USING btree (time_import_id) WHERE time_import_id IS NOT NULL;

-- steam_state

create table steam_state (
  is_only boolean not null default true,
  day date not null,
  requests integer not null,
  paused_until timestamp(3) with time zone,
  pause text,
  pauses smallint not null default 0,
  key_mark text,
  constraint steam_state_pkey PRIMARY KEY (is_only),
  constraint steam_state_is_only_check CHECK (is_only),
  constraint steam_state_pause_check CHECK (pause = ANY (ARRAY['steam_key'::text, 'steam_busy'::text]))
);

-- stored_leftovers

create table stored_leftovers (
  key text not null,
  due_at timestamp with time zone not null,
  constraint stored_leftovers_pkey PRIMARY KEY (key)
);
CREATE INDEX stored_leftovers_due ON stored_leftovers USING btree (due_at);

-- twoFactor

create table "twoFactor" (
  id uuid not null default uuidv7(),
  "userId" uuid not null,
  secret text not null,
  "backupCodes" text not null,
  verified boolean not null default true,
  "failedVerificationCount" integer not null default 0,
  "lockedUntil" timestamp(3) with time zone,
  "lastCode" text,
  "createdAt" timestamp(3) with time zone not null default now(),
  constraint "twoFactor_pkey" PRIMARY KEY (id),
  constraint "twoFactor_userId_key" UNIQUE ("userId"),
  constraint "twoFactor_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE
);

-- upstream_pace

create table upstream_pace (
  source text not null,
  next_at timestamp(3) with time zone not null,
  constraint upstream_pace_pkey PRIMARY KEY (source)
);

-- upstream_slots

create table upstream_slots (
  source text not null,
  slot smallint not null,
  held_until timestamp(3) with time zone not null default '-infinity'::timestamp with time zone,
  holder uuid,
  constraint upstream_slots_pkey PRIMARY KEY (source, slot)
);

-- user

create table "user" (
  id uuid not null default uuidv7(),
  name text not null,
  email text not null,
  "emailVerified" boolean not null default false,
  image text,
  "createdAt" timestamp(3) with time zone not null default now(),
  "updatedAt" timestamp(3) with time zone not null default now(),
  "twoFactorEnabled" boolean not null default false,
  constraint user_pkey PRIMARY KEY (id),
  constraint user_email_key UNIQUE (email)
);

-- user_achievements

create table user_achievements (
  user_id uuid not null,
  achievement_id uuid not null,
  game_id text not null,
  unlocked_at timestamp(3) with time zone not null default now(),
  constraint user_achievements_pkey PRIMARY KEY (user_id, achievement_id),
  constraint user_achievements_achievement_id_fkey FOREIGN KEY (achievement_id) REFERENCES game_achievements(id) ON DELETE CASCADE,
  constraint user_achievements_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint user_achievements_user_id_game_id_fkey FOREIGN KEY (user_id, game_id) REFERENCES user_games(user_id, game_id) ON DELETE CASCADE DEFERRABLE
);
CREATE INDEX user_achievements_achievement ON user_achievements USING btree (achievement_id);
CREATE INDEX user_achievements_game ON user_achievements USING btree (user_id, game_id, unlocked_at DESC, achievement_id DESC);
CREATE INDEX user_achievements_latest ON user_achievements USING btree (user_id, unlocked_at DESC, achievement_id DESC);

CREATE OR REPLACE FUNCTION count_changed_ticks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  enabled uuid[];
begin
  select array_agg(id) into enabled
  from (
    select id from profiles
    where id in (select user_id from changed) and disabled_at is null
    order by id for key share
  ) locked;
  if enabled is null then return null; end if;
  perform count_ticks(
    array(select achievement_id from changed where user_id = any(enabled)),
    array(
      select game_id from changed where user_id = any(enabled)
      group by user_id, game_id
      having (
        select count(*) from user_achievements tick
        where tick.user_id = changed.user_id and tick.game_id = changed.game_id
      ) = case tg_op when 'INSERT' then count(*) else 0 end
    ),
    case tg_op when 'INSERT' then 1 else -1 end
  );
  return null;
end
$function$;

CREATE TRIGGER count_deleted AFTER DELETE ON user_achievements REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_changed_ticks();
CREATE TRIGGER count_inserted AFTER INSERT ON user_achievements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_changed_ticks();

-- user_active_days

create table user_active_days (
  user_id uuid not null,
  day date not null,
  constraint user_active_days_pkey PRIMARY KEY (user_id, day),
  constraint user_active_days_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);

-- user_badges

create table user_badges (
  user_id uuid not null,
  badge_id uuid not null,
  earned_at timestamp(3) with time zone not null,
  challenge_id uuid,
  taken_at timestamp(3) with time zone,
  constraint user_badges_pkey PRIMARY KEY (user_id, badge_id),
  constraint user_badges_badge_id_fkey FOREIGN KEY (badge_id) REFERENCES badges(id) ON DELETE CASCADE,
  constraint user_badges_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES challenges(id) ON DELETE SET NULL,
  constraint user_badges_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
CREATE INDEX user_badges_badge ON user_badges USING btree (badge_id, earned_at DESC, user_id) WHERE taken_at IS NULL;
CREATE INDEX user_badges_challenge ON user_badges USING btree (challenge_id) WHERE challenge_id IS NOT NULL;

-- user_blocks

create table user_blocks (
  blocker_id uuid not null,
  blocked_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint user_blocks_pkey PRIMARY KEY (blocker_id, blocked_id),
  constraint user_blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint user_blocks_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint user_blocks_check CHECK (blocker_id <> blocked_id)
);
CREATE INDEX user_blocks_blocked ON user_blocks USING btree (blocked_id);
CREATE INDEX user_blocks_latest ON user_blocks USING btree (blocker_id, created_at DESC, blocked_id DESC);

-- user_games

create table user_games (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  game_id text not null,
  status text not null,
  play_time numeric(8,2) not null default 0,
  completion_percentage numeric(5,2) not null default 0,
  progress numeric(5,2) generated always as (completion_percentage) stored,
  achievements_completed integer not null default 0,
  user_rating smallint,
  is_liked boolean not null default false,
  notes text,
  last_played_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  session_minutes integer not null default 0,
  last_session_at timestamp(3) with time zone,
  undated_hours numeric(8,2) not null default 0,
  undated_played_at timestamp(3) with time zone,
  first_completed_at timestamp(3) with time zone,
  finished_on date,
  stopped_playing_at timestamp(3) with time zone,
  completion_before numeric(5,2),
  constraint user_games_pkey PRIMARY KEY (id),
  constraint user_games_user_id_game_id_key UNIQUE (user_id, game_id),
  constraint user_games_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id),
  constraint user_games_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint user_games_achievements_completed_check CHECK (achievements_completed >= 0),
  constraint user_games_completion_percentage_check CHECK (completion_percentage >= 0::numeric AND completion_percentage <= 100::numeric),
  constraint user_games_notes_check CHECK (length(notes) <= 5000),
  constraint user_games_play_time_check CHECK (play_time >= 0::numeric),
  constraint user_games_reconciled CHECK (play_time = (round(session_minutes::numeric / 60.0, 2) + undated_hours) AND NOT last_played_at IS DISTINCT FROM GREATEST(undated_played_at, last_session_at)),
  constraint user_games_status_check CHECK (status = ANY (ARRAY['want_to_play'::text, 'playing'::text, 'completed'::text, 'dropped'::text])),
  constraint user_games_user_rating_check CHECK (user_rating >= 1 AND user_rating <= 10)
);
CREATE INDEX user_games_added ON user_games USING btree (user_id, created_at DESC);
CREATE INDEX user_games_latest_played ON user_games USING btree (user_id, last_played_at DESC NULLS LAST);
CREATE INDEX user_games_play_time ON user_games USING btree (user_id, play_time DESC);
CREATE INDEX user_games_players ON user_games USING btree (game_id, updated_at DESC) INCLUDE (user_id);
CREATE INDEX user_games_rating ON user_games USING btree (user_id, user_rating DESC NULLS LAST, updated_at DESC);
CREATE INDEX user_games_recent ON user_games USING btree (user_id, updated_at DESC);
CREATE INDEX user_games_status ON user_games USING btree (user_id, status, updated_at DESC);
CREATE INDEX user_games_wanted ON user_games USING btree (game_id, user_id) WHERE status = 'want_to_play'::text;

CREATE OR REPLACE FUNCTION complete_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  -- Of an inserted entry `old` is null. A write that sets `completion_before` says its figure, also if that stays the same.
  is_said boolean := new.completion_percentage is distinct from coalesce(old.completion_percentage, 0)
    or new.completion_before is distinct from old.completion_before;
begin
  if new.status = 'completed' then
    if new.completion_percentage = 0 or (old.status is distinct from 'completed' and not is_said) then
      new.completion_percentage := 100;
    end if;
    if old.status is distinct from 'completed' then
      new.completion_before := coalesce(old.completion_percentage, 0);
    end if;
  elsif old.status = 'completed' then
    if not is_said then
      new.completion_percentage := coalesce(new.completion_before, new.completion_percentage);
    end if;
    new.completion_before := null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION count_changed_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  enabled uuid[];
begin
  if tg_op = 'UPDATE' then
    if not exists (
      select from changed join before using (id) where (changed.game_id, changed.status) <> (before.game_id, before.status)
    ) then return null; end if;
  end if;
  select array_agg(id) into enabled
  from (
    select id from profiles where id in (select user_id from changed) and disabled_at is null order by id for key share
  ) locked;
  if enabled is null then return null; end if;
  if tg_op = 'UPDATE' then
    perform count_entries(array_agg(before.game_id), array_agg(before.status), -1)
    from before join changed using (id)
    where (changed.game_id, changed.status) <> (before.game_id, before.status) and before.user_id = any(enabled);
    perform count_entries(array_agg(changed.game_id), array_agg(changed.status), 1)
    from before join changed using (id)
    where (changed.game_id, changed.status) <> (before.game_id, before.status) and changed.user_id = any(enabled);
  else
    perform count_entries(array_agg(game_id), array_agg(status), case tg_op when 'INSERT' then 1 else -1 end)
    from changed where user_id = any(enabled);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION note_changed_hours()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into play_time_changes (game_id)
  select new.game_id where exists (
    select from playthroughs run
    where run.user_id = new.user_id and run.game_id = new.game_id and is_finished_run(run.finish_level)
  );
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION note_first_completion()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status = 'completed' then
    new.first_completed_at := coalesce(new.first_completed_at, new.updated_at);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION note_stopped_playing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.status = 'playing' and new.status in ('completed', 'dropped') then
    new.stopped_playing_at := new.updated_at;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION reconcile_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  dated numeric(8, 2);
begin
  new.session_minutes := 0;
  new.last_session_at := null;
  -- A new entry has no sessions: they refer to it.
  if tg_op = 'UPDATE' then
    select coalesce(sum(minutes), 0), max(ended_at) into new.session_minutes, new.last_session_at
    from play_sessions where user_id = new.user_id and game_id = new.game_id;
  end if;
  dated := round(new.session_minutes / 60.0, 2);
  if tg_op = 'INSERT' or new.play_time is distinct from old.play_time then
    -- A total that was typed: the balance is what is left of it.
    new.undated_hours := new.play_time - dated;
  else
    -- A balance below zero takes away no more than there is.
    new.undated_hours := greatest(old.undated_hours, -dated);
    new.play_time := dated + new.undated_hours;
  end if;
  if tg_op = 'INSERT' or new.last_played_at is distinct from old.last_played_at then
    new.undated_played_at := new.last_played_at;
  else
    new.undated_played_at := old.undated_played_at;
  end if;
  new.last_played_at := greatest(new.undated_played_at, new.last_session_at);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION store_public_star_of_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform store_public_stars(new.user_id, array[new.game_id]);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION store_public_stars_of_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform store_public_stars(user_id, array_agg(game_id))
  from changed where user_rating is not null
  group by user_id order by user_id;
  return null;
end
$function$;

CREATE TRIGGER user_games_completion BEFORE INSERT OR UPDATE OF status, completion_percentage ON user_games FOR EACH ROW EXECUTE FUNCTION complete_entry();
CREATE TRIGGER user_games_counts_added AFTER INSERT ON user_games REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_changed_entries();
CREATE TRIGGER user_games_counts_changed AFTER UPDATE ON user_games REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_changed_entries();
CREATE TRIGGER user_games_counts_removed AFTER DELETE ON user_games REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_changed_entries();
CREATE TRIGGER user_games_first_completion BEFORE INSERT OR UPDATE OF status ON user_games FOR EACH ROW EXECUTE FUNCTION note_first_completion();
CREATE TRIGGER user_games_reconcile BEFORE INSERT OR UPDATE OF play_time, last_played_at, session_minutes, last_session_at, undated_hours, undated_played_at ON user_games FOR EACH ROW EXECUTE FUNCTION reconcile_entry();
CREATE TRIGGER user_games_stars_added AFTER INSERT ON user_games REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION store_public_stars_of_entries();
CREATE TRIGGER user_games_stars_changed AFTER UPDATE OF user_rating ON user_games FOR EACH ROW WHEN (old.user_rating IS DISTINCT FROM new.user_rating) EXECUTE FUNCTION store_public_star_of_entry();
CREATE TRIGGER user_games_stars_removed AFTER DELETE ON user_games REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION store_public_stars_of_entries();
CREATE TRIGGER user_games_stopped_playing BEFORE UPDATE OF status ON user_games FOR EACH ROW EXECUTE FUNCTION note_stopped_playing();
CREATE TRIGGER user_games_times AFTER UPDATE ON user_games FOR EACH ROW WHEN (old.play_time <> new.play_time) EXECUTE FUNCTION note_changed_hours();

-- user_preferences

create table user_preferences (
  user_id uuid not null,
  game_data_source text not null default 'auto'::text,
  search_strategy text not null default 'smart'::text,
  cache_enabled boolean not null default true,
  fallback_enabled boolean not null default true,
  theme text not null default 'dark'::text,
  updated_at timestamp(3) with time zone not null default now(),
  erotic_games boolean not null default false,
  constraint user_preferences_pkey PRIMARY KEY (user_id),
  constraint user_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint user_preferences_game_data_source_check CHECK (game_data_source = ANY (ARRAY['auto'::text, 'popscore'::text, 'igdb'::text, 'rawg'::text, 'hybrid'::text, 'smart'::text])),
  constraint user_preferences_search_strategy_check CHECK (search_strategy = ANY (ARRAY['smart'::text, 'combined'::text, 'igdb_first'::text, 'rawg_first'::text, 'parallel'::text, 'hybrid'::text])),
  constraint user_preferences_theme_check CHECK (theme = ANY (ARRAY['dark'::text, 'light'::text, 'system'::text]))
);

-- verification

create table verification (
  id uuid not null default uuidv7(),
  identifier text not null,
  value text not null,
  "expiresAt" timestamp(3) with time zone not null,
  "createdAt" timestamp(3) with time zone not null default now(),
  "updatedAt" timestamp(3) with time zone not null default now(),
  constraint verification_pkey PRIMARY KEY (id)
);
CREATE INDEX verification_expiry ON verification USING btree ("expiresAt");
CREATE INDEX verification_identifier ON verification USING btree (identifier);
CREATE INDEX verification_value ON verification USING btree (value text_pattern_ops);

-- waiting_messages

create table waiting_messages (
  id uuid not null default uuidv7(),
  sender_id uuid not null,
  recipient_id uuid not null,
  key uuid,
  content text not null,
  created_at timestamp(3) with time zone not null,
  constraint waiting_messages_pkey PRIMARY KEY (id),
  constraint waiting_messages_sender_id_recipient_id_key UNIQUE (sender_id, recipient_id),
  constraint waiting_messages_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint waiting_messages_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint waiting_messages_check CHECK (sender_id <> recipient_id),
  constraint waiting_messages_content_check CHECK (char_length(content) >= 1 AND char_length(content) <= 2000 AND content = btrim(content))
);
CREATE INDEX waiting_messages_recipient ON waiting_messages USING btree (recipient_id);

CREATE OR REPLACE FUNCTION forget_waiting_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from held_texts where subject_id = old.id and subject_type = 'message';
  delete from appeals
  where subject_id = old.id and subject_type = 'message' and not exists (select from messages where id = old.id);
  return null;
end
$function$;

CREATE TRIGGER waiting_messages_forget AFTER DELETE ON waiting_messages FOR EACH ROW EXECUTE FUNCTION forget_waiting_message();

-- webhook_deliveries

create table webhook_deliveries (
  id uuid not null default uuidv7(),
  webhook_id uuid not null,
  type text not null,
  subject_id uuid,
  created_at timestamp(3) with time zone not null,
  attempts smallint not null default 0,
  next_attempt_at timestamp(3) with time zone,
  last_attempt_at timestamp(3) with time zone,
  delivered_at timestamp(3) with time zone,
  last_status smallint,
  last_failure text,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE,
  constraint webhook_deliveries_type_check CHECK (type = ANY (ARRAY['ping'::text, 'library.changed'::text, 'review.changed'::text, 'list.changed'::text]))
);
CREATE INDEX webhook_deliveries_age ON webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_log ON webhook_deliveries USING btree (webhook_id, id DESC);
CREATE INDEX webhook_deliveries_queues ON webhook_deliveries USING btree (webhook_id, type, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE UNIQUE INDEX webhook_deliveries_waiting ON webhook_deliveries USING btree (webhook_id, type, subject_id) NULLS NOT DISTINCT WHERE attempts = 0 AND next_attempt_at IS NOT NULL AND type <> 'ping'::text;

-- webhooks

create table webhooks (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  url text not null,
  events text[] not null,
  secret bytea not null,
  created_at timestamp(3) with time zone not null,
  paused_at timestamp(3) with time zone,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint webhooks_events_check CHECK (events <@ ARRAY['library.changed'::text, 'review.changed'::text, 'list.changed'::text] AND cardinality(events) > 0),
  constraint webhooks_secret_check CHECK (octet_length(secret) = 32),
  constraint webhooks_url_check CHECK (length(url) >= 1 AND length(url) <= 500)
);
CREATE INDEX webhooks_user ON webhooks USING btree (user_id, created_at DESC);
