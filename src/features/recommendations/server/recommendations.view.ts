import { loadGameCards } from '#features/catalogue/server/catalogue.service.ts'
import { loadPublicProfiles } from '#features/profiles/server/profiles.service.ts'
import type { Viewer } from '#server/session.ts'
import type { Recommendation } from '../recommendations.contract.ts'
import type { RecommendationRow } from './recommendations.queries.ts'
import type { RecommendationsDeps } from './recommendations.service.ts'

/** Returns recommendations as the friend sees them, with their senders and games. */
export async function viewReceived(
  deps: RecommendationsDeps,
  viewer: Viewer,
  rows: readonly (RecommendationRow & { is_finished: boolean })[],
): Promise<Recommendation[]> {
  const [people, games] = await Promise.all([
    loadPublicProfiles(
      deps.db,
      rows.map(({ sender_id }) => sender_id),
    ),
    loadGameCards(
      deps,
      rows.map(({ game_id }) => game_id),
      deps.clock(),
      viewer.id,
    ),
  ])
  return rows.flatMap(({ id, sender_id, game_id, line, state, is_finished, created_at }) => {
    const sender = people.get(sender_id)
    const game = games.get(game_id)
    return sender && game
      ? [{ id, sender, game, line, state, finished: is_finished, created_at: created_at.toISOString() }]
      : []
  })
}
