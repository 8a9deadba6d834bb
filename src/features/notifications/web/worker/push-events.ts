import type { PushPayload } from '../../push.rules.ts'
import { hasKey } from '../push/push-key.ts'

/** What a shown notification keeps for its tap. */
type Kept = Pick<PushPayload, 'href' | 'actions'>

/** Shows pushes, answers their taps and buttons, and tells the site when the push service has moved this browser. */
export function listenForPushes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => event.waitUntil(show(worker, event.data?.json())))
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(answer(worker, event.action, event.notification.data as Kept))
  })
  worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(worker, event)))
}

async function show(worker: ServiceWorkerGlobalScope, data: unknown): Promise<void> {
  const { title, body, href, tag, unread, actions } = data as PushPayload
  const kept: Kept = { href, actions }
  const options: NotificationOptions & { renotify: boolean; actions: object[] } = {
    ...(body !== undefined && { body }),
    tag,
    // Somebody wrote again: a notification that takes the place of another one also makes itself heard.
    renotify: true,
    icon: '/api/app/icons/any-192',
    badge: '/api/app/icons/monochrome-192',
    data: kept,
    actions: actions.map(({ action, title }) => ({ action, title })),
  }
  await worker.registration.showNotification(title, options)
  // Not every browser has badges.
  if ('setAppBadge' in worker.navigator) await worker.navigator.setAppBadge(unread).catch(() => {})
}

/** A button sends its request; if that fails, and for a tap, the page opens. */
async function answer(worker: ServiceWorkerGlobalScope, action: string, { href, actions }: Kept): Promise<void> {
  const chosen = actions.find((each) => each.action === action)
  const isDone = chosen ? await send(worker, chosen.request).catch(() => false) : false
  if (!isDone) await open(worker, href)
}

async function open(worker: ServiceWorkerGlobalScope, href: string): Promise<void> {
  const { origin } = worker.location
  const address = new URL(href, origin)
  if (address.origin !== origin) return
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(({ url }) => url === address.href)
  if (there) await there.focus()
  else if (windows[0]) {
    // A window that the worker does not control cannot be led anywhere.
    const isLed = await windows[0].navigate(address.href).then(
      () => true,
      () => false,
    )
    if (isLed) await windows[0].focus().catch(() => {})
    else await worker.clients.openWindow(address.href)
  } else await worker.clients.openWindow(address.href)
}

/** Sends a request as the member who is signed in, with the security token that every write needs. */
async function send(
  worker: ServiceWorkerGlobalScope,
  { method, path, body }: Kept['actions'][number]['request'],
): Promise<boolean> {
  const { csrfToken } = (await (await worker.fetch('/api/auth/csrf')).json()) as { csrfToken: string }
  const headers = { 'content-type': 'application/json', 'x-csrf-token': csrfToken }
  return (await worker.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).ok
}

/**
 * Tells the site where its push service has moved this browser. Some browsers name neither the old address nor the new one, and
 * what they name may have the key of an earlier secret, so the site's present key decides.
 */
async function subscribeAgain(worker: ServiceWorkerGlobalScope, event: PushSubscriptionChangeEvent): Promise<void> {
  const { oldSubscription: old, newSubscription: given } = event
  const answer = await worker.fetch('/api/notifications/delivery')
  // Nobody is signed in any more, so nobody gets pushes here.
  if (!answer.ok) return
  const { public_key } = (await answer.json()) as { public_key: string }
  const path = '/api/notifications/push'
  const isGood = given !== null && hasKey(given, public_key)
  if (old && !(isGood && given.endpoint === old.endpoint))
    await send(worker, { method: 'DELETE', path, body: { endpoint: old.endpoint } })
  if (!isGood) await given?.unsubscribe()
  const { pushManager } = worker.registration
  const fresh = isGood
    ? given
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key })
  const { endpoint, keys } = fresh.toJSON()
  await send(worker, { method: 'PUT', path, body: { endpoint, keys } })
}
