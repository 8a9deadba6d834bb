import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { UserId } from '#shared/ids.ts'
import { createLog } from '../log.ts'
import type { Tag } from '../tags.ts'
import { tag } from '../tags.ts'
import type { Channel, FanOutChannel, Subscriptions, TopicChannel } from './channels.ts'
import { type Connection, createHub, type Hub } from './hub.ts'

const SECOND = 1_000

/** 'thing:<x>', announced by timer tags, which everybody may subscribe to. */
const things: TopicChannel = {
  name: 'thing',
  tags: tag.timer,
  accepts: () => true,
  authorize: async (_viewer, ids) => ids,
  eventOf: (id) => ({ table: 'notifications', action: 'UPDATE', id }),
}
/** Delivers 'news' to every subscriber but 'deaf'. */
const news: FanOutChannel = {
  name: 'news',
  tags: tag.newActivity,
  accepts: () => true,
  audienceOf: async (ids, subscribers) => {
    questions.push(ids.length * subscribers.size)
    return (viewerId) => (viewerId === 'deaf' ? [] : ids)
  },
  eventOf: (id) => ({ table: 'notifications', action: 'INSERT', id }),
}
/** 'circle:<x>', for the members of `circle` at the time of the question. `asked` has the open questions, oldest first. */
const circles: TopicChannel = {
  ...things,
  name: 'circle',
  authorize: async (viewer, ids) => {
    const isIn = circle.has(viewer?.id ?? '')
    await new Promise<void>((answer, fail) => asked.push({ answer, fail }))
    return isIn ? ids : []
  },
}
const channels = [things, news, circles]
let circle: Set<string>
let asked: { answer: () => void; fail: (error: Error) => void }[]
function requestOf(thing: string | null, hasNews: boolean, isOfCircle: boolean): Subscriptions {
  const request = new Map<Channel, (string | null)[]>()
  if (isOfCircle) request.set(circles, ['c'])
  if (thing !== null) request.set(things, [thing])
  if (hasNews) request.set(news, [null])
  return request
}

let questions: number[]
let inForce: Set<string>
let isLive: boolean
let announce: (tags: readonly Tag[] | null) => void
let hub: Hub

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') })
  questions = []
  inForce = new Set(['token'])
  circle = new Set(['ann'])
  asked = []
  isLive = true
  hub = createHub({
    changes: {
      isLive: () => isLive,
      subscribe: (listener) => {
        announce = listener
        return () => true
      },
      close: async () => {},
    },
    clock: () => new Date(),
    log: createLog('silent'),
    channels,
    listOpenSessions: async (tokens) => tokens.filter((token) => inForce.has(token)),
  })
})
afterEach(() => {
  hub.close()
  vi.useRealTimers()
})

async function reader(
  more: {
    thing?: string | null
    news?: boolean
    circle?: boolean
    viewer?: string
    token?: string
    lastEventId?: string
  } = {},
) {
  const sink = { text: '', writes: 0, isEnded: false, isCut: false, left: 0 }
  const connection: Connection = {
    write: (text) => {
      sink.text += text
      sink.writes += 1
    },
    end: () => {
      sink.isEnded = true
    },
    destroy: () => {
      sink.isCut = true
    },
    bufferedBytes: () => sink.left,
  }
  const { thing = 'a', news = false, viewer, token = null, lastEventId = null } = more
  await hub.subscribe({
    viewer: viewer ? { id: viewer as UserId, role: 'user', username: null, displayName: null, avatarUrl: null } : null,
    sessionToken: token,
    request: requestOf(thing, news, more.circle ?? false),
    from: { lastEventId, madeAt: null },
    connection,
  })
  const count = (what: string) => sink.text.split(what).length - 1
  const lastId = () => [...sink.text.matchAll(/id: (\w+-\d+)/g)].at(-1)?.[1] as string
  return Object.assign(sink, {
    count,
    lastId,
    ids: () => [...sink.text.matchAll(/id: \w+-(\d+)/g)].map(([, n]) => Number(n)),
  })
}

test('all streams get a heartbeat every 25 seconds', async () => {
  const one = await reader()
  await vi.advanceTimersByTimeAsync(24 * SECOND)
  expect(one.count(':\n\n')).toBe(0)
  await vi.advanceTimersByTimeAsync(SECOND)
  expect(one.count('\n\n:\n\n')).toBe(1)
  await vi.advanceTimersByTimeAsync(50 * SECOND)
  expect(one.count(':\n\n')).toBe(3)
})

test('a session that ended without an announcement is noticed within a minute', async () => {
  const one = await reader({ viewer: 'ann', token: 'token' })
  await vi.advanceTimersByTimeAsync(120 * SECOND)
  expect(one.isEnded).toBe(false)
  inForce.clear()
  await vi.advanceTimersByTimeAsync(60 * SECOND)
  expect(one.isEnded).toBe(true)
  expect(one.text).toMatch(/event: end\ndata: \{\}\n\n$/)
  expect(hub.size()).toBe(0)
})

test('a stream ends after an hour at the latest', async () => {
  const one = await reader()
  await vi.advanceTimersByTimeAsync(50 * 60 * SECOND)
  expect(one.isEnded).toBe(false)
  await vi.advanceTimersByTimeAsync(11 * 60 * SECOND)
  expect(one.isEnded).toBe(true)
  expect(one.text).not.toMatch(/event: end/)
})

test('a client that does not read is disconnected, and the others still receive events', async () => {
  const [slow, quick] = [await reader(), await reader()]
  slow.left = 64 * 1024 + 1
  announce([tag.timer('a')])
  await vi.advanceTimersByTimeAsync(SECOND)
  expect([slow.isCut, quick.isCut]).toEqual([true, false])
  expect(quick.count('event: thing:a')).toBe(1)
  expect(hub.size()).toBe(1)
})

describe('an event', () => {
  test('is sent once, however often its tag is announced within a moment', async () => {
    const one = await reader()
    for (let at = 0; at < 1000; at += 1) announce([tag.timer('a'), tag.timer('b')])
    await vi.advanceTimersByTimeAsync(100)
    expect(one.count('event: thing:a')).toBe(1)
    expect(one.count('thing:b')).toBe(0)
  })

  test('is sent less often the more subscribers would all send a request', async () => {
    const many = await Promise.all(Array.from({ length: 400 }, () => reader()))
    for (let at = 0; at < 100; at += 1) {
      announce([tag.timer('a')])
      await vi.advanceTimersByTimeAsync(100)
    }
    // Ten seconds: one event in two seconds for 400 subscribers.
    expect(many[0]?.count('event: thing:a')).toBeGreaterThanOrEqual(5)
    expect(many[0]?.count('event: thing:a')).toBeLessThanOrEqual(6)
  })

  test('reaches a subscriber that reconnects, if the subscriber missed it', async () => {
    await Promise.all(Array.from({ length: 400 }, () => reader()))
    const one = await reader({ thing: 'b' })
    announce([tag.timer('a')])
    await vi.advanceTimersByTimeAsync(100)
    // The second of these waits for two seconds, and later announcements overtake it.
    announce([tag.timer('a')])
    announce([tag.timer('b')])
    await vi.advanceTimersByTimeAsync(100)
    expect(one.ids()).toEqual([0, 1])
    await vi.advanceTimersByTimeAsync(2 * SECOND)
    announce([tag.timer('b')])
    await vi.advanceTimersByTimeAsync(100)
    expect(one.ids()).toEqual([0, 1, 4])
  })
})

describe('a stream that resumes', () => {
  test('gets what was announced after its last event, and that event not again', async () => {
    const lost = await reader({ thing: 'a' })
    announce([tag.timer('a')])
    await vi.advanceTimersByTimeAsync(100)
    const lastEventId = lost.lastId()
    expect((await reader({ thing: 'a', lastEventId })).count('event: thing:a')).toBe(0)
    announce([tag.timer('b')])
    expect((await reader({ thing: 'b', lastEventId })).count('event: thing:b')).toBe(1)
    expect((await reader({ thing: 'a', lastEventId })).count('event: thing:a')).toBe(0)
    announce([tag.timer('a')])
    expect((await reader({ thing: 'a', lastEventId })).count('event: thing:a')).toBe(1)
  })

  test('gets news that were pending when its last event was sent, and no news that were sent', async () => {
    const lost = await reader({ thing: 'a', news: true, viewer: 'ann' })
    announce([tag.timer('a')])
    await vi.advanceTimersByTimeAsync(50)
    announce([tag.newActivity('1')])
    await vi.advanceTimersByTimeAsync(50)
    const resume = () => reader({ thing: null, news: true, viewer: 'ann', lastEventId: lost.lastId() })
    expect([lost.count('event: thing:a'), lost.count('event: news')]).toEqual([1, 0])
    expect((await resume()).count('event: news')).toBe(1)
    await vi.advanceTimersByTimeAsync(50)
    expect(lost.count('event: news')).toBe(1)
    expect((await resume()).count('event: news')).toBe(0)
  })
})

describe('news', () => {
  test('runs one query for all news of one moment, with each subscriber once', async () => {
    const streams = [await reader({ news: true, viewer: 'ann' }), await reader({ news: true, viewer: 'ann' })]
    const [deaf, visitor] = [await reader({ news: true, viewer: 'deaf' }), await reader({ news: true })]
    announce([tag.newActivity('1')])
    announce([tag.newActivity('2')])
    await vi.advanceTimersByTimeAsync(200)
    expect(questions).toEqual([2 * 3])
    for (const one of [...streams, visitor]) expect(one.count('event: news')).toBe(2)
    expect(deaf.count('event: news')).toBe(0)
  })

  test('writes once to each subscriber per moment, with only the newest events beyond a page', async () => {
    const one = await reader({ news: true, viewer: 'ann' })
    const writes = one.writes
    announce(Array.from({ length: 150 }, (_, at) => tag.newActivity(String(at))))
    await vi.advanceTimersByTimeAsync(200)
    expect(questions).toEqual([150])
    expect(one.writes - writes).toBe(1)
    expect(one.count('event: news')).toBe(50)
    expect(one.text).toContain('"id":"149"')
    expect(one.text).not.toContain('"id":"99"')
  })

  test('delivers a steady stream to five thousand subscribers within a second, in a few writes to each', async () => {
    const streams = await Promise.all(
      Array.from({ length: 5_000 }, (_, at) => reader({ news: true, viewer: `member-${at}` })),
    )
    const [one] = streams
    const writes = one?.writes ?? 0
    for (let at = 0; at < 100; at += 1) {
      announce([tag.newActivity(String(at))])
      await vi.advanceTimersByTimeAsync(10)
    }
    expect(one?.count('event: news')).toBeGreaterThan(60)
    expect((one?.writes ?? 0) - writes).toBeLessThanOrEqual(6)
    await vi.advanceTimersByTimeAsync(500)
    expect(one?.count('event: news')).toBe(100)
  })

  test('runs no query without subscribers', async () => {
    await reader()
    announce([tag.newActivity('1')])
    await vi.advanceTimersByTimeAsync(200)
    expect(questions).toEqual([])
  })

  test('queries a flood in parts and drops the excess', async () => {
    await Promise.all(Array.from({ length: 300 }, (_, at) => reader({ news: true, viewer: `member-${at}` })))
    announce(Array.from({ length: 5_000 }, (_, at) => tag.newActivity(String(at))))
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(Math.max(...questions)).toBe(200 * 300)
    expect(questions.reduce((sum, each) => sum + each, 0)).toBe(1_000 * 300)
  })
})

describe('a gap in the change feed', () => {
  test('is notified once when it ends', async () => {
    const one = await reader({ news: true })
    announce([tag.timer('a'), tag.newActivity('1')])
    isLive = false
    announce(null)
    await vi.advanceTimersByTimeAsync(SECOND)
    expect(one.count('event: ')).toBe(1)
    isLive = true
    announce(null)
    await vi.advanceTimersByTimeAsync(SECOND)
    expect(one.count('event: reset')).toBe(1)
    expect(one.count('event: ')).toBe(2)
  })
})

describe('connection limits', () => {
  const ann = { id: 'ann' as UserId, role: 'user', username: null, displayName: null, avatarUrl: null } as const

  test('allow ten streams of a member and a hundred of an address, and count each release once', () => {
    const own = Array.from({ length: 10 }, () => hub.acquire(ann, '1.1.1.1'))
    expect(own.every((place) => place !== null)).toBe(true)
    expect(hub.acquire(ann, '2.2.2.2')).toBeNull()
    own[0]?.()
    own[0]?.()
    expect(hub.acquire(ann, '2.2.2.2')).not.toBeNull()
    expect(hub.acquire(ann, '2.2.2.2')).toBeNull()
    for (let at = 0; at < 91; at += 1) expect(hub.acquire(null, '1.1.1.1')).not.toBeNull()
    expect(hub.acquire(null, '1.1.1.1')).toBeNull()
    expect(hub.acquire(null, '3.3.3.3')).not.toBeNull()
  })

  test('allow five thousand streams of a node', () => {
    for (let at = 0; at < 5_000; at += 1) hub.acquire(null, `address ${at}`)
    expect(hub.acquire(null, 'one more')).toBeNull()
  })
})

describe('a channel that a change closes', () => {
  const moment = () => vi.advanceTimersByTimeAsync(100)
  /** Opens the stream of a member of the circle. */
  async function opened() {
    const stream = reader({ thing: 'a', circle: true, viewer: 'ann' })
    asked.shift()?.answer()
    return stream
  }
  function leave() {
    circle.clear()
    announce([tag.member('ann')])
  }
  const received = async (stream: Awaited<ReturnType<typeof reader>>) => {
    announce([tag.timer('c')])
    await vi.advanceTimersByTimeAsync(5 * SECOND)
    return stream.count('"id":"c"')
  }

  test('stays closed if the change comes while the stream opens', async () => {
    const opening = reader({ thing: 'a', circle: true, viewer: 'ann' })
    leave()
    await moment()
    asked.shift()?.answer()
    const stream = await opening
    await moment()
    asked.shift()?.answer()
    await moment()
    expect(await received(stream)).toBe(0)
  })

  test('stays closed if an earlier check ends after a later one', async () => {
    const stream = await opened()
    announce([tag.member('ann')])
    await moment()
    leave()
    await moment()
    asked.pop()?.answer()
    await moment()
    asked.pop()?.answer()
    await moment()
    expect(await received(stream)).toBe(0)
  })

  test('closes later if the database did not answer', async () => {
    const stream = await opened()
    leave()
    await moment()
    asked.shift()?.fail(new Error('the database is away'))
    await vi.advanceTimersByTimeAsync(6 * SECOND)
    asked.shift()?.answer()
    await moment()
    expect(await received(stream)).toBe(0)
  })

  test('closes after a gap in the change feed, in which nobody heard of the change', async () => {
    const stream = await opened()
    circle.clear()
    announce(null)
    await moment()
    asked.shift()?.fail(new Error('the database is away'))
    await vi.advanceTimersByTimeAsync(6 * SECOND)
    asked.shift()?.answer()
    await moment()
    expect(await received(stream)).toBe(0)
  })

  test('stays open if nothing has changed', async () => {
    const stream = await opened()
    announce([tag.member('ann')])
    await moment()
    asked.shift()?.answer()
    await moment()
    expect(await received(stream)).toBe(1)
  })
})

test('closing ends all streams at once', async () => {
  const streams = [await reader(), await reader({ news: true })]
  announce([tag.timer('a')])
  hub.close()
  expect(streams.every(({ isEnded }) => isEnded)).toBe(true)
  // Each stream ends with a retry time, which is longer the more streams there are.
  for (const { text } of streams) expect(text).toMatch(/id: \w+-\d+\nevent: moving\ndata: \{"withinMs":6\}\n\n$/)
  expect([hub.isOpen(), hub.size()]).toEqual([false, 0])
  await vi.advanceTimersByTimeAsync(60 * SECOND)
  expect(streams[0]?.count('event: thing:a')).toBe(0)
})
