import { expect, test } from 'vitest'
import { median, percentile, shuffled, spreadOf } from './statistics.ts'

test('a percentile is the nearest rank', () => {
  const values = Array.from({ length: 100 }, (_, at) => 100 - at)
  expect(percentile(values, 0.99)).toBe(99)
  expect(percentile(values, 0.5)).toBe(50)
  expect(percentile(values, 0)).toBe(1)
  expect(percentile([7], 0.99)).toBe(7)
  expect(percentile([], 0.5)).toBeNaN()
})

test('the median of an even number lies between the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([9, 1, 5, 7])).toBe(6)
  expect(median([])).toBeNaN()
  expect(spreadOf([3, 1, 2])).toEqual({ median: 2, least: 1, most: 3 })
})

test('shuffling preserves every value', () => {
  const values = [1, 2, 3, 4, 5]
  expect(shuffled(values).toSorted()).toEqual(values)
  expect(values).toEqual([1, 2, 3, 4, 5])
})
