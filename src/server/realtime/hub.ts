import { randomBytes } from 'node:crypto'
import { type LiveEvent, REOPEN_EACH_MS, STREAM_EVENTS } from '#shared/realtime.ts'
import type { Changes, Tag } from '../changes.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Viewer } from '../session.ts'
import { type AllChannels, type Asked, type Granted, grantAll } from './channels.ts'
import { createNewsDesk } from './news-desk.ts'
import { createPlaces, type Enter, type PlaceLimits } from './places.ts'
import { createRecent, type Since } from './recent.ts'

/** Where a stream's text goes. */
export interface Sink {
  write: (text: string) => void
  /** After what was written. */
  end: () => void
  /** At once. */
  cut: () => void
  /** Bytes that the reader has not taken. */
  waiting: () => number
}

export interface StreamLimits extends PlaceLimits {
  /** A reader who leaves so many bytes lie is cut off, and comes back if there is still somebody. */
  waitingBytes: number
}

const STREAM_LIMITS: StreamLimits = {
  perMember: 10,
  perAddress: 100,
  perNode: 5_000,
  waitingBytes: 64 * 1024,
}

/** Proxies close what is silent for a minute or half of one. */
const HEARTBEAT_MS = 25_000
/** A session that has ended without a word is noticed within this many heartbeats: less than a minute. */
const BEATS_PER_CHECK = 2
/** Nobody keeps a stream for longer: it is opened anew, and what may be heard is asked again. */
const LIFETIME_MS = 60 * 60_000
/** What is announced many times within this time is told once. */
const BURST_MS = 100
/** Every reader asks for what changed: a thing with a thousand of them is told every five seconds, not ten times a second. */
const BURST_PER_READER_MS = 5
/** Kept for those who come back: some minutes of a busy site, about a megabyte. */
const MOST_RECENT = 5_000
/** For EventSources that come back by themselves. */
const RETRY_MS = 3_000

export interface Hub {
  enter: Enter
  /** Opens a stream: tells what was missed and from then on what happens. The answer closes it. Null: nothing may be heard. */
  open: (wanted: {
    viewer: Viewer | null
    sessionToken: string | null
    asked: Asked
    since: Since
    sink: Sink
  }) => Promise<(() => void) | null>
  /** False from the moment on in which the node stops. */
  isOpen: () => boolean
  size: () => number
  /** Ends all streams at once: their readers go to another node, one after the other. */
  close: () => void
}

interface Stream {
  viewer: Viewer | null
  sessionToken: string | null
  asked: Asked
  granted: readonly Granted[]
  sink: Sink
  /** What is to be written after that which was missed; null once that is out. */
  held: string[] | null
  closesAt: number
}

/** All who hear one tag. */
interface Audience {
  streams: Map<Stream, Granted>
  toldAt: number
}

/** The open streams of this node, fed by the one change feed that all nodes have (decision 0033). */
export function createHub(deps: {
  changes: Changes
  clock: Clock
  log: Log
  channels: AllChannels
  /** Which of these sessions are still in force, without renewing any. */
  listOpenSessions: (tokens: readonly string[]) => Promise<readonly string[]>
  limits?: Partial<StreamLimits> | undefined
}): Hub {
  const { changes, channels, log } = deps
  const limits = { ...STREAM_LIMITS, ...deps.limits }
  const now = () => deps.clock().getTime()
  const recent = createRecent({ node: randomBytes(4).toString('hex'), most: MOST_RECENT, now })
  const isRecent = [...channels.things, channels.news].map(({ tagPrefix }) => tagPrefix)
  const streams = new Set<Stream>()
  const newsReaders = new Set<Stream>()
  const byMember = new Map<string, Set<Stream>>()
  /** Whose ties have changed, and who is not asked about yet. */
  const tiesChanged = new Set<string>()
  const audiences = new Map<Tag, Audience>()
  /** Announced and not told yet, by the number that was first; in the order of these numbers. */
  const untold = new Map<Tag, { n: number; timer: NodeJS.Timeout }>()
  let isClosed = false
  let beats = 0

  const news = createNewsDesk({
    channels: channels.news,
    log,
    burstMs: BURST_MS,
    listeners: newsReaders,
    textOf: (channel, event) => eventText(channel, event),
    write: send,
  })

  /** Where a reader may go on from: what has been announced but not told comes again. */
  function position(): string {
    const [first] = untold.values()
    const open = Math.min(first?.n ?? Number.POSITIVE_INFINITY, news.firstUntold() ?? Number.POSITIVE_INFINITY)
    return recent.idOf(Number.isFinite(open) ? open - 1 : recent.last())
  }

  const text = (event: string, data: object) => `id: ${position()}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  const eventText = (channel: string, { table, action, id }: LiveEvent) => text(channel, { table, action, id })

  function send(stream: Stream, what: string): void {
    if (!streams.has(stream)) return
    if (stream.held) {
      stream.held.push(what)
      return
    }
    stream.sink.write(what)
    if (stream.sink.waiting() <= limits.waitingBytes) return
    leave(stream)
    stream.sink.cut()
  }

  function leave(stream: Stream): void {
    streams.delete(stream)
    newsReaders.delete(stream)
    stopHearing(stream)
    if (!stream.viewer) return
    const own = byMember.get(stream.viewer.id)
    own?.delete(stream)
    if (own?.size === 0) byMember.delete(stream.viewer.id)
  }

  function stopHearing(stream: Stream): void {
    for (const { tag } of stream.granted) {
      const audience = audiences.get(tag)
      audience?.streams.delete(stream)
      if (audience?.streams.size === 0) audiences.delete(tag)
    }
  }

  function hear(stream: Stream, granted: readonly Granted[]): void {
    stream.granted = granted
    for (const one of granted) {
      const audience = audiences.get(one.tag) ?? { streams: new Map(), toldAt: 0 }
      audience.streams.set(stream, one)
      audiences.set(one.tag, audience)
    }
  }

  function end(stream: Stream, last = ''): void {
    if (last !== '') send(stream, last)
    leave(stream)
    stream.sink.end()
  }

  function tellLater(tag: Tag, n: number): void {
    const audience = audiences.get(tag)
    if (!audience || untold.has(tag)) return
    const dueIn = Math.max(BURST_MS, audience.toldAt + audience.streams.size * BURST_PER_READER_MS - now())
    const timer = setTimeout(() => {
      untold.delete(tag)
      const hearers = audiences.get(tag)
      if (!hearers) return
      hearers.toldAt = now()
      for (const [stream, { channel, event }] of [...hearers.streams]) send(stream, eventText(channel, event))
    }, dueIn)
    timer.unref()
    untold.set(tag, { n, timer })
  }

  const streamsOf = (memberId: string) => [...(byMember.get(memberId) ?? [])]

  /** What a block or an ended friendship has closed is not heard any more. Asked once, however many ties change in a moment. */
  function grantAgainSoon(memberId: string): void {
    if (tiesChanged.has(memberId) || !byMember.has(memberId)) return
    tiesChanged.add(memberId)
    setTimeout(() => {
      tiesChanged.delete(memberId)
      grantAgain(memberId).catch(failed)
    }, BURST_MS / 2).unref()
  }

  async function grantAgain(memberId: string): Promise<void> {
    for (const stream of streamsOf(memberId)) {
      if (stream.granted.length === 0) continue
      const granted = await grantAll(stream.asked, stream.viewer)
      if (!streams.has(stream)) continue
      stopHearing(stream)
      hear(stream, granted)
    }
  }

  async function checkSessions(which: readonly Stream[]): Promise<void> {
    const tokens = new Set(which.flatMap(({ sessionToken }) => sessionToken ?? []))
    if (tokens.size === 0) return
    const inForce = new Set(await deps.listOpenSessions([...tokens]))
    for (const stream of which)
      if (stream.sessionToken !== null && !inForce.has(stream.sessionToken)) end(stream, text(STREAM_EVENTS.end, {}))
  }

  const failed = (error: unknown) => log.warn({ err: error }, 'open streams could not be looked after')

  function listen(tags: readonly Tag[] | null): void {
    if (tags === null) {
      recent.forget()
      for (const { timer } of untold.values()) clearTimeout(timer)
      untold.clear()
      news.forget()
      // While the feed is down nothing can be asked for that is sure to be new.
      if (changes.isLive()) for (const stream of [...streams]) send(stream, text(STREAM_EVENTS.reset, {}))
      return
    }
    for (const tag of tags) {
      if (tag.startsWith('member:')) {
        checkSessions(streamsOf(tag.slice('member:'.length))).catch(failed)
      } else if (tag.startsWith('ties:')) grantAgainSoon(tag.slice('ties:'.length))
      if (!isRecent.some((prefix) => tag.startsWith(prefix))) continue
      const { n } = recent.add(tag)
      if (tag.startsWith(channels.news.tagPrefix)) news.add(n, tag.slice(channels.news.tagPrefix.length))
      else tellLater(tag, n)
    }
  }
  const stopListening = changes.subscribe(listen)

  function beat(): void {
    beats += 1
    for (const stream of [...streams]) {
      if (now() >= stream.closesAt) end(stream)
      else send(stream, ':\n\n')
    }
    if (beats % BEATS_PER_CHECK === 0) checkSessions([...streams]).catch(failed)
  }
  const heart = setInterval(beat, HEARTBEAT_MS)
  heart.unref()

  /** What was announced since then, as it would have been told; a word that it is not known, where it is not. */
  async function missed(stream: Stream, since: Since): Promise<string> {
    const heard = recent.since(since)
    if (heard === null) return text(STREAM_EVENTS.reset, {})
    const tags = new Set(heard.map(({ tag }) => tag))
    const told = stream.granted
      .filter(({ tag }) => tags.has(tag))
      .map(({ channel, event }) => eventText(channel, event))
    const fresh = heard.flatMap(({ tag }) =>
      tag.startsWith(channels.news.tagPrefix) ? tag.slice(channels.news.tagPrefix.length) : [],
    )
    const listener = { viewerId: stream.viewer?.id ?? null, channels: stream.asked.news }
    return [...told, await news.missed(fresh, listener)].join('')
  }

  return {
    enter: createPlaces(limits),
    async open({ viewer, sessionToken, asked, since, sink }) {
      const stream: Stream = {
        viewer,
        sessionToken,
        asked,
        granted: [],
        sink,
        held: [],
        // Not all at the same time.
        closesAt: now() + LIFETIME_MS * (0.9 + Math.random() / 10),
      }
      const granted = await grantAll(asked, viewer)
      const heard = [...granted.map(({ channel }) => channel), ...asked.news]
      if (heard.length === 0) return null
      streams.add(stream)
      if (asked.news.length > 0) newsReaders.add(stream)
      if (viewer) byMember.set(viewer.id, (byMember.get(viewer.id) ?? new Set()).add(stream))
      hear(stream, granted)
      try {
        const before = await missed(stream, since)
        const begin = `retry: ${RETRY_MS}\n${text(STREAM_EVENTS.ready, { channels: heard })}`
        const held = stream.held ?? []
        stream.held = null
        send(stream, [begin, before, ...held].join(''))
      } catch (error) {
        leave(stream)
        throw error
      }
      // It has ended meanwhile, with the node.
      if (isClosed) end(stream)
      return () => leave(stream)
    },
    isOpen: () => !isClosed,
    size: () => streams.size,
    close() {
      isClosed = true
      clearInterval(heart)
      stopListening()
      for (const { timer } of untold.values()) clearTimeout(timer)
      news.forget()
      const bye = text(STREAM_EVENTS.moving, { withinMs: streams.size * REOPEN_EACH_MS })
      for (const stream of [...streams]) end(stream, bye)
    },
  }
}
