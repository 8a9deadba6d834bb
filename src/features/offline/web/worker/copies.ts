import type { listEntries } from '#features/journal/journal.contract.ts'
import type { listLibrary } from '#features/library/library.contract.ts'
import type { getTimer } from '#features/play-log/timer.contract.ts'
import type { AnswerOf } from './fill.ts'
import { keptMember, readCopies, withKept } from './kept.ts'
import { entryOfJournal } from './kept-texts.ts'
import { timerNow } from './kept-timer.ts'

// The reads that the device answers without a network; null for what it does not have.

/** What the library has of one game. */
export async function libraryCopy(query: URLSearchParams): Promise<AnswerOf<typeof listLibrary> | null> {
  const row = await withKept((db) => db.get('games', query.get('game_id') ?? ''))
  return row ? { data: [row], total: 1, hasMore: false } : null
}

export async function timerCopy(): Promise<AnswerOf<typeof getTimer> | null> {
  const timer = (await keptMember())?.timer
  return timer ? { timer: timerNow(timer, Date.now()) } : null
}

/** Returns the latest journal entries, with those that wait; null for a search or an older page, which the device does not have. */
export async function journalCopy(query: URLSearchParams): Promise<AnswerOf<typeof listEntries> | null> {
  const kept = query.has('search') || query.has('cursor') ? null : await readCopies()
  if (!kept) return null
  const entries = journalOf(kept).filter(
    ({ type, game, date }) =>
      (query.get('type') ?? type) === type &&
      (query.get('game_id') ?? game?.id) === game?.id &&
      (query.get('date') ?? date) === date,
  )
  return { entries: entries.slice(0, Number(query.get('limit') ?? entries.length)), nextCursor: null }
}

type Kept = NonNullable<Awaited<ReturnType<typeof readCopies>>>

/** Returns the journal of the device with what waits on top, newest first. */
export function journalOf({ journal, waiting, games }: Pick<Kept, 'journal' | 'waiting' | 'games'>) {
  const rows = new Map(games.map((row) => [row.game_id, row]))
  const written = waiting.filter(({ kind }) => kind === 'journal')
  return [
    ...written.map((one) => entryOfJournal(one, one.gameId ? rows.get(one.gameId) : undefined)).toReversed(),
    ...journal,
  ]
}
