// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LIVE, type LiveEvent, MOST_FOLLOWED, movingDelayMs, reopenDelayMs } from '#shared/realtime.ts'
import { debounceBatch } from './debounce-batch.ts'
import { startLive } from './live-stream.ts'
import { listenLive, markVisible, wantedChannels } from './subscriptions.ts'

/** The browser's own, which is the edge here. */
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
  tell(name: string, data: object = {}, lastEventId = 'n-1') {
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

function want(channel: string, isOneOfMany = false) {
  const heard: (LiveEvent | null)[] = []
  const stop = listenLive(channel, (event) => heard.push(event), isOneOfMany)
  stops.push(stop)
  return { heard, stop }
}
function start() {
  const ended = vi.fn()
  stops.push(startLive({ madeAt: 5, onEnd: ended }))
  return ended
}
function show(state: DocumentVisibilityState) {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
}

test('hears what is wanted, from when the page was made, and goes on from the last event', () => {
  const { heard } = want('notifications')
  start()
  expect(opened()).toHaveLength(1)
  expect(latest().channels()).toEqual(['notifications'])
  expect(latest().url.searchParams.get('since')).toBe('5')
  latest().tell('ready', {}, 'n-6')
  latest().tell('notifications', EVENT, 'n-7')
  expect(heard).toEqual([EVENT])
  latest().onerror?.()
  expect(latest().isClosed).toBe(true)
  vi.advanceTimersByTime(1_000)
  expect(opened()).toHaveLength(2)
  expect(latest().url.searchParams.get('lastEventId')).toBe('n-7')
  expect(latest().url.searchParams.has('since')).toBe(false)
})

test('without a wish there is no stream, and with a new one it is opened anew, once', () => {
  start()
  expect(opened()).toHaveLength(0)
  const first = want('notifications')
  vi.advanceTimersByTime(LIVE.refetchMs)
  expect(opened()).toHaveLength(1)
  latest().tell('ready')
  const second = want('feed')
  want('activity:1', true)
  vi.advanceTimersByTime(LIVE.refetchMs)
  expect(opened()).toHaveLength(2)
  expect(opened()[0]?.isClosed).toBe(true)
  // What is heard too much is no reason.
  second.stop()
  vi.advanceTimersByTime(LIVE.refetchMs)
  expect(opened()).toHaveLength(2)
  latest().tell('feed', EVENT)
  expect(second.heard).toEqual([])
  first.stop()
})

test('of many things those are heard that were seen last', () => {
  want('notifications')
  for (let at = 0; at < MOST_FOLLOWED + 20; at += 1) want(`activity:${at}`, true)
  expect(wantedChannels()).toHaveLength(MOST_FOLLOWED + 1)
  expect(wantedChannels()).toContain('notifications')
  expect(wantedChannels()).not.toContain('activity:0')
  markVisible(['activity:0'])
  expect(wantedChannels()[1]).toBe('activity:0')
  expect(wantedChannels()).toHaveLength(MOST_FOLLOWED + 1)
})

test('after three failures it asks every minute, and goes on trying', () => {
  vi.spyOn(Math, 'random').mockReturnValue(1)
  const { heard } = want('notifications')
  start()
  for (const wait of [1_000, 2_000]) {
    latest().onerror?.()
    vi.advanceTimersByTime(wait)
  }
  expect(opened()).toHaveLength(3)
  latest().onerror?.()
  vi.advanceTimersByTime(LIVE.pollMs)
  expect(heard).toEqual([null])
  vi.advanceTimersByTime(LIVE.pollMs)
  expect(heard).toEqual([null, null])
  expect(opened().length).toBeGreaterThan(3)
  // One that comes through ends it.
  while (latest().isClosed) vi.advanceTimersByTime(1_000)
  heard.length = 0
  latest().tell('ready')
  vi.advanceTimersByTime(5 * LIVE.pollMs)
  expect(heard).toEqual([])
})

test('the waits grow to a minute, and are not the same for all', () => {
  expect([1, 2, 3, 4, 10].map((failures) => reopenDelayMs(failures, 1))).toEqual([1_000, 2_000, 4_000, 8_000, 60_000])
  expect(reopenDelayMs(3, 0)).toBe(2_000)
})

test('five thousand who are sent away by a node come back one after the other, each from its last event', () => {
  expect([0, 0.5, 1].map((chance) => movingDelayMs(15_000, chance))).toEqual([500, 8_000, 15_500])
  expect(movingDelayMs(1e9, 1)).toBeLessThanOrEqual(LIVE.pollMs + 500)
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0.4)
  const { heard } = want('notifications')
  start()
  latest().tell('ready', {}, 'n-6')
  latest().tell('moving', { withinMs: 15_000 }, 'n-7')
  expect(latest().isClosed).toBe(true)
  // Neither what else is wanted nor the closed connection opens one before.
  want('feed')
  latest().onerror?.()
  vi.advanceTimersByTime(6_499)
  expect(opened()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(opened()).toHaveLength(2)
  expect(latest().url.searchParams.get('lastEventId')).toBe('n-7')
  expect(latest().channels()).toEqual(['notifications', 'feed'])
  expect(heard).toEqual([])
  // What it missed is said there; all have missed it at the same time.
  latest().tell('ready', {}, 'm-1')
  latest().tell('reset', {}, 'm-1')
  chance.mockReturnValue(1)
  vi.advanceTimersByTime(LIVE.spreadMs)
  expect(heard).toEqual([null])
})

test('a stream that is held up on its way is a failure, too', () => {
  want('notifications')
  start()
  vi.advanceTimersByTime(17_000)
  expect(opened()).toHaveLength(2)
  expect(opened()[0]?.isClosed).toBe(true)
})

test('a reset is told to all, within two seconds', () => {
  const [one, two] = [want('notifications'), want('feed')]
  start()
  latest().tell('ready')
  latest().tell('reset')
  vi.advanceTimersByTime(LIVE.spreadMs)
  expect([one.heard, two.heard]).toEqual([[null], [null]])
})

test('the end of the session ends it, and says so', () => {
  want('notifications')
  const ended = start()
  latest().tell('end')
  expect(ended).toHaveBeenCalledOnce()
  expect(latest().isClosed).toBe(true)
  window.dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(10 * LIVE.pollMs)
  expect(opened()).toHaveLength(1)
})

describe('a page that nobody looks at', () => {
  test('gives its stream up after a minute, and comes back where it was', () => {
    want('notifications')
    start()
    latest().tell('ready', {}, 'n-9')
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

  test('opens none, and gives its own to another tab at once', async () => {
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
    await vi.waitFor(() => expect(latest().isClosed).toBe(true))
    other.close()
  })
})

test('comes back at once with the network, and after a sleep', () => {
  want('notifications')
  start()
  latest().tell('ready')
  window.dispatchEvent(new Event('offline'))
  expect(latest().isClosed).toBe(true)
  vi.advanceTimersByTime(5 * LIVE.pollMs)
  expect(opened()).toHaveLength(1)
  window.dispatchEvent(new Event('online'))
  expect(opened()).toHaveLength(2)
  // The machine slept for an hour: the clock goes on, the timers did not.
  vi.setSystemTime(Date.now() + 3_600_000)
  vi.advanceTimersByTime(10_000)
  expect(opened()).toHaveLength(3)
})

describe('gathering', () => {
  test('ten events in a burst are one refetch, 300 ms after the last [R-PLDATA-12]', () => {
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

  test('a burst that does not end is asked for every second [R-PLDATA-12]', async () => {
    const work = vi.fn()
    const add = debounceBatch<number>(work)
    for (let at = 0; at < 50; at += 1) {
      add(1)
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(work.mock.calls.length).toBeGreaterThanOrEqual(4)
    expect(work.mock.calls.length).toBeLessThanOrEqual(5)
  })

  test('waits for what is being asked', async () => {
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
