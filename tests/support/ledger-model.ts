import type { Status } from '#features/library/library.rules.ts'
import { hoursOfMinutes } from '#features/play-log/play-sessions.rules.ts'
import { ascending, compareInTurn } from '#shared/order.ts'

// The expected content of a play log, in plain arithmetic (decision 0035).

export interface Session {
  id: string
  playthrough: string
  minutes: number
  playedOn: string
  endedAt: Date
}
export interface Point {
  hours: number
  completion: number
}
interface Run {
  id: string
  started_on: string | null
  finish_level: string
}
export interface Entry {
  status: Status
  completion: number
  /** The completion from before the game was completed. */
  earlier: number
  achievements: number
  /** Hours that no session covers. */
  balance: number
  /** The time of the last increase of hours or percentage without a session. */
  undatedAt: Date | null
  sessions: Session[]
  playthroughs: Run[]
  history: Point[]
  achieved: number[]
}
export interface Model {
  entries: Map<string, Entry>
  timer: { game: string; since: Date; playthrough: string | null } | null
}

/** Rounds to hundredths of an hour and turns -0 into 0. */
export const cents = (hours: number) => Math.round(hours * 100) / 100 || 0
export const datedOf = (entry: Entry) => hoursOfMinutes(entry.sessions.reduce((sum, { minutes }) => sum + minutes, 0))
export const hoursOf = (entry: Entry) => cents(datedOf(entry) + entry.balance)
export const newEntry = (status: Status): Entry => ({
  status,
  completion: status === 'completed' ? 100 : 0,
  earlier: 0,
  achievements: 0,
  balance: 0,
  undatedAt: null,
  sessions: [],
  playthroughs: [],
  history: [],
  achieved: [],
})

/**
 * Sets a status and the completion that goes with it: a game that becomes completed has 100 % unless the member says
 * another figure, and what it had before when it is no longer completed; a completed game never has 0 % (decision 0102).
 */
export function become(entry: Entry, status: Status, said?: number): void {
  const [was, is] = [entry.status === 'completed', status === 'completed']
  const { completion, earlier } = entry
  if (is && !was) entry.earlier = completion
  entry.status = status
  entry.completion = said ?? (is === was ? completion : is ? 100 : earlier)
  if (is && entry.completion === 0) entry.completion = 100
}

/** Writes one row for each update with new values; a correction changes the newest row, or deletes it (C55). */
export function writeRow<P>(rows: P[], point: P, isCorrection: boolean, nothing: P): void {
  const same = (a: P | undefined) => JSON.stringify(a) === JSON.stringify(point)
  if (isCorrection && rows.length > 0) {
    rows.pop()
    if (!same(rows.at(-1) ?? nothing)) rows.push(point)
  } else if (!same(rows.at(-1))) rows.push(point)
}

/**
 * Recalculates the entry after its sessions changed: a negative balance takes away at most the hours that exist
 * (decision 0035).
 */
export function recalculate(entry: Entry, isCorrection = false): void {
  entry.balance = cents(Math.max(entry.balance, -datedOf(entry)))
  writeRow(entry.history, { hours: hoursOf(entry), completion: entry.completion }, isCorrection, {
    hours: 0,
    completion: 0,
  })
}

const isOpen = ({ finish_level }: Run) => finish_level === 'unfinished' || finish_level === 'endless'

/** The playthroughs of an entry in their order; none of them has a last day. */
export const oldestFirst = (runs: readonly Run[]): Run[] =>
  runs.toSorted(
    compareInTurn<Run>(
      ascending((run) => Number(isOpen(run))),
      ascending((run) => (isOpen(run) ? '' : (run.started_on ?? ''))),
      ascending(({ id }) => id),
    ),
  )
