import { randomBytes } from 'node:crypto'
import type { Log } from '../log.ts'
import type { Viewer } from '../session.ts'
import type { Tag } from '../tags.ts'
import { type Channel, channelName, isFanOut, type Subscriptions } from './channels.ts'
import { type Announcement, createReplayBuffer, type ReplayFrom } from './replay-buffer.ts'

/** Milliseconds. Announcements of one id within this time become one event. */
const DEBOUNCE_MS = 100
/**
 * Added to the debounce time per subscriber, because every client then requests the change: a topic with a thousand
 * subscribers has at most one event every five seconds.
 */
const REST_PER_SUBSCRIBER_MS = 5
/** The same for a fan-out channel, whose clients send no request: about as long as the writing takes. */
const REST_PER_WRITE_MS = 0.04
/** The most announcements in one batch, and ids in one query for their recipients. */
const BATCH_SIZE = 200
/** Beyond this number the oldest are dropped; the subscriber sees them when it next requests the list. */
const MAX_PENDING = 1_000
/** The most events of one channel in one write: the newest ones. Pages do not count further. */
const MAX_EVENTS = 50
/** A few minutes of a busy site, about a megabyte. */
const REPLAY_SIZE = 5_000

interface TopicSubscriber {
  viewer: Viewer | null
  subscriptions: Subscriptions
}

/** The subscribers whose events are sent together: those of one tag, or all subscribers of a fan-out channel. */
interface Topic<S> {
  channel: Channel
  /** Each with the names of its channels, such as 'feed' and 'feed:friends'. */
  subscribers: Map<S, readonly string[]>
  /** Milliseconds: the earliest time of the next batch. */
  notBefore: number
}

/**
 * Sends announcements as events to the subscribers of this node. All announcements of a topic within a short time form
 * one batch: one write to each subscriber, and for a fan-out channel one query for the recipients, one at a time.
 */
export function createTopics<S extends TopicSubscriber>(deps: {
  channels: readonly Channel[]
  log: Log
  now: () => number
  send: (subscriber: S, text: string) => void
}) {
  const { channels, log, now } = deps
  const replayBuffer = createReplayBuffer({ node: randomBytes(4).toString('hex'), size: REPLAY_SIZE, now })
  const topics = new Map<string, Topic<S>>()
  /** Announcements that wait for the next batch of their topic, keyed by id: the first one of each id. */
  const pending = new Map<string, Map<string, Announcement>>()

  const keyOf = (channel: Channel, id: string) => (isFanOut(channel) ? channel.name : channel.tags(id))

  function namesByTopic({ viewer, subscriptions }: S): Map<string, { channel: Channel; names: string[] }> {
    const all = new Map<string, { channel: Channel; names: string[] }>()
    for (const [channel, suffixes] of subscriptions)
      for (const suffix of suffixes) {
        const key = keyOf(channel, suffix ?? viewer?.id ?? '')
        const { names } = all.get(key) ?? { names: [] }
        all.set(key, { channel, names: [...names, channelName(channel, suffix)] })
      }
    return all
  }

  function schedule(key: string): void {
    const wait = (topics.get(key)?.notBefore ?? 0) - now()
    setTimeout(() => void sendBatch(key), Math.max(DEBOUNCE_MS, wait)).unref()
  }

  async function sendBatch(key: string): Promise<void> {
    const waiting = pending.get(key)
    if (!waiting) return
    const batch = [...waiting.values()].slice(0, BATCH_SIZE)
    for (const { id } of batch) waiting.delete(id)
    const topic = topics.get(key)
    let count = 0
    if (topic) {
      const subscribers = [...topic.subscribers]
      const textFor = await textsOf(topic.channel, batch, subscribers).catch((error: unknown) => {
        log.warn({ err: error }, 'the audience of realtime events could not be read')
        return () => ''
      })
      // Before the writes, because the event ids in them tell a subscriber where to resume.
      replayBuffer.markSent(batch)
      for (const [subscriber, names] of subscribers) {
        const text = textFor(subscriber, names)
        if (text === '') continue
        deps.send(subscriber, text)
        count += 1
      }
      topic.notBefore = now() + count * (isFanOut(topic.channel) ? REST_PER_WRITE_MS : REST_PER_SUBSCRIBER_MS)
    } else replayBuffer.markSent(batch)
    // A gap in the change feed has cleared the batch in the meantime.
    if (pending.get(key) !== waiting) return
    if (waiting.size > 0) schedule(key)
    else pending.delete(key)
  }

  /**
   * Returns a function that formats the announcements for a subscriber. Formats events that many subscribers share only
   * once.
   */
  async function textsOf(
    channel: Channel,
    announcements: readonly Announcement[],
    subscribers: readonly (readonly [S, readonly string[]])[],
  ): Promise<(subscriber: S, names: readonly string[]) => string> {
    const all = announcements.map(({ id }) => id)
    const idsFor = isFanOut(channel) ? await channel.audienceOf(all, namesByViewer(subscribers)) : () => all
    const known = new Map<string, Map<readonly string[], string>>()
    const textOf = (name: string, ids: readonly string[]): string => {
      if (ids.length === 0) return ''
      const texts = known.get(name) ?? new Map<readonly string[], string>()
      known.set(name, texts)
      const events = () => ids.slice(-MAX_EVENTS).map((id) => format(name, channel.eventOf(id)))
      const text = texts.get(ids) ?? events().join('')
      texts.set(ids, text)
      return text
    }
    return ({ viewer }, names) => names.map((name) => textOf(name, idsFor(viewer?.id ?? null, name))).join('')
  }

  function format(event: string, data: object): string {
    return `id: ${replayBuffer.eventId()}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  }

  return {
    /** Formats an event with an id from which the client can resume. */
    format,
    join(subscriber: S): void {
      for (const [key, { channel, names }] of namesByTopic(subscriber)) {
        const topic = topics.get(key) ?? { channel, subscribers: new Map(), notBefore: 0 }
        topic.subscribers.set(subscriber, names)
        topics.set(key, topic)
      }
    },
    leave(subscriber: S): void {
      for (const key of namesByTopic(subscriber).keys()) {
        const topic = topics.get(key)
        topic?.subscribers.delete(subscriber)
        if (topic?.subscribers.size === 0) topics.delete(key)
      }
    },
    publish(tag: Tag): void {
      const channel = channels.find(({ tags }) => tags.idOf(tag) !== null)
      if (!channel) return
      const id = channel.tags.idOf(tag) as string
      const key = keyOf(channel, id)
      const announcement = replayBuffer.append(key, id)
      const waiting = pending.get(key)
      if (!topics.has(key) || waiting?.has(id)) return
      replayBuffer.markPending(announcement)
      if (!waiting) {
        pending.set(key, new Map([[id, announcement]]))
        schedule(key)
        return
      }
      waiting.set(id, announcement)
      if (waiting.size <= MAX_PENDING) return
      const [oldest] = waiting.values()
      waiting.delete(oldest?.id as string)
      replayBuffer.markSent([oldest as Announcement])
    },
    /** Returns the missed events of a subscriber as text; null if this node does not know them. */
    async replay(subscriber: S, from: ReplayFrom): Promise<string | null> {
      const missed = replayBuffer.since(from)
      if (missed === null) return null
      const byTopic = Map.groupBy(missed, ({ topic }) => topic)
      const texts = [...namesByTopic(subscriber)].map(async ([key, { channel, names }]) => {
        const latest = new Map(byTopic.get(key)?.map((announcement) => [announcement.id, announcement]))
        if (latest.size === 0) return ''
        const batch = [...latest.values()].slice(-BATCH_SIZE)
        const textFor = await textsOf(channel, batch, [[subscriber, names]])
        return textFor(subscriber, names)
      })
      return (await Promise.all(texts)).join('')
    },
    /** Forgets everything after a gap in the change feed. */
    clear(): void {
      replayBuffer.clear()
      pending.clear()
    },
  }
}

/** Groups the subscribers by member, each with the channels of all their streams; all visitors count as one. */
function namesByViewer(
  subscribers: readonly (readonly [TopicSubscriber, readonly string[]])[],
): Map<string | null, Set<string>> {
  const all = new Map<string | null, Set<string>>()
  for (const [{ viewer }, names] of subscribers) {
    const known = all.get(viewer?.id ?? null) ?? new Set()
    for (const name of names) known.add(name)
    all.set(viewer?.id ?? null, known)
  }
  return all
}
