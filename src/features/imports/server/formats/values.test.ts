import { expect, test } from 'vitest'
import { DATE_ORDERS, HOURS_UNITS, IMPORT_FIELDS, MEANING_PARTS, MEANINGS, plainWords } from '../../mapping.rules.ts'
import { dateIn, instantOf } from './records/dates.ts'
import { flagIn, hoursIn, numberIn, ratingIn } from './records/numbers.ts'
import { COLUMN_NAMES } from './words/column-names.ts'
import { STATUS_WORDS } from './words/status-words.ts'

test.each([
  ['12', 12],
  [' 12.5 ', 12.5],
  ['12,5', 12.5],
  ['1,234', 1234],
  ['1,234.5', 1234.5],
  ['1.234,5', 1234.5],
  ['1.234.567', 1_234_567],
  ['1 234,5', 1234.5],
  ['85 %', 85],
  ['-3', -3],
  ['1e9', null],
  ['', null],
  ['12 apples', null],
  ['Infinity', null],
])('the number %s', (text, number) => {
  expect(numberIn(text)).toBe(number)
})

test.each([
  ['90', 'minutes', 1.5],
  ['5400', 'seconds', 1.5],
  ['1.5', 'hours', 1.5],
  ['1:30', 'seconds', 1.5],
  ['1:30:00', 'hours', 1.5],
  ['3h 00min', 'minutes', 3],
  ['90 min', 'hours', 1.5],
  ['2d 3h', 'hours', 51],
  ['1 day', 'hours', 24],
  ['two hours', 'hours', null],
] as const)('the time %s in a file of %s', (text, unit, hours) => {
  expect(hoursIn(text, unit)).toBe(hours)
})

test('a time of two parts is minutes and seconds at HowLongToBeat', () => {
  expect(hoursIn('46:30', 'seconds', 'minutes')).toBeCloseTo(0.775)
})

test.each([
  ['4.5', { value: 4.5, max: 5 }],
  ['8/10', { value: 8, max: 10 }],
  ['90%', { value: 90, max: 100 }],
  ['★★★★½', { value: 4.5, max: 5 }],
  ['★★☆☆☆', { value: 2, max: 5 }],
  ['good', null],
])('the rating %s', (text, rated) => {
  expect(ratingIn(text, 5)).toEqual(rated)
})

const day = (text: string, order: (typeof DATE_ORDERS)[number] = 'dmy') => {
  const found = dateIn(text, order, '2026-11-24')
  return found === null ? null : 'day' in found ? found.day : found.reason
}

test.each([
  ['2012', '2012'],
  ['2012-05', '2012-05'],
  ['2012-5-7', '2012-05-07'],
  ['2012/05/07', '2012-05-07'],
  ['2012-00-00', '2012'],
  ['2012-05-00', '2012-05'],
  ['0000-00-00', null],
  ['0000-05-01', 'not-a-date'],
  ['2012-02-31', 'not-a-date'],
  ['7.5.2012', '2012-05-07'],
  ['07/05/12', '2012-05-07'],
  ['25/12/2012', '2012-12-25'],
  ['12/25/2012', '2012-12-25'],
  ['May 7, 2012', '2012-05-07'],
  ['7 May 2012', '2012-05-07'],
  ['7. May 2012', '2012-05-07'],
  ['September 2012', '2012-09'],
  ['2012-05-07T22:30:00Z', '2012-05-07'],
  ['1336429800', '2012-05-07'],
  ['1336429800000', '2012-05-07'],
  ['1969-12-31', 'out-of-range'],
  ['2026-11-25', 'out-of-range'],
  ['tomorrow', 'not-a-date'],
])('the date %s', (text, expected) => {
  expect(day(text)).toBe(expected)
})

test('the order of the file decides between day and month', () => {
  expect(DATE_ORDERS.map((order) => day('02/03/2020', order))).toEqual(['2020-03-02', '2020-02-03'])
})

test.each([
  ['2024-01-02 03:04:05', '2024-01-02T03:04:05.000Z'],
  ['2024-01-02T03:04:05.678+02:00', '2024-01-02T01:04:05.678Z'],
  ['2024-01-02', '2024-01-02T00:00:00.000Z'],
  ['2024', '2024-01-01T00:00:00.000Z'],
  ['02.01.2024 15:04', '2024-01-02T15:04:00.000Z'],
  ['1/2/2024 12:04:05 AM', '2024-02-01T00:04:05.000Z'],
])('the instant %s', (text, instant) => {
  const found = dateIn(text, 'dmy', '2026-11-24')
  expect(found && 'day' in found && instantOf(found)).toBe(instant)
})

test.each([
  ['X', true],
  ['True', true],
  ['ja', true],
  ['0', false],
  ['No', false],
  ['perhaps', null],
])('the flag %s', (text, flag) => {
  expect(flagIn(text)).toBe(flag)
})

test('words for a status are in their plain form, and each meaning has its parts', () => {
  expect(Object.keys(STATUS_WORDS).filter((word) => plainWords(word) !== word)).toEqual([])
  expect(Object.keys(MEANING_PARTS)).toEqual([...MEANINGS])
  expect(new Set(Object.values(STATUS_WORDS))).toEqual(new Set(MEANINGS))
})

test('each field but the hours of a playthrough and ticks has names of columns in their plain form', () => {
  const fields = COLUMN_NAMES.map(([field]) => field)
  expect(new Set([...fields, 'playthrough_hours', 'tick'])).toEqual(new Set(IMPORT_FIELDS))
  expect(COLUMN_NAMES.flatMap(([, names]) => names).filter((name) => plainWords(name) !== name)).toEqual([])
  expect(HOURS_UNITS.map((unit) => hoursIn('7200', unit))).toEqual([7200, 120, 2])
})
