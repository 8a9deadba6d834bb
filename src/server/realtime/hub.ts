import { HOUR_MS } from '#shared/durations.ts'
import { REOPEN_EACH_MS, STREAM_EVENTS } from '#shared/realtime.ts'
import type { Changes } from '../changes.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Viewer } from '../session.ts'
import { tag } from '../tags.ts'
import { authorize, type Channel, channelNames, type Subscriptions } from './channels.ts'
import { createConnectionLimits, STREAM_LIMITS, type StreamLimits } from './connection-limits.ts'
import type { ReplayFrom } from './replay-buffer.ts'
import { createTopics } from './topics.ts'

/** The connection that receives a stream's text. */
export interface Connection {
  write: (text: string) => void
  /** Ends the connection after everything written has been sent. */
  end: () => void
  /** Ends the connection at once. */
  destroy: () => void
  /** Bytes that the client has not read yet. */
  bufferedBytes: () => number
}

/** Proxies close connections that are silent for 30 to 60 seconds. */
const HEARTBEAT_MS = 25_000
/** The hub notices an expired session after this many heartbeats: within a minute. */
const HEARTBEATS_PER_CHECK = 2
/** A stream lives no longer than this. Its client then opens another, which authorizes the channels again. */
const LIFETIME_MS = HOUR_MS
/** Members who change within this time are checked together. */
const CHECK_MS = 50
/** A check that failed is repeated after this time. */
const CHECK_AGAIN_MS = 5_000
/** For an EventSource that reconnects by itself. */
const RETRY_MS = 3_000

export interface Hub {
  /** Counts one more open stream and returns a function that releases it; null when there are too many. */
  acquire: (viewer: Viewer | null, address: string) => (() => void) | null
  /**
   * Opens a stream: replays the missed events, then sends new ones. Returns a function that closes it; null if no
   * channel is authorized.
   */
  subscribe: (stream: {
    viewer: Viewer | null
    sessionToken: string | null
    request: Subscriptions
    from: ReplayFrom
    connection: Connection
  }) => Promise<(() => void) | null>
  /** False once the node has begun to stop. */
  isOpen: () => boolean
  size: () => number
  /** Ends all streams at once; their clients reconnect to another node, spread over time. */
  close: () => void
}

/** An open stream. */
interface Subscriber {
  viewer: Viewer | null
  sessionToken: string | null
  /** The channels that it requested. */
  request: Subscriptions
  /** The channels that it may have. */
  subscriptions: Subscriptions
  connection: Connection
  /** Events that wait until the replay is written; null afterwards. */
  backlog: string[] | null
  closesAt: number
  /** How often its channels were authorized: only the latest result counts. */
  checks: number
}

/** Manages the open streams of this node. The change feed that all nodes share supplies the events (decision 0033). */
export function createHub(deps: {
  changes: Changes
  clock: Clock
  log: Log
  channels: readonly Channel[]
  /** Returns those of these sessions that are still valid, without renewing any. */
  listOpenSessions: (tokens: readonly string[]) => Promise<readonly string[]>
  /** Whether the site is for its members alone; by default it is not. */
  isForMembers?: () => Promise<boolean>
  limits?: Partial<StreamLimits> | undefined
}): Hub {
  const { changes, channels, log } = deps
  const limits = { ...STREAM_LIMITS, ...deps.limits }
  const now = () => deps.clock().getTime()
  const subscribers = new Set<Subscriber>()
  const topics = createTopics<Subscriber>({ channels, log, now, send })
  /** Members whose account or relationships have changed since their streams were checked. */
  const changedMembers = new Set<string>()
  /** Streams whose channels are authorized for the first time, and whether what decides about them has changed since. */
  const opening = new Set<{ viewerId: string | null; isOutdated: boolean }>()
  let isClosed = false
  let heartbeats = 0

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
    topics.leave(subscriber)
  }

  function end(subscriber: Subscriber, last = ''): void {
    if (last !== '') send(subscriber, last)
    unsubscribe(subscriber)
    subscriber.connection.end()
  }

  /** A session may have ended; a block or an ended friendship closes channels. */
  function checkSoon(memberId: string, afterMs = CHECK_MS): void {
    if (changedMembers.size === 0) setTimeout(() => void checkChanged(), afterMs).unref()
    changedMembers.add(memberId)
  }

  async function checkChanged(): Promise<void> {
    const members = new Set(changedMembers)
    changedMembers.clear()
    const theirs = [...subscribers].filter(({ viewer }) => viewer && members.has(viewer.id))
    try {
      await Promise.all([checkSessions(theirs), ...theirs.map(authorizeAgain)])
    } catch (error) {
      logFailure(error)
      for (const memberId of members) checkSoon(memberId, CHECK_AGAIN_MS)
    }
  }

  /** After a gap in the change feed: nobody knows whose relationships have changed. One by one, because all streams are open. */
  async function checkAll(): Promise<void> {
    for (const one of opening) one.isOutdated = true
    try {
      await checkSessions([...subscribers])
      for (const subscriber of [...subscribers]) await authorizeAgain(subscriber)
    } catch (error) {
      logFailure(error)
      if (!isClosed) setTimeout(() => void checkAll(), CHECK_AGAIN_MS).unref()
    }
  }

  async function checkSessions(which: readonly Subscriber[]): Promise<void> {
    const tokens = new Set(which.flatMap(({ sessionToken }) => sessionToken ?? []))
    if (tokens.size === 0) return
    const inForce = new Set(await deps.listOpenSessions([...tokens]))
    for (const subscriber of which)
      if (subscriber.sessionToken !== null && !inForce.has(subscriber.sessionToken))
        end(subscriber, topics.format(STREAM_EVENTS.end, {}))
  }

  async function authorizeAgain(subscriber: Subscriber): Promise<void> {
    if (!subscribers.has(subscriber)) return
    subscriber.checks += 1
    const check = subscriber.checks
    const subscriptions = await authorize(subscriber.request, subscriber.viewer)
    // A later check knows later changes, and may have been faster.
    if (!subscribers.has(subscriber) || subscriber.checks !== check) return
    topics.leave(subscriber)
    subscriber.subscriptions = subscriptions
    topics.join(subscriber)
  }

  /** Ends the streams of visitors if the site is for members now. */
  async function endVisitors(): Promise<void> {
    try {
      if (!(await deps.isForMembers?.())) return
      for (const subscriber of [...subscribers]) if (subscriber.viewer === null) end(subscriber)
    } catch (error) {
      logFailure(error)
      if (!isClosed) setTimeout(() => void endVisitors(), CHECK_AGAIN_MS).unref()
    }
  }

  const logFailure = (error: unknown) => log.warn({ err: error }, 'cannot check open streams')

  const stopListening = changes.subscribe((tags) => {
    if (tags === null) {
      topics.clear()
      // Once the feed is up again, every client must refetch; while it is down, a refetch may return stale data.
      if (!changes.isLive()) return
      for (const subscriber of [...subscribers]) send(subscriber, topics.format(STREAM_EVENTS.reset, {}))
      void checkAll()
      void endVisitors()
      return
    }
    if (tags.includes(tag.site)) void endVisitors()
    for (const announced of tags) {
      const memberId = tag.member.idOf(announced) ?? tag.relationshipCounts.idOf(announced)
      if (memberId !== null) {
        checkSoon(memberId)
        for (const one of opening) if (one.viewerId === memberId) one.isOutdated = true
      }
      topics.publish(announced)
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

  return {
    acquire: createConnectionLimits(limits),
    async subscribe({ from, ...stream }) {
      const viewerId = stream.viewer?.id ?? null
      const begun = { viewerId, isOutdated: false }
      opening.add(begun)
      const subscriptions = await authorize(stream.request, stream.viewer).finally(() => opening.delete(begun))
      if (subscriptions.size === 0) return null
      const subscriber: Subscriber = {
        ...stream,
        subscriptions,
        backlog: [],
        // Spread, so that not all streams close at the same time.
        closesAt: now() + LIFETIME_MS * (0.9 + Math.random() / 10),
        checks: 0,
      }
      subscribers.add(subscriber)
      topics.join(subscriber)
      if (begun.isOutdated && viewerId !== null) checkSoon(viewerId)
      try {
        const missed = (await topics.replay(subscriber, from)) ?? topics.format(STREAM_EVENTS.reset, {})
        const opened = { channels: channelNames(subscriptions) }
        const begin = `retry: ${RETRY_MS}\n${topics.format(STREAM_EVENTS.ready, opened)}`
        const backlog = subscriber.backlog ?? []
        subscriber.backlog = null
        send(subscriber, [begin, missed, ...backlog].join(''))
      } catch (error) {
        unsubscribe(subscriber)
        throw error
      }
      // The node has begun to stop in the meantime.
      if (isClosed) end(subscriber)
      return () => unsubscribe(subscriber)
    },
    isOpen: () => !isClosed,
    size: () => subscribers.size,
    close() {
      isClosed = true
      clearInterval(heartbeatTimer)
      stopListening()
      const goodbye = topics.format(STREAM_EVENTS.moving, { withinMs: subscribers.size * REOPEN_EACH_MS })
      topics.clear()
      for (const subscriber of [...subscribers]) end(subscriber, goodbye)
    },
  }
}
