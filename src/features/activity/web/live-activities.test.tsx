// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LIVE } from '#shared/realtime.ts'
import type { Transport } from '#web/call.ts'
import { notifyAllListeners, notifyListeners, wantedChannels } from '#web/live/subscriptions.ts'
import { EnvContext } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { withNewest } from './activity.api.ts'
import { ActivityFeed } from './activity.widgets.tsx'

const VIEWER = '01900000-0000-7000-8000-000000000001'
const JUNO = '01900000-0000-7000-8000-000000000002'
const idOf = (at: number) => `01900000-0000-7000-8000-${String(1000 + at).padStart(12, '0')}`

/** Creates an activity; a higher number is newer. */
function activity(at: number, more: Record<string, unknown> = {}) {
  return {
    id: idOf(at),
    activity_type: 'completed',
    type: 'completed',
    user_id: JUNO,
    game_id: null,
    created_at: new Date(Date.UTC(2026, 2, 1, 9, at)).toISOString(),
    details: {},
    username: 'juno',
    avatar_url: null,
    game_name: `Game ${at}`,
    game_cover_url: null,
    user: { id: JUNO, username: 'juno', display_name: 'Juno', avatar_url: null },
    game: null,
    rating: null,
    play_time: null,
    reactions: [],
    comments: [],
    comments_count: 0,
    viewerCan: { delete: false },
    ...more,
  }
}
const talk = (at: number, more: Record<string, unknown> = {}) => ({
  id: idOf(at),
  reactions: [],
  comments: [],
  comments_count: 0,
  ...more,
})
const hearts = (count: number, mine = false) => [{ emoji: '❤️', count, mine }]

let feed: ReturnType<typeof activity>[]
let talks: ReturnType<typeof talk>[]
let takenBack: string[]
let asked: string[]
/** How the requests for news and for the feed are answered; a promise delays the answer. */
let newsAnswer: () => unknown
let feedAnswer: () => unknown
let answerReaction: (body: object) => void

const transport: Transport = async (endpoint, { query }) => {
  const name = `${endpoint.method} ${endpoint.path}`
  asked.push(name)
  if (name === 'GET /api/social/activity-feed') {
    await feedAnswer()
    return { status: 200, body: { activities: feed, nextCursor: null } }
  }
  if (name === 'GET /api/activities/talk') {
    const ids = String(query.ids).split(',')
    return { status: 200, body: { data: talks.filter(({ id }) => ids.includes(id)) } }
  }
  if (name === 'GET /api/activities/news') {
    if ((await newsAnswer()) === 'fails') return { status: 500, body: { error: 'Broken', requestId: 'r' } }
    const ids = String(query.ids).split(',')
    return { status: 200, body: { ids: ids.filter((id) => !takenBack.includes(id)) } }
  }
  if (name === 'POST /api/activities/:activityId/reactions')
    return { status: 200, body: await new Promise<object>((resolve) => (answerReaction = resolve)) }
  throw new Error(`nobody answers ${name}`)
}

async function show() {
  const client = createQueryClient(transport)
  const user = { id: VIEWER, email: 'm@example.org', role: 'user', username: 'mara', display_name: 'Mara' }
  client.setQueryData(['accounts', 'session'], { user, session: null, authenticated: true })
  const env = { client, productName: 'Savepoint', demo: null, origin: 'http://localhost', renderedAt: Date.now() }
  render(
    <MemoryRouter>
      <EnvContext value={env as never}>
        <QueryClientProvider client={client}>
          <ActivityFeed />
        </QueryClientProvider>
      </EnvContext>
    </MemoryRouter>,
  )
  if (feed.length > 0) await screen.findAllByRole('group', { name: 'Reactions' })
  else await screen.findByText('Nothing here yet')
  asked.length = 0
}
const changed = (at: number) =>
  notifyListeners(`activity:${idOf(at)}`, { table: 'friend_activities', action: 'UPDATE', id: idOf(at) })
const isNew = (at: number) => notifyListeners('feed', { table: 'friend_activities', action: 'INSERT', id: idOf(at) })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  feed = [activity(2), activity(1)]
  talks = []
  takenBack = []
  asked = []
  newsAnswer = () => undefined
  feedAnswer = () => undefined
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('reactions and comments on screen', () => {
  test('are loaded once after an event, and shown', async () => {
    await show()
    expect(wantedChannels().sort()).toEqual([`activity:${idOf(1)}`, `activity:${idOf(2)}`, 'feed'])
    talks = [talk(1, { comments_count: 4 }), talk(2, { reactions: hearts(3) })]
    for (let times = 0; times < 10; times += 1) changed(1)
    changed(2)
    expect(await screen.findByRole('button', { name: 'Heart, 3' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Comment, 4 so far' })).toBeTruthy()
    expect(asked).toEqual(['GET /api/activities/talk'])
  })

  test('disappear with a deleted activity', async () => {
    await show()
    talks = []
    changed(2)
    await waitFor(() => expect(screen.queryByText('Game 2')).toBeNull())
    expect(screen.getByText('Game 1')).toBeTruthy()
    await waitFor(() => expect(wantedChannels()).not.toContain(`activity:${idOf(2)}`))
  })

  test('do not flicker when the echo of the viewer’s pending choice arrives', async () => {
    feed = [activity(1, { reactions: hearts(1) })]
    await show()
    await userEvent.click(screen.getByRole('button', { name: 'Heart, 1' }))
    const shown = screen.getByRole('button', { name: 'Heart, 2' })
    // The server does not have the choice yet when the event of another comment arrives.
    talks = [talk(1, { reactions: hearts(1) })]
    changed(1)
    await pause(2 * LIVE.refetchMs)
    expect(shown.isConnected && shown.getAttribute('aria-label')).toBe('Heart, 2')
    expect(asked).toEqual(['POST /api/activities/:activityId/reactions'])
    talks = [talk(1, { reactions: hearts(3, true) })]
    answerReaction({ reaction: null, reactions: hearts(2, true) })
    expect(await screen.findByRole('button', { name: 'Heart, 3', pressed: true })).toBeTruthy()
  })

  test('cause no subscription after the list has unmounted', async () => {
    await show()
    cleanup()
    expect(wantedChannels()).toEqual([])
  })
})

describe('new activities', () => {
  test('are counted once each, and shift nothing until the reader shows them', async () => {
    await show()
    isNew(3)
    isNew(3)
    expect(await screen.findByRole('button', { name: '1 new activity' })).toBeTruthy()
    expect(screen.getByText('New activity in the feed').getAttribute('role')).toBe('status')
    isNew(4)
    isNew(2)
    const button = await screen.findByRole('button', { name: '2 new activities' })
    expect(asked).not.toContain('GET /api/social/activity-feed')
    expect(screen.getAllByRole('group', { name: 'Reactions' })).toHaveLength(2)
    feed = [activity(4), activity(3), activity(2), activity(1)]
    await userEvent.click(button)
    expect(await screen.findByText('Game 4')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: /new activit/ })).toBeNull())
    expect(document.activeElement?.tagName).toBe('UL')
    expect(document.activeElement?.textContent).toContain('Game 4')
  })

  test('give the list the focus in an empty feed, which has none before', async () => {
    feed = []
    await show()
    isNew(3)
    const button = await screen.findByRole('button', { name: '1 new activity' })
    feed = [activity(3)]
    await userEvent.click(button)
    expect(await screen.findByText('Game 3')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.tagName).toBe('UL'))
  })

  test('cause no request for the first one; the next one removes deleted ones from the count', async () => {
    await show()
    isNew(3)
    expect(await screen.findByRole('button', { name: '1 new activity' })).toBeTruthy()
    await pause(2 * LIVE.refetchMs)
    expect(asked).toEqual([])
    takenBack = [idOf(3)]
    isNew(4)
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: '2 new activities' })).toBeNull()
      expect(asked).toEqual(['GET /api/activities/news'])
    })
    await pause(LIVE.refetchMs)
    expect(await screen.findByRole('button', { name: '1 new activity' })).toBeTruthy()
    isNew(5)
    expect(await screen.findByRole('button', { name: '2 new activities' })).toBeTruthy()
  })

  test('disappear from the count when all of them are deleted and the page becomes visible', async () => {
    await show()
    isNew(3)
    expect(await screen.findByRole('button', { name: '1 new activity' })).toBeTruthy()
    takenBack = [idOf(3)]
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(screen.queryByRole('button', { name: /new activit/ })).toBeNull())
    asked.length = 0
    document.dispatchEvent(new Event('visibilitychange'))
    await pause(2 * LIVE.refetchMs)
    expect(asked).toEqual([])
  })

  test('are counted up to twenty without requests, and exactly again after most are deleted', async () => {
    await show()
    for (let at = 10; at < 30; at += 1) isNew(at)
    expect(await screen.findByRole('button', { name: '20+ new activities' })).toBeTruthy()
    await waitFor(() => expect(asked).toEqual(['GET /api/activities/news']))
    for (let at = 30; at < 110; at += 1) isNew(at)
    await pause(2 * LIVE.refetchMs)
    expect(asked).toEqual(['GET /api/activities/news'])
    takenBack = Array.from({ length: 100 }, (_, at) => idOf(at + 10))
    feed = [activity(4), activity(3), activity(2), activity(1)]
    document.dispatchEvent(new Event('visibilitychange'))
    expect(await screen.findByRole('button', { name: '2 new activities' })).toBeTruthy()
  })

  test('are not checked while the page is hidden, and are checked when it becomes visible', async () => {
    await show()
    isNew(3)
    await screen.findByRole('button', { name: '1 new activity' })
    takenBack = [idOf(3)]
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await pause(2 * LIVE.refetchMs)
    expect(asked).toEqual([])
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(screen.queryByRole('button', { name: /new activit/ })).toBeNull())
    expect(asked).toEqual(['GET /api/activities/news'])
  })

  test('are checked again about every minute, without an event', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await show()
    isNew(3)
    await screen.findByRole('button', { name: '1 new activity' })
    await act(() => vi.advanceTimersByTimeAsync(1.5 * LIVE.pollMs))
    expect(asked).toEqual(['GET /api/activities/news'])
    takenBack = [idOf(3)]
    await act(() => vi.advanceTimersByTimeAsync(1.5 * LIVE.pollMs))
    await waitFor(() => expect(screen.queryByRole('button', { name: /new activit/ })).toBeNull())
  })

  test('are checked again when the list changes, because the same event may have removed some of them', async () => {
    await show()
    isNew(3)
    await screen.findByRole('button', { name: '1 new activity' })
    // The viewer has blocked the author of one that is shown and one that is new.
    talks = []
    takenBack = [idOf(3)]
    changed(2)
    await waitFor(() => expect(screen.queryByText('Game 2')).toBeNull())
    await waitFor(() => expect(screen.queryByRole('button', { name: /new activit/ })).toBeNull())
    expect(asked).toContain('GET /api/activities/news')
  })

  test('remain counted when their check fails, and the next one asks for all of them again', async () => {
    await show()
    isNew(3)
    await screen.findByRole('button', { name: '1 new activity' })
    newsAnswer = () => 'fails'
    isNew(4)
    expect(await screen.findByRole('button', { name: '2 new activities' })).toBeTruthy()
    newsAnswer = () => undefined
    takenBack = [idOf(3)]
    document.dispatchEvent(new Event('visibilitychange'))
    expect(await screen.findByRole('button', { name: '1 new activity' })).toBeTruthy()
  })

  test('that arrive while the feed is read after a gap are counted too', async () => {
    await show()
    let answer: (value?: unknown) => void = () => {}
    feedAnswer = () => new Promise((resolve) => (answer = resolve))
    feed = [activity(3), activity(2), activity(1)]
    talks = [talk(1), talk(2)]
    notifyAllListeners()
    await waitFor(() => expect(asked).toContain('GET /api/social/activity-feed'))
    isNew(4)
    expect(await screen.findByRole('button', { name: '1 new activity' })).toBeTruthy()
    answer()
    expect(await screen.findByRole('button', { name: '2 new activities' })).toBeTruthy()
  })

  test('are loaded after a gap, and shown only on request', async () => {
    await show()
    feed = [activity(5), activity(4), activity(2), activity(1)]
    talks = [talk(1), talk(2)]
    notifyAllListeners()
    expect(await screen.findByRole('button', { name: '2 new activities' })).toBeTruthy()
    expect(screen.queryByText('Game 5')).toBeNull()
  })
})

describe('the list with new activities', () => {
  const part = (ats: readonly number[], next: string | null) =>
    ({ activities: ats.map((at) => activity(at)), next, source: 'asked' }) as never
  const shown = (data: { pages: { activities: { id: string }[] }[] }) =>
    data.pages.flatMap(({ activities }) => activities.map(({ id }) => Number(id.slice(-3))))

  test('continues without a gap', () => {
    const data = { pages: [part([4, 3], 'a'), part([2, 1], null)], pageParams: [null, 'a'] }
    const joined = withNewest(data, part([6, 5, 4], 'b'))
    expect(shown(joined)).toEqual([6, 5, 4, 3, 2, 1])
    expect(joined.pages.map(({ next }) => next)).toEqual(['a', null])
  })

  test('starts again after a gap', () => {
    const data = { pages: [part([4, 3], 'a')], pageParams: [null] }
    const anew = withNewest(data, part([9, 8], 'c'))
    expect(shown(anew)).toEqual([9, 8])
    expect(anew.pages[0]?.next).toBe('c')
  })
})
