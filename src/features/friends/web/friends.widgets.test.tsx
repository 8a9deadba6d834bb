// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { FollowButton } from '#features/follows/web/follows.widgets.tsx'
import type { UserId } from '#shared/ids.ts'
import type { Transport } from '#web/call.ts'
import { EnvContext } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { fill, installContributions } from '#web/slots.tsx'
import { dismissToast, toastStore } from '#web/ui/toasts.ts'
import { quietError } from '#web/web.slots.ts'
import type { FriendStatus } from '../people.contract.ts'
import { CircleList } from './circle-list.tsx'
import { FriendList } from './friend-list.tsx'
import { friendsKeys } from './friends.api.ts'
import { FriendBubble, FriendButton, FriendRequestRow, SuggestionRow } from './friends.widgets.tsx'
import { FriendRequests } from './people-lists.tsx'

const VIEWER = '01900000-0000-7000-8000-000000000001' as UserId
const JUNO = '01900000-0000-7000-8000-000000000002' as UserId

type Answer = { status: number; body: unknown }
const OK: Answer = { status: 200, body: {} }
const FAILED: Answer = { status: 500, body: { error: 'Something went wrong.', requestId: 'r' } }

/** The server's response by method and path; a promise delays it. */
let server: Record<string, (input: { params: Record<string, string>; body: unknown }) => Answer | Promise<Answer>>
let asked: [string, unknown][]

const transport: Transport = (endpoint, { params, body }, signal) => {
  const name = `${endpoint.method} ${endpoint.path}`
  asked.push([name, body ?? params])
  const answer = server[name]
  if (!answer) throw new Error(`nobody answers ${name}`)
  return Promise.race([
    Promise.resolve(answer({ params, body })),
    new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  ])
}

function show(what: React.ReactNode, viewerId: string | null = VIEWER) {
  const client = createQueryClient(transport)
  const user = {
    id: viewerId,
    email: 'm@example.org',
    role: 'user',
    username: 'mara',
    display_name: 'Mara',
    avatar_url: null,
  }
  client.setQueryData(['accounts', 'session'], {
    user: viewerId && user,
    session: null,
    authenticated: viewerId !== null,
  })
  const env = { client, productName: 'Savepoint', demo: null, origin: 'http://localhost', renderedAt: Date.now() }
  render(
    <MemoryRouter initialEntries={['/profile/juno?tab=games']}>
      <EnvContext value={env as never}>
        <QueryClientProvider client={client}>{what}</QueryClientProvider>
      </EnvContext>
    </MemoryRouter>,
  )
  return client
}

/** Returns a response that the test sends later. */
function delayedResponse() {
  let give: (answer: Answer) => void = () => {}
  const answer = new Promise<Answer>((resolve) => {
    give = resolve
  })
  return { answer, give }
}

beforeEach(() => {
  asked = []
  server = {
    'GET /api/friends': () => ({ status: 200, body: { data: [], total: 0, nextCursor: null } }),
    'GET /api/friends/requests': () => ({ status: 200, body: { received: [], sent: [], nextCursor: null } }),
  }
})
afterEach(() => {
  cleanup()
  dismissToast()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const button = (name: string | RegExp) => screen.findByRole('button', { name })

describe('the follow button', () => {
  const FOLLOW = 'POST /api/followers'
  const UNFOLLOW = 'DELETE /api/followers/:userId'

  test('changes at once, follows and unfollows, and updates counts beside it', async () => {
    const { answer, give } = delayedResponse()
    server[FOLLOW] = () => answer
    server[UNFOLLOW] = () => ({ status: 204, body: null })
    const changes: boolean[] = []
    const client = show(
      <FollowButton userId={JUNO} name="Juno" isFollowing={false} onChange={(is) => changes.push(is)} />,
    )
    await userEvent.click(await button('Follow Juno'))
    await button('Unfollow Juno')
    give({ status: 201, body: {} })
    await waitFor(() => expect(client.isMutating()).toBe(0))
    expect(asked).toEqual([[FOLLOW, { following_id: JUNO }]])
    await userEvent.click(await button('Unfollow Juno'))
    await button('Follow Juno')
    await waitFor(() => expect(asked[1]).toEqual([UNFOLLOW, { userId: JUNO }]))
    expect(changes).toEqual([true, false])
  })

  test('changes back when the request fails; the failure is only logged [R-FOLLOW-05]', async () => {
    server[FOLLOW] = () => FAILED
    const changes: boolean[] = []
    const logged = vi.fn()
    onTestFinished(installContributions([fill(quietError, logged)]))
    show(<FollowButton userId={JUNO} name="Juno" isFollowing={false} onChange={(is) => changes.push(is)} />)
    await userEvent.click(await button('Follow Juno'))
    await waitFor(() => expect(logged).toHaveBeenCalledTimes(1))
    await button('Follow Juno')
    expect(changes).toEqual([true, false])
    expect(toastStore.get()).toBe(null)
  })

  test('ignores a second click before the response', async () => {
    const { answer, give } = delayedResponse()
    server[FOLLOW] = () => answer
    show(<FollowButton userId={JUNO} name="Juno" isFollowing={false} />)
    await userEvent.click(await button('Follow Juno'))
    await userEvent.click(await button('Unfollow Juno'))
    give({ status: 201, body: {} })
    await button('Unfollow Juno')
    expect(asked).toHaveLength(1)
  })

  test('shows the same state in two buttons of one member', async () => {
    server[FOLLOW] = () => ({ status: 201, body: {} })
    show(
      <>
        <FollowButton userId={JUNO} name="Juno" isFollowing={false} />
        <FollowButton userId={JUNO} name="Juno" isFollowing={false} />
      </>,
    )
    await userEvent.click((await screen.findAllByRole('button', { name: 'Follow Juno' }))[0] as HTMLElement)
    expect(await screen.findAllByRole('button', { name: 'Unfollow Juno' })).toHaveLength(2)
  })

  test('reads its state only for a member and another member, and only without a given state [R-FOLLOW-04]', async () => {
    server['POST /api/rpc/is_user_following'] = () => ({ status: 200, body: true })
    show(<FollowButton userId={JUNO} name="Juno" />)
    await button('Unfollow Juno')
    expect(asked).toEqual([['POST /api/rpc/is_user_following', { follower_uuid: VIEWER, following_uuid: JUNO }]])
    cleanup()
    asked = []
    show(<FollowButton userId={VIEWER} name="Mara" />)
    show(<FollowButton userId={JUNO} name="Juno" />, null)
    const link = await screen.findByRole('link', { name: 'Follow Juno' })
    expect(link.getAttribute('href')).toBe('/signin?redirect=%2Fprofile%2Fjuno%3Ftab%3Dgames')
    expect(screen.queryByRole('button')).toBe(null)
    expect(asked).toEqual([])
  })
})

describe('the friend button', () => {
  const ADD = 'POST /api/friends'
  const ANSWER = 'PATCH /api/friends/:id'
  const END = 'DELETE /api/friends/:id'
  const shown = (status: FriendStatus) => show(<FriendButton userId={JUNO} name="Juno" status={status} />)

  test('sends a request, and cancels it', async () => {
    server[ADD] = () => ({ status: 201, body: { status: 'pending' } })
    server[END] = () => ({ status: 204, body: null })
    const client = shown('none')
    await userEvent.click(await button('Add friend: Juno'))
    await waitFor(() => expect(client.isMutating()).toBe(0))
    expect(asked[0]).toEqual([ADD, { friend_id: JUNO }])
    await userEvent.click(await button('Cancel request to Juno'))
    await button('Add friend: Juno')
    await waitFor(() => expect(asked.map(([name]) => name)).toContain(END))
  })

  test('shows the friendship at once when the other member has sent a request at the same time', async () => {
    server[ADD] = () => ({ status: 201, body: { status: 'accepted' } })
    shown('none')
    await userEvent.click(await button('Add friend: Juno'))
    await button('Friends with Juno')
  })

  test.each([
    ['Accept Juno', 'accepted', 'Friends with Juno'],
    ['Decline Juno', 'declined', 'Add friend: Juno'],
  ])('%s responds to a request', async (name, status, next) => {
    server[ANSWER] = () => OK
    shown('pending_received')
    await userEvent.click(await button(name))
    await button(next)
    await waitFor(() => expect(asked[0]).toEqual([ANSWER, { status }]))
  })

  test('ends a friendship after a confirmation', async () => {
    server[END] = () => ({ status: 204, body: null })
    shown('accepted')
    await userEvent.click(await button('Friends with Juno'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove friend' }))
    expect(asked).toEqual([])
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove friend' }))
    await waitFor(() => expect(asked[0]?.[0]).toBe(END))
  })

  test.each([
    ['none', 'Add friend: Juno', ADD, 'Failed to add friend', '[R-FRIEND-10]'],
    ['pending_received', 'Accept Juno', ANSWER, 'Failed to update friend status', '[R-FRIEND-09]'],
    ['pending_received', 'Decline Juno', ANSWER, 'Failed to update friend status', '[R-FRIEND-09]'],
    ['pending_sent', 'Cancel request to Juno', END, 'Failed to remove friend', '[R-FRIEND-11]'],
  ] as const)(
    '%s: when it fails, %s is there again and the toast shows %s %s %s',
    async (status, name, call, text, _rule) => {
      server[call] = () => FAILED
      shown(status)
      await userEvent.click(await button(name))
      await waitFor(() => expect(toastStore.get()?.title).toBe(text))
      await button(name)
    },
  )

  test('shows the server’s message of a refusal', async () => {
    server[ADD] = () => ({ status: 409, body: { error: 'Friend request already sent', requestId: 'r' } })
    shown('none')
    await userEvent.click(await button('Add friend: Juno'))
    await waitFor(() => expect(toastStore.get()?.description).toBe('Friend request already sent'))
  })

  test("leads a visitor to the sign-in, and is missing for the viewer's own id", async () => {
    show(<FriendButton userId={JUNO} name="Juno" />, null)
    expect((await screen.findByRole('link', { name: 'Add friend: Juno' })).getAttribute('href')).toMatch(/^\/signin\?/)
    cleanup()
    show(<FriendButton userId={VIEWER} name="Mara" />)
    expect(screen.queryByRole('button')).toBe(null)
    expect(asked).toEqual([])
  })
})

const PERSON = { id: JUNO, username: 'juno', display_name: 'Juno Halle', avatar_url: null }
const GAME = { id: 'igdb_1', name: 'Hades', cover_url: null } as never

describe('the friend bubble', () => {
  test.each([
    ['plays', { currentGame: GAME }, 'gaming', '[R-FRIEND-13]'],
    ['is said to be gaming', { online_status: 'gaming' }, 'gaming', '[R-FRIEND-13]'],
    ['is online', { online_status: 'online' }, 'online', '[R-FRIEND-14]'],
    ['is offline', { online_status: 'offline' }, 'offline', '[R-FRIEND-15]'],
    ['is something else', { online_status: 'away' }, 'offline', '[R-FRIEND-15]'],
    [
      'is known by the server to be online',
      { online_status: 'offline', presence: { status: 'online', currentGame: null } },
      'online',
      '[R-FRIEND-14]',
    ],
  ] as const)('of a friend who %s has: %s %s %s', async (_what, more, ring, _rule) => {
    show(<FriendBubble friend={{ ...PERSON, ...more } as never} showsPlaying />)
    const bubble = screen.getByRole('link')
    expect(bubble.querySelector('.avatar')?.classList.contains(`avatar-${ring}`)).toBe(true)
    expect(within(bubble).queryAllByText('Playing')).toHaveLength(ring === 'gaming' ? 1 : 0)
  })

  test.each([
    [{ display_name: 'Ann Lee', username: 'ann' }, 'Ann'],
    [{ display_name: null, username: 'ann' }, 'ann'],
    [{ display_name: '  ', username: 'ann' }, 'ann'],
  ])('shows the first word of the name, or the username [R-FRIEND-16]', (names, said) => {
    show(<FriendBubble friend={{ ...PERSON, ...names }} />)
    expect(screen.getByText(said)).toBeDefined()
  })

  test('has three sizes and links to the profile [R-FRIEND-17]', () => {
    show(
      <>
        <FriendBubble friend={PERSON} size="sm" />
        <FriendBubble friend={PERSON} size="md" />
        <FriendBubble friend={PERSON} size="lg" />
      </>,
    )
    const links = screen.getAllByRole('link')
    expect(new Set(links.map((link) => link.querySelector('.avatar')?.getAttribute('style'))).size).toBe(3)
    for (const link of links) expect(link.getAttribute('href')).toBe(`/profile/${JUNO}`)
  })
})

describe('friend requests', () => {
  const request = { ...PERSON, link_id: 'l1', created_at: '2026-03-01T12:00:00.000Z' }
  const sent = { ...request, id: '01900000-0000-7000-8000-000000000003', link_id: 'l2', display_name: 'Sol' }

  test('show a text and two buttons when received, and a text and the cancel button when sent [R-FRIEND-18, R-FRIEND-19]', () => {
    show(
      <>
        <FriendRequestRow request={request} type="received" />
        <FriendRequestRow request={sent as never} type="sent" />
      </>,
    )
    expect(screen.getByText(/Wants to be friends with/)).toBeDefined()
    expect(screen.getByText('Request pending')).toBeDefined()
    const names = screen.getAllByRole('button').map((each) => each.textContent)
    expect(names).toEqual(['Accept', 'Decline', 'Cancel'])
  })

  test.each([
    ['Decline Juno Halle', 'Juno Halle', 'PATCH /api/friends/:id', { status: 'declined' }, '[R-FRIEND-18]'],
    ['Cancel the request to Sol', 'Sol', 'DELETE /api/friends/:id', { id: sent.id }, '[R-FRIEND-19]'],
  ] as const)('%s: the row is removed, the other one stays %s %s %s %s', async (name, who, call, what, _rule) => {
    let open = { received: [request], sent: [sent] }
    server['GET /api/friends/requests'] = () => ({ status: 200, body: { ...open, nextCursor: null } })
    server[call] = () => {
      open = call.startsWith('PATCH') ? { ...open, received: [] } : { ...open, sent: [] }
      return OK
    }
    show(<FriendRequests />)
    await userEvent.click(await button(name))
    await waitFor(() => expect(screen.queryByText(who)).toBe(null))
    expect(screen.queryAllByText(/^(Juno Halle|Sol)$/)).toHaveLength(1)
    await waitFor(() => expect(asked).toContainEqual([call, what]))
  })

  test('disappear at once when responded to, and return to their position when that fails [R-FRIEND-18]', async () => {
    server['GET /api/friends/requests'] = () => ({
      status: 200,
      body: { received: [request], sent: [sent], nextCursor: null },
    })
    const { answer, give } = delayedResponse()
    server['PATCH /api/friends/:id'] = () => answer
    show(<FriendRequests />)
    await userEvent.click(await button('Accept Juno Halle'))
    await waitFor(() => expect(screen.queryByText('Juno Halle')).toBe(null))
    expect(screen.getByText('Sol')).toBeDefined()
    give(FAILED)
    await screen.findByText('Juno Halle')
    expect(toastStore.get()?.title).toBe('Failed to update friend status')
  })
})

describe('suggestions', () => {
  const person = {
    ...PERSON,
    bio: 'Detective games.',
    isFollowing: false,
    isFollowedBy: false,
    friendStatus: 'none',
    reason: { kind: 'mutual_friends', count: 2 },
  } as const

  test('show the bio and the buttons to write, to view and to befriend; compact ones do not [R-FRIEND-20, R-MSG-02]', async () => {
    const onSendRequest = vi.fn()
    show(<SuggestionRow person={person} onSendRequest={onSendRequest} />)
    expect(screen.getByText('Detective games.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Message Juno Halle' }).getAttribute('href')).toBe(
      `/messages?userId=${JUNO}`,
    )
    expect(screen.getByRole('link', { name: 'View profile of Juno Halle' }).getAttribute('href')).toBe(
      `/profile/${JUNO}`,
    )
    await userEvent.click(await button('Add friend: Juno Halle'))
    expect(onSendRequest).toHaveBeenCalledTimes(1)
    expect(screen.getByText('2 friends in common')).toBeDefined()
    cleanup()
    show(<SuggestionRow person={person} variant="compact" onSendRequest={onSendRequest} />)
    expect(screen.getByText('Juno Halle')).toBeDefined()
    expect(screen.queryByText('Detective games.')).toBe(null)
    expect(screen.queryByRole('button')).toBe(null)
    expect(screen.queryByRole('link', { name: 'Message Juno Halle' })).toBe(null)
  })

  test('show the username when there is no display name [R-FRIEND-20]', () => {
    show(<SuggestionRow person={{ ...person, display_name: null }} />)
    expect(screen.getByText('juno')).toBeDefined()
  })
})

describe('the people around another member', () => {
  const person = { ...PERSON, bio: null, isFollowing: false, isFollowedBy: false, friendStatus: 'none' }
  const HIDDEN = 'Not everybody is shown here.'
  test.each([
    [[person], 1, false],
    [[person], 2, true],
  ])('are listed, with a note when some are hidden: %#', async (data, total, isSaid) => {
    server['GET /api/profiles/:handle/friends'] = () => ({ status: 200, body: { data, total, hasMore: false } })
    show(<CircleList userId={VIEWER} name="Mara" list="friends" as={null} />)
    expect(await screen.findByText('Juno Halle')).toBeDefined()
    expect(screen.queryAllByText(HIDDEN)).toHaveLength(isSaid ? 1 : 0)
  })

  test('the empty state does not claim that there are none when all of them are hidden', async () => {
    server['GET /api/profiles/:handle/friends'] = () => ({ status: 200, body: { data: [], total: 2, hasMore: false } })
    show(<CircleList userId={VIEWER} name="Mara" list="friends" as={null} />)
    expect(await screen.findByText('The people in this list do not show this.')).toBeDefined()
  })
})

describe('the list of friends', () => {
  test('is empty after eight seconds without a response, without an error [R-FRIEND-12]', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      const patience = new AbortController()
      setTimeout(() => patience.abort(new DOMException('too long', 'TimeoutError')), milliseconds / 100)
      return patience.signal
    })
    server['GET /api/friends'] = () => new Promise(() => {})
    show(<FriendList />)
    expect(await screen.findByText('No friends yet')).toBeDefined()
    expect(timeout).toHaveBeenCalledWith(8000)
    expect(screen.queryByRole('alert')).toBe(null)
    expect(toastStore.get()).toBe(null)
  })

  test('shows that nothing is lost when it fails', async () => {
    server['GET /api/friends'] = () => FAILED
    const client = show(<FriendList />)
    client.setDefaultOptions({ queries: { retry: false } })
    expect(await screen.findByRole('alert')).toBeDefined()
    expect(client.getQueryState(friendsKeys.list)?.status).toBe('error')
  })
})
