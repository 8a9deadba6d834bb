import { loadGameCards } from '#features/catalogue/server/catalogue.service.ts'
import type { Viewer } from '#server/session.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { GameId } from '#shared/ids.ts'
import type { ActivityDeps } from '../activity.service.ts'
import { findCircle } from '../lists/feed-circle.queries.ts'

const POPULAR_DAYS = 30

/**
 * Returns what the member's friends and followed members are playing, and which games are popular with them. Considers
 * only the most recently active members, so the work is bounded for a circle of any size.
 */
export async function loadCircle(deps: ActivityDeps, viewer: Viewer) {
  const { db } = deps
  const now = deps.clock()
  const since = new Date(now.getTime() - POPULAR_DAYS * DAY_MS)
  const [{ people, popular } = { people: [], popular: [] }] = await findCircle(db, { viewerId: viewer.id, since })
  const cards = await loadGameCards(
    deps,
    [...people.map(({ game_id }) => game_id as GameId), ...(popular as GameId[])],
    now,
  )
  return {
    people: people.flatMap((person) => {
      const game = cards.get(person.game_id as GameId)
      return game ? [{ person, game }] : []
    }),
    popular: popular.flatMap((id) => cards.get(id as GameId) ?? []),
  }
}
