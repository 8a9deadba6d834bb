import { expect, test } from 'vitest'
import { DATE_ORDERS, HOURS_UNITS, IMPORT_FIELDS, MEANING_PARTS, MEANINGS, plainWords } from '../../mapping.rules.ts'
import { guessUnit } from './mapped/guess-units.ts'
import { dateIn, instantOf } from './records/dates.ts'
import { flagIn, hoursIn, numberIn, ratingIn } from './records/numbers.ts'
import { COLUMN_NAMES } from './words/column-names.ts'
import { meaningOf, STATUS_WORDS } from './words/status-words.ts'

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
  ['١٢٫٥', 12.5],
  ['१२०', 120],
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
  ['12,5 h', 'minutes', 12.5],
  ['8 Std. 30 Min.', 'hours', 8.5],
  ['12時間', 'minutes', 12],
  ['90分', 'hours', 1.5],
  ['5 ώρες και 30 λεπτά', 'hours', 5.5],
  ['5 giờ 30 phút', 'hours', 5.5],
  ['22 sata', 'hours', 22],
  ['5 jam 30 menit', 'hours', 5.5],
  ['٤٥ ساعة', 'minutes', 45],
  ['1.02:30:00', 'hours', 26.5],
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
  ['⭐️⭐️⭐️⭐️', { value: 4, max: 5 }],
  ['4½', { value: 4.5, max: 5 }],
  ['4 stars', { value: 4, max: 5 }],
  ['9 out of 10', { value: 9, max: 10 }],
  ['8,5 von 10', { value: 8.5, max: 10 }],
  ['٩/١٠', { value: 9, max: 10 }],
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
  ['29-Jun-22', '2022-06-29'],
  ['20-Oct-20', '2020-10-20'],
  ['5. März 2021', '2021-03-05'],
  ['5 de mayo de 2021', '2021-05-05'],
  ['1er août 2021', '2021-08-01'],
  ['7 października 2020', '2020-10-07'],
  ['12 сентября 2019', '2019-09-12'],
  ['Friday, March 5, 2021', '2021-03-05'],
  ['March 5, 2021 10:32 AM', '2021-03-05'],
  ['March 5, 2021 → March 9, 2021', '2021-03-09'],
  ['2021年5月3日', '2021-05-03'],
  ['٥/٣/٢٠٢١', '2021-03-05'],
  ['12 تشرين الأول 2020', '2020-10-12'],
  ['5 Μαρτίου 2021', '2021-03-05'],
  ['ngày 5 tháng 3 năm 2021', '2021-03-05'],
  ['20 มิ.ย. 2563', '2020-06-20'],
  ['14 במאי 2017', '2017-05-14'],
  ['2/4-2023', '2023-04-02'],
  // The Polish November is the Croatian October, with a point before it.
  ['5 listopada 2020', '2020-11-05'],
  ['5. listopada 2020.', '2020-10-05'],
  ['5. srp 2020', 'not-a-date'],
  ['2021. 5. 3.', '2021-05-03'],
  ['44319', '2021-05-03'],
  ['0', null],
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
  ['☑️', true],
  ['WAHR', true],
  ['Sì', true],
  ['❌', false],
  ['FALSO', false],
  ['Ναι', true],
  ['لا', false],
  ['chưa', false],
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

test.each([
  ['Beaten (100%)', 'completionist'],
  ['Backlog (owned)', 'want_to_play'],
  ['✅ Finished', 'completed'],
  ['Not started yet', 'want_to_play'],
  ['Not completed', undefined],
  ['Terminé', 'completed'],
  ['Abgebrochen :(', 'dropped'],
  ['クリア済み', 'completed'],
  ['未クリア', 'want_to_play'],
  ['В процессе', 'playing'],
  ['I finished this with my brother last year', undefined],
])('the word %s for a status', (text, meaning) => {
  expect(meaningOf(text)).toBe(meaning)
})

test.each([
  ['Time Played', [36_000, 5400, 7200], 'seconds', true],
  ['Playtime', [735, 1200, 3030], 'minutes', true],
  ['Playtime', [12.5, 30], 'hours', true],
  ['Hours', [120, 300], 'hours', true],
  ['Hours', [36_000], 'seconds', false],
  ['Spielzeit (Min.)', [30, 90], 'minutes', true],
  ['プレイ時間(分)', [30, 90], 'minutes', true],
  ['Playtime', [90, 180], 'minutes', false],
] as const)('the unit of %s with %j', (name, plain, value, isSure) => {
  expect(guessUnit({ name, plain: [...plain] })).toEqual({ value, isSure })
})
