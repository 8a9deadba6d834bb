import type * as z from 'zod/mini'
import { inTransaction } from '#db/transaction.ts'
import { ensureGame } from '#features/catalogue/server/catalogue.service.ts'
import type { LibraryDeps } from '#features/library/server/library.service.ts'
import { lockOwnEntry } from '#features/library/server/library.service.ts'
import { logProgress } from '#features/play-log/server/progress/progress.service.ts'
import type { Viewer } from '#server/routes.ts'
import type { GameId } from '#shared/ids.ts'
import type * as contract from '../../public-api.contract.ts'

type Draft = z.output<typeof contract.saveEntry.body>

/**
 * Changes an entry or adds it, by the rules of the log form. A game that is added without a status and without progress
 * is wanted.
 */
export async function saveEntry(deps: LibraryDeps, viewer: Viewer, gameId: GameId, draft: Draft) {
  // Before the transaction, because a source may have to be asked.
  await ensureGame(deps, gameId, deps.clock(), viewer.id)
  return inTransaction(deps, async (inside) => {
    const isNew = (await lockOwnEntry(inside.db, viewer, gameId)) === undefined
    const isWanted = isNew && draft.status === undefined && !hasProgress(draft)
    return logProgress(inside, viewer, gameId, { ...progressOf(draft), ...(isWanted && { status: 'want_to_play' }) })
  })
}

const hasProgress = ({ hours, completion, achievements, platform, date }: Draft) =>
  [hours, completion, achievements, platform, date].some((value) => value !== undefined)

function progressOf({ status, rating, is_liked, notes, hours, completion, achievements, platform, date }: Draft) {
  const isLogged = platform !== undefined || date !== undefined
  return {
    status,
    user_rating: rating,
    is_liked,
    notes,
    play_time: hours,
    completion_percentage: completion,
    achievements_completed: achievements,
    ...(isLogged && { playthrough: { platform, date } }),
  }
}
