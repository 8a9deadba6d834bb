import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { JournalEntry } from '#features/journal/journal.contract.ts'
import { JournalDialog } from '#features/journal/web/journal-dialog.tsx'
import type { Playthrough } from '#features/play-log/play-sessions.contract.ts'
import type { GameId, JournalEntryId, ReviewId } from '#shared/ids.ts'
import { fakeServer, json, type Sent, showPage } from './fake-server.tsx'

// A fake journal API for component tests, and helpers for the journal's dialog. It starts the fake server before each
// test of the importing file.

export const gameCard = (id: string, name: string): GameCard => ({
  id: id as GameId,
  name,
  year: 2017,
  genre: 'Platform',
  developer: 'Team Cherry',
  cover_url: null,
})
/** A game of the library, with 12.5 hours and 40 %. */
export const HADES = gameCard('igdb_113112', 'Hades')
/** A game outside the library, which only the search finds. */
export const ZELDA = gameCard('igdb_1026', 'The Legend of Zelda')
const OWN = { play_time: 12.5, completion_percentage: 40.5 }

let made = 0
export function entryOf(more: Partial<JournalEntry> = {}): JournalEntry {
  made += 1
  return {
    id: `0197a1b2-0000-7000-8000-${String(made).padStart(12, '0')}` as JournalEntryId,
    type: 'daily',
    date: '2026-11-21',
    title: null,
    content: 'Played all evening.',
    review_html: null,
    progress: null,
    hoursPlayed: null,
    rating: null,
    game: null,
    is_public: true,
    createdAt: '2026-11-21T09:00:00.000Z',
    updatedAt: '2026-11-21T09:00:00.000Z',
    review_id: null,
    list_id: null,
    platform: null,
    playthrough_id: null,
    spoils_to: null,
    likes_count: 0,
    ...more,
  }
}
export const reviewOf = (more: Partial<JournalEntry> = {}) =>
  entryOf({
    type: 'review',
    content: 'Superb.',
    review_html: 'Superb.',
    game: HADES,
    rating: 9,
    review_id: '0197a1b2-0000-7000-8000-0000000000b1' as ReviewId,
    ...more,
  })

/** The entries of the fake journal, newest first. */
export const journal: JournalEntry[] = []
/** The playthroughs of Hades. */
export const playthroughs: Partial<Playthrough>[] = []

const libraryRow = () => ({
  id: 'e',
  user_id: 'u',
  game_id: HADES.id,
  game: HADES,
  status: 'playing',
  progress: OWN.completion_percentage,
  achievements_completed: 0,
  user_rating: null,
  is_liked: false,
  notes: null,
  last_played_at: null,
  created_at: '2026-11-20T12:00:00.000Z',
  updated_at: '2026-11-20T12:00:00.000Z',
  ...OWN,
})

function answer({ method, path, query }: Sent): Response | null {
  if (path === '/api/library/marks') return json(200, { marks: {} })
  if (path === '/api/library') {
    const data = query.game_id === undefined || query.game_id === HADES.id ? [libraryRow()] : []
    return json(200, { data, total: data.length, hasMore: false })
  }
  if (path === '/api/games/suggestions') return json(200, { games: [ZELDA] })
  if (path === '/api/journal/games') {
    const games = new Map(journal.flatMap(({ game }) => (game ? [[game.id, { id: game.id, name: game.name }]] : [])))
    return json(200, { games: [...games.values()] })
  }
  if (path.endsWith('/play-log'))
    return json(200, { totals: {}, playthroughs: path.includes(HADES.id) ? playthroughs : [] })
  if (path === `/api/games/${HADES.id}`)
    return json(200, { game: { ...HADES, platforms: [{ id: 1, name: 'PC (Microsoft Windows)' }], relatedGames: [] } })
  if (path === '/api/journal/month') return json(200, { month: query.month, days: [] })
  if (path === '/api/journal/year')
    return json(200, { year: Number(query.year), days: [], finished: [], firstYear: null })
  if (path === '/api/journal/on-this-day') return json(200, { years: [] })
  if (path === '/api/journal' && method === 'GET') {
    const entries = journal
      .filter(({ type }) => query.type === undefined || type === query.type)
      .filter(({ game }) => query.game_id === undefined || game?.id === query.game_id)
      .filter(({ date }) => query.date === undefined || date === query.date)
      .filter(({ content }) => content.includes(query.search ?? ''))
      .slice(0, Number(query.limit ?? 50))
    return json(200, { entries, nextCursor: null })
  }
  if (path === '/api/journal') return json(201, { entry: entryOf() })
  if (path.startsWith('/api/journal/')) return method === 'DELETE' ? json(204) : json(200, { entry: entryOf() })
  return null
}

export const { requests, answers, sent, bodies } = fakeServer(answer)
beforeEach(() => {
  journal.length = 0
  playthroughs.length = 0
  localStorage.clear()
  sessionStorage.clear()
})

/** Opens the dialog on a page, for a new or an existing entry. */
export async function openEntry(entry: JournalEntry | null = null) {
  const onClose = vi.fn()
  const shown = showPage(<JournalDialog entry={entry} onClose={onClose} />)
  const dialog = within(await screen.findByRole('dialog'))
  return { ...shown, dialog, onClose }
}
export type Opened = Awaited<ReturnType<typeof openEntry>>

/** Opens the form of a new entry of a type. */
export async function openForm(type: 'Progress' | 'Review' | 'Daily' | 'List'): Promise<Opened> {
  const opened = await openEntry()
  await opened.user.click(opened.dialog.getByRole('button', { name: new RegExp(`^${type}`) }))
  return opened
}

export const fill = (field: HTMLElement, value: string | number) =>
  fireEvent.change(field, { target: { value: String(value) } })
export const chooseHades = async ({ dialog, user }: Opened) =>
  user.click(await dialog.findByRole('button', { name: 'Choose Hades' }))
export const save = ({ dialog, user }: Opened) =>
  user.click(dialog.getByRole('button', { name: /^(Add entry|Save changes)/ }))
