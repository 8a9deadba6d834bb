import type { LiveEvent } from '#shared/realtime.ts'
import type { Log } from '../log.ts'
import type { Audience, FanOutChannel, FanOutSubscriber } from './channels.ts'

/** The most ids in one query for the audience. */
const BATCH_SIZE = 200
/** Beyond this the oldest are dropped: the subscriber's next look at the list shows them. */
const MOST_PENDING = 1_000
/** The most events of a channel in one write: the newest. Pages do not count further. */
const MOST_EVENTS = 50
/** Milliseconds between two batches for each subscriber of the last one: about as long as the writing took. */
const REST_PER_SUBSCRIBER_MS = 0.04

export interface FanOut<S> {
  channel: FanOutChannel
  add: (subscriber: S, wants: FanOutSubscriber) => void
  remove: (subscriber: S) => void
  publish: (sequence: number, id: string) => void
  firstPending: () => number | null
  clear: () => void
  /** The events that these ids would have been for the subscriber. */
  replay: (ids: readonly string[], wants: FanOutSubscriber) => Promise<string>
}

/**
 * Sends what is new to its recipients among the subscribers. A write announces it once, however many follow: each node asks in
 * batches, debounced by `debounceMs`, which of its own subscribers it is for; one query at a time. A batch is one write to
 * each subscriber.
 */
export function createFanOut<S>(deps: {
  channel: FanOutChannel
  log: Log
  debounceMs: number
  format: (channel: string, event: LiveEvent) => string
  send: (subscriber: S, text: string) => void
}): FanOut<S> {
  const { channel, log } = deps
  const subscribers = new Map<S, FanOutSubscriber>()
  let pending: { sequence: number; id: string }[] = []
  let timer: NodeJS.Timeout | null = null
  let restMs = 0

  function schedule(): void {
    timer = setTimeout(() => void sendBatch(), Math.max(deps.debounceMs, restMs))
    timer.unref()
  }

  async function sendBatch(): Promise<void> {
    const batch = pending.slice(0, BATCH_SIZE)
    const audience = await audienceOf(batch.map(({ id }) => id))
    const sent = new Set(batch)
    // Before the writes: their event ids say from where a subscriber goes on.
    pending = pending.filter((one) => !sent.has(one))
    const textFor = formatter(audience)
    let count = 0
    for (const [subscriber, wants] of subscribers) {
      const text = textFor(wants)
      if (text === '') continue
      deps.send(subscriber, text)
      count += 1
    }
    restMs = count * REST_PER_SUBSCRIBER_MS
    timer = null
    if (pending.length > 0) schedule()
  }

  async function audienceOf(ids: readonly string[]): Promise<Audience> {
    const asked = byViewer(subscribers.values())
    if (ids.length === 0 || asked.length === 0) return nobody
    try {
      return await channel.audienceOf(ids, asked)
    } catch (error) {
      log.warn({ err: error }, 'the audience of realtime events could not be read')
      return nobody
    }
  }

  /** Formats what is the same for many subscribers once. */
  function formatter(audience: Audience): (wants: FanOutSubscriber) => string {
    const known = new Map<string, Map<readonly string[], string>>()
    const textOf = (name: string, ids: readonly string[]): string => {
      if (ids.length === 0) return ''
      const texts = known.get(name) ?? new Map<readonly string[], string>()
      known.set(name, texts)
      const events = () => ids.slice(-MOST_EVENTS).map((id) => deps.format(name, channel.eventOf(id)))
      const text = texts.get(ids) ?? events().join('')
      texts.set(ids, text)
      return text
    }
    return ({ viewerId, channels }) => channels.map((name) => textOf(name, audience(viewerId, name))).join('')
  }

  return {
    channel,
    add: (subscriber, wants) => void subscribers.set(subscriber, wants),
    remove: (subscriber) => void subscribers.delete(subscriber),
    publish(sequence, id) {
      if (subscribers.size === 0) return
      pending.push({ sequence, id })
      if (pending.length > MOST_PENDING) pending.shift()
      if (timer === null) schedule()
    },
    firstPending: () => pending[0]?.sequence ?? null,
    clear() {
      pending = []
    },
    async replay(ids, wants) {
      if (ids.length === 0 || wants.channels.length === 0) return ''
      return formatter(await channel.audienceOf(ids.slice(-BATCH_SIZE), [wants]))(wants)
    },
  }
}

const nobody: Audience = () => []

/** Each member once, with the channels of all their streams; all visitors as one. */
function byViewer(subscribers: Iterable<FanOutSubscriber>): FanOutSubscriber[] {
  const channelsOf = new Map<string | null, Set<string>>()
  for (const { viewerId, channels } of subscribers) {
    const all = channelsOf.get(viewerId) ?? new Set()
    for (const channel of channels) all.add(channel)
    channelsOf.set(viewerId, all)
  }
  return [...channelsOf].map(([viewerId, channels]) => ({ viewerId, channels: [...channels] }))
}
