import type * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import { readPart } from '#db/keyset.ts'
import { isFollowed, partOf } from '#db/page-numbers.ts'
import { inTransaction } from '#db/transaction.ts'
import { ensureGame } from '#features/catalogue/server/catalogue.service.ts'
import type { Status } from '#features/library/library.rules.ts'
import {
  keyOf,
  type LibraryDeps,
  publishLibraryChange,
  starsChangedBy,
} from '#features/library/server/library.service.ts'
import {
  type EntryKey,
  type EntryRow,
  findEntry,
  type HistoryMoment,
  lockPlaying,
  recordProgress,
  toHundredths,
  updateEntry,
} from '#features/library/server/writing/entry-writing.service.ts'
import { memberDays } from '#features/profiles/server/profiles.service.ts'
import type { Viewer } from '#server/routes.ts'
import type { GameId, PlaySessionId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type * as contract from '../../play-sessions.contract.ts'
import { endOfSession, mergedSession, mergeProblem, statusAfterSession } from '../../play-sessions.rules.ts'
import { MERGE_PROBLEMS, SESSION_TEXTS } from '../../play-sessions.texts.ts'
import * as queries from './play-sessions.queries.ts'
import { deleteStoredMerge, restoreMergedSessions, storeMergedSessions } from './unmerge.queries.ts'
import { requireEntryWithin, requirePast, requirePlaythrough, writePlaySession } from './write-play-session.ts'

export type { SessionKeyset } from './play-sessions.queries.ts'
export { playSessionView, playthroughView } from './play-sessions.view.ts'

const refuseSession = () => refuse('not_found', 'session_not_found', SESSION_TEXTS.missing)

/** Lists a page of the sessions of a game, latest day first. */
export async function listSessions({ db }: LibraryDeps, viewer: Viewer, gameId: GameId, page: number, limit: number) {
  const key = keyOf(viewer, gameId)
  const part = partOf({ page, limit })
  const [rows, total] = await Promise.all([queries.listPlaySessionRows(db, key, part), queries.countSessions(db, key)])
  return { rows, total, hasMore: isFollowed(part, rows, total) }
}

/** Reads the sessions of a game part by part, the latest day first. A session that comes meanwhile moves no other. */
export async function listSessionsByKeyset(
  { db }: LibraryDeps,
  viewer: Viewer,
  gameId: GameId,
  { before, limit }: { before: queries.SessionKeyset | null; limit: number },
) {
  const { rows, end } = await readPart(before, limit, (place, most) =>
    queries.listSessionsBefore(db, keyOf(viewer, gameId), { before: place, limit: most }),
  )
  return { rows, next: end ? { day: end.played_on, id: end.id } : null }
}

/** Returns the parts of a game's hours and its playthroughs; zeros for a game that is not in the library. */
export async function loadPlayLog({ db }: LibraryDeps, viewer: Viewer, gameId: GameId) {
  const key = keyOf(viewer, gameId)
  const [totals, playthroughs] = await Promise.all([queries.findTotals(db, key), queries.listPlaythroughs(db, key)])
  return { totals: totals ?? { play_time: 0, session_minutes: 0, undated_hours: 0 }, playthroughs }
}

type Draft = z.output<typeof contract.addSession.body>

/**
 * Writes a session, without a day on that of `doneAt`, which is earlier than now for a device that sends it later. A game that
 * was wanted, or not in the library, becomes playing.
 */
export async function addSession(
  deps: LibraryDeps,
  viewer: Viewer,
  gameId: GameId,
  draft: Draft,
  doneAt = deps.clock(),
) {
  await ensureGame(deps, gameId, deps.clock(), viewer.id)
  const key = keyOf(viewer, gameId)
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const before = await lockPlaying(db, key, clock())
    const at = clock()
    const session = await writePlaySession(db, key, { ...draft, origin: 'typed' }, doneAt)
    if (draft.correct && draft.undated_hours !== undefined) await setAsideAgain(db, key, draft.undated_hours, at)
    const status = statusAfterSession(before.isNew ? null : (before.status as Status))
    return {
      session,
      entry: await finishSessionChange(inside, key, { isCorrection: draft.correct ?? false, at }, { status }),
    }
  })
}

/**
 * Restores a negative balance that a deletion has reduced, so that undoing the deletion restores the previous total.
 */
async function setAsideAgain(db: Db, key: EntryKey, balance: number, at: Date): Promise<void> {
  const totals = await queries.findTotals(db, key)
  // A balance above zero was typed since then, so the deletion has not reduced it.
  if (!totals || totals.undated_hours > 0 || balance >= totals.undated_hours) return
  // A total is never negative.
  const play_time = Math.max(0, toHundredths(totals.play_time - totals.undated_hours + balance))
  await updateEntry(db, key, { play_time, updated_at: at })
}

/**
 * Finishes every change of sessions: writes the new total to the history and updates the entry's time of change. The
 * database has updated the figures of the entry by then.
 */
export async function finishSessionChange(
  deps: LibraryDeps,
  key: EntryKey,
  when: HistoryMoment,
  changes: EntryMarks = {},
): Promise<EntryRow> {
  const { db } = deps
  const { play_time, completion_percentage } = await requireEntryWithin(db, key)
  const point = { play_time, completion_percentage }
  await recordProgress(db, key, { before: point, point }, when)
  return touchEntry(deps, key, when.at, changes)
}

/** What a change of sessions or playthroughs may set. */
interface EntryMarks {
  status?: Status
  user_rating?: number | null
}

/** Updates the entry's time of change, but not its hours. */
export async function touchEntry(
  deps: LibraryDeps,
  key: EntryKey,
  at: Date,
  changes: EntryMarks = {},
): Promise<EntryRow> {
  const touched = await updateEntry(deps.db, key, { ...changes, updated_at: at })
  await publishLibraryChange(deps, key.userId, starsChangedBy(changes, key.gameId as GameId))
  // The caller has locked the entry, so it exists.
  return touched as EntryRow
}

/** Locks the entry of an existing session or playthrough, so that its writers run one after another. */
export async function lockExisting({ db, clock }: LibraryDeps, key: EntryKey, refuseGone: () => never): Promise<void> {
  if (!(await findEntry(db, key))) refuseGone()
  await lockPlaying(db, key, clock())
}

type Changes = z.output<typeof contract.changeSession.body>

export function changeSession(
  deps: LibraryDeps,
  viewer: Viewer,
  gameId: GameId,
  id: PlaySessionId,
  { played_on, minutes, note, playthrough_id }: Changes,
) {
  const key = keyOf(viewer, gameId)
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    await lockExisting(inside, key, refuseSession)
    const [session = refuseSession()] = await queries.findSessions(db, key, [id])
    const at = clock()
    if (playthrough_id) await requirePlaythrough(db, key, playthrough_id)
    const isOtherDay = played_on !== undefined && played_on !== session.played_on
    const { today, latest } = await memberDays(db, viewer.id, at)
    if (isOtherDay) requirePast(played_on, latest)
    const changed = await queries.updateSession(
      db,
      key,
      id,
      {
        ...(isOtherDay && { played_on, ended_at: endOfSession(played_on, today, at) }),
        ...(minutes !== undefined && { minutes }),
        ...(note !== undefined && { note: note?.trim() || null }),
        ...(playthrough_id !== undefined && { playthrough_id }),
      },
      at,
    )
    return { session: changed, entry: await finishSessionChange(inside, key, { isCorrection: false, at }) }
  })
}

/** Deletes a session; hours and last_played_at follow from the remaining sessions. */
export function deleteSession(deps: LibraryDeps, viewer: Viewer, gameId: GameId, id: PlaySessionId) {
  const key = keyOf(viewer, gameId)
  return inTransaction(deps, async (inside) => {
    await lockExisting(inside, key, refuseSession)
    if ((await queries.deleteSessions(inside.db, key, [id])) === 0) refuseSession()
    return finishSessionChange(inside, key, { isCorrection: false, at: inside.clock() })
  })
}

/**
 * Merges several sessions of a playthrough into one; `undo_id` restores them. The hours stay unchanged, so the history
 * gets no row.
 */
export function mergeSessions(deps: LibraryDeps, viewer: Viewer, gameId: GameId, given: readonly PlaySessionId[]) {
  const key = keyOf(viewer, gameId)
  const ids = [...new Set(given)]
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    await lockExisting(inside, key, refuseSession)
    const sessions = await queries.findSessions(db, key, ids)
    if (sessions.length < ids.length) refuseSession()
    const problem = mergeProblem(sessions)
    if (problem) refuse('conflict', 'sessions_cannot_merge', MERGE_PROBLEMS[problem])
    const at = clock()
    const [target = '', ...others] = ids
    const undo_id = await storeMergedSessions(db, key, ids, { target, at })
    const session = await queries.mergeRows(db, key, { target, others }, mergedSession(sessions), at)
    return { session, entry: await finishSessionChange(inside, key, { isCorrection: false, at }), undo_id }
  })
}

/**
 * Restores merged sessions, once, and the entry's place in lists if nothing has changed it since. Refuses with 404 when
 * the merged session was changed or deleted since.
 */
export function undoMerge(deps: LibraryDeps, viewer: Viewer, gameId: GameId, undoId: string): Promise<EntryRow> {
  const key = keyOf(viewer, gameId)
  const refuseUndo = () => refuse('not_found', 'merge_not_found', SESSION_TEXTS.mergeFinal)
  return inTransaction(deps, async (inside) => {
    const { db } = inside
    await lockExisting(inside, key, refuseUndo)
    const merge = (await deleteStoredMerge(db, key, undoId)) ?? refuseUndo()
    if (!(await restoreMergedSessions(db, key, merge))) refuseUndo()
    await publishLibraryChange(inside, viewer.id)
    return requireEntryWithin(db, key)
  })
}
