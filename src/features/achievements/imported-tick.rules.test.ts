import { expect, test } from 'vitest'
import { type ImportedTick, planTicks } from './imported-tick.rules.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const KNOWN = [
  { id: 'a', external_id: '1', name: 'First' },
  { id: 'b', external_id: '2', name: 'Twice' },
  { id: 'c', external_id: '3', name: 'Twice' },
]
const tick = (part: Partial<ImportedTick>): ImportedTick => ({
  id: 'other',
  external_id: null,
  name: 'Other',
  unlocked_at: '2024-01-01T00:00:00.000Z',
  ...part,
})
const found = (given: readonly ImportedTick[], ticked: readonly string[] = []) => {
  const { ticks, unknown } = planTicks(given, KNOWN, new Set(ticked), NOW)
  return [ticks.map(({ id }) => id), unknown]
}

test('achievements are found by id, by the id at the source and by a name that only one has', () => {
  expect(found([tick({ id: 'b' })])).toEqual([['b'], 0])
  expect(found([tick({ external_id: '3' })])).toEqual([['c'], 0])
  expect(found([tick({ name: 'first' })])).toEqual([['a'], 0])
  expect(found([tick({ name: 'Twice' }), tick({})])).toEqual([[], 2])
})

test('each is ticked once, and one that is ticked stays', () => {
  expect(found([tick({ id: 'a' }), tick({ name: 'First' }), tick({ id: 'b' })], ['b'])).toEqual([['a'], 0])
})

test('no tick is in the future', () => {
  const { ticks } = planTicks([tick({ id: 'a', unlocked_at: '2999-01-01T00:00:00.000Z' })], KNOWN, new Set(), NOW)
  expect(ticks).toEqual([{ id: 'a', unlocked_at: NOW.toISOString() }])
})
