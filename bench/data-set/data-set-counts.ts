import type pg from 'pg'

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
