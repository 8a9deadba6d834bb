import type { LiveEvent } from '#shared/realtime.ts'
import type { Log } from '../log.ts'
import type { NewsChannels, NewsFor, NewsListener } from './channels.ts'

/** So many new things one question is about. */
const MOST_ASKED = 200
/** More than can be looked after are let go, the oldest first: the reader's next look at the list shows them. */
const MOST_UNTOLD = 1_000
/** Of a channel, at once: the newest of what is new, or of what somebody missed. Pages do not count so far. */
const MOST_TOLD = 50
/** Milliseconds between two rounds for each reader who was written to: about as long as the writing took. */
const REST_PER_READER_MS = 0.04

export interface NewsDesk {
  add: (n: number, id: string) => void
  /** The number of the first that has not been told. */
  firstUntold: () => number | null
  forget: () => void
  /** What of this is for the listener, as it would have been told. */
  missed: (ids: readonly string[], listener: NewsListener) => Promise<string>
}

/**
 * Tells what is new to those whom it is for. Nobody is written to when something is shared, however many follow: each node
 * asks, once for all that was shared within `burstMs`, whom of its own listeners it is for; one question at a time. Whatever
 * is new to a listener then is one write.
 */
export function createNewsDesk<S extends { viewer: { id: string } | null; asked: { news: readonly string[] } }>(deps: {
  channels: NewsChannels
  log: Log
  burstMs: number
  /** Those who want news of any kind. */
  listeners: ReadonlySet<S>
  textOf: (channel: string, event: LiveEvent) => string
  write: (listener: S, text: string) => void
}): NewsDesk {
  const { channels, listeners, log } = deps
  let untold: { n: number; id: string }[] = []
  let timer: NodeJS.Timeout | null = null
  let restMs = 0

  function tellSoon(): void {
    timer = setTimeout(() => void tellAll(), Math.max(deps.burstMs, restMs))
    timer.unref()
  }

  async function tellAll(): Promise<void> {
    const some = untold.slice(0, MOST_ASKED)
    const newsFor = await ask(some.map(({ id }) => id))
    const told = new Set(some)
    // They count as told first, so that a reader does not hear them once more.
    untold = untold.filter((one) => !told.has(one))
    const tellTo = teller(newsFor)
    let readers = 0
    for (const listener of [...listeners]) {
      const text = tellTo(listener.viewer?.id ?? null, listener.asked.news)
      if (text === '') continue
      deps.write(listener, text)
      readers += 1
    }
    restMs = readers * REST_PER_READER_MS
    timer = null
    if (untold.length > 0) tellSoon()
  }

  async function ask(ids: readonly string[]): Promise<NewsFor> {
    const wanted = wantedBy(listeners)
    if (ids.length === 0 || wanted.length === 0) return nothing
    try {
      return await channels.audienceOf(ids, wanted)
    } catch (error) {
      log.warn({ err: error }, 'whom something new is for could not be asked')
      return nothing
    }
  }

  /** What is the same for many is put into words once. */
  function teller(newsFor: NewsFor): (viewerId: string | null, wanted: readonly string[]) => string {
    const known = new Map<string, Map<readonly string[], string>>()
    const textOf = (channel: string, ids: readonly string[]): string => {
      if (ids.length === 0) return ''
      const texts = known.get(channel) ?? new Map<readonly string[], string>()
      known.set(channel, texts)
      const text =
        texts.get(ids) ??
        ids
          .slice(-MOST_TOLD)
          .map((id) => deps.textOf(channel, channels.eventOf(id)))
          .join('')
      texts.set(ids, text)
      return text
    }
    return (viewerId, wanted) => wanted.map((channel) => textOf(channel, newsFor(viewerId, channel))).join('')
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
      if (ids.length === 0 || listener.channels.length === 0) return ''
      const newsFor = await channels.audienceOf(ids.slice(-MOST_ASKED), [listener])
      return teller(newsFor)(listener.viewerId, listener.channels)
    },
  }
}

const nothing: NewsFor = () => []

/** Each member once, with all that their streams want; visitors are as one. */
function wantedBy(
  listeners: Iterable<{ viewer: { id: string } | null; asked: { news: readonly string[] } }>,
): NewsListener[] {
  const channelsOf = new Map<string | null, Set<string>>()
  for (const { viewer, asked } of listeners) {
    const channels = channelsOf.get(viewer?.id ?? null) ?? new Set()
    for (const channel of asked.news) channels.add(channel)
    channelsOf.set(viewer?.id ?? null, channels)
  }
  return [...channelsOf].map(([viewerId, channels]) => ({ viewerId, channels: [...channels] }))
}
