import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { EntryKey } from '#features/library/server/writing/entry-writing.service.ts'
import type { PlaySessionId, PlaythroughId, ReviewId } from '#shared/ids.ts'
import type { PlaythroughValues } from '../../logged-playthrough.rules.ts'
import { firstDayOf, type Origin, precisionOf } from '../../play-sessions.rules.ts'
import { placeInTime } from './run-stars.queries.ts'

// Every query names the entry, so that an id never reaches the rows of another member.

const SESSION = ['id', 'game_id', 'playthrough_id', 'played_on', 'minutes', 'note', 'origin', 'ended_at'] as const

export interface PlaySessionRow {
  id: string
  game_id: string
  playthrough_id: string
  played_on: string
  minutes: number
  note: string | null
  origin: string
  ended_at: Date
}

const PLAYTHROUGH = [
  'id',
  'game_id',
  'platform',
  'started_on',
  'started_precision',
  'finished_on',
  'finished_precision',
  'finish_level',
  'is_replay',
  'is_paused',
  'drop_reason',
  'kind',
  'rating',
  'bookmark',
  'bookmarked_at',
] as const

export interface PlaythroughRow {
  id: string
  game_id: string
  platform: string | null
  started_on: string | null
  started_precision: string
  finished_on: string | null
  finished_precision: string
  finish_level: string
  is_replay: boolean
  is_paused: boolean
  drop_reason: string | null
  kind: string | null
  rating: number | null
  bookmark: string | null
  bookmarked_at: Date | null
}

/** Lists the playthroughs of an entry, oldest first, with the totals of their sessions. */
export function listPlaythroughs(db: Db, { userId, gameId }: EntryKey) {
  return db
    .selectFrom('playthroughs')
    .leftJoin('play_sessions', 'play_sessions.playthrough_id', 'playthroughs.id')
    .where('playthroughs.user_id', '=', userId)
    .where('playthroughs.game_id', '=', gameId)
    .select(PLAYTHROUGH.map((column) => `playthroughs.${column}` as const))
    .select([
      sql<number>`count(play_sessions.id)`.as('session_count'),
      sql<number>`coalesce(sum(play_sessions.minutes), 0)`.as('session_minutes'),
      sql<ReviewId | null>`(select id from reviews where playthrough_id = playthroughs.id limit 1)`.as('review_id'),
    ])
    .groupBy('playthroughs.id')
    .orderBy(placeInTime('playthroughs'))
    .execute()
}
export type CountedPlaythrough = Awaited<ReturnType<typeof listPlaythroughs>>[number]

/** Returns the parts of an entry's hours; undefined when the game is not in the library. */
export function findTotals(db: Db, { userId, gameId }: EntryKey) {
  return db
    .selectFrom('user_games')
    .select(['play_time', 'session_minutes', 'undated_hours'])
    .where('user_id', '=', userId)
    .where('game_id', '=', gameId)
    .executeTakeFirst()
}

export function listPlaySessionRows(db: Db, key: EntryKey, place: { limit: number; offset: number }) {
  return db
    .selectFrom('play_sessions')
    .select(SESSION)
    .where('user_id', '=', key.userId)
    .where('game_id', '=', key.gameId)
    .orderBy('played_on', 'desc')
    .orderBy('id', 'desc')
    .limit(place.limit)
    .offset(place.offset)
    .execute()
}

/** A place in the sessions of a game: a day and a session. */
export interface SessionKeyset {
  day: string
  id: string
}

/** Lists the sessions of a game before a place, the latest day first. */
export function listSessionsBefore(
  db: Db,
  key: EntryKey,
  { before, limit }: { before: SessionKeyset | null; limit: number },
) {
  let query = db
    .selectFrom('play_sessions')
    .select(SESSION)
    .where('user_id', '=', key.userId)
    .where('game_id', '=', key.gameId)
  if (before) query = query.where(sql<boolean>`(played_on, id) < (${before.day}::date, ${before.id}::uuid)`)
  return query.orderBy('played_on', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export async function countSessions(db: Db, { userId, gameId }: EntryKey): Promise<number> {
  const { total } = await db
    .selectFrom('play_sessions')
    .select(sql<number>`count(*)`.as('total'))
    .where('user_id', '=', userId)
    .where('game_id', '=', gameId)
    .executeTakeFirstOrThrow()
  return total
}

export function findSessions(db: Db, { userId, gameId }: EntryKey, ids: readonly PlaySessionId[]) {
  return db
    .selectFrom('play_sessions')
    .select(SESSION)
    .where('user_id', '=', userId)
    .where('game_id', '=', gameId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

export function findPlaythrough(db: Db, { userId, gameId }: EntryKey, id: PlaythroughId) {
  return db
    .selectFrom('playthroughs')
    .select(PLAYTHROUGH)
    .where('user_id', '=', userId)
    .where('game_id', '=', gameId)
    .where('id', '=', id)
    .executeTakeFirst()
}

// The caller has locked the entry before every write below (library.queries.ts: lockPlaying).

/** The columns of a playthrough that hold its values. */
export const playthroughColumns = ({ started_on, finished_on, ...rest }: PlaythroughValues) => ({
  ...rest,
  started_on: started_on && firstDayOf(started_on),
  started_precision: started_on ? precisionOf(started_on) : 'day',
  finished_on: finished_on && firstDayOf(finished_on),
  finished_precision: finished_on ? precisionOf(finished_on) : 'day',
})

export function insertPlaythrough(db: Db, key: EntryKey, playthrough: PlaythroughValues, at: Date) {
  return db
    .insertInto('playthroughs')
    .values({
      user_id: key.userId,
      game_id: key.gameId,
      ...playthroughColumns(playthrough),
      created_at: at,
      updated_at: at,
    })
    .returning(PLAYTHROUGH)
    .executeTakeFirstOrThrow()
}

export async function updatePlaythrough(
  db: Db,
  key: EntryKey,
  id: PlaythroughId,
  changes: PlaythroughValues,
  at: Date,
): Promise<void> {
  await db
    .updateTable('playthroughs')
    .set({ ...playthroughColumns(changes), updated_at: at })
    .where('user_id', '=', key.userId)
    .where('game_id', '=', key.gameId)
    .where('id', '=', id)
    .execute()
}

/** Ends the pause of a playthrough. */
export async function resumePlaythrough(db: Db, key: EntryKey, id: PlaythroughId): Promise<void> {
  await db
    .updateTable('playthroughs')
    .set({ is_paused: false })
    .where('user_id', '=', key.userId)
    .where('game_id', '=', key.gameId)
    .where('id', '=', id)
    .execute()
}

/** Gives a playthrough stars. Its time of change stays, by which the undo of an import sees that it is untouched. */
export async function rateRun(db: Db, { userId, gameId }: EntryKey, id: PlaythroughId, rating: number): Promise<void> {
  await db
    .updateTable('playthroughs')
    .set({ rating })
    .where('user_id', '=', userId)
    .where('game_id', '=', gameId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a playthrough with its sessions. */
export async function deletePlaythroughRow(db: Db, key: EntryKey, id: PlaythroughId): Promise<void> {
  await db
    .deleteFrom('playthroughs')
    .where('user_id', '=', key.userId)
    .where('game_id', '=', key.gameId)
    .where('id', '=', id)
    .execute()
}

export interface NewSession {
  playthrough_id: string
  played_on: string
  minutes: number
  note: string | null
  origin: Origin
  ended_at: Date
}

export function insertSession(db: Db, key: EntryKey, session: NewSession, at: Date): Promise<PlaySessionRow> {
  return db
    .insertInto('play_sessions')
    .values({ user_id: key.userId, game_id: key.gameId, ...session, created_at: at, updated_at: at })
    .returning(SESSION)
    .executeTakeFirstOrThrow()
}

export function updateSession(
  db: Db,
  key: EntryKey,
  id: string,
  changes: Partial<Omit<NewSession, 'origin'>>,
  at: Date,
): Promise<PlaySessionRow> {
  return db
    .updateTable('play_sessions')
    .set({ ...changes, updated_at: at })
    .where('user_id', '=', key.userId)
    .where('game_id', '=', key.gameId)
    .where('id', '=', id)
    .returning(SESSION)
    .executeTakeFirstOrThrow()
}

/**
 * Replaces several sessions by one, in one statement, so that the database derives the entry's figures only from the
 * result. With a typed total below the sum of the sessions, a smaller sum in between would reduce the balance (decision
 * 0035).
 */
export async function mergeRows(
  db: Db,
  { userId, gameId }: EntryKey,
  { target, others }: { target: string; others: readonly string[] },
  { played_on, minutes, note, ended_at }: Pick<NewSession, 'played_on' | 'minutes' | 'note' | 'ended_at'>,
  at: Date,
): Promise<PlaySessionRow> {
  return db
    .with('gone', (within) =>
      within
        .deleteFrom('play_sessions')
        .where('user_id', '=', userId)
        .where('game_id', '=', gameId)
        .where('id', '=', sql<string>`any(${others}::uuid[])`),
    )
    .updateTable('play_sessions')
    .set({ played_on, minutes, note, ended_at, updated_at: at })
    .where('user_id', '=', userId)
    .where('game_id', '=', gameId)
    .where('id', '=', target)
    .returning(SESSION)
    .executeTakeFirstOrThrow()
}

/** Deletes sessions and returns how many there were. */
export async function deleteSessions(db: Db, key: EntryKey, ids: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('play_sessions')
    .where('user_id', '=', key.userId)
    .where('game_id', '=', key.gameId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
