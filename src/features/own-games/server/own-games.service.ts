import { inTransaction } from '#db/transaction.ts'
import type { OwnGameFacts } from '#features/catalogue/own-games.rules.ts'
import { editOwnGame, requireGame, requireOwnGame } from '#features/catalogue/server/catalogue.service.ts'
import type { LibraryDeps } from '#features/library/server/library.service.ts'
import { announce } from '#server/changes.ts'
import type { Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import type { OwnGame } from '../own-games.contract.ts'

/** Returns a game of the viewer's own. Refuses with 404, also for games of others. */
export async function loadOwnGame(deps: LibraryDeps, viewer: Viewer, gameId: GameId): Promise<OwnGame> {
  const { name, platform, year } = await requireOwnGame(deps.db, viewer.id, gameId)
  return { card: await requireGame(deps, gameId, deps.clock(), viewer.id), name, platform, year }
}

/** Changes a game of the viewer's own. Refuses with 404, also for games of others. */
export function changeOwnGame(deps: LibraryDeps, viewer: Viewer, gameId: GameId, facts: OwnGameFacts) {
  return inTransaction(deps, async (transaction) => {
    await editOwnGame(transaction.db, viewer.id, gameId, facts)
    await announce(transaction.db, [tag.shelf(viewer.id)])
    // After the commit the cache of cards may not have heard of the change yet. A transaction reads without it.
    return loadOwnGame(transaction, viewer, gameId)
  })
}
