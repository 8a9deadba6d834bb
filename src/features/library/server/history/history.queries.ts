import { type RawBuilder, sql } from 'kysely'
import { compiledOnce, rowsOf } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import { type Guesses, sendGuess } from '#db/guesses.ts'
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
export const findNewestProgress = (db: Db, key: EntryKey): Promise<HistoryPoint[]> => rowsOf(db, newestProgress(key))

const newestProgress = compiledOnce<EntryKey, HistoryPoint>((value, db) =>
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

export async function insertProgress(db: Db, key: EntryKey, point: ProgressPoint, at: Date): Promise<void> {
  await send(db, newProgress({ ...key, ...point, at }))
}

const newProgress = compiledOnce<EntryKey & ProgressPoint & { at: Date }>((value, db) =>
  db.insertInto('game_progress_history').values({
    user_id: value('userId'),
    game_id: value('gameId'),
    play_time: value('play_time'),
    completion_percentage: value('completion_percentage'),
    created_at: value('at'),
  }),
)

/** The figures that a log has sent; null for one that stays as it is. */
interface SentFigures {
  play_time: number | null
  completion_percentage: number | null
}

/**
 * Locks the entry, and guesses what is true of most logs: the game has been played, hours or completion have grown, and the
 * newest history row is no later and has other figures.
 */
export async function guessGrowth(
  db: Db,
  guesses: Guesses | null,
  key: EntryKey,
  figures: SentFigures,
  at: Date,
): Promise<boolean> {
  if (!guesses) return false
  // A statement of its own, so that the next one sees what a writer before it has committed.
  await send(db, lock(key))
  return sendGuess(db, guesses, otherThanGrowth({ ...key, ...figures, at }))
}

const lock = compiledOnce<EntryKey>(
  (value) => sql`
    select from user_games where user_id = ${value('userId')} and game_id = ${value('gameId')} for no key update`,
)

type Growth = EntryKey & SentFigures & { at: Date }
type ValueOf = <K extends keyof Growth>(name: K) => RawBuilder<Growth[K]>

/** The figures of the row of `entry` after the log. */
const figuresAfter = (value: ValueOf) => ({
  hours: sql`coalesce(${value('play_time')}::numeric, entry.play_time)`,
  completion: sql`coalesce(${value('completion_percentage')}::numeric, entry.completion_percentage)`,
})

const otherThanGrowth = compiledOnce<Growth>((value) => {
  const { hours, completion } = figuresAfter(value)
  return sql`
    select wrong_guess()
    where not exists (
      select from user_games entry
      where entry.user_id = ${value('userId')} and entry.game_id = ${value('gameId')} and entry.status <> 'want_to_play'
        and (${hours} > entry.play_time or ${completion} > entry.completion_percentage)
        and not exists (
          select from (
            select play_time, completion_percentage, created_at from game_progress_history
            where user_id = ${value('userId')} and game_id = ${value('gameId')}
            order by created_at desc, id desc limit 1
          ) newest
          where newest.created_at > ${value('at')}
            or (newest.play_time = ${hours} and newest.completion_percentage = ${completion})
        )
    )`
})

/** Adds the history row of a log whose growth is guessed, from the figures of the locked entry and those that were sent. */
export async function insertGrowth(db: Db, key: EntryKey, figures: SentFigures, at: Date): Promise<void> {
  await send(db, newGrowth({ ...key, ...figures, at }))
}

const newGrowth = compiledOnce<Growth>((value) => {
  const { hours, completion } = figuresAfter(value)
  return sql`
    insert into game_progress_history (user_id, game_id, play_time, completion_percentage, created_at)
    select entry.user_id, entry.game_id, ${hours}, ${completion}, ${value('at')}
    from user_games entry where entry.user_id = ${value('userId')} and entry.game_id = ${value('gameId')}`
})

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
