import type { Db } from '#db/db.ts'
import type { EntryKey } from '../library.queries.ts'
import {
  deleteAchievements,
  deleteProgress,
  findNewestAchievements,
  findNewestProgress,
  type HistoryPoint,
  insertAchievements,
  insertProgress,
  type ProgressPoint,
  updateAchievements,
  updateProgress,
} from './history.queries.ts'

/** Rounds to what numeric(8, 2) stores, so that equal rows are recognised before they are written. */
export const toHundredths = (value: number) => Math.round(value * 100) / 100

export interface HistoryMoment {
  isCorrection: boolean
  at: Date
}

const isSame = (a: ProgressPoint, b: ProgressPoint) =>
  a.play_time === b.play_time && a.completion_percentage === b.completion_percentage

const NOTHING_YET: ProgressPoint = { play_time: 0, completion_percentage: 0 }

/**
 * Writes the history of hours and completion. It skips a row that equals the previous one (C55). A correction changes
 * the newest row, and deletes it if the correction makes it equal to the previous one. `history` has the two newest rows
 * if the caller has read them. Returns the new last_played_at; undefined if it stays unchanged.
 */
export async function recordProgress(
  db: Db,
  key: EntryKey,
  { before, point }: { before: ProgressPoint; point: ProgressPoint },
  { isCorrection, at, history }: HistoryMoment & { history?: readonly HistoryPoint[] | undefined },
): Promise<Date | null | undefined> {
  const [newest, previous] = history ?? (await findNewestProgress(db, key))
  const hasGrown = point.play_time > before.play_time || point.completion_percentage > before.completion_percentage
  if (!isCorrection || !newest) {
    if (!newest || !isSame(newest, point))
      await insertProgress.send(db, { ...key, ...point, at: later(at, newest?.created_at) })
    return hasGrown ? at : undefined
  }
  if (!isSame(previous ?? NOTHING_YET, point)) {
    await updateProgress(db, newest.id, point)
    return hasGrown ? at : undefined
  }
  await deleteProgress(db, newest.id)
  return previous?.created_at ?? null
}

export async function recordAchievements(
  db: Db,
  key: EntryKey,
  completed: number,
  { isCorrection, at }: HistoryMoment,
): Promise<void> {
  const [newest, previous] = await findNewestAchievements(db, key)
  if (!isCorrection || !newest) {
    if (newest?.achievements_completed !== completed)
      await insertAchievements(db, key, completed, later(at, newest?.created_at))
  } else if ((previous?.achievements_completed ?? 0) === completed) await deleteAchievements(db, newest.id)
  else await updateAchievements(db, newest.id, completed)
}

/**
 * Returns the later of the two times: the clocks of two app nodes may differ, and a history never goes back in time.
 */
function later(at: Date, newest: Date | undefined): Date {
  return newest !== undefined && newest > at ? newest : at
}
