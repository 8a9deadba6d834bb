import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { shortTerm } from '#features/catalogue/names.rules.ts'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { type Pace, paceOf, playTimesOf, typicalMinutes } from '../../how-long.rules.ts'
import { listCountedRuns, listOwnRuns, storePlayTimes, takeChanges } from './how-long.queries.ts'

/** Changes that one transaction counts. */
const AT_ONCE = 200
/** A pace comes from at most so many latest runs, so that its read does not grow with the library. */
const MAX_RUNS = 50

/** Counts the times of all games that have changed, in batches; each announces the games whose times are others now. */
export async function countPlayTimes(db: Db): Promise<void> {
  for (;;) {
    const taken = await inTransaction({ db }, async (tx) => {
      const games = await takeChanges(tx.db, AT_ONCE)
      if (games.length === 0) return 0
      const runs = await listCountedRuns(tx.db, games)
      const times = games.map((id) => {
        const named = (runs.get(id) ?? []).map((run) => ({ ...run, platform: run.platform && shortTerm(run.platform) }))
        return [id, playTimesOf(named)] as const
      })
      const changed = await storePlayTimes(tx.db, new Map(times))
      await announce(
        tx.db,
        changed.map((id) => tag.game(id)),
      )
      return games.length
    })
    if (taken === 0) return
  }
}

/** Returns the member's pace, and the games that it depends on. */
export async function readPace(db: Db, userId: UserId): Promise<{ pace: Pace | null; games: GameId[] }> {
  const runs = await listOwnRuns(db, userId, MAX_RUNS)
  const compared = runs.flatMap((run) => {
    const typical = typicalMinutes(run, run.level)
    return typical === null ? [] : [{ minutes: run.minutes, typical }]
  })
  return { pace: paceOf(compared), games: [...new Set(runs.map(({ game_id }) => game_id))] }
}
