import type { Db } from '#db/db.ts'
import { keyOf } from '#features/library/server/library.service.ts'
import {
  findEntry,
  listAchievementHistory,
  listProgressHistory,
} from '#features/library/server/writing/entry-writing.service.ts'
import type { Viewer } from '#server/routes.ts'
import type { GameId } from '#shared/ids.ts'

/** Returns progress as the interface displays it: zeros and an empty history for a game that is not in the library. */
export async function progressOf(db: Db, viewer: Viewer, gameId: GameId) {
  const [entry, history] = await Promise.all([findEntry(db, keyOf(viewer, gameId)), historyOf(db, viewer, gameId)])
  return {
    play_time: entry?.play_time ?? 0,
    completion_percentage: entry?.completion_percentage ?? 0,
    achievements_completed: entry?.achievements_completed ?? 0,
    history,
  }
}

export async function historyOf(db: Db, viewer: Viewer, gameId: GameId) {
  const key = keyOf(viewer, gameId)
  const [progress, achievements] = await Promise.all([listProgressHistory(db, key), listAchievementHistory(db, key)])
  return { progress, achievements }
}
