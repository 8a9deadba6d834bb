import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listenForPushes } from './push-events.ts'

const ORIGIN = 'https://savepoint.example'
const REQUEST = { method: 'PATCH', path: '/api/friends/1', body: { status: 'accepted' } }
const PUSH = {
  title: 'Juno wants to be friends with you',
  href: '/profile/friends',
  tag: 'friend_request:1',
  unread: 3,
  actions: [{ action: 'accept', title: 'Accept', request: REQUEST }],
}

/** A worker as a browser has it: what it shows, opens and sends is written down. */
function startWorker({ windows = [] as string[], status = 200, isSignedOut = false } = {}) {
  const listeners = new Map<string, (event: object) => void>()
  const opened: string[] = []
  const sent: [string, string, unknown][] = []
  const showNotification = vi.fn(async () => {})
  const setAppBadge = vi.fn(async () => {})
  const subscribe = vi.fn(async () => subscriptionTo(`${ORIGIN}/new`))
  const worker = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    location: { origin: ORIGIN },
    registration: { showNotification, pushManager: { subscribe } },
    navigator: { setAppBadge },
    clients: {
      matchAll: async () =>
        windows.map((url) => ({
          url,
          focus: async () => opened.push(`focus ${url}`),
          navigate: async (to: string) => opened.push(`lead ${to}`),
        })),
      openWindow: async (to: string) => opened.push(`open ${to}`),
    },
    fetch: async (path: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
      if (path === '/api/notifications/delivery')
        return new Response(JSON.stringify({ public_key: 'present-key' }), { status: isSignedOut ? 401 : 200 })
      if (path === '/api/auth/csrf') return new Response(JSON.stringify({ csrfToken: 'token' }))
      sent.push([method, path, body && JSON.parse(body)])
      return new Response(null, { status })
    },
  }
  listenForPushes(worker as never)
  const dispatch = async (type: string, event: object) => {
    const works: Promise<unknown>[] = []
    listeners.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => works.push(work) })
    await Promise.all(works)
  }
  const tap = (action = '') =>
    dispatch('notificationclick', {
      action,
      notification: { data: { href: PUSH.href, actions: PUSH.actions }, close: () => {} },
    })
  return { dispatch, tap, opened, sent, showNotification, setAppBadge, subscribe }
}

const subscriptionTo = (endpoint: string) => ({
  endpoint,
  options: { userVisibleOnly: true },
  toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
})

let worker: ReturnType<typeof startWorker>
beforeEach(() => {
  worker = startWorker()
})

test('a push is shown with its tag, its buttons and the count at the icon', async () => {
  await worker.dispatch('push', { data: { json: () => PUSH } })
  expect(worker.showNotification).toHaveBeenCalledWith(
    PUSH.title,
    expect.objectContaining({ tag: PUSH.tag, actions: [{ action: 'accept', title: 'Accept' }] }),
  )
  expect(worker.setAppBadge).toHaveBeenCalledWith(3)
})

describe('a tap', () => {
  test('opens the place; an open window goes there', async () => {
    await worker.tap()
    expect(worker.opened).toEqual([`open ${ORIGIN}/profile/friends`])
    worker = startWorker({ windows: [`${ORIGIN}/`] })
    await worker.tap()
    expect(worker.opened).toEqual([`lead ${ORIGIN}/profile/friends`, `focus ${ORIGIN}/`])
    worker = startWorker({ windows: [`${ORIGIN}/`, `${ORIGIN}/profile/friends`] })
    await worker.tap()
    expect(worker.opened).toEqual([`focus ${ORIGIN}/profile/friends`])
  })

  test('on a button sends its request, and opens the place only if that fails', async () => {
    await worker.tap('accept')
    expect(worker.sent).toEqual([['PATCH', '/api/friends/1', { status: 'accepted' }]])
    expect(worker.opened).toEqual([])
    worker = startWorker({ status: 404 })
    await worker.tap('accept')
    expect(worker.opened).toEqual([`open ${ORIGIN}/profile/friends`])
  })
})

test('a browser that its push service has moved tells the site its new address', async () => {
  const oldSubscription = subscriptionTo(`${ORIGIN}/old`)
  await worker.dispatch('pushsubscriptionchange', { oldSubscription, newSubscription: null })
  // The old key may be that of an earlier secret, and the site could not push with it.
  expect(worker.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'present-key' })
  expect(worker.sent).toEqual([
    ['DELETE', '/api/notifications/push', { endpoint: `${ORIGIN}/old` }],
    ['PUT', '/api/notifications/push', { endpoint: `${ORIGIN}/new`, keys: { p256dh: 'p', auth: 'a' } }],
  ])
})

test('a browser that does not say where it was subscribed subscribes again with the key of the site', async () => {
  await worker.dispatch('pushsubscriptionchange', { oldSubscription: null, newSubscription: null })
  expect(worker.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'present-key' })
  expect(worker.sent).toEqual([
    ['PUT', '/api/notifications/push', { endpoint: `${ORIGIN}/new`, keys: { p256dh: 'p', auth: 'a' } }],
  ])
})

test('a browser in which nobody is signed in does not subscribe again', async () => {
  worker = startWorker({ isSignedOut: true })
  await worker.dispatch('pushsubscriptionchange', { oldSubscription: null, newSubscription: null })
  expect(worker.subscribe).not.toHaveBeenCalled()
  expect(worker.sent).toEqual([])
})
