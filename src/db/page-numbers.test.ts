import { expect, test } from 'vitest'
import { isFollowed, partOf } from './page-numbers.ts'

test.each([
  { page: 1, rows: 20, offset: 0, hasMore: true },
  { page: 2, rows: 20, offset: 20, hasMore: true },
  { page: 3, rows: 1, offset: 40, hasMore: false },
  { page: 4, rows: 0, offset: 60, hasMore: false },
])('page $page of 41 rows skips $offset rows', ({ page, rows, offset, hasMore }) => {
  const part = partOf({ page, limit: 20 })
  expect(part).toEqual({ limit: 20, offset })
  expect(isFollowed(part, Array(rows), 41)).toBe(hasMore)
})
