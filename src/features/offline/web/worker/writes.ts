import type { Entry, LibraryRow } from '#features/library/library.contract.ts'
import { completionAfter, type Status } from '#features/library/library.rules.ts'
import { unsavedEntry } from '#features/library/unsaved-entry.rules.ts'
import type { GameId } from '#shared/ids.ts'
import type { Answer, EntryKind, Waiting, WaitingKind } from './kept.ts'

// What the writes of the outbox mean for the copy of the library, so that a page gets the answer that the server would give.

/** What a write says, of all kinds. */
interface Said {
  game_id?: GameId
  status?: Status
  user_rating?: number | null
  is_liked?: boolean
  notes?: string | null
  play_time?: number
  played?: { minutes: number }
  completion_percentage?: number
  achievements_completed?: number
  correct?: boolean
  after?: GameId | null
}

/** By the method, and by an address whose one group is the id of a game. */
const KINDS: readonly [WaitingKind, string, RegExp][] = [
  ['add', 'POST', /^\/api\/library$/],
  ['queue', 'PUT', /^\/api\/library\/queue\/order$/],
  ['status', 'PATCH', /^\/api\/library\/([^/]+)\/status$/],
  ['progress', 'PUT', /^\/api\/library\/([^/]+)\/progress$/],
  ['change', 'PATCH', /^\/api\/library\/([^/]+)$/],
  ['shelf', 'POST', /^\/api\/library\/bulk\/shelf$/],
  ['session', 'POST', /^\/api\/user\/games\/([^/]+)\/sessions$/],
  ['timer', 'POST', /^\/api\/user\/timer(?:\/stop)?$/],
  ['timer', 'PATCH', /^\/api\/user\/timer$/],
  ['timer', 'DELETE', /^\/api\/user\/timer$/],
  ['journal', 'POST', /^\/api\/journal$/],
  ['journal-change', 'PUT', /^\/api\/journal\/[^/]+$/],
  ['journal-deletion', 'DELETE', /^\/api\/journal\/[^/]+$/],
  ['review', 'POST', /^\/api\/reviews$/],
  ['review', 'PUT', /^\/api\/reviews\/[^/]+$/],
  ['review-deletion', 'DELETE', /^\/api\/reviews\/[^/]+$/],
  ['message', 'POST', /^\/api\/messages$/],
  ['message-deletion', 'DELETE', /^\/api\/messages\/[^/]+$/],
  ['comment', 'POST', /^\/api\/[a-z]+\/[^/]+\/comments$/],
  ['comment-deletion', 'DELETE', /^\/api\/[a-z]+\/comments\/[^/]+$/],
]

/** Returns which write a request is, and of which game, if the address names it; null for one that cannot wait. */
export function writeOf(method: string, pathname: string): { kind: WaitingKind; gameId: GameId | null } | null {
  for (const [kind, of, pattern] of KINDS) {
    const [matched, gameId] = (method === of && pattern.exec(pathname)) || []
    if (matched) return { kind, gameId: gameId ? (decodeURIComponent(gameId) as GameId) : null }
  }
  return null
}

const ENTRY_KINDS: ReadonlySet<WaitingKind> = new Set<EntryKind>(['add', 'change', 'status', 'progress'])
export const isOfEntry = (kind: WaitingKind): kind is EntryKind => ENTRY_KINDS.has(kind)

/** Whether the server answers a write with the entry of its game. */
export const hasEntry = (kind: WaitingKind): boolean => isOfEntry(kind) || kind === 'timer' || kind === 'session'

/** A write of the entry of one game. */
export type EntryWrite = Waiting & { kind: EntryKind; gameId: GameId }
export const isEntryWrite = (waiting: Waiting): waiting is EntryWrite =>
  isOfEntry(waiting.kind) && waiting.gameId !== null

/** Returns the entry after a write. A game that is not in the library gets a new one, as on the server. */
export function entryAfter(
  before: Entry | null,
  waiting: Pick<Waiting, 'body' | 'at' | 'memberId'> & { kind: EntryKind; gameId: GameId },
): Entry {
  const { played, correct: _, ...said } = waiting.body as Said
  const { status, user_rating, is_liked, notes, play_time, completion_percentage, achievements_completed } = said
  const was = before ?? unsavedEntry(waiting.gameId, waiting.memberId, waiting.at)
  const hours = played ? was.play_time + played.minutes / 60 : (play_time ?? was.play_time)
  const after: Entry = {
    ...was,
    status: status ?? (waiting.kind === 'add' ? 'want_to_play' : was.status),
    play_time: Math.round(hours * 100) / 100,
    user_rating: user_rating === undefined ? was.user_rating : user_rating,
    is_liked: is_liked ?? was.is_liked,
    notes: notes === undefined ? was.notes : notes,
    achievements_completed: achievements_completed ?? was.achievements_completed,
    ...(played && { last_played_at: waiting.at }),
  }
  const completion = completionAfter({
    status: after.status,
    previous: before?.status ?? null,
    said: completion_percentage ?? null,
    before: was.completion_percentage,
  })
  return { ...after, completion_percentage: completion, progress: completion }
}

export function entryOf({ game: _, ...entry }: { game: unknown } & Entry): Entry {
  return entry
}

/** Returns what the server answers to a write of an entry that it would accept. */
export const answerTo = (kind: EntryKind, entry: Entry, isNew: boolean): Answer => ({
  status: kind === 'add' ? 201 : 200,
  body: kind === 'progress' ? { entry, created: isNew, session: null, playthrough: null } : { entry },
})

/** Returns the games of the queue after one was moved behind another, or to the top. */
export function queueAfter<Card extends { id: GameId }>(queue: readonly Card[], body: Record<string, unknown>): Card[] {
  const { game_id, after = null } = body as Said
  const moved = queue.filter(({ id }) => id === game_id)
  const others = queue.filter(({ id }) => id !== game_id)
  const at = after === null ? 0 : others.findIndex(({ id }) => id === after) + 1
  return [...others.slice(0, at), ...moved, ...others.slice(at)]
}

/** Whether a write undoes the one before it, as the button of a toast does. */
export const isUndo = (body: Record<string, unknown>): boolean => (body as Said).correct === true

export const withEntry = (row: LibraryRow, entry: Entry): LibraryRow => ({ ...row, ...entry })
