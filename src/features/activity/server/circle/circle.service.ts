import { loadGameCards } from '#features/catalogue/server/catalogue.service.ts'
import type { Viewer } from '#server/session.ts'
import type { GameId } from '#shared/ids.ts'
import type { ActivityDeps } from '../activity.service.ts'
import { listMostRecentlyActive, listPlayedBy, listPopularWith } from '../lists/feed-circle.queries.ts'

/** The number of most recently active members of a circle that are considered. */
const MOST_CONSIDERED = 40
const PEOPLE = 5
const POPULAR = 9
const POPULAR_DAYS = 30

/**
 * Returns what the member's friends and followed members are playing, and which games are popular with them. Considers
 * only the most recently active members, so the work is bounded for a circle of any size.
 */
export async function loadCircle(deps: ActivityDeps, viewer: Viewer) {
  const { db } = deps
  const now = deps.clock()
  const since = new Date(now.getTime() - POPULAR_DAYS * 86_400_000)
  const foremost = await listMostRecentlyActive(db, viewer.id, MOST_CONSIDERED)
  const ids = foremost.map(({ id }) => id)
  const [played, popularIds] = await Promise.all([
    listPlayedBy(db, viewer.id, ids),
    listPopularWith(db, ids, { since, each: 15, most: POPULAR }),
  ])
  const gameOf = new Map(played.map((row) => [row.user_id, row.game_id as GameId]))
  const people = foremost
    .map((person) => ({ person, gameId: gameOf.get(person.id) }))
    .filter(({ gameId }) => gameId !== undefined)
    .slice(0, PEOPLE)
  const cards = await loadGameCards(
    deps,
    [...people.map(({ gameId }) => gameId as GameId), ...(popularIds as GameId[])],
    now,
  )
  return {
    people: people.flatMap(({ person, gameId }) => {
      const game = cards.get(gameId as GameId)
      return game ? [{ person, game }] : []
    }),
    popular: popularIds.flatMap((id) => cards.get(id as GameId) ?? []),
  }
}
