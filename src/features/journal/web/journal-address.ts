import { canonicalGameId } from '#shared/canonical-ids.ts'
import { monthOf } from '../calendar.rules.ts'
import { ENTRY_TYPES, type EntryType } from '../journal.endpoints.ts'
import type { EntryFilter } from './journal.api.ts'

export type JournalView = 'month' | 'year'

/** The state of the journal that its address contains. */
export interface JournalState extends EntryFilter {
  /** 'YYYY-MM'. */
  month: string
  view: JournalView
}

const MONTH = /^(19[7-9]\d|20\d\d)-(0[1-9]|1[0-2])$/

/** Parses the address. An invalid value falls back to its default; `today` is 'YYYY-MM-DD'. */
export function journalStateOf(search: URLSearchParams, today: string): JournalState {
  const month = search.get('month') ?? ''
  return {
    month: MONTH.test(month) ? month : monthOf(today),
    view: search.get('view') === 'year' ? 'year' : 'month',
    type: ENTRY_TYPES.find((type): type is EntryType => type === search.get('type')) ?? null,
    gameId: canonicalGameId(search.get('game') ?? ''),
    search: (search.get('search') ?? '').trim().slice(0, 100),
  }
}

/** Returns the address of a state under `path`; defaults are omitted. */
export function journalAddress(path: string, state: JournalState, today: string): string {
  const search = new URLSearchParams({
    ...(state.month !== monthOf(today) && { month: state.month }),
    ...(state.view === 'year' && { view: state.view }),
    ...(state.type && { type: state.type }),
    ...(state.gameId && { game: state.gameId }),
    ...(state.search && { search: state.search }),
  }).toString()
  return search === '' ? path : `${path}?${search}`
}
