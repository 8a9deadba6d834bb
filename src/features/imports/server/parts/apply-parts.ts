import {
  applyImportedTicks,
  type TickChange,
  undoImportedTicks,
} from '#features/achievements/server/imported/imported-achievements.service.ts'
import type { EntryPlan } from '#features/imported-games/imported.rules.ts'
import type { ImportedReview } from '#features/reviews/imported-review.rules.ts'
import {
  applyImportedReviews,
  undoImportedReviews,
} from '#features/reviews/server/imported/imported-reviews.service.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { ChangeRow, WrittenReviews } from '../changes/changes.queries.ts'
import type { StepDeps } from '../running/step.ts'
import { type Game, type GameParts, partsOf, takesReviews } from './game-parts.ts'

/** What the library has done with the games: their plans, and the new playthroughs by their keys in the file. */
interface Applied {
  plans: ReadonlyMap<GameId, EntryPlan | null>
  playthroughs: ReadonlyMap<string, string>
}

/** Writes the parts of games that the library does not store, in the transaction of the caller. */
export async function applyParts(deps: StepDeps, userId: UserId, games: readonly Game[], applied: Applied) {
  const planOf = ({ gameId }: Game) => applied.plans.get(gameId) ?? null
  const reviews = await applyImportedReviews(
    deps,
    userId,
    games.flatMap((game) =>
      takesReviews(game, planOf(game))
        ? [{ gameId: game.gameId, reviews: game.reviews.map((review) => inPlaythrough(review, applied)) }]
        : [],
    ),
  )
  const ticks = await applyImportedTicks(
    deps,
    userId,
    games.filter((game) => planOf(game) !== null && game.ticks.length > 0),
  )
  const parts = new Map(games.map((game) => [game.gameId, partsOf(game, reviews.left, ticks.plans)]))
  const written = Map.groupBy(reviews.written, ({ game_id }) => game_id)
  return {
    of: (gameId: GameId): GameParts => parts.get(gameId) ?? { reviews: [], ticks: null },
    written: (gameId: GameId): { review: WrittenReviews | null; ticks: TickChange[] } => {
      const [review, ...more] = written.get(gameId) ?? []
      return { review: review ? { ...review, more } : null, ticks: ticks.ticked.get(gameId) ?? [] }
    },
  }
}

const writtenIn = ({ review }: ChangeRow) => (review ? [review, ...(review.more ?? [])] : [])

/** A review belongs to the playthrough that came from the same file. */
const inPlaythrough = (review: ImportedReview, { playthroughs }: Applied): ImportedReview =>
  review.written === null
    ? review
    : {
        ...review,
        written: {
          ...review.written,
          playthrough_id: playthroughs.get(review.written.playthrough_id ?? '') ?? null,
        },
      }

/**
 * Undoes the parts of changes that the library does not store, before the undo of the library. Returns whether all parts of
 * a change are gone: what the member has changed since stays.
 */
export async function undoParts(
  deps: StepDeps,
  userId: UserId,
  changes: readonly ChangeRow[],
): Promise<(change: ChangeRow) => boolean> {
  const ticks = await undoImportedTicks(
    deps,
    userId,
    changes.flatMap(({ ticks }) => ticks),
  )
  const reviews = await undoImportedReviews(deps, userId, changes.flatMap(writtenIn))
  return (change) =>
    writtenIn(change).every(({ id }) => reviews.has(id)) && (ticks.get(change.game_id) ?? 0) === change.ticks.length
}
