import { beforeEach, expect, test } from 'vitest'
import { tag } from '../tags.ts'
import { createReplayBuffer, type ReplayBuffer } from './replay-buffer.ts'

const START = 1_000_000
let now: number
let buffer: ReplayBuffer

beforeEach(() => {
  now = START
  buffer = createReplayBuffer({ node: 'ab12', size: 3, now: () => now })
})

/** Announces so many things, a minute apart. */
function append(...names: string[]): void {
  for (const name of names) {
    now += 60_000
    buffer.append(tag.timer(name))
  }
}
const since = (lastEventId: string | null, madeAt: number | null = null) =>
  buffer.since({ lastEventId, madeAt })?.map((one) => tag.timer.idOf(one.tag)) ?? null

test('returns what came after an event, without that event', () => {
  append('a', 'b', 'c')
  expect(since(buffer.eventIdOf(0))).toEqual(['a', 'b', 'c'])
  expect(since(buffer.eventIdOf(1))).toEqual(['b', 'c'])
  expect(since(buffer.eventIdOf(buffer.lastSequence()))).toEqual([])
})

test('knows nothing of the events of another node, of later ones and of what is no event', () => {
  append('a', 'b')
  for (const id of ['cd34-1', 'ab12-3', 'ab12-', '1', 'ab12-1x', '-1']) expect([id, since(id)]).toEqual([id, null])
})

test('says that it does not know where it has dropped some of what came after the event', () => {
  append('a', 'b', 'c', 'd', 'e', 'f')
  // The last three are left.
  expect(since('ab12-2')).toBeNull()
  expect(since('ab12-3')).toEqual(['d', 'e', 'f'])
})

test('says that it does not know after a gap in the change feed, and knows again what came since', () => {
  append('a')
  const before = buffer.eventIdOf(buffer.lastSequence())
  buffer.clear()
  const after = buffer.eventIdOf(buffer.lastSequence())
  append('b')
  expect(since(before)).toBeNull()
  expect(since(after)).toEqual(['b'])
  expect(since(null, START)).toBeNull()
})

test('returns what came since a page was made, on a clock that may differ by two seconds', () => {
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
