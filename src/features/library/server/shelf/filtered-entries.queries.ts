import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '#db/db.ts'
import { escapeLike } from '#db/like.ts'
import { normaliseForSearch } from '#features/catalogue/search-name.rules.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { Status } from '../../library.rules.ts'
import { conditionsOf, type Narrowing } from './shelf-filters.queries.ts'

export interface LibraryFilter {
  status: Status | 'all'
  search: string
  /** Names of a platform and a genre; empty for any. */
  platform?: string
  genre?: string
  game_id?: GameId | undefined
  /** Only games that have been played. */
  isPlayed?: boolean
  /** Only what others may see: no games of the member's own (decision 0086). */
  isShared?: boolean
  narrowing?: Narrowing | undefined
}

export type Entries<O> = SelectQueryBuilder<Tables, 'user_games', O>

/** Filters the entries of one member. */
export function filterEntries<O>(entries: Entries<O>, userId: UserId, filter: LibraryFilter): Entries<O> {
  const { status, search, platform = '', genre = '', game_id, isPlayed, isShared, narrowing } = filter
  let query = entries.where('user_games.user_id', '=', userId)
  if (isShared) query = query.where(sql<boolean>`not is_own_game(user_games.game_id)`)
  if (isPlayed) query = query.where('user_games.last_played_at', 'is not', null)
  if (status !== 'all') query = query.where('user_games.status', '=', status)
  if (game_id !== undefined) query = query.where('user_games.game_id', '=', game_id)
  for (const [column, wanted] of [
    ['platforms', platform],
    ['genres', genre],
  ] as const)
    if (wanted !== '') query = query.where(hasFacet(column, wanted))
  if (narrowing) for (const condition of conditionsOf(userId, narrowing)) query = query.where(condition)
  const form = normaliseForSearch(search)
  if (search.trim() === '') return query
  return query.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('games')
        .select(sql`1`.as('one'))
        .whereRef('games.id', '=', 'user_games.game_id')
        .where(({ or, eb }) =>
          or([
            // A text without letters is in no search text.
            ...(form === '' ? [] : [eb('games.search_text', 'like', `%${escapeLike(form)}%`)]),
            // Names in scripts without spaces are stored in another form than they are typed.
            eb('games.name', 'ilike', `%${escapeLike(search.trim())}%`),
          ]),
        ),
    ),
  )
}

/** Filters for games that have a platform or genre of this name. */
function hasFacet(column: 'platforms' | 'genres', name: string) {
  return sql<boolean>`exists (
    select from games
    where games.id = user_games.game_id and ${sql.ref(`games.${column}`)} @> ${JSON.stringify([{ name }])}::jsonb
  )`
}
