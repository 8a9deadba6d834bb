import { LIVE, type LiveEvent, movingDelayMs, REALTIME_PATH, reopenDelayMs, STREAM_EVENTS } from '#shared/realtime.ts'
import { notifyAllListeners, notifyListeners, wantedChannels, watchSubscriptions } from './subscriptions.ts'

/** A stream that does not report itself ready within this time is delayed by a proxy. */
const READY_MS = 15_000
const TICK_MS = 10_000
/** The BroadcastChannel between the tabs of this browser. */
const CHANNEL = 'savepoint.live'

/**
 * Keeps this tab's stream open for the subscribed channels (`listenLive`), and polls every minute while no stream can be
 * opened (G42). Only a visible page has a stream: browsers allow six connections to a host over HTTP/1.1. A hidden tab
 * therefore closes its stream when another tab opens one, or after a while, and catches up when it is visible again
 * (decision 0033).
 * `madeAt` is the time of the rendering by the server's clock; `onEnd` is called when the session has ended. A visitor
 * has a stream only where a page shows something live to visitors. Returns a function that stops the stream.
 */
export function startLive(options: { isMember: boolean; madeAt: number; onEnd: () => void }): () => void {
  const { isMember, madeAt, onEnd } = options
  let source: EventSource | null = null
  let subscribed: ReadonlySet<string> = new Set()
  let lastEventId: string | null = null
  let failures = 0
  let isStopped = false
  let lastTick = Date.now()
  const timers: Partial<Record<'reopen' | 'adjust' | 'ready' | 'hide' | 'jitter', ReturnType<typeof setTimeout>>> = {}
  let poll: ReturnType<typeof setInterval> | undefined
  const tabs = new BroadcastChannel(CHANNEL)

  const notifyAll = () => notifyAllListeners(isMember)
  const isSeen = () => document.visibilityState === 'visible'
  const schedule = (name: keyof typeof timers, work: () => void, ms: number) => {
    clearTimeout(timers[name])
    timers[name] = setTimeout(work, ms)
  }

  function close(): void {
    source?.close()
    source = null
    clearTimeout(timers.ready)
    clearTimeout(timers.reopen)
  }

  function open(): void {
    close()
    const channels = wantedChannels(isMember)
    if (isStopped || !isSeen() || !navigator.onLine || channels.length === 0) return
    subscribed = new Set(channels)
    const from = lastEventId === null ? { since: String(madeAt) } : { lastEventId }
    const stream = new EventSource(`${REALTIME_PATH}?${new URLSearchParams({ channels: channels.join(','), ...from })}`)
    source = stream
    const on = (name: string, handle: (data: string) => void) =>
      stream.addEventListener(name, (event) => {
        lastEventId = event.lastEventId || lastEventId
        handle(event.data)
      })
    on(STREAM_EVENTS.ready, () => {
      clearTimeout(timers.ready)
      clearInterval(poll)
      poll = undefined
      failures = 0
    })
    // All clients of a node have the gap at the same time, so their refetches are spread.
    on(STREAM_EVENTS.reset, () => schedule('jitter', notifyAll, Math.random() * LIVE.jitterMs))
    on(STREAM_EVENTS.moving, (data) => {
      close()
      // Counts as a failure, so that nothing opens a stream too early.
      failures += 1
      schedule('reopen', open, movingDelayMs((JSON.parse(data) as { withinMs: number }).withinMs, Math.random()))
    })
    on(STREAM_EVENTS.end, () => {
      stop()
      onEnd()
    })
    for (const channel of channels) on(channel, (data) => notifyListeners(channel, JSON.parse(data) as LiveEvent))
    stream.onerror = () => {
      if (source === stream) fail()
    }
    schedule('ready', fail, READY_MS)
    tabs.postMessage('opened')
  }

  /**
   * Schedules the reconnect itself, because the browser would not reconnect after a refusal, and otherwise all clients
   * would reconnect at once.
   */
  function fail(): void {
    close()
    failures += 1
    if (failures >= LIVE.failures) poll ??= setInterval(refetch, LIVE.pollMs)
    schedule('reopen', open, reopenDelayMs(failures, Math.random()))
  }

  function refetch(): void {
    if (isSeen() && navigator.onLine) notifyAll()
  }

  function reconnect(): void {
    failures = 0
    open()
  }

  /** Reopens the stream only for missing channels. Events of channels without a listener are ignored. */
  function adjust(): void {
    const wanted = wantedChannels(isMember)
    if (wanted.length === 0) close()
    else if (source ? wanted.some((channel) => !subscribed.has(channel)) : failures === 0) open()
  }

  function onVisibility(): void {
    clearTimeout(timers.hide)
    if (!isSeen()) schedule('hide', close, LIVE.hiddenMs)
    else if (!source) reconnect()
  }

  function tick(): void {
    const now = Date.now()
    const hasSlept = now - lastTick > TICK_MS + LIVE.sleptMs
    lastTick = now
    if (hasSlept && isSeen()) reconnect()
  }

  const stopWatching = watchSubscriptions(() => schedule('adjust', adjust, LIVE.refetchMs))
  const ticking = setInterval(tick, TICK_MS)
  tabs.onmessage = () => {
    if (!isSeen()) close()
  }
  const listeners = [
    [document, 'visibilitychange', onVisibility],
    [window, 'online', reconnect],
    [window, 'offline', close],
    // The browser's back/forward cache rejects a page with an open connection.
    [window, 'pagehide', close],
    [window, 'pageshow', onVisibility],
  ] as const
  for (const [target, name, listener] of listeners) target.addEventListener(name, listener)
  open()

  function stop(): void {
    if (isStopped) return
    isStopped = true
    close()
    stopWatching()
    clearInterval(ticking)
    clearInterval(poll)
    for (const timer of Object.values(timers)) clearTimeout(timer)
    for (const [target, name, listener] of listeners) target.removeEventListener(name, listener)
    tabs.close()
  }
  return stop
}
