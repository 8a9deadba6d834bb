import type pg from 'pg'

/** Selects the stars of members that everybody may see, as `store_public_stars` stores them. */
export const PUBLIC_STARS = `
  select user_id, game_id, coalesce(review.rating * 2, entry.user_rating)::smallint as half_stars
  from (
    select user_id, game_id, user_rating from user_games join profiles on profiles.id = user_id
    where user_rating is not null and shows_library(settings, disabled_at)
  ) entry
  full join (select user_id, game_id, rating from reviews where is_listed) review using (user_id, game_id)`

/** Selects how many members have each game, as the triggers of `user_games` count them. */
export const MEMBERS_OF_GAMES = `
  select game_id, count(*) as added, count(*) filter (where status = 'playing') as playing,
    count(*) filter (where status = 'completed') as finished, count(*) filter (where status = 'dropped') as dropped
  from user_games join profiles on profiles.id = user_id
  where disabled_at is null and not is_own_game(game_id)
  group by 1`

/** Queries that return the number of counters that differ from their rows. */
const WRONG: Record<string, string> = {
  'likes and bookmarks of reviews': `
    select count(*)::float8 as count from reviews
    left join (select review_id as id, count(*) as rows from review_likes group by 1) likes using (id)
    left join (select review_id as id, count(*) as rows from review_bookmarks group by 1) bookmarks using (id)
    where likes_count <> coalesce(likes.rows, 0) or bookmarks_count <> coalesce(bookmarks.rows, 0)`,
  'reviews of games': `
    select count(*)::float8 as count from game_review_counts stored
    full join (
      select game_id, coalesce(platform, '') as platform, (rating * 2)::smallint as half_stars, count(*) as rows
      from reviews where is_listed group by 1, 2, 3
    ) counted using (game_id, platform, half_stars)
    where coalesce(stored.reviews, 0) <> coalesce(counted.rows, 0)`,
  'public stars': `
    select count(*)::float8 as count from public_stars stored
    full join (${PUBLIC_STARS}) star using (user_id, game_id)
    where stored.half_stars is distinct from star.half_stars`,
  'stars of games': `
    select count(*)::float8 as count from game_star_counts stored
    full join (select game_id, half_stars, count(*) as rows from public_stars group by 1, 2) counted using (game_id, half_stars)
    where coalesce(stored.members, 0) <> coalesce(counted.rows, 0)`,
  'members of games': `
    select count(*)::float8 as count from game_member_counts stored
    full join (${MEMBERS_OF_GAMES}) counted using (game_id)
    where (coalesce(stored.added, 0), coalesce(stored.playing, 0), coalesce(stored.finished, 0), coalesce(stored.dropped, 0))
      <> (coalesce(counted.added, 0), coalesce(counted.playing, 0), coalesce(counted.finished, 0), coalesce(counted.dropped, 0))`,
  'games and likes of lists': `
    select count(*)::float8 as count from lists
    left join (select list_id as id, count(*) as rows from list_games group by 1) games using (id)
    left join (select list_id as id, count(*) as rows from list_likes group by 1) likes using (id)
    where games_count <> coalesce(games.rows, 0) or likes_count <> coalesce(likes.rows, 0)`,
  'games of playlists': `
    select count(*)::float8 as count from playlists
    left join (select playlist_id as id, count(*) as rows from playlist_games group by 1) games using (id)
    where games_count <> coalesce(games.rows, 0)`,
  'minutes of library entries': `
    select count(*)::float8 as count from user_games
    left join (
      select user_id, game_id, sum(minutes) as minutes, max(ended_at) as latest from play_sessions group by 1, 2
    ) played using (user_id, game_id)
    where session_minutes <> coalesce(played.minutes, 0) or last_session_at is distinct from played.latest`,
  'posts and likes of threads': `
    select count(*)::float8 as count from forum_threads
    left join (
      select thread_id as id, count(*) filter (where is_shown) as shown, max(number) filter (where is_shown) as latest,
        max(created_at) filter (where is_shown) as at, max(number) as number
      from forum_posts group by 1
    ) posts using (id)
    left join (select item_id as id, count(*) as rows from forum_likes where type = 'thread' group by 1) likes using (id)
    where posts_count <> coalesce(posts.shown, 0) or last_number <> coalesce(posts.number, 0)
      or shown_number <> coalesce(posts.latest, 0) or last_post_at <> coalesce(posts.at, created_at)
      or likes_count <> coalesce(likes.rows, 0)`,
  'likes of posts': `
    select count(*)::float8 as count from forum_posts
    left join (select item_id as id, count(*) as rows from forum_likes where type = 'post' group by 1) likes using (id)
    where likes_count <> coalesce(likes.rows, 0)`,
  'threads of categories': `
    select count(*)::float8 as count from forum_categories
    left join (
      select category_id as id, count(*) as rows from forum_threads where is_listed group by 1
    ) threads using (id)
    where threads_count <> coalesce(threads.rows, 0)`,
  'journal entries of reviews and lists': `
    select count(*)::float8 as count from (
      select id from reviews union all select id from lists
    ) written
    full join (select coalesce(review_id, list_id) as id from journal_entries where type in ('review', 'list')) entry using (id)
    where written.id is null or entry.id is null`,
}

/** Returns a sentence for each kind of counter that differs from its rows; none if the data set is right. */
export async function findWrongCounts(client: pg.Client): Promise<string[]> {
  const found: string[] = []
  for (const [what, sql] of Object.entries(WRONG)) {
    const { rows } = await client.query<{ count: number }>(sql)
    if (rows[0]?.count !== 0) found.push(`${rows[0]?.count} ${what} differ from the rows`)
  }
  return found
}
