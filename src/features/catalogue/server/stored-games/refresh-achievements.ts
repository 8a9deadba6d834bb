import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import type { Log } from '#server/log.ts'
import { tag } from '#server/tags.ts'
import { UpstreamError } from '#server/upstream.ts'
import type { GameId } from '#shared/ids.ts'
import type { Source } from '../sources/source.ts'
import { storeAchievements } from './store-achievements.ts'

/**
 * Fetches and stores the achievements of a game that has just been stored. Never throws: the game is usable without
 * them.
 */
export async function refreshAchievements(
  { db, log }: { db: Db; log: Log },
  source: Pick<Source, 'fetchAchievements'>,
  id: GameId,
): Promise<void> {
  try {
    const achievements = await source.fetchAchievements(id)
    if (!achievements || achievements.length === 0) return
    await inTransaction({ db }, async ({ db }) => {
      await storeAchievements(db, id, achievements)
      await announce(db, [tag.game(id)])
    })
  } catch (error) {
    if (!(error instanceof UpstreamError)) log.error({ err: error, id }, 'cannot store achievements')
  }
}
