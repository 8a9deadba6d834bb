import type { Entry, LibraryRow } from '#features/library/library.contract.ts'
import { statusAfterPlaying } from '#features/library/library.rules.ts'
import type { PlaySession } from '#features/play-log/play-sessions.contract.ts'
import { FORGOTTEN_MS } from '#features/play-log/play-sessions.rules.ts'
import { SESSION_TEXTS } from '#features/play-log/play-sessions.texts.ts'
import type { PlayTimer } from '#features/play-log/timer.contract.ts'
import { localDay } from '#shared/dates.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import type { GameId } from '#shared/ids.ts'
import { waitingId } from '#shared/outbox.ts'
import type { Answer, KeptTimer, Waiting } from './kept.ts'
import { entryAfter } from './writes.ts'

/** Returns the timer as it is now: a running one has gone on since it was read. */
export function timerNow({ timer, readAt }: KeptTimer, now: number): PlayTimer | null {
  if (!timer) return null
  const elapsed_ms = timer.elapsed_ms + (timer.isRunning ? now - readAt : 0)
  return { ...timer, elapsed_ms, isForgotten: elapsed_ms >= FORGOTTEN_MS }
}

interface TimerChange {
  answer: Answer
  timer: PlayTimer | null
  /** The entry of the game after it. */
  entry: Entry | null
}

const refused = (status: number, code: string, error: string): Answer => ({ status, body: { code, error } })

/** Returns what a write does to the timer, as the server would. Null for a game that the device does not know. */
export function timerAfter(timer: PlayTimer | null, waiting: Waiting, row: LibraryRow | undefined): TimerChange | null {
  const { method, path, body, at, gameId, memberId } = waiting
  const same = { timer, entry: null }
  if (method === 'POST' && !path.endsWith('/stop')) {
    if (timer) return { ...same, answer: refused(409, 'timer_exists', SESSION_TEXTS.timerRuns) }
    if (!row || !gameId) return null
    const fresh = { started_at: at, isRunning: true, elapsed_ms: 0, isForgotten: false }
    const started: PlayTimer = { game: row.game, playthrough_id: null, ...fresh }
    const now = { kind: 'status', at, gameId, memberId, body: { status: statusAfterPlaying(row.status) } } as const
    const entry = entryAfter(row, now)
    return { answer: { status: 201, body: { timer: started, entry } }, timer: started, entry }
  }
  if (method === 'DELETE') return { answer: { status: 204, body: null }, timer: null, entry: null }
  if (!timer) return { ...same, answer: refused(404, 'timer_not_found', SESSION_TEXTS.noTimer) }
  if (method === 'PATCH') {
    const changed = { ...timer, isRunning: body.isRunning === true }
    return { answer: { status: 200, body: { timer: changed } }, timer: changed, entry: null }
  }
  const said = body.minutes as number | undefined
  if (said === undefined && timer.isForgotten)
    return { ...same, answer: refused(409, 'timer_forgotten', SESSION_TEXTS.timerTooLong) }
  const minutes = said ?? Math.round(timer.elapsed_ms / MINUTE_MS)
  if (said === undefined && timer.elapsed_ms < MINUTE_MS)
    return { answer: { status: 200, body: { session: null, entry: null } }, timer: null, entry: null }
  const { playthrough_id } = timer
  const timed = { ...waiting, body: { ...body, minutes, playthrough_id } }
  const session: PlaySession = { ...sessionOf(timed, timer.game.id), origin: 'timer' }
  const played = { kind: 'progress', at, gameId: timer.game.id, memberId, body: { played: { minutes } } } as const
  const entry = row ? entryAfter(row, played) : null
  return { answer: { status: 200, body: { session, entry } }, timer: null, entry }
}

/** Returns the session that a write logs, as the server would answer it. */
export function sessionOf({ key, at, body }: Waiting, gameId: GameId): PlaySession {
  const said = body as Partial<PlaySession>
  return {
    id: waitingId(key) as PlaySession['id'],
    game_id: gameId as PlaySession['game_id'],
    playthrough_id: said.playthrough_id as PlaySession['playthrough_id'],
    played_on: said.played_on ?? localDay(new Date(at)),
    minutes: Number(said.minutes),
    note: said.note ?? null,
    origin: 'typed',
  }
}

/** Returns a write about the timer that names its game, so that it never touches one that another device has started. */
export function ofTimer(waiting: Waiting, timer: PlayTimer): Waiting {
  const gameId = timer.game.id
  if (waiting.method === 'DELETE') return { ...waiting, gameId, path: `${waiting.path}?game_id=${gameId}` }
  return { ...waiting, gameId, body: { ...waiting.body, game_id: gameId } }
}
