import { composePicture } from '#features/game-images/server/covers/composed-picture.service.ts'
import type { Config } from '#server/config.ts'
import { collectionPreview, PREVIEW_SIZE } from '#server/pictures/collection-preview.ts'
import type { ChallengeId, GameId } from '#shared/ids.ts'
import { daysText, type GoalType, goalText } from '../../challenges.rules.ts'
import { type ChallengesDeps, requireChallenge } from '../challenges.service.ts'

/** More goals would make the line of facts taller than the picture. */
const SHOWN_GOALS = 3

/** Returns the picture of a challenge as PNG, with the covers of its games. Refuses with 404. */
export async function drawChallenge(
  deps: ChallengesDeps & { config: Pick<Config, 'productName'> },
  id: ChallengeId,
): Promise<Uint8Array> {
  const { row, relations } = await requireChallenge(deps, id)
  const goals = relations.goals.get(id) ?? []
  const cardOf = (game: string | null) => (game === null ? null : (relations.cards.get(game as GameId) ?? null))
  const games = new Set([cardOf(row.cover_game_id), ...goals.map(({ game_id }) => cardOf(game_id))])
  const texts = goals.map(({ type, target, game_id }) =>
    goalText({ type: type as GoalType, target, game: cardOf(game_id) }),
  )
  const days = daysText({ starts_at: row.starts_at.toISOString(), ends_at: row.ends_at.toISOString() })
  return composePicture(deps, {
    games: [...games].filter((game) => game !== null),
    size: PREVIEW_SIZE,
    layout: (covers) =>
      collectionPreview({
        title: row.title,
        facts: [...texts.slice(0, SHOWN_GOALS), days],
        covers,
        productName: deps.config.productName,
      }),
  })
}
