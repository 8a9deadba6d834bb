import type * as z from 'zod/mini'
import { inTransaction } from '#db/transaction.ts'
import { loadGameCards, type WithCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { type Status, statusAfterPlaying } from '#features/library/library.rules.ts'
import { keyOf, type LibraryDeps } from '#features/library/server/library.service.ts'
import { lockPlaying } from '#features/library/server/writing/entry-writing.service.ts'
import { memberDays } from '#features/profiles/server/profiles.service.ts'
import { announce } from '#server/changes.ts'
import type { Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import type { GameId, PlaythroughId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { isForgotten, timedMs } from '../../play-sessions.rules.ts'
import { SESSION_TEXTS } from '../../play-sessions.texts.ts'
import type * as contract from '../../timer.contract.ts'
import { finishSessionChange, lockExisting, touchEntry } from '../play-sessions/play-sessions.service.ts'
import { requirePlaythrough, writePlaySession } from '../play-sessions/write-play-session.ts'
import { deleteTimer, findTimer, insertTimer, lockTimer, setTimer, type TimerRow } from './timer.queries.ts'

const refuseTimer = () => refuse('not_found', 'timer_not_found', SESSION_TEXTS.noTimer)

export async function timerOf(deps: LibraryDeps, viewer: Viewer) {
  const row = await findTimer(deps.db, viewer.id)
  return row ? withGame(deps, viewer, row, deps.clock()) : null
}

/** Returns the timer with the card of its game and the time of reading. */
async function withGame(deps: WithCatalogue, viewer: Viewer, row: TimerRow, now: Date) {
  const gameId = row.game_id as GameId
  const game = (await loadGameCards(deps, [gameId], now, viewer.id)).get(gameId) ?? refuseTimer()
  return { row, game, now }
}

/** Whether the request names another game than the timer's. */
const isOfOther = (row: TimerRow, gameId: GameId | undefined) => gameId !== undefined && gameId !== row.game_id

type Start = z.output<typeof contract.startTimer.body>

/**
 * Starts the timer, as of `doneAt`: a device may send it later. The game, which is stored, becomes playing, as with '+ 30 min'.
 * Refuses while another timer exists.
 */
export async function startTimer(deps: LibraryDeps, viewer: Viewer, { game_id, playthrough_id }: Start, doneAt: Date) {
  const key = keyOf(viewer, game_id)
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const before = await lockPlaying(db, key, clock())
    if (playthrough_id) await requirePlaythrough(db, key, playthrough_id)
    const at = clock()
    const row = await insertTimer(db, key, playthrough_id ?? null, doneAt)
    if (!row) return refuse('conflict', 'timer_exists', SESSION_TEXTS.timerRuns)
    await announce(db, [tag.timer(viewer.id)])
    const status = statusAfterPlaying(before.isNew ? null : (before.status as Status))
    const entry = await touchEntry(inside, key, at, { status })
    return { timer: await withGame(inside, viewer, row, at), entry }
  })
}

type Change = z.output<typeof contract.changeTimer.body>

/** Pauses or resumes the timer as of `doneAt`; a repeated call changes nothing. */
export function changeTimer(deps: LibraryDeps, viewer: Viewer, { isRunning, game_id }: Change, doneAt: Date) {
  return inTransaction(deps, async (inside) => {
    const { db } = inside
    const row = (await lockTimer(db, viewer.id)) ?? refuseTimer()
    if (isOfOther(row, game_id)) refuseTimer()
    const now = inside.clock()
    if (isRunning === (row.running_since !== null)) return withGame(inside, viewer, row, now)
    await announce(db, [tag.timer(viewer.id)])
    const timing = { running_since: isRunning ? doneAt : null, banked_ms: timedMs(row, doneAt) }
    return withGame(inside, viewer, await setTimer(db, viewer.id, timing), now)
  })
}

type Stop = z.output<typeof contract.stopTimer.body>

/**
 * Stops the timer as of `doneAt` and writes the session, on the day on which the timer was started. Less than a minute writes no
 * session. A forgotten timer is refused until the request states the real duration. If two tabs stop it, the second one
 * finds no timer.
 */
export async function stopTimer(deps: LibraryDeps, viewer: Viewer, stop: Stop, doneAt: Date) {
  const { minutes, played_on } = stop
  const found = (await findTimer(deps.db, viewer.id)) ?? refuseTimer()
  if (isOfOther(found, stop.game_id)) refuseTimer()
  const key = keyOf(viewer, found.game_id as GameId)
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    // Locks the entry before the timer, in the same order as the removal of an entry.
    await lockExisting(inside, key, refuseTimer)
    const row = (await lockTimer(db, viewer.id)) ?? refuseTimer()
    if (row.game_id !== found.game_id) refuseTimer()
    const at = clock()
    if (minutes === undefined && isForgotten(row, doneAt))
      refuse('conflict', 'timer_forgotten', SESSION_TEXTS.timerTooLong)
    await deleteTimer(db, viewer.id)
    await announce(db, [tag.timer(viewer.id)])
    const whole = minutes ?? Math.round(timedMs(row, doneAt) / MINUTE_MS)
    if (minutes === undefined && timedMs(row, doneAt) < MINUTE_MS) return { session: null, entry: null }
    const started = (await memberDays(db, viewer.id, row.started_at)).today
    const session = await writePlaySession(
      db,
      key,
      {
        minutes: whole,
        played_on: played_on ?? started,
        origin: 'timer',
        endedAt: row.running_since && minutes === undefined ? doneAt : endOf(row, whole, doneAt),
        ...(row.playthrough_id && { playthrough_id: row.playthrough_id as PlaythroughId }),
      },
      at,
    )
    return { session, entry: await finishSessionChange(inside, key, { isCorrection: false, at }) }
  })
}

/**
 * Returns when playing ended. After a pause, or for a forgotten timer, this is unknown, but it cannot be earlier than
 * the start plus the duration.
 */
function endOf(row: TimerRow, minutes: number, now: Date): Date {
  return new Date(Math.min(now.getTime(), row.started_at.getTime() + minutes * MINUTE_MS))
}

export async function discardTimer(deps: LibraryDeps, viewer: Viewer, gameId?: GameId): Promise<void> {
  await inTransaction(deps, async ({ db }) => {
    const row = await lockTimer(db, viewer.id)
    if (!row || isOfOther(row, gameId)) return
    await deleteTimer(db, viewer.id)
    await announce(db, [tag.timer(viewer.id)])
  })
}
