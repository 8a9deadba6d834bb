import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
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
export function findNewestProgress(db: Db, { userId, gameId }: EntryKey) {
  return db
    .selectFrom('game_progress_history')
    .select(['id', 'play_time', 'completion_percentage', 'created_at'])
    .where('user_id', '=', userId)
    .where('game_id', '=', gameId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
}

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
  await db.deleteFrom('game_progress_history').where('user_id', '=', userId).where('game_id', '=', gameId).execute()
  await db.deleteFrom('game_achievement_history').where('user_id', '=', userId).where('game_id', '=', gameId).execute()
}

export interface ProgressPoint {
  play_time: number
  completion_percentage: number
}

export async function insertProgress(db: Db, key: EntryKey, point: ProgressPoint, at: Date): Promise<void> {
  await db
    .insertInto('game_progress_history')
    .values({ user_id: key.userId, game_id: key.gameId, ...point, created_at: at })
    .execute()
}

export async function updateProgress(db: Db, id: string, point: ProgressPoint): Promise<void> {
  await db.updateTable('game_progress_history').set(point).where('id', '=', id).execute()
}

export async function deleteProgress(db: Db, id: string): Promise<void> {
  await db.deleteFrom('game_progress_history').where('id', '=', id).execute()
}

export async function insertAchievements(db: Db, key: EntryKey, completed: number, at: Date): Promise<void> {
  await db
    .insertInto('game_achievement_history')
    .values({ user_id: key.userId, game_id: key.gameId, achievements_completed: completed, created_at: at })
    .execute()
}

export async function updateAchievements(db: Db, id: string, completed: number): Promise<void> {
  await db
    .updateTable('game_achievement_history')
    .set({ achievements_completed: completed })
    .where('id', '=', id)
    .execute()
}

export async function deleteAchievements(db: Db, id: string): Promise<void> {
  await db.deleteFrom('game_achievement_history').where('id', '=', id).execute()
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
