import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './journal.contract.ts'

/** The kinds of journal entries (R-JOUR-02). */
export const ENTRY_TYPES = ['progress', 'review', 'daily', 'list'] as const
export type EntryType = (typeof ENTRY_TYPES)[number]

/** The number of entries on a page (R-JOUR-35). */
export const JOURNAL_PAGE_SIZE = 50

const endpoint = endpointsOf<typeof contracts>()

export const listEntries = endpoint('GET', '/api/journal')
export const listEntryGames = endpoint('GET', '/api/journal/games')
export const getDashboard = endpoint('GET', '/api/user/dashboard')
export const addEntry = endpoint('POST', '/api/journal')
export const updateEntry = endpoint('PUT', '/api/journal/:entryId')
export const deleteEntry = endpoint('DELETE', '/api/journal/:entryId')
export const getMonth = endpoint('GET', '/api/journal/month')
export const getYear = endpoint('GET', '/api/journal/year')
export const listOnThisDay = endpoint('GET', '/api/journal/on-this-day')
