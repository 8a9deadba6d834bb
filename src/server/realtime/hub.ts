import { randomBytes } from 'node:crypto'
import { type LiveEvent, REOPEN_EACH_MS, STREAM_EVENTS } from '#shared/realtime.ts'
import type { Changes } from '../changes.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Viewer } from '../session.ts'
import { type Tag, tag } from '../tags.ts'
import { authorize, type Channel, type ChannelRequest, channelName, isFanOut, type Subscription } from './channels.ts'
import { type Acquire, type ConnectionLimits, createConnectionLimits } from './connection-limits.ts'
import { createFanOut } from './fan-out.ts'
import { createReplayBuffer, type ReplayFrom } from './replay-buffer.ts'

/** Where a stream's text goes. */
export interface Connection {
  write: (text: string) => void
  /** Ends it after what was written. */
  end: () => void
  /** Ends it at once. */
  destroy: () => void
  /** Bytes that the client has not read yet. */
  bufferedBytes: () => number
}

export interface StreamLimits extends ConnectionLimits {
  /** A client that leaves more bytes unread is disconnected; it reconnects if somebody is still there. */
  bufferedBytes: number
}

const STREAM_LIMITS: StreamLimits = {
  perMember: 10,
  perAddress: 100,
  perNode: 5_000,
  bufferedBytes: 64 * 1024,
}

/** Proxies close what is silent for half a minute or one. */
const HEARTBEAT_MS = 25_000
/** The hub notices an expired session within so many heartbeats: less than a minute. */
const HEARTBEATS_PER_CHECK = 2
/** A stream lives no longer than this; its client opens another, and the channels are authorized again. */
const LIFETIME_MS = 60 * 60_000
/** Announcements of one tag within this time are one event. */
const DEBOUNCE_MS = 100
/** Every client then asks for what changed: a topic with a thousand of them has an event every five seconds at most. */
const DEBOUNCE_PER_SUBSCRIBER_MS = 5
/** Some minutes of a busy site, about a megabyte. */
const REPLAY_SIZE = 5_000
/** For an EventSource that reconnects by itself. */
const RETRY_MS = 3_000

export interface Hub {
  acquire: Acquire
  /** Opens a stream: replays what it missed, then publishes what happens. Returns what closes it; null where no channel is authorized. */
  subscribe: (stream: {
    viewer: Viewer | null
    sessionToken: string | null
    request: ChannelRequest
    from: ReplayFrom
    connection: Connection
  }) => Promise<(() => void) | null>
  /** False from the moment on in which the node stops. */
  isOpen: () => boolean
  size: () => number
  /** Ends all streams at once: their clients go to another node, one after the other. */
  close: () => void
}

interface Subscriber {
  viewer: Viewer | null
  sessionToken: string | null
  request: ChannelRequest
  subscriptions: readonly Subscription[]
  connection: Connection
  /** What waits until the replay is written; null from then on. */
  backlog: string[] | null
  closesAt: number
}

/** All subscribers of one tag. */
interface Topic {
  subscribers: Map<Subscriber, Subscription>
  publishedAt: number
}

/** The open streams of this node. They are fed by the one change feed that all nodes have (decision 0033). */
export function createHub(deps: {
  changes: Changes
  clock: Clock
  log: Log
  channels: readonly Channel[]
  /** Which of these sessions are in force, without renewing any. */
  listOpenSessions: (tokens: readonly string[]) => Promise<readonly string[]>
  limits?: Partial<StreamLimits> | undefined
}): Hub {
  const { changes, channels, log } = deps
  const limits = { ...STREAM_LIMITS, ...deps.limits }
  const now = () => deps.clock().getTime()
  const replayBuffer = createReplayBuffer({ node: randomBytes(4).toString('hex'), size: REPLAY_SIZE, now })
  const subscribers = new Set<Subscriber>()
  const byMember = new Map<string, Set<Subscriber>>()
  const topics = new Map<Tag, Topic>()
  /** Pending events, keyed by tag, with the sequence number of the first announcement of each; in the order of these numbers. */
  const pending = new Map<Tag, { sequence: number; timer: NodeJS.Timeout }>()
  const fanOuts = channels
    .filter(isFanOut)
    .map((channel) => createFanOut<Subscriber>({ channel, log, debounceMs: DEBOUNCE_MS, format: formatEvent, send }))
  /** Members whose streams are about to be authorized again. */
  const toAuthorize = new Set<string>()
  let isClosed = false
  let heartbeats = 0

  /** The id of an event: a client that reconnects with it gets what is pending now once more. */
  function eventId(): string {
    const [oldest] = pending.values()
    let first = oldest?.sequence ?? Number.POSITIVE_INFINITY
    for (const { firstPending } of fanOuts) first = Math.min(first, firstPending() ?? first)
    return replayBuffer.eventIdOf(Number.isFinite(first) ? first - 1 : replayBuffer.lastSequence())
  }

  function format(event: string, data: object): string {
    return `id: ${eventId()}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  }
  function formatEvent(channel: string, { table, action, id }: LiveEvent): string {
    return format(channel, { table, action, id })
  }

  function send(subscriber: Subscriber, text: string): void {
    if (!subscribers.has(subscriber)) return
    if (subscriber.backlog) {
      subscriber.backlog.push(text)
      return
    }
    subscriber.connection.write(text)
    if (subscriber.connection.bufferedBytes() <= limits.bufferedBytes) return
    unsubscribe(subscriber)
    subscriber.connection.destroy()
  }

  function unsubscribe(subscriber: Subscriber): void {
    subscribers.delete(subscriber)
    for (const fanOut of fanOuts) fanOut.remove(subscriber)
    leaveTopics(subscriber)
    if (!subscriber.viewer) return
    const own = byMember.get(subscriber.viewer.id)
    own?.delete(subscriber)
    if (own?.size === 0) byMember.delete(subscriber.viewer.id)
  }

  function leaveTopics(subscriber: Subscriber): void {
    for (const { tag } of subscriber.subscriptions) {
      const topic = topics.get(tag)
      topic?.subscribers.delete(subscriber)
      if (topic?.subscribers.size === 0) topics.delete(tag)
    }
  }

  function joinTopics(subscriber: Subscriber, subscriptions: readonly Subscription[]): void {
    subscriber.subscriptions = subscriptions
    for (const subscription of subscriptions) {
      const topic = topics.get(subscription.tag) ?? { subscribers: new Map(), publishedAt: 0 }
      topic.subscribers.set(subscriber, subscription)
      topics.set(subscription.tag, topic)
    }
  }

  function end(subscriber: Subscriber, last = ''): void {
    if (last !== '') send(subscriber, last)
    unsubscribe(subscriber)
    subscriber.connection.end()
  }

  function publishDebounced(topicTag: Tag, sequence: number): void {
    const topic = topics.get(topicTag)
    if (!topic || pending.has(topicTag)) return
    const notBefore = topic.publishedAt + topic.subscribers.size * DEBOUNCE_PER_SUBSCRIBER_MS
    const timer = setTimeout(() => publish(topicTag), Math.max(DEBOUNCE_MS, notBefore - now()))
    timer.unref()
    pending.set(topicTag, { sequence, timer })
  }

  function publish(topicTag: Tag): void {
    pending.delete(topicTag)
    const topic = topics.get(topicTag)
    if (!topic) return
    topic.publishedAt = now()
    for (const [subscriber, { channel, event }] of [...topic.subscribers]) send(subscriber, formatEvent(channel, event))
  }

  const streamsOf = (memberId: string) => [...(byMember.get(memberId) ?? [])]

  /** A block or an ended friendship closes channels. Debounced, however many ties change. */
  function authorizeSoon(memberId: string): void {
    if (toAuthorize.has(memberId) || !byMember.has(memberId)) return
    toAuthorize.add(memberId)
    setTimeout(() => {
      toAuthorize.delete(memberId)
      authorizeAgain(memberId).catch(logFailure)
    }, DEBOUNCE_MS / 2).unref()
  }

  async function authorizeAgain(memberId: string): Promise<void> {
    for (const subscriber of streamsOf(memberId)) {
      if (subscriber.subscriptions.length === 0) continue
      const subscriptions = await authorize(subscriber.request, subscriber.viewer)
      if (!subscribers.has(subscriber)) continue
      leaveTopics(subscriber)
      joinTopics(subscriber, subscriptions)
    }
  }

  async function checkSessions(which: readonly Subscriber[]): Promise<void> {
    const tokens = new Set(which.flatMap(({ sessionToken }) => sessionToken ?? []))
    if (tokens.size === 0) return
    const inForce = new Set(await deps.listOpenSessions([...tokens]))
    for (const subscriber of which)
      if (subscriber.sessionToken !== null && !inForce.has(subscriber.sessionToken))
        end(subscriber, format(STREAM_EVENTS.end, {}))
  }

  const logFailure = (error: unknown) => log.warn({ err: error }, 'open streams could not be checked')

  function clearPending(): void {
    for (const { timer } of pending.values()) clearTimeout(timer)
    pending.clear()
    for (const fanOut of fanOuts) fanOut.clear()
  }

  const stopListening = changes.subscribe((tags) => {
    if (tags === null) {
      replayBuffer.clear()
      clearPending()
      // While the change feed is down, nothing that clients could ask for is sure to be new.
      if (changes.isLive()) for (const subscriber of [...subscribers]) send(subscriber, format(STREAM_EVENTS.reset, {}))
      return
    }
    for (const announced of tags) {
      const memberId = tag.member.idOf(announced)
      if (memberId !== null) checkSessions(streamsOf(memberId)).catch(logFailure)
      const tiedId = tag.ties.idOf(announced)
      if (tiedId !== null) authorizeSoon(tiedId)
      const channel = channels.find(({ tags }) => tags.idOf(announced) !== null)
      if (!channel) continue
      const sequence = replayBuffer.append(announced)
      const fanOut = fanOuts.find((one) => one.channel === channel)
      if (fanOut) fanOut.publish(sequence, channel.tags.idOf(announced) as string)
      else publishDebounced(announced, sequence)
    }
  })

  function heartbeat(): void {
    heartbeats += 1
    for (const subscriber of [...subscribers]) {
      if (now() >= subscriber.closesAt) end(subscriber)
      else send(subscriber, ':\n\n')
    }
    if (heartbeats % HEARTBEATS_PER_CHECK === 0) checkSessions([...subscribers]).catch(logFailure)
  }
  const heartbeatTimer = setInterval(heartbeat, HEARTBEAT_MS)
  heartbeatTimer.unref()

  /** What the subscriber missed, as events; 'reset' where this node does not know. */
  async function replay(subscriber: Subscriber, from: ReplayFrom): Promise<string> {
    const missed = replayBuffer.since(from)
    if (missed === null) return format(STREAM_EVENTS.reset, {})
    const tags = new Set(missed.map(({ tag }) => tag))
    const events = subscriber.subscriptions
      .filter(({ tag }) => tags.has(tag))
      .map(({ channel, event }) => formatEvent(channel, event))
    const fannedOut = fanOuts.map(({ channel, replay }) => {
      const ids = missed.flatMap(({ tag }) => channel.tags.idOf(tag) ?? [])
      return replay(ids, wantsOf(subscriber, channel))
    })
    return [...events, ...(await Promise.all(fannedOut))].join('')
  }

  const wantsOf = ({ viewer, request }: Pick<Subscriber, 'viewer' | 'request'>, channel: Channel) => ({
    viewerId: viewer?.id ?? null,
    channels: (request.get(channel) ?? []).map((rest) => channelName(channel, rest)),
  })

  return {
    acquire: createConnectionLimits(limits),
    async subscribe({ viewer, sessionToken, request, from, connection }) {
      const subscriptions = await authorize(request, viewer)
      const subscriber: Subscriber = {
        viewer,
        sessionToken,
        request,
        subscriptions,
        connection,
        backlog: [],
        // Not all at the same time.
        closesAt: now() + LIFETIME_MS * (0.9 + Math.random() / 10),
      }
      const wanted = fanOuts.map((fanOut) => ({ fanOut, wants: wantsOf(subscriber, fanOut.channel) }))
      const opened = [...subscriptions.map(({ channel }) => channel), ...wanted.flatMap(({ wants }) => wants.channels)]
      if (opened.length === 0) return null
      subscribers.add(subscriber)
      for (const { fanOut, wants } of wanted) if (wants.channels.length > 0) fanOut.add(subscriber, wants)
      if (viewer) byMember.set(viewer.id, (byMember.get(viewer.id) ?? new Set()).add(subscriber))
      joinTopics(subscriber, subscriptions)
      try {
        const missed = await replay(subscriber, from)
        const begin = `retry: ${RETRY_MS}\n${format(STREAM_EVENTS.ready, { channels: opened })}`
        const backlog = subscriber.backlog ?? []
        subscriber.backlog = null
        send(subscriber, [begin, missed, ...backlog].join(''))
      } catch (error) {
        unsubscribe(subscriber)
        throw error
      }
      // The node has begun to stop meanwhile.
      if (isClosed) end(subscriber)
      return () => unsubscribe(subscriber)
    },
    isOpen: () => !isClosed,
    size: () => subscribers.size,
    close() {
      isClosed = true
      clearInterval(heartbeatTimer)
      stopListening()
      const goodbye = format(STREAM_EVENTS.moving, { withinMs: subscribers.size * REOPEN_EACH_MS })
      clearPending()
      for (const subscriber of [...subscribers]) end(subscriber, goodbye)
    },
  }
}
