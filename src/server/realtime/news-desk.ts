import type { LiveEvent } from '#shared/realtime.ts'
import type { Log } from '../log.ts'
import type { NewsChannels, NewsListener } from './channels.ts'

/** New things times listeners that one question may be about: some tens of milliseconds of the database's time. */
const MOST_PAIRS = 20_000
/** More than can be looked after are let go, the oldest first: the reader's next look at the list shows them. */
const MOST_UNTOLD = 1_000
/** Of what somebody missed, the newest. */
const MOST_MISSED = 50

export interface NewsDesk {
  add: (n: number, id: string) => void
  /** The number of the first that has not been told. */
  firstUntold: () => number | null
  forget: () => void
  missed: (ids: readonly string[], listener: NewsListener) => Promise<{ channel: string; event: LiveEvent }[]>
}

/**
 * Tells what is new to those whom it is for. Nobody is written to when something is shared, however many follow: each node
 * asks, once for all that was shared within `burstMs`, whom of its own listeners it is for; one question at a time.
 */
export function createNewsDesk<S extends { viewer: { id: string } | null; asked: { news: readonly string[] } }>(deps: {
  channels: NewsChannels
  log: Log
  burstMs: number
  /** Those who want news of any kind. */
  listeners: ReadonlySet<S>
  tell: (listener: S, channel: string, event: LiveEvent) => void
}): NewsDesk {
  const { channels, listeners, log } = deps
  let untold: { n: number; id: string }[] = []
  let timer: NodeJS.Timeout | null = null

  function tellSoon(): void {
    timer = setTimeout(() => void tellAll(), deps.burstMs)
    timer.unref()
  }

  async function tellAll(): Promise<void> {
    const byViewer = Map.groupBy(listeners, ({ viewer }) => viewer?.id ?? null)
    const wanted = [...byViewer].map(([viewerId, same]) => ({
      viewerId,
      channels: [...new Set(same.flatMap(({ asked }) => asked.news))],
    }))
    const some = untold.slice(0, Math.max(1, Math.floor(MOST_PAIRS / Math.max(1, wanted.length))))
    const rows = await ask(
      some.map(({ id }) => id),
      wanted,
    )
    const told = new Set(some)
    // They count as told first, so that a reader does not hear them once more.
    untold = untold.filter((one) => !told.has(one))
    for (const { id, viewerId, channel } of rows)
      for (const listener of byViewer.get(viewerId) ?? [])
        if (listener.asked.news.includes(channel)) deps.tell(listener, channel, channels.eventOf(id))
    timer = null
    if (untold.length > 0) tellSoon()
  }

  async function ask(ids: readonly string[], wanted: readonly NewsListener[]) {
    if (ids.length === 0 || wanted.length === 0) return []
    try {
      return await channels.audienceOf(ids, wanted)
    } catch (error) {
      log.warn({ err: error }, 'whom something new is for could not be asked')
      return []
    }
  }

  return {
    add(n, id) {
      if (listeners.size === 0) return
      untold.push({ n, id })
      if (untold.length > MOST_UNTOLD) untold.shift()
      if (timer === null) tellSoon()
    },
    firstUntold: () => untold[0]?.n ?? null,
    forget() {
      untold = []
    },
    async missed(ids, listener) {
      if (ids.length === 0 || listener.channels.length === 0) return []
      const rows = await channels.audienceOf(ids.slice(-MOST_MISSED), [listener])
      return rows.map(({ id, channel }) => ({ channel, event: channels.eventOf(id) }))
    },
  }
}
