import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { IconName } from '#web/ui/icon.tsx'
import type { EntryType } from '../journal.endpoints.ts'

// Helpers that display an entry. They are apart from its form, so a page with entries does not load the form's schemas.

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

/** Parses the games of a list entry from its JSON content (R-JOUR-05); returns an empty array for other text. */
export function gamesOfList(content: string): GameCard[] {
  try {
    const games = JSON.parse(content) as Pick<GameCard, 'id' | 'name' | 'cover_url'>[]
    return games.map((game) => ({ ...game, year: null, genre: null, developer: null }))
  } catch {
    return []
  }
}
