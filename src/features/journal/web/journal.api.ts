import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { GameId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import type { JournalEntry } from '../journal.contract.ts'
import {
  type EntryType,
  getMonth,
  getYear,
  JOURNAL_PAGE_SIZE,
  listEntries,
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
        ...(pageParam !== null && { cursor: pageParam }),
      }
      return call(listEntries, { query }, { client, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  })

export const latestEntriesQuery = () => entriesQuery(NO_FILTER, LATEST)

/** Loads the days of a month 'YYYY-MM' on which the viewer played or wrote. */
export const monthQuery = (month: string) =>
  queryOptions({
    queryKey: [...journalKeys.months, month] as const,
    queryFn: ({ client, signal }) => call(getMonth, { query: { month } }, { client, signal }),
  })

export const yearQuery = (year: number) =>
  queryOptions({
    queryKey: [...journalKeys.years, year] as const,
    queryFn: ({ client, signal }) => call(getYear, { query: { year } }, { client, signal }),
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
