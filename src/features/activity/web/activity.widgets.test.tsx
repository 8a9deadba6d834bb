// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GameId } from '#shared/ids.ts'
import { fakeScrolling } from '#tests/browser/scrolling.ts'
import type { Transport } from '#web/call.ts'
import { EnvContext } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { Shell } from '#web/ui/shell.tsx'
import { toastStore } from '#web/ui/toasts.ts'
import { ActivityFeed, GameActivityList } from './activity.widgets.tsx'
import { postActivity } from './post-activity.ts'
import { useGameActivities } from './use-game-activities.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const VIEWER = '01900000-0000-7000-8000-000000000001'
const JUNO = '01900000-0000-7000-8000-000000000002'

type Answer = { status: number; body: unknown }
/** The responses of the server, by method and path. */
let server: Record<string, (query: Record<string, unknown>) => Answer>
let asked: string[]

const FAILED: Answer = { status: 500, body: { error: 'Something went wrong.', requestId: 'r' } }
const feedOf = (activities: unknown[], nextCursor: string | null = null): Answer => ({
  status: 200,
  body: { activities, nextCursor },
})

let count = 0
function activity(
  more: Record<string, unknown> & { user?: Record<string, unknown>; game?: Record<string, unknown> | null } = {},
) {
  count += 1
  const { user, game, ...rest } = more
  const id = `01900000-0000-7000-8000-${String(1000 + count).padStart(12, '0')}`
  const actor = { id: JUNO, username: 'juno', display_name: 'Juno', avatar_url: null, ...user }
  const card = { id: `igdb_${count}`, name: `Game ${count}`, year: 2020, genre: null, developer: null, cover_url: null }
  return {
    id,
    activity_type: 'completed',
    ...rest,
    type: rest.activity_type ?? 'completed',
    user_id: actor.id,
    game_id: game === null ? null : (game?.id ?? card.id),
    created_at: rest.created_at ?? '2026-03-01T09:00:00.000Z',
    details: rest.details ?? {},
    username: actor.username ?? 'Unknown User',
    avatar_url: null,
    game_name: game === null ? 'Unknown Game' : (game?.name ?? card.name),
    game_cover_url: null,
    user: actor,
    game: game === null ? null : { ...card, ...game },
    rating: rest.rating ?? null,
    play_time: rest.play_time ?? null,
    reactions: rest.reactions ?? [],
    comments: rest.comments ?? [],
    comments_count: rest.comments_count ?? 0,
    review: rest.review ?? null,
    viewerCan: { delete: actor.id === VIEWER },
  }
}

const transport: Transport = async (endpoint, { query, params }) => {
  const call = `${endpoint.method} ${endpoint.path}`
  asked.push(endpoint.method === 'DELETE' ? `${call} ${params.activityId}` : call)
  const answer = server[call]
  if (!answer) throw new Error(`nobody answers ${call}`)
  return answer(query)
}

function show(what: React.ReactNode) {
  const client = createQueryClient(transport)
  client.setQueryData(['accounts', 'session'], {
    user: {
      id: VIEWER,
      email: 'm@example.org',
      role: 'user',
      username: 'mara',
      display_name: 'Mara',
      avatar_url: null,
    },
    session: null,
    authenticated: true,
  })
  const env = { client, productName: 'Savepoint', demo: null, origin: 'http://localhost', renderedAt: NOW.getTime() }
  render(
    <MemoryRouter>
      <EnvContext value={env as never}>
        <QueryClientProvider client={client}>{what}</QueryClientProvider>
      </EnvContext>
    </MemoryRouter>,
  )
  return client
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  asked = []
  server = { 'GET /api/library/marks': () => ({ status: 200, body: { marks: {} } }) }
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const FEED = 'GET /api/social/activity-feed'
const MINE = 'GET /api/activities/mine'

test('an item shows the actor, the action, the game, the rating and the time [R-ACT-01]', async () => {
  server[FEED] = () =>
    feedOf([activity({ rating: 4.5, play_time: 11.5, game: { id: 'igdb_7', name: 'Return of the Obra Dinn' } })])
  show(<ActivityFeed />)
  const item = (await screen.findByText('Juno')).closest('li') as HTMLElement
  expect(item.textContent).toContain('Juno completed')
  expect(within(item).getByRole('heading', { name: 'Return of the Obra Dinn' })).toBeDefined()
  expect(within(item).getByRole('img', { name: '4 and a half of 5 stars' })).toBeDefined()
  expect(item.textContent).toContain('11h 30m')
  const time = item.querySelector('time')
  expect([time?.textContent, time?.dateTime]).toEqual(['3 hours ago', '2026-03-01T09:00:00.000Z'])
  expect(time?.title).toBe('March 1, 2026, 09:00 UTC')
})

test.each([
  ['2026-03-01T11:59:50.000Z', 'Just now'],
  ['2026-02-19T12:00:00.000Z', '10 days ago'],
  ['2026-01-29T12:00:00.000Z', 'January 29, 2026'],
])('the time %s is shown as %s [R-ACT-23]', async (created_at, text) => {
  server[FEED] = () => feedOf([activity({ created_at })])
  show(<ActivityFeed />)
  expect(await screen.findByText(text)).toBeDefined()
})

test('rows of another kind stand after five activities each; at the end of the whole list stand those that are left', async () => {
  const other = Array.from({ length: 6 }, (_, at) =>
    activity({ activity_type: 'review', user: { display_name: `M${at}` } }),
  )
  server[FEED] = () => feedOf(other)
  const between = [<p key="a">Featured</p>, <p key="b">News</p>, null]
  show(<ActivityFeed between={between} abovePhones={[other[1]?.id ?? '']} />)
  const list = (await screen.findByText('M0')).closest('ul') as HTMLElement
  const names = [...list.children].map((row) => /^M?M\d|Featured|News/.exec(row.textContent ?? '')?.[0] ?? '')
  expect(names.map((name) => name.slice(-2))).toEqual(['M0', 'M1', 'M2', 'M3', 'M4', 'ed', 'M5', 'ws', ''])
  // Phones show the second activity above the feed.
  expect([...list.children].map(({ classList }) => classList.contains('max-side:hidden')).indexOf(true)).toBe(1)
})

test('rows wait for the activities before them while the list has more', async () => {
  server[FEED] = () => feedOf([activity()], 'next')
  show(<ActivityFeed between={[<p key="a">Featured</p>]} />)
  expect(await screen.findByText('Juno')).toBeDefined()
  expect(screen.queryByText('Featured')).toBeNull()
})

test("a member and a game without names are 'Unknown User' and 'Unknown Game' [R-ACT-02]", async () => {
  server[FEED] = () => feedOf([activity({ user: { username: null, display_name: null }, game: null })])
  show(<ActivityFeed />)
  const item = (await screen.findByText('Unknown User')).closest('li') as HTMLElement
  expect(item.textContent).toContain('Unknown Game')
  expect(within(item).queryByRole('link', { name: 'Unknown Game' })).toBeNull()
})

test('progress has its bar, and a run of progress shows its start', async () => {
  const game = { id: 'igdb_9', name: 'Tunic' }
  server[FEED] = () =>
    feedOf([
      activity({ activity_type: 'progress', details: { progress: 62 }, game }),
      activity({ activity_type: 'progress', details: { progress: 50 }, game }),
      activity({ activity_type: 'progress', details: { progress: 41 }, game }),
    ])
  show(<ActivityFeed />)
  const item = (await screen.findByText('62 %')).closest('li') as HTMLElement
  expect(item.textContent).toContain('Juno is 62 % through')
  expect(item.textContent).toContain('up from 41 %')
  expect(screen.getAllByRole('heading', { name: 'Tunic' })).toHaveLength(1)
})

test('many wanted games form one item: six posters, and a button that shows the others', async () => {
  server[FEED] = () => feedOf(Array.from({ length: 15 }, () => activity({ activity_type: 'want_to_play' })))
  show(<ActivityFeed />)
  const item = (await screen.findByText('15 games')).closest('li') as HTMLElement
  expect(item.textContent).toMatch(/Juno marked 15 games\s*Want to Play/)
  const games = () => within(item).getAllByRole('link', { name: /^Game/ })
  expect(games()).toHaveLength(6)
  await userEvent.click(within(item).getByRole('button', { name: 'Show 9 more' }))
  expect(games()).toHaveLength(15)
})

test('an empty feed shows the given empty state', async () => {
  server[FEED] = () => feedOf([])
  show(<ActivityFeed empty={<a href="/all-games">Find a game</a>} />)
  expect(await screen.findByRole('link', { name: 'Find a game' })).toBeDefined()
})

test('a failed feed falls back to the viewer’s own activities, with a button to retry [R-ACT-06, R-ACT-07]', async () => {
  server[FEED] = () => FAILED
  server[MINE] = () => feedOf([activity({ user: { id: VIEWER, display_name: 'Mara' } })])
  show(<ActivityFeed />)
  expect(await screen.findByText('Mara')).toBeDefined()
  expect(screen.queryByText('Juno')).toBeNull()
  expect(asked.filter((call) => call === FEED || call === MINE)).toEqual([FEED, MINE])
  expect(screen.getByRole('status').textContent).toContain('could not be loaded')
  server[FEED] = () => feedOf([activity()])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Juno')).toBeDefined()
})

test('when both fail, the list shows an error state [R-ACT-06]', async () => {
  server[FEED] = () => FAILED
  server[MINE] = () => FAILED
  show(<ActivityFeed />)
  expect((await screen.findByRole('alert')).textContent).toContain('The feed could not be loaded')
  expect(screen.queryByRole('listitem')).toBeNull()
  server[FEED] = () => feedOf([activity()])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Juno')).toBeDefined()
})

test('the button loads the next page once, and its failure preserves the list', async () => {
  const [first, second] = [activity(), activity({ activity_type: 'started_playing' })]
  let isDown = true
  server[FEED] = ({ cursor }) => {
    if (cursor !== 'next') return feedOf([first], 'next')
    return isDown ? FAILED : feedOf([first, second])
  }
  show(<ActivityFeed />)
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
  expect(screen.getByRole('heading', { name: String(first.game_name) })).toBeDefined()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: String(second.game_name) })).toBeDefined()
  expect(screen.getAllByRole('heading')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('the feed does not grow by itself while the foot of the page is in view', async () => {
  const scroll = fakeScrolling()
  const [first, second] = [activity(), activity({ activity_type: 'started_playing' })]
  server[FEED] = ({ cursor }) => (cursor === 'next' ? feedOf([second]) : feedOf([first], 'next'))
  show(
    <Shell nav={[]} userMenu={null}>
      <ActivityFeed />
    </Shell>,
  )
  const end = (await screen.findByRole('button', { name: 'Load more' })).parentElement?.parentElement as HTMLElement
  const foot = screen.getByRole('contentinfo')
  scroll.enter(foot, end)
  expect(asked.filter((call) => call === FEED)).toHaveLength(1)
  scroll.leave(foot)
  expect(await screen.findByRole('heading', { name: String(second.game_name) })).toBeDefined()
})

test('only the viewer’s own activities can be deleted, after a confirmation, and disappear at once', async () => {
  const mine = activity({ user: { id: VIEWER, display_name: 'Mara' } })
  const other = activity()
  let isThere = true
  server[FEED] = () => feedOf(isThere ? [mine, other] : [other])
  server['DELETE /api/activities/:activityId'] = () => {
    isThere = false
    return { status: 204, body: null }
  }
  show(<ActivityFeed />)
  await screen.findByText('Mara')
  const user = userEvent.setup()
  const [ofMine, ofOther] = screen.getAllByRole('button', { name: 'More' })
  await user.click(ofOther as HTMLElement)
  const others = await screen.findAllByRole('menuitem')
  expect(others.map(({ textContent }) => textContent)).toEqual(['Copy link', 'Report', 'Less of this…'])
  await user.keyboard('{Escape}')
  await user.click(ofMine as HTMLElement)
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete this activity?' })
  expect(asked.some((call) => call.startsWith('DELETE'))).toBe(false)
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText('Mara')).toBeNull())
  expect(asked).toContain(`DELETE /api/activities/:activityId ${mine.id}`)
  expect(screen.getByText('Juno')).toBeDefined()
})

test('an activity that could not be deleted reappears with a message', async () => {
  server[FEED] = () => feedOf([activity({ user: { id: VIEWER, display_name: 'Mara' } })])
  server['DELETE /api/activities/:activityId'] = () => FAILED
  show(<ActivityFeed />)
  await screen.findByText('Mara')
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(toastStore.get()?.title).toBe('Failed to delete the activity'))
  expect(screen.getByText('Mara')).toBeDefined()
})

const ONE = 'igdb_1942' as GameId
const OF_GAME = 'GET /api/games/:gameId/activities'

/** Loads the activities as the page does. */
function OfGame({ most }: { most?: number }) {
  useGameActivities(ONE)
  return <GameActivityList gameId={ONE} {...(most && { most })} />
}

test('a game’s list loads ten at a time [R-GAME-51]', async () => {
  const pages = [Array.from({ length: 10 }, () => activity()), Array.from({ length: 2 }, () => activity())]
  server[OF_GAME] = ({ page }) => ({
    status: 200,
    body: { data: pages[Number(page) - 1], hasMore: Number(page) === 1 },
  })
  show(<OfGame />)
  expect(await screen.findAllByRole('listitem')).toHaveLength(10)
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(12))
})

test('a short game’s list shows the latest few, without a button for more', async () => {
  server[OF_GAME] = () => ({
    status: 200,
    body: {
      data: Array.from({ length: 10 }, () => activity({ type: 'completed', user: { id: VIEWER } })),
      hasMore: true,
    },
  })
  show(<OfGame most={3} />)
  expect((await screen.findAllByRole('listitem')).length).toBeLessThanOrEqual(3)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('a failed game’s list shows a toast and an error state [R-ACT-12, R-ACT-46]', async () => {
  server[OF_GAME] = () => FAILED
  show(<OfGame />)
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load activities')
  expect(toastStore.get()?.title).toBe('Failed to fetch game activities')
})

const CREATE = 'POST /api/friends/activities/create'

test('sharing stores nothing for a member who does not share, without a failure (G25)', async () => {
  server[CREATE] = () => ({ status: 204, body: null })
  const client = createQueryClient(transport)
  expect(await postActivity(client, { type: 'progress', gameId: ONE, details: { progress: 40 } })).toEqual({ ok: true })
})

test('sharing returns the function that undoes it', async () => {
  const made = activity()
  server[CREATE] = () => ({ status: 201, body: { activity: made } })
  server['DELETE /api/activities/:activityId'] = () => ({ status: 204, body: null })
  const client = createQueryClient(transport)
  const answer = await postActivity(client, { type: 'progress', gameId: ONE, details: { progress: 40 } })
  expect(answer.ok).toBe(true)
  if (answer.ok) await answer.retract?.()
  expect(asked).toEqual([CREATE, `DELETE /api/activities/:activityId ${made.id}`])
})

test.each([
  [
    {
      status: 429,
      body: {
        error: 'Please wait 3 minutes before sharing another update for this game.',
        code: 'activity_rate_limited',
        retryAfter: 170,
        requestId: 'r',
      },
    },
    3,
  ],
  [{ status: 429, body: { error: 'Too many attempts. Please try again later.', retryAfter: 61, requestId: 'r' } }, 2],
  [FAILED, null],
  [{ status: 401, body: { error: 'Not authenticated', requestId: 'r' } }, null],
])('sharing that is refused with %o asks to wait %s minutes [R-PROG-24]', async (answer, waitMinutes) => {
  server[CREATE] = () => answer
  const client = createQueryClient(transport)
  expect(await postActivity(client, { type: 'completed', gameId: ONE })).toEqual({ ok: false, waitMinutes })
})

test('sharing never throws, not even without a network', async () => {
  const client = createQueryClient(() => Promise.reject(new TypeError('network')))
  expect(await postActivity(client, { type: 'completed', gameId: ONE })).toEqual({ ok: false, waitMinutes: null })
})

test('the activity of a review shows its stars and text, and a folded text only when asked for', async () => {
  const review = { id: '01900000-0000-7000-8000-000000000077', rating: 2.5, review_text: 'Too long.', fold: null }
  const folded = { ...review, review_text: '', fold: { writtenAt: 80, readerAt: 35 } }
  server[FEED] = () =>
    feedOf([
      activity({ activity_type: 'review', rating: 5, review }),
      activity({ activity_type: 'review', user: { id: VIEWER, display_name: 'Mara' }, review: folded }),
    ])
  server['GET /api/reviews/:reviewId'] = () => ({ status: 200, body: { review: { review_text: 'The butler.' } } })
  show(<ActivityFeed />)
  const item = (await screen.findByText('Too long.')).closest('li') as HTMLElement
  expect(item.textContent).toContain('Juno reviewed')
  expect(within(item).getByRole('img', { name: '2 and a half of 5 stars' })).toBeDefined()
  expect(within(item).getByRole('link', { name: 'The review and its comments' }).getAttribute('href')).toBe(
    `/reviews/${review.id}`,
  )
  expect(screen.getByText('Written at 80 %. You are at 35 %.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show it' }))
  expect(await screen.findByText('The butler.')).toBeDefined()
})
