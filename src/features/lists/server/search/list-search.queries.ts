import { type RawBuilder, sql } from 'kysely'
import { type Db, plannedEachTime } from '#db/db.ts'
import { feedAudience, isVisibleTo } from '#features/profiles/server/profiles.service.ts'
import { cacheForAMinute } from '#server/minute-cache.ts'
import { hasWords, isWholeTitle, occursMoreThan, titleRank } from '#server/title-search.ts'
import type { GameId, ListId, UserId } from '#shared/ids.ts'

export interface FoundListRow {
  id: ListId
  title: string
  games_count: number
  is_shared: boolean
  user_id: UserId
  username: string | null
  display_name: string | null
  first_game: GameId | null
}

/**
 * Limits the shared lists to rank, all of which the viewer may see, so that a common word does not sort half of all lists. So many
 * whose title is the text itself are ranked beside them.
 */
const CANDIDATES = 200
/** How common words are is counted in the titles of this many of the newest shared lists. */
const SAMPLED = 1000
/** PostgreSQL keeps the plan that reads the index of words, for words that no more of the sample have. */
const MAX_INDEXED = SAMPLED / 100

/** Reads the words of the newest titles, a line for each. */
async function sampleTitles(db: Db): Promise<string> {
  const { rows } = await sql<{ titles: string }>`
    select coalesce(string_agg(title_words, E'\n'), '') as titles from (
      select title_words from lists where is_shared and hidden_at is null order by id desc limit ${sql.lit(SAMPLED)}
    ) newest`.execute(db)
  return rows[0]?.titles ?? ''
}

/** Creates a cache of the sample. */
export const cacheTitles = (db: Db) => cacheForAMinute(() => sampleTitles(db))

/**
 * Finds lists by the words of their titles: shared ones of members whose profile the viewer may see (G22), and all of
 * the viewer's own. Hidden ones are left out, for admins too. Best title first, then the most liked.
 * Rare words are found by their index, and PostgreSQL keeps this plan: planning takes several times as long as running. A search
 * with a common word is planned each time, because the first titles of the table have it, and reading its hundred thousand entries
 * of the index would take longer than all the rest.
 */
export async function findLists(
  db: Db,
  viewerId: UserId | null,
  words: readonly string[],
  most: number,
  /** A sample of titles; without it the search is planned each time. */
  titles?: string,
): Promise<FoundListRow[]> {
  const isRare = titles !== undefined && !words.some((word) => occursMoreThan(MAX_INDEXED, titles, ` ${word}`))
  const isFound = hasWords(sql`title_words`, words, { keepsPlan: isRare })
  const isShared = sql`is_shared and hidden_at is null and ${isFound}`
  const isWhole = sql`is_shared and hidden_at is null and ${isWholeTitle(sql`title_words`, words, { keepsPlan: isRare })}`
  // Looks up the author of each list: `limit 1` keeps PostgreSQL from reading all profiles to join them.
  const open = (isMeant: RawBuilder<unknown>) => sql`
    select list.id from lists list
    cross join lateral (
      select from profiles author
      where author.id = list.user_id and ${isVisibleTo(feedAudience(viewerId), sql`author`, 'profile')} limit 1
    ) seen
    where ${isMeant}
    limit ${CANDIDATES}`
  const own =
    viewerId === null
      ? sql``
      : sql`union (select id from lists where user_id = ${viewerId}::uuid and hidden_at is null and ${isFound})`
  const { rows } = await sql<FoundListRow>`${isRare ? sql`` : plannedEachTime}
    with candidates as materialized ((${open(isShared)}) union (${open(isWhole)}) ${own})
    select list.id, list.title, list.games_count, list.is_shared, list.user_id, author.username, author.display_name,
      (select game_id from list_games where list_id = list.id and position = 1) as first_game
    from candidates
    join lists list on list.id = candidates.id
    join profiles author on author.id = list.user_id
    order by ${titleRank(sql`list.title_words`, words)}, list.likes_count desc, list.changed_at desc, list.id desc
    limit ${most}`.execute(db)
  return rows
}
