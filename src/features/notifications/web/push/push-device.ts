import { hasKey } from './push-key.ts'

/** Whether this browser gets pushes: the truth of this device, whatever other devices do. */
type DeviceState = 'unsupported' | 'refused' | 'off' | 'on'

/** The browser's part of a subscription, as the server stores it. */
export interface BrowserSubscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const findSubscription = async () =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null

/** On means: the browser has subscribed with the site's present key, may show notifications, and the site knows it. */
export async function stateOfDevice(endpoints: readonly string[], publicKey: string): Promise<DeviceState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'refused'
  const subscription = await findSubscription()
  if (!subscription || Notification.permission !== 'granted') return 'off'
  return endpoints.includes(subscription.endpoint) && hasKey(subscription, publicKey) ? 'on' : 'off'
}

/** Asks for permission and subscribes; null if the member or the browser refuses. Call it on a press. */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register('/service-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  // The site has another key since then: its secret was changed.
  if (known && !hasKey(known, publicKey)) await known.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : null
}

/** Ends the browser's subscription, and returns its address; null if there was none. */
export async function unsubscribeBrowser(): Promise<string | null> {
  const subscription = await findSubscription()
  await subscription?.unsubscribe()
  return subscription?.endpoint ?? null
}
