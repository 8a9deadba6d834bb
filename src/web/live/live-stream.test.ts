// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LIVE, type LiveEvent, MAX_FOLLOWED, movingDelayMs, reopenDelayMs } from '#shared/realtime.ts'
import { debounceBatch } from './debounce-batch.ts'
import { startLive } from './live-stream.ts'
import { listenLive, markVisible, wantedChannels } from './subscriptions.ts'

/** Stands in for the browser's own EventSource. */
class FakeEventSource extends EventTarget {
  static all: FakeEventSource[] = []
  readonly url: URL
  isClosed = false
  onerror: (() => void) | null = null
  constructor(address: string) {
    super()
    this.url = new URL(address, 'http://here')
    FakeEventSource.all.push(this)
  }
  close() {
    this.isClosed = true
  }
  emit(name: string, data: object = {}, lastEventId = 'n-1') {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId }))
  }
  channels = () => this.url.searchParams.get('channels')?.split(',')
}
const opened = () => FakeEventSource.all
const latest = () => opened().at(-1) as FakeEventSource
const EVENT: LiveEvent = { table: 'notifications', action: 'UPDATE', id: null }

let visibility: DocumentVisibilityState
let stops: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') })
  FakeEventSource.all = []
  stops = []
  visibility = 'visible'
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function want(channel: string, options: Parameters<typeof listenLive>[2] = {}) {
  const received: (LiveEvent | null)[] = []
  const stop = listenLive(channel, (event) => received.push(event), options)
  stops.push(stop)
  return { received, stop }
}
function start({ isMember = true } = {}) {
  const ended = vi.fn()
  stops.push(startLive({ isMember, madeAt: 5, onEnd: ended }))
  return ended
}
function show(state: DocumentVisibilityState) {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
}

test('subscribes to the wanted channels as of the page’s rendering, and resumes after the last event', () => {
  const { received } = want('notifications')
  start()
  expect(opened()).toHaveLength(1)
  expect(latest().channels()).toEqual(['notifications'])
  expect(latest().url.searchParams.get('since')).toBe('5')
  latest().emit('ready', {}, 'n-6')
  latest().emit('notifications', EVENT, 'n-7')
  expect(received).toEqual([EVENT])
  latest().onerror?.()
  expect(latest().isClosed).toBe(true)
  vi.advanceTimersByTime(1_000)
  expect(opened()).toHaveLength(2)
  expect(latest().url.searchParams.get('lastEventId')).toBe('n-7')
  expect(latest().url.searchParams.has('since')).toBe(false)
})

test('without a subscription there is no stream, and a new subscription reopens it once', () => {
  start()
  expect(opened()).toHaveLength(0)
  const first = want('notifications')
  vi.advanceTimersByTime(LIVE.refetchMs)
  expect(opened()).toHaveLength(1)
  latest().emit('ready')
  const second = want('feed')
  want('activity:1', { isOneOfMany: true })
  vi.advanceTimersByTime(LIVE.refetchMs)
  expect(opened()).toHaveLength(2)
  expect(opened()[0]?.isClosed).toBe(true)
  // A channel that is no longer wanted does not reopen the stream.
  second.stop()
  vi.advanceTimersByTime(LIVE.refetchMs)
  expect(opened()).toHaveLength(2)
  latest().emit('feed', EVENT)
  expect(second.received).toEqual([])
  first.stop()
})

test('of many subscriptions, those for the items seen last are active', () => {
  want('notifications')
  for (let at = 0; at < MAX_FOLLOWED + 20; at += 1) want(`activity:${at}`, { isOneOfMany: true })
  expect(wantedChannels()).toHaveLength(MAX_FOLLOWED + 1)
  expect(wantedChannels()).toContain('notifications')
  expect(wantedChannels()).not.toContain('activity:0')
  markVisible(['activity:0'])
  expect(wantedChannels()[1]).toBe('activity:0')
  expect(wantedChannels()).toHaveLength(MAX_FOLLOWED + 1)
})

test('after three failures it polls every minute and keeps trying to connect', () => {
  vi.spyOn(Math, 'random').mockReturnValue(1)
  const { received } = want('notifications')
  start()
  for (const wait of [1_000, 2_000]) {
    latest().onerror?.()
    vi.advanceTimersByTime(wait)
  }
  expect(opened()).toHaveLength(3)
  latest().onerror?.()
  vi.advanceTimersByTime(LIVE.pollMs)
  expect(received).toEqual([null])
  vi.advanceTimersByTime(LIVE.pollMs)
  expect(received).toEqual([null, null])
  expect(opened().length).toBeGreaterThan(3)
  // A stream that connects ends the polling.
  while (latest().isClosed) vi.advanceTimersByTime(1_000)
  received.length = 0
  latest().emit('ready')
  vi.advanceTimersByTime(5 * LIVE.pollMs)
  expect(received).toEqual([])
})

test('the waits grow to a minute and differ between readers', () => {
  expect([1, 2, 3, 4, 10].map((failures) => reopenDelayMs(failures, 1))).toEqual([1_000, 2_000, 4_000, 8_000, 60_000])
  expect(reopenDelayMs(3, 0)).toBe(2_000)
})

test('the five thousand readers of a stopping node reconnect one after the other, each after its last event', () => {
  expect([0, 0.5, 1].map((chance) => movingDelayMs(15_000, chance))).toEqual([500, 8_000, 15_500])
  expect(movingDelayMs(1e9, 1)).toBeLessThanOrEqual(LIVE.pollMs + 500)
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0.4)
  const { received } = want('notifications')
  start()
  latest().emit('ready', {}, 'n-6')
  latest().emit('moving', { withinMs: 15_000 }, 'n-7')
  expect(latest().isClosed).toBe(true)
  // Neither a new subscription nor the closed connection opens a stream earlier.
  want('feed')
  latest().onerror?.()
  vi.advanceTimersByTime(6_499)
  expect(opened()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(opened()).toHaveLength(2)
  expect(latest().url.searchParams.get('lastEventId')).toBe('n-7')
  expect(latest().channels()).toEqual(['notifications', 'feed'])
  expect(received).toEqual([])
  // The new stream reports what was missed; all readers missed it at the same time.
  latest().emit('ready', {}, 'm-1')
  latest().emit('reset', {}, 'm-1')
  chance.mockReturnValue(1)
  vi.advanceTimersByTime(LIVE.jitterMs)
  expect(received).toEqual([null])
})

describe('a visitor', () => {
  test('hears what a page shows live to visitors, and nothing else [R-PLDATA-11]', () => {
    const own = want('notifications')
    start({ isMember: false })
    expect(opened()).toHaveLength(0)
    const { received } = want('playlists', { isForVisitors: true })
    vi.advanceTimersByTime(LIVE.refetchMs)
    expect(latest().channels()).toEqual(['playlists'])
    latest().emit('ready')
    latest().emit('playlists', EVENT)
    latest().emit('reset')
    vi.advanceTimersByTime(LIVE.jitterMs)
    expect(received).toEqual([EVENT, null])
    expect(own.received).toEqual([])
  })

  test('polls without a stream, as a member does [R-PLDATA-11]', () => {
    const own = want('notifications')
    const { received } = want('playlists', { isForVisitors: true })
    start({ isMember: false })
    for (let failure = 0; failure < LIVE.failures; failure += 1) {
      latest().onerror?.()
      vi.advanceTimersByTime(10_000)
    }
    vi.advanceTimersByTime(LIVE.pollMs)
    expect(received).toContain(null)
    expect(own.received).toEqual([])
  })
})

test('a stream that is delayed by a proxy counts as a failure', () => {
  want('notifications')
  start()
  vi.advanceTimersByTime(17_000)
  expect(opened()).toHaveLength(2)
  expect(opened()[0]?.isClosed).toBe(true)
})

test('a reset notifies all listeners within two seconds', () => {
  const [one, two] = [want('notifications'), want('feed')]
  start()
  latest().emit('ready')
  latest().emit('reset')
  vi.advanceTimersByTime(LIVE.jitterMs)
  expect([one.received, two.received]).toEqual([[null], [null]])
})

test('the end of the session closes the stream and is reported', () => {
  want('notifications')
  const ended = start()
  latest().emit('end')
  expect(ended).toHaveBeenCalledOnce()
  expect(latest().isClosed).toBe(true)
  window.dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(10 * LIVE.pollMs)
  expect(opened()).toHaveLength(1)
})

describe('a hidden page', () => {
  test('closes its stream after a minute and resumes where it was', () => {
    want('notifications')
    start()
    latest().emit('ready', {}, 'n-9')
    show('hidden')
    vi.advanceTimersByTime(LIVE.hiddenMs - 1)
    expect(latest().isClosed).toBe(false)
    vi.advanceTimersByTime(1)
    expect(latest().isClosed).toBe(true)
    show('visible')
    expect(opened()).toHaveLength(2)
    expect(latest().url.searchParams.get('lastEventId')).toBe('n-9')
    show('hidden')
    show('visible')
    expect(opened()).toHaveLength(2)
  })

  test('opens no stream, and closes its own at once for another tab', async () => {
    want('notifications')
    show('hidden')
    start()
    expect(opened()).toHaveLength(0)
    show('visible')
    expect(opened()).toHaveLength(1)
    show('hidden')
    vi.useRealTimers()
    const other = new BroadcastChannel('savepoint.live')
    other.postMessage('opened')
    await expect.poll(() => latest().isClosed).toBe(true)
    other.close()
  })
})

test('reconnects at once when the network is back and after a sleep', () => {
  want('notifications')
  start()
  latest().emit('ready')
  window.dispatchEvent(new Event('offline'))
  expect(latest().isClosed).toBe(true)
  vi.advanceTimersByTime(5 * LIVE.pollMs)
  expect(opened()).toHaveLength(1)
  window.dispatchEvent(new Event('online'))
  expect(opened()).toHaveLength(2)
  // The machine slept for an hour: the clock went on, the timers did not.
  vi.setSystemTime(Date.now() + 3_600_000)
  vi.advanceTimersByTime(10_000)
  expect(opened()).toHaveLength(3)
})

describe('debounceBatch', () => {
  test('ten events in a burst cause one refetch, 300 ms after the last [R-PLDATA-12]', () => {
    const work = vi.fn()
    const add = debounceBatch<number>(work)
    for (let at = 0; at < 10; at += 1) {
      add(at % 3)
      vi.advanceTimersByTime(50)
    }
    expect(work).not.toHaveBeenCalled()
    vi.advanceTimersByTime(249)
    expect(work).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(work.mock.calls).toEqual([[[0, 1, 2]]])
  })

  test('a burst that does not end causes a refetch every second [R-PLDATA-12]', async () => {
    const work = vi.fn()
    const add = debounceBatch<number>(work)
    for (let at = 0; at < 50; at += 1) {
      add(1)
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(work.mock.calls.length).toBeGreaterThanOrEqual(4)
    expect(work.mock.calls.length).toBeLessThanOrEqual(5)
  })

  test('waits for the running refetch', async () => {
    let finish = () => {}
    const work = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    const add = debounceBatch<number>(work)
    add(1)
    await vi.advanceTimersByTimeAsync(300)
    add(2)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(work).toHaveBeenCalledOnce()
    finish()
    await vi.advanceTimersByTimeAsync(300)
    expect(work).toHaveBeenCalledTimes(2)
  })
})
