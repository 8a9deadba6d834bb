import { beforeEach, expect, test } from 'vitest'
import { type Announcement, createReplayBuffer } from './replay-buffer.ts'

const START = 1_000_000
let now: number
let buffer: ReturnType<typeof createReplayBuffer>

beforeEach(() => {
  now = START
  buffer = createReplayBuffer({ node: 'ab12', size: 3, now: () => now })
})

/** Appends one announcement for each id, a minute apart. */
const append = (...ids: string[]) =>
  ids.map((id) => {
    now += 60_000
    return buffer.append('topic', id)
  })
const since = (lastEventId: string | null, madeAt: number | null = null) =>
  buffer.since({ lastEventId, madeAt })?.map(({ id }) => id) ?? null

test('returns the announcements after an event, without that event', () => {
  append('a', 'b', 'c')
  expect(since('ab12-0')).toEqual(['a', 'b', 'c'])
  expect(since('ab12-1')).toEqual(['b', 'c'])
  expect(since(buffer.eventId())).toEqual([])
})

test('an event sent while earlier announcements are pending leads back to the first of these', () => {
  const [a, b, c] = append('a', 'b', 'c') as [Announcement, Announcement, Announcement]
  for (const one of [a, b, c]) buffer.markPending(one)
  buffer.markSent([a, c])
  expect(since(buffer.eventId())).toEqual(['b', 'c'])
  buffer.markSent([b])
  expect(since(buffer.eventId())).toEqual([])
})

test('returns null for an event of another node, a later event and a malformed id', () => {
  append('a', 'b')
  for (const id of ['cd34-1', 'ab12-3', 'ab12-', '1', 'ab12-1x', '-1']) expect([id, since(id)]).toEqual([id, null])
})

test('returns null for an event after which it has dropped announcements', () => {
  append('a', 'b', 'c', 'd', 'e', 'f')
  // The buffer has the last three.
  expect(since('ab12-2')).toBeNull()
  expect(since('ab12-3')).toEqual(['d', 'e', 'f'])
})

test('returns null for an event before a gap in the change feed, not for one after it', () => {
  append('a')
  const before = buffer.eventId()
  buffer.clear()
  const after = buffer.eventId()
  append('b')
  expect(since(before)).toBeNull()
  expect(since(after)).toEqual(['b'])
  expect(since(null, START)).toBeNull()
})

test('returns the announcements since a page was rendered, on a clock that may differ by two seconds', () => {
  append('a', 'b')
  const [ofA, ofB] = [START + 60_000, START + 120_000]
  expect(since(null, ofA)).toEqual(['a', 'b'])
  expect(since(null, ofB + 2_000)).toEqual(['b'])
  expect(since(null, ofB + 2_001)).toEqual([])
  // The page is older than this node.
  expect(since(null, START + 1_999)).toBeNull()
  expect(since(null, START + 2_000)).toEqual(['a', 'b'])
})

test('returns nothing to a subscriber that names neither an event nor a time', () => {
  append('a')
  expect(since(null)).toEqual([])
})
