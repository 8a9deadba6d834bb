import { expect, test } from 'vitest'
import { labelsShown, valuesShown } from './chart-layout.ts'

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const shownOf = (texts: readonly string[], anchor = 0) => labelsShown(texts, anchor).map((shown) => shown ?? '-')

test('twelve short labels fit everywhere; more leave gaps of the same width', () => {
  expect(new Set(shownOf(MONTHS))).toEqual(new Set(['all']))
  const two = shownOf([...MONTHS, ...MONTHS, ...MONTHS], 4)
  const places = (where: string[]) => two.flatMap((shown, at) => (where.includes(shown) ? [at] : []))
  expect(places(['all', 'wide'])).toEqual(Array.from({ length: 18 }, (_, at) => at * 2))
  expect(places(['all'])).toEqual([0, 4, 8, 12, 16, 20, 24, 28, 32])
})

test('values stand above columns where all of them fit', () => {
  const bars = (count: number, short: string) => Array.from({ length: count }, () => ({ short }) as never)
  expect(valuesShown(bars(7, '73h'))).toBe('all')
  expect(valuesShown(bars(16, '73h'))).toBe('wide')
  expect(valuesShown(bars(31, '73h'))).toBeNull()
})
