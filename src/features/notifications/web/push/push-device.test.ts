import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stateOfDevice, subscribeBrowser } from './push-device.ts'

const KEY = 'AQID'
const OLD = 'BAUG'
const bytesOf = (key: string) => Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)).buffer

/** A browser with a push service: it has one subscription at a time, and refuses another key until that has ended. */
function startBrowser(key: string | null, permission: NotificationPermission = 'granted') {
  let count = 0
  const subscriptionWith = (applicationServerKey: string) => {
    count += 1
    const endpoint = `https://push.example/${count}`
    return {
      endpoint,
      options: { applicationServerKey: bytesOf(applicationServerKey) },
      toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        current = null
      },
    }
  }
  let current = key === null ? null : subscriptionWith(key)
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (current && current.options.applicationServerKey.byteLength > 0 && key !== applicationServerKey)
        throw new DOMException('Another key', 'InvalidStateError')
      current = subscriptionWith(applicationServerKey)
      return current
    },
  }
  const registration = { pushManager }
  const serviceWorker = {
    getRegistration: async () => registration,
    register: async () => registration,
    ready: Promise.resolve(registration),
  }
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission })
}

beforeEach(() => startBrowser(OLD))
afterEach(() => vi.unstubAllGlobals())

test('a device whose subscription has the key of an earlier secret is off, and is turned on with the present one', async () => {
  expect(await stateOfDevice(['https://push.example/1'], KEY)).toBe('off')
  const subscription = await subscribeBrowser(KEY)
  expect(subscription).toEqual({ endpoint: 'https://push.example/2', keys: { p256dh: 'p', auth: 'a' } })
  expect(await stateOfDevice(['https://push.example/1', 'https://push.example/2'], KEY)).toBe('on')
})

test('a device is off while only others of the member are on', async () => {
  startBrowser(KEY)
  expect(await stateOfDevice(['https://push.example/of-the-phone'], KEY)).toBe('off')
  expect(await stateOfDevice(['https://push.example/1'], KEY)).toBe('on')
})

test('a browser that refuses notifications says so, and does not subscribe', async () => {
  startBrowser(null, 'denied')
  expect(await stateOfDevice([], KEY)).toBe('refused')
  expect(await subscribeBrowser(KEY)).toBeNull()
})
