import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { ensureGame, refuseMissingGame } from '#features/catalogue/server/catalogue.service.ts'
import { tooManyAchievements } from '#features/library/entry-values.texts.ts'
import {
  achievementsAfterTicks,
  completionAfter,
  lastPlayedAfterLog,
  type Status,
  statusAfterProgress,
  stoppedBefore,
} from '#features/library/library.rules.ts'
import { fewerThanTicked, LIBRARY_REFUSALS } from '#features/library/library.texts.ts'
import {
  keyOf,
  type LibraryDeps,
  type OwnEntry,
  publishLibraryChange,
  sentFields,
  starsChangedBy,
} from '#features/library/server/library.service.ts'
import {
  countAchievements,
  type EntryKey,
  type EntryRow,
  findNewestProgress,
  type LockedEntry,
  lockEntry,
  lockExistingEntry,
  mayWriteLibraryOf,
  recordAchievements,
  recordProgress,
  sendUpdate,
  setStoppedPlaying,
  toHundredths,
  updateEntry,
} from '#features/library/server/writing/entry-writing.service.ts'
import { memberDays } from '#features/profiles/server/profiles.service.ts'
import type { Viewer } from '#server/routes.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { endOfSession, firstDayOf } from '../../play-sessions.rules.ts'
import type { ProgressDraft } from '../../progress.schemas.ts'
import { writeLoggedPlaythrough } from '../play-sessions/log-playthrough.ts'
import { deleteSessions } from '../play-sessions/play-sessions.queries.ts'
import { requireEntryWithin, writePlaySession } from '../play-sessions/write-play-session.ts'

/**
 * Logs progress (C06). One transaction inserts a missing entry and changes status, figures and histories. `correct`
 * corrects the newest history rows instead of adding some (C55). The hours of the draft are the new total. When the
 * draft has `played`, that becomes a session and the hours grow by it, so concurrent writes add up (decision 0035).
 * Refuses with 403 when the draft names another member, and with 404 'Game not found'.
 */
export async function logProgress(deps: LibraryDeps, viewer: Viewer, gameId: GameId, draft: ProgressDraft) {
  if (draft.user_id !== undefined && !mayWriteLibraryOf(viewer, draft.user_id))
    refuse('forbidden', '42501', LIBRARY_REFUSALS.notOwn)
  const logged = await writeLog(deps, viewer, gameId, draft)
  if (logged) return logged
  // A source may know a game that is not stored. It cannot be asked in a transaction.
  await ensureGame(deps, gameId, deps.clock(), viewer.id)
  return (await writeLog(deps, viewer, gameId, draft)) ?? refuseMissingGame()
}

/** Returns null, and writes nothing, if the game is not stored for the viewer. */
async function writeLog(deps: LibraryDeps, viewer: Viewer, gameId: GameId, draft: ProgressDraft) {
  const key = keyOf(viewer, gameId)
  const isDated = draft.played !== undefined || draft.take_back !== undefined
  const hasFigures = isDated || draft.play_time !== undefined || draft.completion_percentage !== undefined
  const done = await inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const statusAfter = (current: Status | null) =>
      statusAfterProgress({ sent: draft.status, completion: draft.completion_percentage, current })
    // Inserts the row with its final status, so that a game that is added as finished does not look as if it had been
    // playing.
    const fresh = { ...key, status: statusAfter(null), userRating: null, isLiked: false, at: clock() }
    const locked = await lockEntry.send(db, fresh)
    // Sessions and playthroughs, which are written below, can change the history.
    const history = hasFigures && !isDated && !draft.playthrough ? await findNewestProgress(db, key) : undefined
    const [before] = await locked.rows()
    if (!before) return null
    const previous = before.isNew ? null : (before.status as Status)
    const status = statusAfter(previous)
    // Read after the lock is acquired, so that the histories of one entry stay in order.
    const at = clock()
    const session = draft.played ? await writePlaySession(db, key, { ...draft.played, origin: 'quick' }, at) : null
    // A session that is deleted already counts as deleted.
    if (draft.take_back) await deleteSessions(db, key, [draft.take_back])
    const standing = isDated ? await requireEntryWithin(db, key) : before
    const point = {
      // Sessions have changed the hours already.
      play_time: (isDated ? null : hundredthsOf(draft.play_time)) ?? standing.play_time,
      completion_percentage: completionAfterLog(draft, before, status, previous),
    }
    const isCorrection = draft.correct ?? false
    const logged = draft.achievements_completed
    const achievements =
      logged === undefined ? before.achievements_completed : await withinAchievements(db, key, logged, { isCorrection })
    const mark = isCorrection ? await lockExistingEntry(db, key) : undefined
    const playthrough = draft.playthrough
      ? await writeLoggedPlaythrough(inside, key, draft.playthrough, status, at)
      : null
    let grownAt: Date | null | undefined
    if (hasFigures) grownAt = await recordProgress(db, key, { before: standing, point }, { isCorrection, at, history })
    if (logged !== undefined) await recordAchievements(db, key, achievements, { isCorrection, at })
    const known = before.last_played_at
    const lastPlayedAt = isCorrection
      ? lastPlayedBefore(draft.last_played_at, grownAt, at)
      : lastPlayedAfterLog({
          status,
          previous,
          grownAt,
          finished: await finishOf(db, viewer.id, draft.playthrough, { at, known }),
          known,
        })
    const saved = await sendUpdate(db, key, {
      ...sentFields(draft),
      ...point,
      ...earlierAfterLog(before, status),
      status,
      achievements_completed: achievements,
      // When a session is deleted, the database derives last_played_at itself.
      ...(lastPlayedAt !== undefined && draft.take_back === undefined && { last_played_at: lastPlayedAt }),
      updated_at: at,
    })
    if (mark) await setStoppedPlaying(db, key, stoppedBefore(mark, status))
    await publishLibraryChange(inside, viewer.id, starsChangedBy(draft, gameId))
    return { saved, created: before.isNew, session, playthrough }
  })
  if (done === null) return null
  const { saved, ...logged } = done
  // The transaction has locked the row before, so it existed.
  return { entry: (await saved.rows())[0] as EntryRow, ...logged }
}

/** Returns when a logged playthrough was finished, for `lastPlayedAfterLog`; null without a date. Days are the member's. */
async function finishOf(
  db: Db,
  userId: UserId,
  playthrough: ProgressDraft['playthrough'],
  { at, known }: { at: Date; known: Date | null },
) {
  const date = playthrough?.date
  if (!date) return null
  const dayOf = async (instant: Date) => (await memberDays(db, userId, instant)).today
  return {
    at: endOfSession(firstDayOf(date), await dayOf(at), at),
    containsKnown: known !== null && (await dayOf(known)).startsWith(date),
    isNewPlaythrough: playthrough.is_new ?? false,
  }
}

const completionAfterLog = (
  { completion_percentage }: ProgressDraft,
  before: LockedEntry,
  status: Status,
  previous: Status | null,
) =>
  completionAfter({
    ...{ status, previous, before: before.completion_percentage, earlier: before.completion_before },
    said: hundredthsOf(completion_percentage),
  })

/** Keeps the completion from before a log that completes the game, so that the figure of the log counts as said. */
const earlierAfterLog = ({ isNew, status, completion_percentage }: LockedEntry, after: Status) =>
  !isNew && (status === 'completed') !== (after === 'completed')
    ? { completion_before: after === 'completed' ? completion_percentage : null }
    : {}

const hundredthsOf = (figure: number | undefined) => (figure === undefined ? null : toHundredths(figure))

/**
 * Returns a logged number of achievements, never below the ticks (G15): an undo writes their number. A new log is refused
 * with 400 'fewer_than_ticked', and with 400 above the game's total if its source lists achievements.
 */
async function withinAchievements(
  db: Db,
  key: EntryKey,
  achievements: number,
  { isCorrection }: { isCorrection: boolean },
): Promise<number> {
  const { ticks, total } = await countAchievements(db, key)
  if (!isCorrection && achievements < ticks) refuse('invalid', 'fewer_than_ticked', fewerThanTicked(ticks))
  if (!isCorrection && total > 0 && achievements > total)
    refuse('invalid', 'validation_failed', tooManyAchievements(total), {
      details: { achievements_completed: tooManyAchievements(total) },
    })
  return Math.max(achievements, ticks)
}

/**
 * Updates the number of completed achievements of a locked entry after its member has ticked or unticked one
 * (`achievementsAfterTicks`), with its history, and returns the entry. The caller has written the ticks in this transaction.
 */
export async function followTicks(
  deps: LibraryDeps,
  viewer: Viewer,
  entry: OwnEntry,
  { before, after }: { before: number; after: number },
): Promise<OwnEntry> {
  const { db, clock } = deps
  const at = clock()
  const key = keyOf(viewer, entry.game_id as GameId)
  const achievements_completed = achievementsAfterTicks(entry.achievements_completed, before, after)
  let changed: OwnEntry | undefined
  if (achievements_completed !== entry.achievements_completed) {
    await recordAchievements(db, key, achievements_completed, { isCorrection: false, at })
    changed = await updateEntry(db, key, { achievements_completed, updated_at: at })
  }
  await publishLibraryChange(deps, viewer.id)
  return changed ?? entry
}

/** Returns the time that an undo sends, but never one in the future; else the latest time in the remaining history. */
function lastPlayedBefore(sent: string | null | undefined, left: Date | null | undefined, at: Date) {
  if (sent === undefined) return left
  return sent === null ? null : new Date(Math.min(new Date(sent).getTime(), at.getTime()))
}
