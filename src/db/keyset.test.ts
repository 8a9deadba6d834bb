import { expect, test } from 'vitest'
import { fromCursor, toCursor } from './keyset.ts'

const id = '01a1fc9b-510d-781a-afbe-041ba8f05b60'
const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('decoding a cursor returns the encoded position', () => {
  const place = { at: new Date('2026-11-21T12:00:00.123Z'), id }
  expect(fromCursor(toCursor(place))).toEqual(place)
})

test.each([
  ['no JSON', 'nonsense'],
  ['no place', cursorOf({ at: 1 })],
  ['no id', cursorOf([1, 'x'])],
  ['a time that no date can hold', cursorOf([9e300, id])],
  ['a time that the database cannot hold', cursorOf([-8.64e15, id])],
  ['half a millisecond', cursorOf([0.5, id])],
])('a made-up cursor is none: %s', (_, text) => {
  expect(fromCursor(text)).toBeNull()
})
