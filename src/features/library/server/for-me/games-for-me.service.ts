import { type RawBuilder, sql } from 'kysely'
import { OWN_FILTERS } from '#features/catalogue/catalogue.endpoints.ts'
import { type Filters, parseFilters } from '#features/catalogue/game-filters.rules.ts'
import { listSmart } from '#features/catalogue/server/catalogue.service.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { listGamesForMe } from '../../games-for-me.contract.ts'
import type { LibraryDeps } from '../library.service.ts'
import { isOnOwnPlatforms, isOnShelf, isWithFriends } from './games-for-me.queries.ts'

/**
 * Returns the ids of the first games of filters, which are parameters of an address, as this member sees them. It has no erotic
 * games, because others may read the list.
 */
export function listSmartFor(
  deps: Pick<LibraryDeps, 'db' | 'catalogue'>,
  userId: UserId,
  filters: string,
  most: number,
): Promise<GameId[]> {
  const query = listGamesForMe.query.parse(Object.fromEntries(new URLSearchParams(filters)))
  return ownCondition(deps, userId, query).then((own) =>
    listSmart(deps.catalogue, { ...query, erotic: false }, own, most),
  )
}

/** Returns the condition on games of the filters about the member; null if none is set. */
export async function ownCondition(
  { db }: Pick<LibraryDeps, 'db'>,
  userId: UserId,
  query: Record<(typeof OWN_FILTERS)[number], string>,
): Promise<RawBuilder<boolean> | null> {
  const isOwn = (name: string): name is (typeof OWN_FILTERS)[number] =>
    (OWN_FILTERS as readonly string[]).includes(name)
  const filters: Filters = parseFilters((name) => (isOwn(name) ? [query[name]] : []))
  const conditions = [
    ...(filters.shelf ? [isOnShelf(userId, filters.shelf as Parameters<typeof isOnShelf>[1])] : []),
    ...(filters.friends ? [isWithFriends(userId, filters.friends as Parameters<typeof isWithFriends>[1])] : []),
    ...(filters.on ? [await isOnOwnPlatforms(db, userId)] : []),
  ]
  return conditions.length === 0 ? null : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}
