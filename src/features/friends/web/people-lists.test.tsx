// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { asked, button, delayedResponse, FAILED, OK, PERSON, server, show, VIEWER } from '#tests/browser/friends.tsx'
import { toastStore } from '#web/ui/toasts.ts'
import { CircleList } from './circle-list.tsx'
import { FriendList } from './friend-list.tsx'
import { friendsKeys } from './friends.api.ts'
import { FriendRequestRow } from './friends.widgets.tsx'
import { FriendRequests } from './people-lists.tsx'

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

describe('the people around another member', () => {
  const person = { ...PERSON, bio: null, isFollowing: false, isFollowedBy: false, friendStatus: 'none' }
  const HIDDEN = 'Not everybody is shown here.'
  test.each([
    [[person], 1, false],
    [[person], 2, true],
  ])('are listed, with a note when some are hidden: %#', async (data, total, isStated) => {
    server['GET /api/profiles/:handle/friends'] = () => ({ status: 200, body: { data, total, hasMore: false } })
    show(<CircleList userId={VIEWER} name="Mara" list="friends" as={null} />)
    expect(await screen.findByText('Juno Halle')).toBeDefined()
    expect(screen.queryAllByText(HIDDEN)).toHaveLength(isStated ? 1 : 0)
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
