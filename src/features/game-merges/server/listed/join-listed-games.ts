import { inTransaction } from '#db/transaction.ts'
import { Refusal } from '#shared/refusal.ts'
import { type GameMergesDeps, mergeAndNotify } from '../game-merges.service.ts'
import { findListedTwice } from './listed-games.queries.ts'

/** So many games are merged in one run: each is a transaction of its own. */
const AT_ONCE = 200

/** Merges the games of the list from Steam that a source has brought since into those of the source, as an admin would (decision 0119). */
export async function joinListedGames(deps: GameMergesDeps): Promise<void> {
  for (const pair of await findListedTwice(deps.db, AT_ONCE)) {
    try {
      await inTransaction(deps, (inside) => mergeAndNotify(inside, pair))
    } catch (error) {
      // An admin has merged one of them meanwhile.
      if (!(error instanceof Refusal)) throw error
    }
  }
}
