import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { IconName } from '#web/ui/icon.tsx'
import type { EntryType } from '../journal.endpoints.ts'

// What shows an entry. Apart from its form, so that a page with entries does not load the schemas of the form.

export const ENTRY_LABELS: Record<EntryType, string> = {
  progress: 'Progress',
  review: 'Review',
  daily: 'Daily',
  list: 'List',
}
export const ENTRY_ICONS: Record<EntryType, IconName> = {
  progress: 'clock',
  review: 'star',
  daily: 'pen',
  list: 'list',
}

/** Returns the games of a list entry, whose content is a JSON array (R-JOUR-05); an empty list for other text. */
export function gamesOfList(content: string): GameCard[] {
  try {
    const games = JSON.parse(content) as Pick<GameCard, 'id' | 'name' | 'cover_url'>[]
    return games.map((game) => ({ ...game, year: null, genre: null, developer: null }))
  } catch {
    return []
  }
}
