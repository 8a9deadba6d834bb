import { describe, expect, test } from 'vitest'
import { fromCursor, type Keyset, keysetOfCreation, readKeysetPart, readPart } from './keyset.ts'

const id = '01a1fc9b-510d-781a-afbe-041ba8f05b60'
const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a cursor has the position of the last row, with its milliseconds', async () => {
  const row = { created_at: new Date('2026-11-21T12:00:00.123Z'), id }
  const { nextCursor } = await readKeysetPart(null, 1, async () => [row, row], keysetOfCreation)
  expect(fromCursor(nextCursor ?? undefined)).toEqual({ at: row.created_at, id })
})

test.each([
  ['no JSON', 'nonsense'],
  ['no position', cursorOf({ at: 1 })],
  ['no id', cursorOf([1, 'x'])],
  ['a time that no date can hold', cursorOf([9e300, id])],
  ['a time that the database cannot hold', cursorOf([-8.64e15, id])],
  ['half a millisecond', cursorOf([0.5, id])],
])('a made-up cursor is none: %s', (_, text) => {
  expect(fromCursor(text)).toBeNull()
})

test('without a cursor a list starts at its beginning', () => {
  expect(fromCursor(undefined)).toBeNull()
})

describe('a part of a list', () => {
  const ROWS = [5, 4, 3, 2, 1].map((hour) => ({ created_at: new Date(Date.UTC(2026, 10, 21, hour)), id }))
  const read = async (after: Keyset | null, most: number) =>
    ROWS.filter(({ created_at }) => after === null || created_at < after.at).slice(0, most)

  test('has the cursor of the next one until none follows', async () => {
    const sizes: number[] = []
    let cursor: string | undefined
    do {
      const { rows, nextCursor } = await readKeysetPart(fromCursor(cursor), 2, read, keysetOfCreation)
      sizes.push(rows.length)
      cursor = nextCursor ?? undefined
    } while (cursor)
    expect(sizes).toEqual([2, 2, 1])
  })

  test('that ends with the list has no cursor', async () => {
    expect((await readKeysetPart(null, 5, read, keysetOfCreation)).nextCursor).toBeNull()
    expect((await readPart(null, 4, read)).end).toBe(ROWS[3])
    expect((await readPart(null, 5, read)).end).toBeUndefined()
  })
})
