// @vitest-environment happy-dom
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accountsKeys, requestSignIn } from '#features/accounts/web/accounts.api.ts'
import { SessionSync, SignInHost, useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { activityContributions } from '#features/activity/web/activity.contributions.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { localDay } from '#shared/dates.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { forgetCsrfToken } from '#web/call.ts'
import { EnvContext } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { installContributions } from '#web/slots.tsx'
import { dismissToast, toastStore } from '#web/ui/toasts.ts'
import type { Entry } from '../library.contract.ts'
import { STATUS_LABELS, STATUSES, type Status } from '../library.rules.ts'
import { ContinuePlaying } from './continue-playing.tsx'
import { DialogHost } from './dialog-host.tsx'
import { loadMarks } from './library.api.ts'
import { GamePoster } from './library.widgets.tsx'
import { addGame, LibraryError } from './library-changes.ts'
import { libraryQuery, libraryStatsQuery } from './library-lists.api.ts'
import { LibraryPanel } from './library-panel.tsx'
import { LibraryShelf } from './library-shelf.tsx'
import { LibraryFigures, PlayedLists } from './library-stats.tsx'
import { LogKey } from './log-key.widgets.tsx'

const PLAYTHROUGH_ID = '0197a1b2-0000-7000-8000-0000000000f1'
const USER_ID = '0197a1b2-0000-7000-8000-000000000001'
const USER = {
  id: USER_ID,
  email: 'ann@example.org',
  role: 'user',
  username: 'ann',
  display_name: 'Ann',
  avatar_url: null,
  onboarded: true,
}
const cardOf = (id: string, name: string): GameCard => ({
  id: id as GameId,
  name,
  year: 2017,
  genre: 'Platform',
  developer: 'Team Cherry',
  cover_url: null,
})
const KNIGHT = { ...cardOf('igdb_14593', 'Hollow Knight'), achievements: { total: 63 } }
const HADES = cardOf('igdb_113112', 'Hades')
const CARDS: Record<string, GameCard> = { [KNIGHT.id]: cardOf(KNIGHT.id, KNIGHT.name), [HADES.id]: HADES }

// A fake network: an API with one member's library, and the failures that a test sets.

interface RecordedRequest {
  method: string
  path: string
  body: Record<string, unknown>
}
let requests: RecordedRequest[]
let entries: Map<string, Entry>
let beforeBulk: Entry[]
let wrong: Record<string, (body: Record<string, unknown>) => Response>
const json = (status: number, body?: unknown) => new Response(status === 204 ? null : JSON.stringify(body), { status })
const declined = (status: number, error: string, code = 'declined', more = {}) =>
  json(status, { error, code, requestId: 'r', ...more })

const writes = () => requests.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/library'))
const retracted = () =>
  requests.filter(({ method, path }) => method === 'DELETE' && path.startsWith('/api/activities/'))
const activities = () => requests.filter(({ path }) => path === '/api/friends/activities/create')

function entryOf(gameId: string, more: Partial<Entry> = {}): Entry {
  const at = '2026-11-20T12:00:00.000Z'
  return {
    id: '0197a1b2-0000-7000-8000-0000000000e1' as Entry['id'],
    user_id: USER_ID as Entry['user_id'],
    game_id: gameId as GameId,
    status: 'playing',
    play_time: 0,
    completion_percentage: 0,
    progress: 0,
    achievements_completed: 0,
    user_rating: null,
    is_liked: false,
    notes: null,
    last_played_at: null,
    created_at: at,
    updated_at: at,
    ...more,
  }
}

function storeEntry(entry: Entry): Entry {
  entries.set(entry.game_id, entry)
  return entry
}

function answer(method: string, url: URL, body: Record<string, unknown>): Response {
  const { pathname } = url
  if (pathname === '/api/auth/csrf') return json(200, { success: true, csrfToken: 't' })
  if (pathname === '/api/auth/providers') return json(200, { google: false, name: 'Google' })
  if (pathname === '/api/auth/signin') return json(200, { user: USER, session: { expiresAt: '' }, profile: null })
  if (pathname.startsWith('/api/friends/activities'))
    return json(201, {
      activity: {
        id: '0197a1b2-0000-7000-8000-0000000000a1',
        activity_type: body.activity_type,
        type: body.activity_type,
        user_id: USER_ID,
        game_id: body.game_id,
        created_at: '2026-11-20T12:00:00.000Z',
        details: {},
        username: 'Ann',
        avatar_url: null,
        game_name: 'Hollow Knight',
        game_cover_url: null,
        user: { id: USER_ID, username: 'ann', display_name: 'Ann', avatar_url: null },
        game: null,
        rating: null,
        play_time: null,
        viewerCan: { delete: true },
      },
    })
  if (pathname.startsWith('/api/activities/')) return json(204)
  if (pathname === '/api/user/timer') return json(200, { timer: null })
  if (pathname.endsWith('/play-log'))
    return json(200, {
      totals: { play_time: 0, session_count: 0, session_minutes: 0, undated_hours: 0 },
      playthroughs: [],
    })
  if (pathname === '/api/games/suggestions') return json(200, { games: [CARDS[KNIGHT.id]] })
  if (pathname.startsWith('/api/games/')) return json(200, { game: { ...KNIGHT, platforms: [] }, state: 'fresh' })
  if (pathname === '/api/library/marks') {
    const ids = url.searchParams.get('ids')?.split(',') ?? []
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
    const status = url.searchParams.get('status') ?? 'all'
    const only = url.searchParams.get('game_id')
    const data = [...entries.values()]
      .filter((entry) => only === null || entry.game_id === only)
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
  if (pathname.endsWith('/games/facets')) return json(200, { platforms: [], genres: [] })
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
    return json(200, body.status ? { changed: ids.length, undo_id: USER_ID } : { removed: ids.length })
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

let restoreContributions: () => void

beforeEach(() => {
  restoreContributions = installContributions(activityContributions)
  requests = []
  entries = new Map()
  wrong = {}
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const url = new URL(address, 'http://here.example')
    const method = init?.method ?? 'GET'
    const body = init?.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {}
    requests.push({ method, path: url.pathname, body })
    return wrong[`${method} ${url.pathname}`]?.(body) ?? answer(method, url, body)
  })
})

afterEach(() => {
  cleanup()
  restoreContributions()
  requestSignIn(null)
  dismissToast()
  vi.unstubAllGlobals()
  forgetCsrfToken()
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

function show(element: ReactNode, who: typeof USER | null = USER) {
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

const lastToast = () => toastStore.get()
const toastShows = (title: string) => waitFor(() => expect(lastToast()?.title).toBe(title))
const radio = (status: Status) => screen.findByRole('radio', { name: STATUS_LABELS[status] })
const chosen = () =>
  screen
    .getAllByRole('radio')
    .find((one) => one.getAttribute('aria-checked') === 'true')
    ?.getAttribute('aria-label') ?? null
// A press may still have to load code.
const click = (element: HTMLElement) => act(async () => void fireEvent.click(element))
const choose = async (status: Status) => click(await radio(status))
const panelShows = (status: Status | null) =>
  waitFor(() => expect(chosen()).toBe(status === null ? null : STATUS_LABELS[status]))
const press = async (name: string | RegExp) => click(await screen.findByRole('button', { name }))
const undoLast = () => act(async () => lastToast()?.undo?.())
const pendingWork = () => new Promise((resolve) => setTimeout(resolve, 20))

async function showPanel(entry: Partial<Entry> | null, who: typeof USER | null = USER) {
  if (entry) storeEntry(entryOf(KNIGHT.id, entry))
  const shown = show(<LibraryPanel game={KNIGHT} />, who)
  if (entry) await panelShows(entry.status ?? 'playing')
  else await radio('playing')
  await pendingWork()
  return shown
}

describe('choosing a status', () => {
  test('the control shows the four labels [R-LIB-01]', async () => {
    await showPanel(null)
    expect(screen.getAllByRole('radio').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Want to Play',
      'Currently Playing',
      'Completed',
      'Dropped',
    ])
  })

  test('want to play adds the game, confirms it and shares it; undo reverts both [R-LIB-03] [R-LIB-04]', async () => {
    await showPanel(null)
    await choose('want_to_play')
    await panelShows('want_to_play')
    await toastShows('Game added to library')
    expect(writes()).toMatchObject([{ method: 'POST', body: { game_id: KNIGHT.id, status: 'want_to_play' } }])
    expect(activities()).toMatchObject([{ body: { activity_type: 'want_to_play', game_id: KNIGHT.id } }])
    await undoLast()
    await panelShows(null)
    await waitFor(() => expect(requests.map(({ method }) => method)).toContain('DELETE'))
    await waitFor(() => expect(retracted()).toHaveLength(1))
    expect(entries.size).toBe(0)
  })

  test('adding a game that is in the library already shows no error but its real status, with a message [R-LIB-05]', async () => {
    await showPanel(null)
    storeEntry(entryOf(KNIGHT.id, { status: 'dropped' }))
    await choose('want_to_play')
    await toastShows('Game is already in your library')
    await panelShows('dropped')
    expect(activities()).toEqual([])
  })

  test('the word duplicate is enough to recognise a duplicate [R-LIB-05]', async () => {
    await showPanel(null)
    wrong['POST /api/library'] = () =>
      declined(409, 'duplicate key', 'other', { entry: entryOf(KNIGHT.id, { status: 'completed' }) })
    await choose('want_to_play')
    await toastShows('Game is already in your library')
    await panelShows('completed')
  })

  test('any status can follow any other [R-LIB-06]', async () => {
    await showPanel({ status: 'want_to_play' })
    const steps: Status[] = ['playing', 'dropped', 'want_to_play', 'dropped', 'playing', 'want_to_play']
    for (const to of steps) {
      await choose(to)
      await panelShows(to)
      await waitFor(() => expect(entries.get(KNIGHT.id)?.status).toBe(to))
    }
    for (const from of ['want_to_play', 'playing', 'dropped'] as const) {
      await choose(from)
      await waitFor(() => expect(entries.get(KNIGHT.id)?.status).toBe(from))
      await choose('completed')
      await press('Save log')
      await waitFor(() => expect(entries.get(KNIGHT.id)?.status).toBe('completed'))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await choose(from)
      await waitFor(() => expect(entries.get(KNIGHT.id)?.status).toBe(from))
    }
  })

  test('choosing the current status shows a message and sends nothing [R-LIB-07]', async () => {
    await showPanel({ status: 'completed' })
    await choose('completed')
    await toastShows('Game is already marked as Completed')
    expect(writes()).toEqual([])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('completed opens the dialog with 100 % and the known hours; cancel changes nothing [R-LIB-08]', async () => {
    await showPanel({ status: 'playing', play_time: 23.5, completion_percentage: 61 })
    await choose('completed')
    const dialog = await screen.findByRole('dialog', { name: 'Log Hollow Knight' })
    expect(within(dialog).getByLabelText<HTMLInputElement>('Hours Played').value).toBe('23.5')
    expect(within(dialog).getByRole<HTMLInputElement>('spinbutton', { name: 'Progress' }).value).toBe('100')
    await press('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await pendingWork()
    expect(writes()).toEqual([])
    await panelShows('playing')
  })

  test('saving that dialog sets status and progress in one save, and shares it once [R-LIB-09] [R-PROG-07]', async () => {
    await showPanel({ status: 'playing', play_time: 23.5, completion_percentage: 61 })
    await choose('completed')
    await press('Save log')
    await panelShows('completed')
    await toastShows('Progress updated')
    expect(writes()).toEqual([
      {
        method: 'PUT',
        path: `/api/library/${KNIGHT.id}/progress`,
        // The game was playing until now, so it was finished today.
        body: { completion_percentage: 100, status: 'completed', playthrough: { date: localDay(new Date()) } },
      },
    ])
    expect(activities().map(({ body }) => body.activity_type)).toEqual(['completed'])
  })

  test('playing is shared as started_playing, dropped is not shared [R-LIB-10]', async () => {
    await showPanel({ status: 'want_to_play' })
    await choose('playing')
    await toastShows('Marked as Currently Playing')
    expect(activities().map(({ body }) => body.activity_type)).toEqual(['started_playing'])
    await choose('dropped')
    await toastShows('Marked as Dropped')
    expect(activities()).toHaveLength(1)
  })

  test('undo sets the previous status', async () => {
    await showPanel({ status: 'playing' })
    await choose('dropped')
    await toastShows('Marked as Dropped')
    await undoLast()
    await panelShows('playing')
    await waitFor(() => expect(entries.get(KNIGHT.id)?.status).toBe('playing'))
    expect(writes().at(-1)?.body).toEqual({ status: 'playing', correct: true })
  })

  async function signInInDialog(): Promise<void> {
    const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }))
    fireEvent.change(dialog.getByLabelText('Email'), { target: { value: USER.email } })
    fireEvent.change(dialog.getByLabelText('Password', { selector: 'input' }), { target: { value: 'Abcdefg1' } })
    const [, submit] = dialog.getAllByRole('button', { name: 'Sign In' })
    await click(submit as HTMLElement)
    const gone = () => expect(screen.queryByRole('dialog', { name: 'Sign In Required' })).toBeNull()
    await waitFor(gone, { timeout: 5000 })
  }
  const pageOfSignIn = () => screen.getByRole('link', { name: 'Go to sign-in page' }).getAttribute('href')

  test('a visitor sees the reason and can sign in; then the action runs on the same page [R-LIB-11]', async () => {
    const { router } = await showPanel(null, null)
    await choose('playing')
    await screen.findByText('Please sign in to update game status', {}, { timeout: 10_000 })
    expect(pageOfSignIn()).toBe('/signin?redirect=%2Fgame%2Figdb_14593')
    expect(writes()).toEqual([])
    await signInInDialog()
    await panelShows('playing')
    expect(writes()).toMatchObject([{ method: 'POST', body: { game_id: KNIGHT.id, status: 'playing' } }])
    expect(router.state.location.pathname).toBe('/game/igdb_14593')
  })

  test('a visitor who adds or logs sees the reason; closing the dialog changes nothing [R-LIB-12]', async () => {
    await showPanel(null, null)
    for (const act of [() => choose('want_to_play'), () => press('Log'), () => press('Add 30 min')]) {
      await act()
      await screen.findByText('Please sign in to add games to your library', {}, { timeout: 10_000 })
      expect(pageOfSignIn()).toBe('/signin?redirect=%2Fgame%2Figdb_14593')
      await press('Close')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    expect(writes()).toEqual([])
    await press('Log')
    await signInInDialog()
    await screen.findByRole('dialog', { name: /Hollow Knight/ })
  })

  test('the log dialog also opens when the sign-in has replaced the page of the pressed poster', async () => {
    // The home page of members, for example, differs from that of visitors.
    function Page() {
      return useViewer() ? <p>Welcome back</p> : <LibraryPanel game={KNIGHT} />
    }
    show(<Page />, null)
    await press('Log')
    await signInInDialog()
    await screen.findByText('Welcome back')
    await screen.findByRole('dialog', { name: /Hollow Knight/ })
  })

  test("the action of a visitor does not overwrite the member's existing entry [R-LIB-05]", async () => {
    await showPanel(null, null)
    await choose('want_to_play')
    storeEntry(entryOf(KNIGHT.id, { status: 'want_to_play' }))
    await signInInDialog()
    await toastShows('Game is already marked as Want to Play')
    expect(writes()).toEqual([])
  })

  test('a session that has ended in the meantime leads to the sign-in as well, and then the action runs', async () => {
    await showPanel({ status: 'playing' })
    wrong[`PATCH /api/library/${KNIGHT.id}/status`] = () => declined(401, 'Please sign in to update game status')
    await choose('dropped')
    await screen.findByText('Please sign in to update game status', {}, { timeout: 10_000 })
    wrong = {}
    await signInInDialog()
    await panelShows('dropped')
    await waitFor(() => expect(entries.get(KNIGHT.id)?.status).toBe('dropped'))
  })
})

test('the figures are fetched again after 15 minutes, and at once after the viewer’s own write [R-SESS-25]', async () => {
  storeEntry(entryOf(KNIGHT.id))
  const { client } = show(
    <>
      <LibraryFigures />
      <LibraryPanel game={KNIGHT} />
    </>,
  )
  await panelShows('playing')
  const times = () => requests.filter(({ path }) => path === '/api/library/stats').length
  await waitFor(() => expect(times()).toBe(1))
  const age = (milliseconds: number) =>
    client.setQueryData(libraryStatsQuery().queryKey, (known) => known, { updatedAt: Date.now() - milliseconds })
  age(899_000)
  await client.fetchQuery(libraryStatsQuery())
  expect(times()).toBe(1)
  age(901_000)
  await client.fetchQuery(libraryStatsQuery())
  expect(times()).toBe(2)
  await choose('dropped')
  await waitFor(() => expect(times()).toBe(3))
})

describe('failures', () => {
  test('a failed change of status shows an error and the old status again [R-LIB-14]', async () => {
    await showPanel({ status: 'playing' })
    wrong[`PATCH /api/library/${KNIGHT.id}/status`] = () => declined(500, 'boom')
    await choose('dropped')
    await toastShows('Failed to update game status')
    await panelShows('playing')
    expect(activities()).toEqual([])
  })

  test('a failed add names the reason [R-LIB-15]', async () => {
    await showPanel(null)
    wrong['POST /api/library'] = () => declined(500, 'boom')
    await choose('want_to_play')
    await toastShows('Failed to add game: boom')
    await panelShows(null)
  })

  test('a broken connection is an unexpected error [R-LIB-16]', async () => {
    await showPanel({ status: 'playing' })
    wrong[`PATCH /api/library/${KNIGHT.id}/status`] = () => {
      throw new TypeError('network')
    }
    await choose('dropped')
    await toastShows('An unexpected error occurred. Please try again.')
    await panelShows('playing')
  })

  test('the store reports that adding failed, with the cause [R-LIB-17]', async () => {
    const client = createQueryClient()
    wrong['POST /api/library'] = () => declined(500, 'boom')
    const failure = await addGame(client, KNIGHT.id, { status: 'want_to_play' }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(LibraryError)
    expect(failure).toMatchObject({ message: 'Failed to add game to library', cause: { message: 'boom' } })
  })

  test('two changes of one game are sent in the order of the clicks', async () => {
    await showPanel({ status: 'want_to_play' })
    await choose('playing')
    await choose('dropped')
    await waitFor(() => expect(writes()).toHaveLength(2))
    expect(writes().map(({ body }) => body.status)).toEqual(['playing', 'dropped'])
    await panelShows('dropped')
  })
})

describe('failed sharing', () => {
  const tooSoon = (minutes: number) =>
    declined(
      429,
      `Please wait ${minutes} minutes before sharing another update for this game.`,
      'activity_rate_limited',
    )
  const ACTIVITY = 'POST /api/friends/activities/create'

  test('too soon after a status: one toast with the minutes, and the status stays [R-LIB-24]', async () => {
    await showPanel({ status: 'want_to_play' })
    wrong[ACTIVITY] = () => tooSoon(4)
    await choose('playing')
    await toastShows(
      "Status updated, but we couldn't post the activity yet. Please wait 4 minutes before sharing another update for this game.",
    )
    await panelShows('playing')
    expect(entries.get(KNIGHT.id)?.status).toBe('playing')
  })

  test('after an add: the game stays in the library [R-LIB-25]', async () => {
    await showPanel(null)
    wrong[ACTIVITY] = () => declined(500, 'boom')
    await choose('want_to_play')
    await toastShows("Added to library, but couldn't create activity")
    expect(entries.get(KNIGHT.id)?.status).toBe('want_to_play')
  })

  test('for another reason after a status [R-LIB-26]', async () => {
    await showPanel({ status: 'want_to_play' })
    wrong[ACTIVITY] = () => declined(500, 'boom')
    await choose('playing')
    await toastShows("Status updated, but couldn't share the activity with your friends")
  })

  test('too soon after progress: one toast with the minutes, and the progress is saved [R-PROG-23] [R-PROG-24]', async () => {
    await showPanel({ status: 'playing', completion_percentage: 40 })
    wrong[ACTIVITY] = () => tooSoon(1)
    await logProgress({ Progress: '50' })
    await toastShows(
      "Progress updated, but we couldn't post the activity yet. Please wait 1 minute before sharing another update for this game.",
    )
    expect(entries.get(KNIGHT.id)?.completion_percentage).toBe(50)
  })

  test('for another reason after progress [R-PROG-25]', async () => {
    await showPanel({ status: 'playing', completion_percentage: 40 })
    wrong[ACTIVITY] = () => declined(500, 'boom')
    await logProgress({ Progress: '50' })
    await toastShows("Progress updated, but couldn't share the activity with your friends")
  })
})

type Typed = Partial<Record<'Progress' | 'Hours Played' | 'Achievements', string>>

async function openLog() {
  await press('Log')
  return screen.findByRole('dialog', { name: 'Log Hollow Knight' })
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name })

async function type(values: Typed) {
  for (const [name, value] of Object.entries(values)) fireEvent.change(field(name), { target: { value } })
}

async function logProgress(values: Typed) {
  await openLog()
  await type(values)
  await press('Save log')
}

const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /Save log/ })

describe('the log dialog', () => {
  test('100 % marks as completed [R-PROG-01]', async () => {
    await showPanel({ status: 'playing' })
    await logProgress({ Progress: '100' })
    await waitFor(() => expect(writes()).toMatchObject([{ body: { completion_percentage: 100, status: 'completed' } }]))
    await panelShows('completed')
  })

  test('some hours mark as playing, and the dialog says so before saving [R-PROG-02]', async () => {
    await showPanel({ status: 'dropped' })
    await openLog()
    await type({ 'Hours Played': '1' })
    expect(screen.getByText('Saving will mark this game as Currently Playing')).toBeTruthy()
    await press('Save log')
    await waitFor(() => expect(writes()).toMatchObject([{ body: { play_time: 1, status: 'playing' } }]))
    expect(activities().map(({ body }) => body.activity_type)).toEqual(['started_playing'])
  })

  test('no progress marks as want to play [R-PROG-03]', async () => {
    await showPanel({ status: 'playing', play_time: 2, completion_percentage: 5 })
    await logProgress({ 'Hours Played': '0', Progress: '0' })
    await waitFor(() => expect(writes()).toMatchObject([{ body: { status: 'want_to_play' } }]))
  })

  test('an unchanged status is not sent [R-PROG-04]', async () => {
    await showPanel({ status: 'playing', completion_percentage: 40 })
    await logProgress({ Progress: '50' })
    await toastShows('Progress updated')
    expect(writes()).toMatchObject([{ body: { completion_percentage: 50 } }])
    expect(writes()[0]?.body).not.toHaveProperty('status')
  })

  test('shares the percentage with friends [R-PROG-08]', async () => {
    await showPanel({ status: 'playing', completion_percentage: 40 })
    await logProgress({ Progress: '61' })
    await toastShows('Progress updated')
    expect(activities().map(({ body }) => body)).toEqual([
      { activity_type: 'progress', game_id: KNIGHT.id, details: { progress: 61 } },
    ])
  })

  test('a status chosen by hand wins over the figures (C07)', async () => {
    await showPanel({ status: 'playing', completion_percentage: 40 })
    const dialog = await openLog()
    await type({ Progress: '80' })
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Completed' }))
    await press('Save log')
    await toastShows('Progress updated')
    expect(writes()).toMatchObject([{ body: { completion_percentage: 80, status: 'completed' } }])
    expect(activities().map(({ body }) => body.activity_type)).toEqual(['completed'])
  })

  test('an old date is not shared unless the member chooses to', async () => {
    await showPanel(null)
    const dialog = within(await openLog())
    fireEvent.click(dialog.getByRole('radio', { name: 'Completed' }))
    const share = () => dialog.getByRole<HTMLInputElement>('checkbox', { name: /Share with friends/ })
    // A game that is added as completed without a date was completed at an unknown time.
    expect(share().checked).toBe(false)
    fireEvent.click(dialog.getByRole('button', { name: 'Today' }))
    expect(share().checked).toBe(true)
    const date = dialog.getByRole('textbox', { name: 'Finished' })
    fireEvent.change(date, { target: { value: '2012.5' } })
    expect(share().checked).toBe(false)
    expect(dialog.getByText('May 2012')).toBeTruthy()
    fireEvent.change(date, { target: { value: 'long ago' } })
    await press('Save log')
    expect(dialog.getByText('A date is a year, a month or a day: 2012, 2012-05 or 2012-05-17')).toBeTruthy()
    fireEvent.change(date, { target: { value: '2012-05' } })
    // Ticking the box deletes no typed text.
    fireEvent.click(dialog.getByRole('checkbox', { name: /Replay/ }))
    await press('Save log')
    await toastShows('Progress updated')
    expect(writes()).toMatchObject([
      { body: { status: 'completed', playthrough: { date: '2012-05', is_replay: true } } },
    ])
    expect(activities()).toEqual([])
    await undoLast()
    await panelShows(null)
  })

  test('undo reverts the log, the playthrough and the activity', async () => {
    const last_played_at = '2026-11-01T12:00:00.000Z'
    const figures = { completion_percentage: 61, play_time: 20, last_played_at }
    await showPanel({ status: 'playing', ...figures, notes: 'Deepnest!' })
    await logProgress({ Progress: '100' })
    await toastShows('Progress updated')
    requests = []
    await undoLast()
    await panelShows('playing')
    expect(requests.filter(({ method }) => method !== 'GET')).toMatchObject([
      { method: 'PUT', body: { completion_percentage: 61, status: 'playing', last_played_at, correct: true } },
      { method: 'DELETE', path: `/api/user/games/${KNIGHT.id}/playthroughs/${PLAYTHROUGH_ID}` },
      { method: 'DELETE', path: expect.stringContaining('/api/activities/') },
    ])
  })

  test('`l` opens the dialog with the games being played; choosing one shows its form in the same dialog', async () => {
    storeEntry(entryOf(HADES.id))
    await showPanel(null)
    fireEvent.keyDown(document.body, { key: 'l' })
    const dialog = await screen.findByRole('dialog', { name: 'Log a game' })
    const search = within(dialog).getByRole('combobox', { name: 'Search for a game to log' })
    await waitFor(() => expect(document.activeElement).toBe(search))
    expect(await within(dialog).findByRole('group', { name: 'Playing' })).toBeTruthy()
    fireEvent.change(search, { target: { value: 'hollow' } })
    await within(dialog).findByRole('option', { name: /Hollow Knight/ })
    await act(async () => void fireEvent.keyDown(search, { key: 'Enter' }))
    expect(await screen.findByRole('dialog', { name: 'Log Hollow Knight' })).toBe(dialog)
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('radio'))
    await press('Another game')
    await waitFor(() => expect(dialog.querySelector('[role=combobox]')).toBe(document.activeElement))
  })

  test('`l` asks a visitor to sign in, with the reason', async () => {
    await showPanel(null, null)
    fireEvent.keyDown(document.body, { key: 'l' })
    expect(await screen.findByText('Please sign in to add games to your library')).toBeTruthy()
  })

  test('hours alone make a game that is new to the library playing, and are not shared (C70)', async () => {
    await showPanel(null)
    await logProgress({ 'Hours Played': '3' })
    await toastShows('Progress updated')
    expect(writes()).toMatchObject([{ body: { play_time: 3, completion_percentage: 0, status: 'playing' } }])
    expect(activities()).toEqual([])
    await panelShows('playing')
  })

  test('a completion outside of 0 to 100 shows an error and is not sent [R-PROG-15]', async () => {
    await showPanel({ status: 'playing' })
    for (const wrongValue of ['101', '-1']) {
      if (!screen.queryByRole('dialog')) await openLog()
      await type({ Progress: wrongValue })
      expect(screen.getByText('Completion percentage must be between 0 and 100')).toBeTruthy()
      await press('Save log')
    }
    expect(writes()).toEqual([])
  })

  test('a negative play time shows an error and is not sent [R-PROG-16]', async () => {
    await showPanel({ status: 'playing' })
    await logProgress({ 'Hours Played': '-1' })
    expect(screen.getByText('Play time cannot be negative')).toBeTruthy()
    expect(writes()).toEqual([])
  })

  test('its numbers are number inputs; completion ranges from 0 to 100 [R-PROG-20]', async () => {
    await showPanel({ status: 'playing' })
    await openLog()
    expect(['type', 'min', 'max'].map((name) => field('Progress').getAttribute(name))).toEqual(['number', '0', '100'])
    expect(['type', 'min', 'step'].map((name) => field('Hours Played').getAttribute(name))).toEqual([
      'number',
      '0',
      '0.1',
    ])
    expect(['type', 'min', 'max'].map((name) => field('Achievements').getAttribute(name))).toEqual([
      'number',
      '0',
      '63',
    ])
  })

  test('a failure shows both sentences and preserves the typed text [R-PROG-21] [R-PROG-22]', async () => {
    await showPanel({ status: 'playing', completion_percentage: 40 })
    wrong[`PUT /api/library/${KNIGHT.id}/progress`] = () => declined(500, 'boom')
    await logProgress({ Progress: '77', 'Hours Played': '9.5' })
    await toastShows('Failed to update progress')
    expect(lastToast()?.description).toBe('Failed to update game progress')
    expect(field('Progress').value).toBe('77')
    expect(field('Hours Played').value).toBe('9.5')
    delete wrong[`PUT /api/library/${KNIGHT.id}/progress`]
    await press('Save log')
    await toastShows('Progress updated')
    expect(entries.get(KNIGHT.id)).toMatchObject({ completion_percentage: 77, play_time: 9.5 })
  })

  test('nothing can be saved until something changes; rating and notes alone are no progress', async () => {
    await showPanel({ status: 'playing', completion_percentage: 40, notes: 'Lost.' })
    const dialog = await openLog()
    expect(saveButton().disabled).toBe(true)
    fireEvent.change(within(dialog).getByLabelText('Notes'), { target: { value: 'Found.' } })
    expect(saveButton().disabled).toBe(false)
    fireEvent.change(within(dialog).getByLabelText('Notes'), { target: { value: 'Lost.' } })
    expect(saveButton().disabled).toBe(true)
    fireEvent.keyDown(within(dialog).getByRole('slider', { name: 'Rating' }), { key: 'End' })
    await press('Save log')
    await toastShows('Log saved')
    expect(writes()).toEqual([{ method: 'PATCH', path: `/api/library/${KNIGHT.id}`, body: { user_rating: 10 } }])
    expect(activities()).toEqual([])
  })
})

describe('the panel', () => {
  test('shows an error when the progress could not be loaded, and retries [R-PROG-27]', async () => {
    // A refusal: the browser would repeat the request for seven seconds after a server error.
    wrong['GET /api/library'] = () => declined(400, 'boom')
    show(<LibraryPanel game={KNIGHT} />)
    expect(await screen.findByText('Failed to load progress')).toBeTruthy()
    delete wrong['GET /api/library']
    storeEntry(entryOf(KNIGHT.id, { completion_percentage: 61, play_time: 23.5 }))
    await press('Try again')
    expect(await screen.findByText('61 %')).toBeTruthy()
    expect(screen.getByText('23h 30m')).toBeTruthy()
  })

  test('a rating adds a game as completed; undo removes it', async () => {
    await showPanel(null)
    fireEvent.keyDown(screen.getByRole('slider', { name: /Rate/ }), { key: 'End' })
    await toastShows('Game added to library')
    expect(writes()).toMatchObject([{ body: { status: 'completed', user_rating: 10 } }])
    // It may have been completed years ago.
    expect(activities()).toEqual([])
    await panelShows('completed')
    await undoLast()
    await panelShows(null)
  })

  test('a rating of a game in the library is saved at once; undo restores the previous one', async () => {
    await showPanel({ user_rating: 4 })
    const stars = screen.getByRole('slider', { name: /Rate/ })
    fireEvent.keyDown(stars, { key: 'ArrowRight' })
    await toastShows('Rated 2½ of 5')
    expect(stars.getAttribute('aria-valuenow')).toBe('2.5')
    await undoLast()
    await waitFor(() => expect(entries.get(KNIGHT.id)?.user_rating).toBe(4))
    expect(stars.getAttribute('aria-valuenow')).toBe('2')
  })

  test('arrow keys on the stars save only the value at which they pause', async () => {
    await showPanel({ user_rating: 4 })
    const stars = screen.getByRole('slider', { name: /Rate/ })
    stars.focus()
    for (let press = 0; press < 3; press++) fireEvent.keyDown(stars, { key: 'ArrowRight' })
    expect(stars.getAttribute('aria-valuenow')).toBe('3.5')
    expect(writes()).toEqual([])
    await toastShows('Rated 3½ of 5')
    expect(writes().map(({ body }) => body)).toEqual([{ user_rating: 7 }])
  })

  test('arrow keys on the statuses move the focus without choosing', async () => {
    await showPanel({ status: 'want_to_play' })
    fireEvent.keyDown(await radio('want_to_play'), { key: 'ArrowRight' })
    expect(document.activeElement).toBe(await radio('playing'))
    await pendingWork()
    expect(writes()).toEqual([])
    await panelShows('want_to_play')
  })

  test('the heart is saved at once', async () => {
    await showPanel({ status: 'completed' })
    await press(/Like/)
    await toastShows('Liked')
    expect(entries.get(KNIGHT.id)?.is_liked).toBe(true)
    expect(screen.getByRole('button', { name: /Like/ }).getAttribute('aria-pressed')).toBe('true')
  })

  test('+ 30 min adds hours and makes a wanted game playing; undo corrects the history', async () => {
    await showPanel({ status: 'want_to_play', play_time: 1 })
    await press('Add 30 min')
    await toastShows('30 minutes added')
    expect(lastToast()?.description).toBe('1h 30m in all')
    expect(writes()).toMatchObject([{ method: 'PUT', body: { play_time: 1.5, status: 'playing' } }])
    expect(activities().map(({ body }) => body.activity_type)).toEqual(['started_playing'])
    await undoLast()
    await waitFor(() => expect(writes()).toHaveLength(2))
    expect(writes()[1]?.body).toEqual({ play_time: 1, status: 'want_to_play', correct: true })
    await panelShows('want_to_play')
  })

  test('a failed + 30 min shows an error [R-PROG-21]', async () => {
    await showPanel({ play_time: 1 })
    wrong[`PUT /api/library/${KNIGHT.id}/progress`] = () => declined(500, 'boom')
    await press('Add 30 min')
    await toastShows('Failed to update game progress')
    expect(await screen.findByText('1h')).toBeTruthy()
  })
})

describe('posters', () => {
  test('posters show the same mark everywhere, fetched in one call', async () => {
    storeEntry(entryOf(KNIGHT.id, { status: 'completed', user_rating: 9 }))
    show(
      <>
        <GamePoster game={KNIGHT} />
        <GamePoster game={HADES} />
        <LibraryPanel game={HADES} />
      </>,
    )
    expect(await screen.findByRole('link', { name: /Hollow Knight, 2017, Completed, 4 and a half stars/ })).toBeTruthy()
    await waitFor(() => expect(requests.filter(({ path }) => path === '/api/library/marks')).toHaveLength(1))
    await choose('dropped')
    expect(await screen.findByRole('link', { name: /Hades, 2017, Dropped/ })).toBeTruthy()
  })

  test('quick actions appear on focus, and their status menu has the four labels [R-LIB-01]', async () => {
    storeEntry(entryOf(HADES.id, { status: 'playing' }))
    show(<GamePoster game={HADES} />)
    const link = await screen.findByRole('link', { name: /Hades/ })
    await act(async () => void fireEvent.focus(link))
    await press(/Status/)
    const labels = (await screen.findAllByRole('menuitemcheckbox')).map((item) => item.textContent)
    expect(labels).toEqual(['Want to Play', 'Currently Playing', 'Completed', 'Dropped'])
  })

  test('a page that loads its marks again within half a minute sends no request', async () => {
    const client: QueryClient = createQueryClient()
    client.setQueryData(accountsKeys.session, { user: USER, session: null, authenticated: true })
    await loadMarks(client, [KNIGHT.id, HADES.id])
    await loadMarks(client, [KNIGHT.id])
    expect(requests).toHaveLength(1)
  })

  test('a visitor has no marks and sends no request', async () => {
    show(<GamePoster game={HADES} />, null)
    await screen.findByRole('link', { name: 'Hades, 2017' })
    await pendingWork()
    expect(requests).toEqual([])
  })
})

describe('the shelf', () => {
  const shelf = {
    status: 'playing',
    sort: 'recent',
    order: 'desc',
    search: '',
    platform: '',
    genre: '',
    view: 'list',
  } as const

  test('a game whose status changes leaves the list of the old status; undo restores it', async () => {
    storeEntry(entryOf(KNIGHT.id, { status: 'playing' }))
    storeEntry(entryOf(HADES.id, { status: 'playing' }))
    const { client } = show(<LibraryShelf shelf={shelf} userId={USER.id as UserId} />)
    await press('Change Hades')
    await click(await screen.findByRole('menuitemcheckbox', { name: 'Dropped' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Hades' })).toBeNull())
    await toastShows('Marked as Dropped')
    expect(client.getQueryData(libraryQuery(shelf).queryKey)?.pages[0]?.total).toBe(1)
    await undoLast()
    expect(await screen.findByRole('link', { name: 'Hades' })).toBeTruthy()
  })

  test('removing asks for confirmation, and then removes the game [R-LIB-19]', async () => {
    storeEntry(entryOf(HADES.id, { status: 'playing' }))
    show(<LibraryShelf shelf={shelf} userId={USER.id as UserId} />)
    await press('Change Hades')
    await click(await screen.findByRole('menuitem', { name: 'Remove from library' }))
    expect(await screen.findByText('Remove from library? Your progress for this game will be deleted.')).toBeTruthy()
    expect(writes()).toEqual([])
    await press('Remove')
    await toastShows('Removed from library')
    expect(await screen.findByText('Nothing being played')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Find a game' }).getAttribute('href')).toBe('/all-games')
  })

  test('a failed removal shows an error, and the game stays [R-LIB-18]', async () => {
    storeEntry(entryOf(HADES.id, { status: 'playing' }))
    wrong[`DELETE /api/library/${HADES.id}`] = () => declined(500, 'boom')
    show(<LibraryShelf shelf={shelf} userId={USER.id as UserId} />)
    await press('Change Hades')
    await click(await screen.findByRole('menuitem', { name: 'Remove from library' }))
    await press('Remove')
    await toastShows('Failed to remove game from library')
    expect(await screen.findByRole('link', { name: 'Hades', hidden: true })).toBeTruthy()
  })

  describe('selection mode', () => {
    const GAMES = Array.from({ length: 5 }, (_, at) => cardOf(`igdb_${at + 1}`, `Game ${at + 1}`))
    const wall = { ...shelf, view: 'grid' } as const
    const box = (name: string) => screen.findByRole('checkbox', { name: new RegExp(`^${name},`) })
    const chosen = () =>
      screen
        .getAllByRole('checkbox')
        .filter((one) => one.getAttribute('aria-checked') === 'true')
        .map((one) => one.getAttribute('aria-label')?.split(',')[0])
    beforeEach(async () => {
      for (const game of GAMES) {
        CARDS[game.id] = game
        storeEntry(entryOf(game.id, { status: 'playing' }))
      }
    })

    test.each(['grid', 'list'] as const)('in the %s: one by one, a range with Shift, all, none', async (view) => {
      show(<LibraryShelf shelf={{ ...shelf, view }} userId={USER.id as UserId} />)
      await press('Select')
      expect((await box('Game 1')).getAttribute('aria-checked')).toBe('false')
      await click(await box('Game 2'))
      fireEvent.click(await box('Game 4'), { shiftKey: true })
      expect(chosen()).toEqual(['Game 2', 'Game 3', 'Game 4'])
      fireEvent.click(await box('Game 3'), { shiftKey: true })
      expect(chosen()).toEqual(['Game 2'])
      await press('Select all 5 shown')
      expect(chosen()).toHaveLength(5)
      await press('Select none')
      expect(chosen()).toEqual([])
      fireEvent.keyDown(await box('Game 1'), { key: 'a', ctrlKey: true })
      expect(chosen()).toHaveLength(5)
      const first = await box('Game 1')
      first.focus()
      fireEvent.keyDown(first, { key: 'End' })
      expect(document.activeElement).toBe(await box('Game 5'))
      fireEvent.keyDown(await box('Game 5'), { key: 'Escape' })
      expect(screen.queryAllByRole('checkbox')).toEqual([])
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Select' }))
    })

    test('a bulk change is one call and one toast; undo restores all games', async () => {
      show(<LibraryShelf shelf={wall} userId={USER.id as UserId} />)
      await press('Select')
      expect((await screen.findByRole('button', { name: 'Mark as Completed' })).hasAttribute('disabled')).toBe(true)
      await press('Select all 5 shown')
      await press('Mark as Completed')
      await toastShows('5 games marked as Completed')
      expect(writes()).toMatchObject([
        { path: '/api/library/bulk/status', body: { game_ids: GAMES.map(({ id }) => id), status: 'completed' } },
      ])
      expect(activities()).toEqual([])
      expect(await screen.findByText('Nothing being played')).toBeTruthy()
      await undoLast()
      expect(await screen.findByRole('link', { name: /^Game 5, 2017, Currently Playing/ })).toBeTruthy()
    })

    test('a failed bulk change changes nothing, preserves the selection and shows an error', async () => {
      show(<LibraryShelf shelf={wall} userId={USER.id as UserId} />)
      await press('Select')
      await click(await box('Game 1'))
      wrong['POST /api/library/bulk/status'] = () => declined(500, 'boom')
      await press('Mark as Dropped')
      await toastShows('Failed to update game status')
      expect(chosen()).toEqual(['Game 1'])
      expect((await box('Game 1')).getAttribute('aria-label')).toContain('Currently Playing')
    })

    test('a bulk removal asks for confirmation', async () => {
      show(<LibraryShelf shelf={wall} userId={USER.id as UserId} />)
      await press('Select')
      await click(await box('Game 1'))
      await click(await box('Game 2'))
      await press('Remove from library')
      expect(await screen.findByText('Remove 2 games?')).toBeTruthy()
      expect(writes()).toEqual([])
      await press('Remove')
      await toastShows('2 games removed from library')
      expect([...entries.keys()]).toEqual(GAMES.slice(2).map(({ id }) => id))
    })
  })

  test('a list that failed to load shows that the games are safe, and retries', async () => {
    wrong['GET /api/library'] = () => declined(400, 'boom')
    show(<LibraryShelf shelf={shelf} userId={USER.id as UserId} />)
    expect(await screen.findByText('Your games could not be fetched')).toBeTruthy()
    delete wrong['GET /api/library']
    storeEntry(entryOf(HADES.id, { status: 'playing' }))
    await press('Try again')
    expect(await screen.findByRole('link', { name: 'Hades' })).toBeTruthy()
  })
})

describe('the library figures', () => {
  const rows = (count: number, from: number) =>
    Array.from({ length: count }, (_, at) => {
      const id = `igdb_${from + at}`
      return { ...entryOf(id, { play_time: 9 - at }), game: cardOf(id, `Game ${from + at}`) }
    })

  test('played counts dropped games, as its label says; playtime is shown as Xh Ym [R-STAT-04] [R-STAT-10]', async () => {
    wrong['GET /api/library/stats'] = () =>
      json(200, {
        total_played: 3,
        played_this_year: 2,
        backlog: 1,
        totalGames: 4,
        totalPlaytime: 90,
        counts: { want_to_play: 1, playing: 1, completed: 1, dropped: 1 },
        recentlyPlayed: [],
        mostPlayed: [],
      })
    show(<LibraryFigures />)
    await screen.findByText('1h 30m')
    const shown = screen.getAllByRole('listitem').map((one) => one.textContent)
    expect(shown).toEqual([
      '3Playedincludes dropped',
      '2Played this year',
      '1Backlog',
      '4Total games',
      '1h 30mPlaytime',
    ])
  })

  test('recently and most played show the five games each of the response [R-STAT-09]', async () => {
    const totals = { total_played: 7, played_this_year: 7, backlog: 0, totalGames: 7, totalPlaytime: 60 }
    const counts = { want_to_play: 0, playing: 7, completed: 0, dropped: 0 }
    wrong['GET /api/library/stats'] = () =>
      json(200, { ...totals, counts, recentlyPlayed: rows(5, 1), mostPlayed: rows(5, 3) })
    show(<PlayedLists />)
    const recent = await screen.findByRole('list', { name: 'Recently Played' })
    const most = screen.getByRole('list', { name: 'Most Played' })
    expect(within(recent).getAllByRole('link')).toHaveLength(5)
    expect(within(most).getAllByRole('link')).toHaveLength(5)
    expect(within(most).getByText('9h')).toBeTruthy()
  })
})

test('the home page shows the games being played', async () => {
  storeEntry(entryOf(HADES.id, { status: 'playing', play_time: 19.5, completion_percentage: 62 }))
  show(<ContinuePlaying />)
  expect(await screen.findByRole('heading', { name: 'Continue playing' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All 1 in progress' }).getAttribute('href')).toBe(
    '/profile/games?status=playing',
  )
  await press('Add 30 min to Hades')
  await toastShows('30 minutes added')
  expect(await screen.findByText('20h')).toBeTruthy()
})

test('the month after "Last played" starts with a capital', async () => {
  storeEntry(entryOf(HADES.id, { status: 'playing', last_played_at: '2024-08-14T12:00:00.000Z' }))
  show(<ContinuePlaying />)
  expect(await screen.findByText('Last played August 14, 2024')).toBeTruthy()
})
