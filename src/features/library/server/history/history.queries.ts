import { sql } from 'kysely'
import { compiledOnce } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import { send } from '#db/transaction.ts'
import type { EntryKey } from '../library.queries.ts'

export function listProgressHistory(db: Db, { userId, gameId }: EntryKey) {
  return db
    .selectFrom('game_progress_history')
    .select(['play_time', 'completion_percentage', 'created_at'])
    .where('user_id', '=', userId)
    .where('game_id', '=', gameId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export function listAchievementHistory(db: Db, { userId, gameId }: EntryKey) {
  return db
    .selectFrom('game_achievement_history')
    .select(['achievements_completed', 'created_at'])
    .where('user_id', '=', userId)
    .where('game_id', '=', gameId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Returns the newest history row and the one before it, newest first. */
export const findNewestProgress = compiledOnce<EntryKey, HistoryPoint>((value, db) =>
  db
    .selectFrom('game_progress_history')
    .select(['id', 'play_time', 'completion_percentage', 'created_at'])
    .where('user_id', '=', value('userId'))
    .where('game_id', '=', value('gameId'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(2),
)

export function findNewestAchievements(db: Db, { userId, gameId }: EntryKey) {
  return db
    .selectFrom('game_achievement_history')
    .select(['id', 'achievements_completed', 'created_at'])
    .where('user_id', '=', userId)
    .where('game_id', '=', gameId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
}

export async function deleteHistories(db: Db, { userId, gameId }: EntryKey): Promise<void> {
  for (const table of ['game_progress_history', 'game_achievement_history'] as const)
    await send(db, db.deleteFrom(table).where('user_id', '=', userId).where('game_id', '=', gameId))
}

export interface ProgressPoint {
  play_time: number
  completion_percentage: number
}
export interface HistoryPoint extends ProgressPoint {
  id: string
  created_at: Date
}

export const insertProgress = compiledOnce<EntryKey & ProgressPoint & { at: Date }>((value, db) =>
  db.insertInto('game_progress_history').values({
    user_id: value('userId'),
    game_id: value('gameId'),
    play_time: value('play_time'),
    completion_percentage: value('completion_percentage'),
    created_at: value('at'),
  }),
)

export async function updateProgress(db: Db, id: string, point: ProgressPoint): Promise<void> {
  await send(db, db.updateTable('game_progress_history').set(point).where('id', '=', id))
}

export async function deleteProgress(db: Db, id: string): Promise<void> {
  await send(db, db.deleteFrom('game_progress_history').where('id', '=', id))
}

export async function insertAchievements(db: Db, key: EntryKey, completed: number, at: Date): Promise<void> {
  await send(
    db,
    db
      .insertInto('game_achievement_history')
      .values({ user_id: key.userId, game_id: key.gameId, achievements_completed: completed, created_at: at }),
  )
}

export async function updateAchievements(db: Db, id: string, completed: number): Promise<void> {
  await send(
    db,
    db.updateTable('game_achievement_history').set({ achievements_completed: completed }).where('id', '=', id),
  )
}

export async function deleteAchievements(db: Db, id: string): Promise<void> {
  await send(db, db.deleteFrom('game_achievement_history').where('id', '=', id))
}

/** Counts the achievements of a game: those that the member has ticked, and all (0: the source has listed none). */
export async function countAchievements(
  db: Db,
  { userId, gameId }: EntryKey,
): Promise<{ ticks: number; total: number }> {
  const { rows } = await sql<{ ticks: number; total: number }>`
    select
      (select count(*)::int from user_achievements where user_id = ${userId} and game_id = ${gameId}) as ticks,
      (select count(*)::int from game_achievements where game_id = ${gameId}) as total`.execute(db)
  return rows[0] ?? { ticks: 0, total: 0 }
}
