import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { GameId } from '#shared/ids.ts'
import { type CallError, call } from '#web/call.ts'
import { afterCursor, BY_CURSOR } from '#web/paging.ts'
import type { JournalEntry } from '../journal.contract.ts'
import {
  type EntryType,
  getMonth,
  getYear,
  JOURNAL_PAGE_SIZE,
  listEntries,
  listEntryGames,
  listOnThisDay,
} from '../journal.endpoints.ts'
import { journalKeys } from './journal-keys.ts'

/** The number of entries on the member's home and on the overview of their profile (R-STAT-11). */
const LATEST = 3

/** The filter of the timeline; null and '' match everything. */
export interface EntryFilter {
  type: EntryType | null
  gameId: GameId | null
  search: string
}

/** The entries that a list shows; `date` is 'YYYY-MM-DD'. */
type Wanted = EntryFilter & { date?: string }

export const NO_FILTER: EntryFilter = { type: null, gameId: null, search: '' }

/** Lists the viewer's entries, newest first, fifty at a time (R-JOUR-35). */
export const entriesQuery = ({ type, gameId, search, date }: Wanted, limit = JOURNAL_PAGE_SIZE) =>
  infiniteQueryOptions({
    queryKey: [...journalKeys.entries, { type, gameId, search, date, limit }] as const,
    queryFn: ({ client, signal, pageParam }) => {
      const query = {
        limit,
        ...(type && { type }),
        ...(gameId && { game_id: gameId }),
        ...(search && { search }),
        ...(date && { date }),
        ...afterCursor(pageParam),
      }
      return call(listEntries, { query }, { client, signal })
    },
    ...BY_CURSOR,
    placeholderData: keepPreviousData,
  })

/** The playthrough that a review is about: null for the game as a whole, which the review of the latest one stands for, too. */
interface About {
  gameId: GameId | null
  playthroughId: string | null
  latestId: string | null
}

async function reviewOf(
  client: QueryClient,
  { gameId, playthroughId, latestId }: About,
  signal?: AbortSignal,
): Promise<JournalEntry | null> {
  const query = { type: 'review' as const, ...(gameId && { game_id: gameId }), limit: JOURNAL_PAGE_SIZE }
  const { entries } = await call(listEntries, { query }, { client, ...(signal && { signal }) })
  const ids = playthroughId === null ? [null, latestId] : [playthroughId]
  return entries.find(({ playthrough_id }) => ids.includes(playthrough_id)) ?? null
}

/**
 * Loads the entry of the viewer's review of a playthrough or a game when a form opens; null if there is none. Its key is not one of the
 * journal's, which change when another tab writes: what the form does not show is a conflict (G59).
 */
export const reviewedBeforeQuery = (about: About) =>
  queryOptions({
    queryKey: ['journal-form', 'review', about] as const,
    queryFn: ({ client, signal }) => reviewOf(client, about, signal),
    enabled: about.gameId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Returns the entry that another tab has written or changed before a refused save; null for any other refusal. */
export async function storedVersion(client: QueryClient, error: CallError, about: About): Promise<JournalEntry | null> {
  if (error.code === 'changed_by_somebody') return error.body.entry as JournalEntry
  // Two tabs have saved the first review of a game at the same time.
  if (error.code !== '23505' || about.gameId === null) return null
  return reviewOf(client, about).catch(() => null)
}

export const latestEntriesQuery = () => entriesQuery(NO_FILTER, LATEST)

/** Loads the games that the viewer's entries are about, for the filter. */
export const entryGamesQuery = () =>
  queryOptions({
    queryKey: journalKeys.games,
    queryFn: async ({ client, signal }) => (await call(listEntryGames, {}, { client, signal })).games,
  })

/** Loads the days of a month 'YYYY-MM' on which the viewer played or wrote. */
export const monthQuery = (month: string) =>
  queryOptions({
    queryKey: [...journalKeys.months, month] as const,
    queryFn: ({ client, signal }) => call(getMonth, { query: { month } }, { client, signal }),
  })

/** Loads the days of a year, and with `finished` the games that were finished in each month. */
export const yearQuery = (year: number, { finished }: { finished: boolean }) =>
  queryOptions({
    queryKey: [...journalKeys.years, year, finished] as const,
    queryFn: ({ client, signal }) => call(getYear, { query: { year, finished: `${finished}` } }, { client, signal }),
    placeholderData: keepPreviousData,
  })

/** Loads what the viewer played and wrote on this day of earlier years; `date` is 'YYYY-MM-DD'. */
export const onThisDayQuery = (date: string) =>
  queryOptions({
    queryKey: [...journalKeys.onThisDay, date] as const,
    queryFn: ({ client, signal }) => call(listOnThisDay, { query: { date } }, { client, signal }),
  })

/** Removes duplicates: a new entry shifts the others, so the next page may repeat one. */
export function entriesOf(pages: readonly { entries: readonly JournalEntry[] }[] | undefined): JournalEntry[] {
  return [...new Map((pages ?? []).flatMap(({ entries }) => entries).map((entry) => [entry.id, entry])).values()]
}
