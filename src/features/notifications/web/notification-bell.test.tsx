// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NEW_FOLLOWER } from '#features/follows/follows.notifications.ts'
import { LIVE } from '#shared/realtime.ts'
import { connectTransport } from '#web/call.ts'
import { EnvContext } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { fill, installContributions } from '#web/slots.tsx'
import type { Notification } from '../notifications.contract.ts'
import { NotificationBell } from './notification-bell.tsx'
import { NotificationList } from './notification-list.tsx'
import { markRead, notificationsQuery } from './notifications.api.ts'
import { notificationKinds } from './notifications.slots.ts'
import { notificationsKeys, unreadQuery } from './unread.api.ts'

const line = (id: string, more: Partial<Notification> = {}): Notification => ({
  id: id as Notification['id'],
  type: 'new_follower',
  actors: [{ id: 'a' as never, username: 'ada', display_name: 'Ada', avatar_url: null }],
  count: 1,
  subject: null,
  sentence: null,
  reactions: [],
  read_at: null,
  created_at: '2026-03-01T12:00:00.000Z',
  ...more,
})

let restore = () => {}
beforeEach(() => {
  restore = installContributions([fill(notificationKinds, NEW_FOLLOWER)])
})

afterEach(() => {
  restore()
  cleanup()
  vi.useRealTimers()
})

/** Starts a server with these lines, which records its requests. */
function world(lines: Notification[], answer: { status?: number } = {}) {
  const client = createQueryClient()
  const asked: [string, unknown][] = []
  const unread = () => lines.filter(({ read_at }) => read_at === null).length
  connectTransport(client, async ({ method, path }, { body }) => {
    if (method !== 'GET') asked.push([path, body])
    if (method !== 'GET' && answer.status) return { status: answer.status, body: null }
    if (path === '/api/notifications/read') {
      const { ids } = body as { ids?: string[] }
      for (const [at, one] of lines.entries())
        if (!ids || ids.includes(one.id)) lines[at] = { ...one, read_at: '2026-03-01T12:00:00.000Z' }
    }
    return { status: 200, body: { data: [...lines], unread: unread(), nextCursor: null } }
  })
  return { client, asked }
}

function show(client: ReturnType<typeof createQueryClient>, node: React.ReactNode) {
  const env = { client, productName: 'Savepoint', demo: null, origin: '', renderedAt: Date.now() }
  return render(
    <EnvContext value={env}>
      <QueryClientProvider client={client}>{node}</QueryClientProvider>
    </EnvContext>,
  )
}

test('the label of the bell contains the unread count, and only new notifications are announced', async () => {
  const lines = [line('1')]
  const { client } = world(lines)
  client.setQueryData(notificationsKeys.unread, 1)
  show(client, <NotificationBell atFirst={1} />)
  expect(screen.getByRole('button', { name: '1 unread notification' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('')
  lines.push(line('2'))
  await act(() => client.refetchQueries(unreadQuery()))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2 unread notifications'))
  expect(screen.getByRole('link', { name: '2 unread notifications' }).getAttribute('href')).toBe('/notifications')
})

test('the panel has the focus itself when it opens, because its lines have yet to load', async () => {
  const { client } = world([line('1')])
  client.setQueryData(notificationsKeys.unread, 1)
  show(client, <NotificationBell atFirst={1} />)
  screen.getByRole('button', { name: '1 unread notification' }).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Notifications' })))
  await screen.findByRole('link', { name: /^Unread: Ada followed you/ })
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /^Unread: Ada followed you/ }))
})

test('the bell relies on the stream and sends no requests by itself', async () => {
  vi.useFakeTimers()
  const { client } = world([line('1')])
  client.setQueryData(notificationsKeys.unread, 1)
  show(client, <NotificationBell atFirst={1} />)
  const { dataUpdatedAt } = client.getQueryState(notificationsKeys.unread) ?? {}
  await act(() => vi.advanceTimersByTimeAsync(10 * LIVE.pollMs))
  expect(client.getQueryState(notificationsKeys.unread)?.dataUpdatedAt).toBe(dataUpdatedAt)
})

test('a changed count loads the list again', async () => {
  const lines = [line('1')]
  const { client } = world(lines)
  await client.fetchInfiniteQuery(notificationsQuery())
  expect(client.getQueryData(notificationsKeys.unread)).toBe(1)
  lines.push(line('2'))
  await client.fetchQuery({ ...unreadQuery(), staleTime: 0 })
  await waitFor(() => expect(client.getQueryState(notificationsKeys.list)?.isInvalidated).toBe(true))
})

test('opening a line marks it as read at once, and the count follows', async () => {
  const { client, asked } = world([
    line('1'),
    line('2', { type: 'moderation', actors: [], sentence: 'Mind the rules.' }),
  ])
  const { data } = (await client.fetchInfiniteQuery(notificationsQuery())).pages[0] as { data: Notification[] }
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:05:00Z') })
  show(client, <NotificationList lines={data} />)
  const link = screen.getByRole('link', { name: 'Unread: Ada followed you 5 minutes ago' })
  expect(link.getAttribute('href')).toBe('/profile/a')
  // A line without a link can be marked as read too.
  await userEvent.click(screen.getByRole('button', { name: 'Unread: Mind the rules. 5 minutes ago' }))
  expect(asked).toEqual([['/api/notifications/read', { ids: ['2'] }]])
  await waitFor(() => expect(client.getQueryData(notificationsKeys.unread)).toBe(1))
})

test('a line that could not be marked is loaded again', async () => {
  const { client } = world([line('1')], { status: 500 })
  await client.fetchInfiniteQuery(notificationsQuery())
  await expect(markRead(client, 'all')).rejects.toThrow()
  expect(client.getQueryState(notificationsKeys.list)?.isInvalidated).toBe(true)
})
