import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { Playlist } from '#features/playlists/playlists.contract.ts'
import { PlaylistEditor } from '#features/playlists/web/editor/playlist-editor.tsx'
import type { GameId, PlaylistId } from '#shared/ids.ts'
import { fakeServer, json, type Sent, showPage, VIEWER } from './fake-server.tsx'

// A fake API of playlists for component tests of the editor. It starts the fake server before each test of the importing
// file.

export const ADMIN = { ...VIEWER, role: 'admin' as const }
export const SEARCH = 'GET /api/games/search'
export const CREATE = 'POST /api/playlists'
export const INVALIDATE = 'POST /api/cache/invalidate'

export const card = (at: number, name = `Game ${at}`): GameCard => ({
  id: `igdb_${at}` as GameId,
  name,
  year: 2000 + at,
  genre: null,
  developer: 'Makers',
  cover_url: null,
})
export const idOf = (at: number) => `01900000-0000-7000-8000-${String(at).padStart(12, '0')}` as PlaylistId

export function playlistOf(more: Partial<Playlist> = {}): Playlist {
  const games = more.games ?? [card(1, 'Hades'), card(2, 'Tunic'), card(3, 'Celeste')]
  return {
    id: idOf(1),
    title: 'Rainy days',
    description: 'For a long weekend.',
    type: 'collection',
    coverImage: null,
    coverUrl: null,
    slug: 'rainy-days',
    isPublished: false,
    start_date: null,
    end_date: null,
    createdAt: '2026-11-01T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    createdBy: VIEWER.id,
    creator: { id: VIEWER.id, username: 'ann', display_name: 'Ann', avatar_url: null },
    display_order: 1,
    metadata: { backgroundColor: '#17402f', textColor: '#e4f3e6', tags: ['cozy', 'short'] },
    games_count: games.length,
    games,
    gameIds: games.map(({ id }) => id.replace('igdb_', '')),
    gameRefs: games.map(({ id }) => id),
    unlistedGames: [],
    ...more,
  }
}
export const update = ({ id }: Pick<Playlist, 'id'>) => `PUT /api/playlists/${id}`

export const { requests, answers, sent, bodies } = fakeServer()

/** The stored answer to a save: what was sent, as the server would return it. */
export function saved({ body }: Sent, before: Playlist = playlistOf({ games: [] })) {
  const { gameRefs = [], startDate = null, endDate = null, metadata, ...rest } = body as Record<string, never>
  const games = (gameRefs as GameId[]).map((id) => ({ ...card(1), id, name: `Game ${id}` }))
  return playlistOf({
    ...before,
    ...(rest as object),
    start_date: startDate,
    end_date: endDate,
    metadata: metadata ?? before.metadata,
    games,
    updatedAt: '2026-11-21T10:00:00.000Z',
  })
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  answers[CREATE] = (request) => json(201, { playlist: saved(request) })
  answers[INVALIDATE] = () => json(200, { success: true })
})

/** Opens the editor of a playlist, or of a new one. */
export function openEditor(playlist: Playlist | null = null, at = '/admin/playlists/new') {
  if (playlist) answers[update(playlist)] ??= (request) => json(200, { playlist: saved(request, playlist) })
  return showPage(<PlaylistEditor playlist={playlist} viewer={ADMIN} />, { viewer: ADMIN, at })
}

export const openTab = (name: string) => fireEvent.click(screen.getByRole('tab', { name: new RegExp(`^${name}`) }))
export const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
export const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, textarea, select' })
export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
export const save = () => act(async () => press(/^Save Playlist|^Saving/))

/** The names of the selected games in their order. */
export function selected(): string[] {
  const list = screen.queryByRole('list', { name: 'Order of the games', hidden: true })
  if (!list) return []
  return within(list)
    .getAllByRole('listitem', { hidden: true })
    .map((row) => row.querySelector('a b')?.textContent ?? '')
}

/** Opens the tab Games and searches; the server finds `found`. */
export async function search(text: string, found: readonly GameCard[]) {
  answers[SEARCH] = () => json(200, { games: found, total: found.length, page: 1, state: 'stored', source: 'local' })
  openTab('Games')
  fill('Search games', text)
  if (found.length > 0) await screen.findByRole('list', { name: 'Found games' })
}
