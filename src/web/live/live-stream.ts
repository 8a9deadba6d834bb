import { LIVE, type LiveEvent, movingDelayMs, REALTIME_PATH, reopenDelayMs, STREAM_EVENTS } from '#shared/realtime.ts'
import { notifyAllListeners, notifyListeners, wantedChannels, watchSubscriptions } from './subscriptions.ts'

/** A stream that does not say that it is there within this time is held up on its way. */
const READY_MS = 15_000
const TICK_MS = 10_000
/** Between the tabs of this browser. */
const CHANNEL = 'savepoint.live'

/**
 * Keeps this tab's stream open for what is wanted (`listenLive`), and asks every minute where no stream comes through (G42).
 * Only a page that somebody looks at has one: browsers allow six connections to a host over HTTP/1.1, so a hidden tab gives
 * its own up when another opens one, or after a while, and catches up when it is looked at again (decision 0033).
 *
 * `madeAt` is when the page was made, by the server's clock; `onEnd` is called when the session has ended. Answers how to stop.
 */
export function startLive({ madeAt, onEnd }: { madeAt: number; onEnd: () => void }): () => void {
  let source: EventSource | null = null
  let asked: ReadonlySet<string> = new Set()
  let lastEventId: string | null = null
  let failures = 0
  let isStopped = false
  let lastTick = Date.now()
  const timers: Partial<Record<'reopen' | 'adjust' | 'ready' | 'hide' | 'spread', ReturnType<typeof setTimeout>>> = {}
  let poll: ReturnType<typeof setInterval> | undefined
  const tabs = new BroadcastChannel(CHANNEL)

  const isSeen = () => document.visibilityState === 'visible'
  const later = (name: keyof typeof timers, work: () => void, ms: number) => {
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
    const channels = wantedChannels()
    if (isStopped || !isSeen() || !navigator.onLine || channels.length === 0) return
    asked = new Set(channels)
    const from = lastEventId === null ? { since: String(madeAt) } : { lastEventId }
    const stream = new EventSource(`${REALTIME_PATH}?${new URLSearchParams({ channels: channels.join(','), ...from })}`)
    source = stream
    const on = (name: string, hear: (data: string) => void) =>
      stream.addEventListener(name, (event) => {
        lastEventId = event.lastEventId || lastEventId
        hear(event.data)
      })
    on(STREAM_EVENTS.ready, () => {
      clearTimeout(timers.ready)
      clearInterval(poll)
      poll = undefined
      failures = 0
    })
    // All readers of a node have a gap at the same time.
    on(STREAM_EVENTS.reset, () => later('spread', notifyAllListeners, Math.random() * LIVE.spreadMs))
    on(STREAM_EVENTS.moving, (data) => {
      close()
      // Nothing opens one before its time.
      failures += 1
      later('reopen', open, movingDelayMs((JSON.parse(data) as { withinMs: number }).withinMs, Math.random()))
    })
    on(STREAM_EVENTS.end, () => {
      stop()
      onEnd()
    })
    for (const channel of channels) on(channel, (data) => notifyListeners(channel, JSON.parse(data) as LiveEvent))
    stream.onerror = () => {
      if (source === stream) fail()
    }
    later('ready', fail, READY_MS)
    tabs.postMessage('opened')
  }

  /** The browser would come back by itself, but not after a refusal, and all at the same time. */
  function fail(): void {
    close()
    failures += 1
    if (failures >= LIVE.failures) poll ??= setInterval(ask, LIVE.pollMs)
    later('reopen', open, reopenDelayMs(failures, Math.random()))
  }

  function ask(): void {
    if (isSeen() && navigator.onLine) notifyAllListeners()
  }

  function comeBack(): void {
    failures = 0
    open()
  }

  /** The stream is opened anew only for what it does not have yet: what it has too much is not told to anybody. */
  function adjust(): void {
    const wanted = wantedChannels()
    if (wanted.length === 0) close()
    else if (source ? wanted.some((channel) => !asked.has(channel)) : failures === 0) open()
  }

  function onVisibility(): void {
    clearTimeout(timers.hide)
    if (!isSeen()) later('hide', close, LIVE.hiddenMs)
    else if (!source) comeBack()
  }

  function tick(): void {
    const now = Date.now()
    const hasSlept = now - lastTick > TICK_MS + LIVE.sleptMs
    lastTick = now
    if (hasSlept && isSeen()) comeBack()
  }

  const stopWatching = watchSubscriptions(() => later('adjust', adjust, LIVE.refetchMs))
  const ticking = setInterval(tick, TICK_MS)
  tabs.onmessage = () => {
    if (!isSeen()) close()
  }
  const listeners = [
    [document, 'visibilitychange', onVisibility],
    [window, 'online', comeBack],
    [window, 'offline', close],
    // A page with an open connection could not be kept for the way back.
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
