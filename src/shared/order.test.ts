import { expect, test } from 'vitest'
import { ascending, compareInTurn, descending } from './order.ts'

const items = [
  { id: 'c', at: new Date(2), name: 'Neva' },
  { id: 'a', at: new Date(1), name: 'Nevada' },
  { id: 'b', at: new Date(2), name: 'Éclair' },
]
const idsBy = (compare: (a: (typeof items)[number], b: (typeof items)[number]) => number) =>
  items
    .toSorted(compare)
    .map(({ id }) => id)
    .join('')

test('items stand by their key, in either direction', () => {
  expect(idsBy(ascending(({ name }) => name))).toBe('cab')
  expect(idsBy(descending(({ name }) => name))).toBe('bac')
  expect(idsBy(ascending(({ at }) => at))).toBe('acb')
})

test('equal keys give 0, so items with the same key keep their order', () => {
  expect(ascending(({ at }: { at: Date }) => at)({ at: new Date(2) }, { at: new Date(2) })).toBe(0)
  expect(idsBy(descending(({ at }) => at))).toBe('cba')
})

test('the first comparison that tells two items apart decides', () => {
  const newestFirst = compareInTurn<(typeof items)[number]>(
    descending(({ at }) => at),
    ascending(({ id }) => id),
  )
  expect(idsBy(newestFirst)).toBe('bca')
  expect(newestFirst(items[0] as never, items[0] as never)).toBe(0)
})
