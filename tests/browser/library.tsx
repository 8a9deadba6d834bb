import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect } from 'vitest'
import { accountsKeys, requestSignIn } from '#features/accounts/web/accounts.api.ts'
import { SessionSync, SignInHost } from '#features/accounts/web/session-host.widgets.tsx'
import { activityContributions } from '#features/activity/web/activity.contributions.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { DialogHost } from '#features/game-actions/web/dialog-host.tsx'
import { LibraryPanel } from '#features/game-actions/web/library-panel.widgets.tsx'
import { LogKey } from '#features/game-actions/web/log-key.widgets.tsx'
import type { Entry } from '#features/library/library.contract.ts'
import { STATUS_LABELS, STATUSES, type Status } from '#features/library/library.rules.ts'
import { unsavedEntry } from '#features/library/unsaved-entry.rules.ts'
import type { GameId } from '#shared/ids.ts'
import { EnvContext } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { installContributions } from '#web/slots.tsx'
import { declined, fakeServer, json, lastToast, type Sent, VIEWER } from './fake-server.tsx'

// An API with one member's library, and what the tests of the library do on a page. A test file that imports this gets
// the server for each of its tests.

export const PLAYTHROUGH_ID = '0197a1b2-0000-7000-8000-0000000000f1'
export const cardOf = (id: string, name: string): GameCard => ({
  id: id as GameId,
  name,
  year: 2017,
  genre: 'Platform',
  developer: 'Team Cherry',
  cover_url: null,
})
export const KNIGHT = { ...cardOf('igdb_14593', 'Hollow Knight'), achievements: { total: 63 } }
export const HADES = cardOf('igdb_113112', 'Hades')
export const CARDS: Record<string, GameCard> = { [KNIGHT.id]: cardOf(KNIGHT.id, KNIGHT.name), [HADES.id]: HADES }

export const entries = new Map<string, Entry>()
let beforeBulk: Entry[] = []

export const writes = () =>
  requests
    .filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/library'))
    .map(({ method, path, body }) => ({ method, path, body }))
export const retracted = () =>
  requests.filter(({ method, path }) => method === 'DELETE' && path.startsWith('/api/activities/'))
export const activities = () => requests.filter(({ path }) => path === '/api/friends/activities/create')

export function entryOf(gameId: string, more: Partial<Entry> = {}): Entry {
  const at = '2026-11-20T12:00:00.000Z'
  return {
    ...unsavedEntry(gameId as GameId, VIEWER.id, at),
    id: '0197a1b2-0000-7000-8000-0000000000e1' as Entry['id'],
    ...more,
  }
}

export function storeEntry(entry: Entry): Entry {
  entries.set(entry.game_id, entry)
  return entry
}

function answer({ method, path: pathname, query, body }: Sent): Response {
  if (pathname === '/api/auth/providers') return json(200, { google: false, name: 'Google', password: true })
  if (pathname === '/api/auth/signin') return json(200, { user: VIEWER, session: { expiresAt: '' }, profile: null })
  if (pathname.startsWith('/api/friends/activities'))
    return json(201, {
      activity: {
        id: '0197a1b2-0000-7000-8000-0000000000a1',
        activity_type: body.activity_type,
        type: body.activity_type,
        user_id: VIEWER.id,
        game_id: body.game_id,
        created_at: '2026-11-20T12:00:00.000Z',
        details: {},
        username: 'Ann',
        avatar_url: null,
        game_name: 'Hollow Knight',
        game_cover_url: null,
        user: { id: VIEWER.id, username: 'ann', display_name: 'Ann', avatar_url: null },
        game: null,
        rating: null,
        play_time: null,
        viewerCan: { delete: true },
      },
    })
  if (pathname.startsWith('/api/activities/')) return json(204)
  if (pathname === '/api/user/bookmarks') return json(200, { bookmarks: [] })
  if (pathname === '/api/user/timer') return json(200, { timer: null })
  if (pathname.endsWith('/play-log'))
    return json(200, {
      totals: { play_time: 0, session_count: 0, session_minutes: 0, undated_hours: 0 },
      playthroughs: [],
    })
  if (pathname === '/api/games/suggestions') return json(200, { games: [CARDS[KNIGHT.id]] })
  if (pathname.startsWith('/api/games/')) return json(200, { game: { ...KNIGHT, platforms: [] }, state: 'fresh' })
  if (pathname === '/api/library/marks') {
    const ids = query.ids?.split(',') ?? []
    return json(200, {
      marks: Object.fromEntries(ids.flatMap((id) => (entries.has(id) ? [[id, entries.get(id)]] : []))),
    })
  }
  if (pathname === '/api/library/stats') {
    const counts = Object.fromEntries(
      STATUSES.map((status) => [status, [...entries.values()].filter((entry) => entry.status === status).length]),
    )
    const totals = { total_played: 0, played_this_year: 0, backlog: 0, totalGames: entries.size, totalPlaytime: 0 }
    return json(200, { ...totals, counts, recentlyPlayed: [], mostPlayed: [] })
  }
  if (pathname === '/api/library' && method === 'GET') {
    const status = query.status ?? 'all'
    const only = query.game_id
    const data = [...entries.values()]
      .filter((entry) => only === undefined || entry.game_id === only)
      .filter((entry) => status === 'all' || entry.status === status)
      .map((entry) => ({ ...entry, game: CARDS[entry.game_id] }))
    return json(200, { data, total: data.length, hasMore: false })
  }
  if (pathname === '/api/library') {
    const existing = entries.get(String(body.game_id))
    if (existing) return declined(409, 'Game is already in your library (duplicate)', '23505', { entry: existing })
    const { game_id, ...draft } = body
    return json(201, { entry: storeEntry(entryOf(String(game_id), { status: 'want_to_play', ...draft })) })
  }
  if (pathname.endsWith('/games/facets')) return json(200, { platforms: [], genres: [], shelves: [] })
  if (pathname === '/api/library/shelves') return json(200, { shelves: [] })
  if (pathname === '/api/library/copies')
    return json(200, { total: 0, lent: 0, platforms: [], stores: [], currency: null })
  if (pathname.endsWith('/copies')) return json(200, { copies: [] })
  if (pathname === '/api/library/bulk/undo') {
    for (const entry of beforeBulk) storeEntry(entry)
    return json(200, { restored: beforeBulk.length })
  }
  if (pathname.startsWith('/api/library/bulk/')) {
    const ids = body.game_ids as string[]
    beforeBulk = ids.flatMap((id) => entries.get(id) ?? [])
    for (const entry of beforeBulk)
      if (body.status) storeEntry({ ...entry, status: body.status as Status })
      else entries.delete(entry.game_id)
    return json(200, body.status ? { changed: ids.length, undo_id: VIEWER.id } : { removed: ids.length })
  }
  if (pathname.includes('/playthroughs/')) return json(204)
  const [, , , gameId = '', part] = pathname.split('/')
  const entry = entries.get(gameId)
  if (part === 'progress' && method === 'GET')
    return json(200, {
      play_time: entry?.play_time ?? 0,
      completion_percentage: entry?.completion_percentage ?? 0,
      achievements_completed: entry?.achievements_completed ?? 0,
      playTimeHistory: [],
      achievementHistory: [],
    })
  if (part === 'progress') {
    const { correct: _, playthrough, ...draft } = body
    const stored = storeEntry({ ...(entry ?? entryOf(gameId)), ...draft })
    return json(200, {
      entry: stored,
      created: !entry,
      session: null,
      playthrough: playthrough ? { id: PLAYTHROUGH_ID, created: true } : null,
    })
  }
  if (!entry) return declined(404, 'This game is not in your library', 'entry_not_found')
  if (method === 'GET') return json(200, { entry })
  if (method === 'DELETE') {
    entries.delete(gameId)
    return json(204)
  }
  return json(200, { entry: storeEntry({ ...entry, ...body }) })
}

export const { requests, answers, sent } = fakeServer(answer)
let restoreContributions: () => void

beforeEach(() => {
  restoreContributions = installContributions(activityContributions)
  entries.clear()
})
afterEach(() => {
  restoreContributions()
  requestSignIn(null)
})

/** Renders a page with the components that the app renders on every page. */
function Framed({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <SessionSync />
      <SignInHost />
      <DialogHost />
      <LogKey />
    </>
  )
}

export function show(element: ReactNode, who: typeof VIEWER | null = VIEWER) {
  const client = createQueryClient()
  // Failed queries are retried the usual number of times, but without delay.
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryDelay: 0 } })
  client.setQueryData(accountsKeys.session, { user: who, session: null, authenticated: who !== null })
  const router = createMemoryRouter(
    [
      { path: '/game/:id', element: <Framed>{element}</Framed> },
      { path: '*', element: null },
    ],
    { initialEntries: ['/game/igdb_14593'] },
  )
  const env = { client, productName: 'Savepoint', demo: null, origin: 'http://here.example', renderedAt: Date.now() }
  render(
    <EnvContext value={env}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </EnvContext>,
  )
  return { client, router }
}

export const toastShows = (title: string) => waitFor(() => expect(lastToast()?.title).toBe(title))
export const radio = (status: Status) => screen.findByRole('radio', { name: STATUS_LABELS[status] })
export const chosen = () =>
  screen
    .getAllByRole('radio')
    .find((one) => one.getAttribute('aria-checked') === 'true')
    ?.getAttribute('aria-label') ?? null
// A press may still have to load code.
export const click = (element: HTMLElement) => act(async () => void fireEvent.click(element))
export const choose = async (status: Status) => click(await radio(status))
export const panelShows = (status: Status | null) =>
  waitFor(() => expect(chosen()).toBe(status === null ? null : STATUS_LABELS[status]))
export const press = async (name: string | RegExp) => click(await screen.findByRole('button', { name }))
export const undoLast = () => act(async () => lastToast()?.undo?.())
export const pendingWork = () => new Promise((resolve) => setTimeout(resolve, 20))

export async function showPanel(entry: Partial<Entry> | null, who: typeof VIEWER | null = VIEWER) {
  if (entry) storeEntry(entryOf(KNIGHT.id, entry))
  const shown = show(<LibraryPanel game={KNIGHT} />, who)
  if (entry) await panelShows(entry.status ?? 'playing')
  else await radio('playing')
  await pendingWork()
  return shown
}

type Typed = Partial<Record<'Progress' | 'Hours Played' | 'Achievements', string>>

export async function openLog() {
  await press('Log')
  return screen.findByRole('dialog', { name: 'Log Hollow Knight' })
}

export const field = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name })

export async function type(values: Typed) {
  for (const [name, value] of Object.entries(values)) fireEvent.change(field(name), { target: { value } })
}

export async function logProgress(values: Typed) {
  await openLog()
  await type(values)
  await press('Save log')
}

export async function signInInDialog(): Promise<void> {
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }))
  fireEvent.change(dialog.getByLabelText('Email'), { target: { value: VIEWER.email } })
  fireEvent.change(dialog.getByLabelText('Password', { selector: 'input' }), { target: { value: 'Abcdefg1' } })
  const [, submit] = dialog.getAllByRole('button', { name: 'Sign In' })
  await click(submit as HTMLElement)
  const gone = () => expect(screen.queryByRole('dialog', { name: 'Sign In Required' })).toBeNull()
  await waitFor(gone, { timeout: 5000 })
}
export const pageOfSignIn = () => screen.getByRole('link', { name: 'Go to sign-in page' }).getAttribute('href')
