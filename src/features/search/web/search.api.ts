import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { SEARCH_FROM, searchEverything } from '../search.endpoints.ts'

/** Results are fresh for this time. The server may cache the answers to visitors as long. */
const FRESH_MS = 60_000

/** Returns whether the text is long enough to be searched (C02). */
export const isSearchable = (text: string): boolean => [...text.replace(/^@/, '').trim()].length >= SEARCH_FROM

/** The query of the search of everything: no request below two characters; a newer query cancels the previous one. */
export const searchQuery = (text: string, limit: number) =>
  queryOptions({
    queryKey: ['search', text, limit] as const,
    queryFn: ({ client, signal }) => call(searchEverything, { query: { q: text, limit } }, { client, signal }),
    enabled: isSearchable(text),
    placeholderData: keepPreviousData,
    // The browser requests an incomplete answer again.
    staleTime: ({ state: { data } }) => (data && data.missing.length > 0 ? 0 : FRESH_MS),
  })
