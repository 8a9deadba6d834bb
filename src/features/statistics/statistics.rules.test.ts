import { expect, test } from 'vitest'
import { backlogAt, daysOfPeriod, hoursBars, isPeriod, partsOf, releaseBars, withoutStart } from './statistics.rules.ts'

const TODAY = '2026-11-22'

test('a period has a name, or is a year, a month, a day or two of them', () => {
  expect(daysOfPeriod('all', TODAY)).toBeNull()
  expect(daysOfPeriod('12m', TODAY)).toEqual({ first: '2025-12-01', last: '2026-11-30' })
  expect(daysOfPeriod('2024-02', TODAY)).toEqual({ first: '2024-02-01', last: '2024-02-29' })
  expect(daysOfPeriod('2024..2025-03', TODAY)).toEqual({ first: '2024-01-01', last: '2025-03-31' })
  for (const none of ['', '12', '0000', '2024-00', '2025..2024', '..', '2024..', '9999', '12m..all'])
    expect([none, isPeriod(none)]).toEqual([none, false])
})

test('a period is divided into days, months or years, and ends with the current year', () => {
  const unitOf = (first: string, last: string, seesDays = true) => {
    const { unit, parts } = partsOf({ first, last }, TODAY, seesDays)
    return [unit, parts.length, parts[0]?.first, parts.at(-1)?.last]
  }
  expect(unitOf('2026-05-01', '2026-05-31')).toEqual(['day', 31, '2026-05-01', '2026-05-31'])
  expect(unitOf('2026-05-01', '2026-05-31', false)).toEqual(['month', 1, '2026-05-01', '2026-05-31'])
  expect(unitOf('2026-04-30', '2026-05-31')).toEqual(['month', 2, '2026-04-30', '2026-05-31'])
  expect(unitOf('2024-01-01', '2026-12-31')).toEqual(['month', 36, '2024-01-01', '2026-12-31'])
  expect(unitOf('2023-12-31', '2026-12-31')).toEqual(['year', 4, '2023-12-31', '2026-12-31'])
  expect(unitOf('2020-01-01', '2900-12-31')).toEqual(['year', 7, '2020-01-01', '2026-12-31'])
  expect(unitOf('2900-01-01', '2900-12-31')).toEqual(['day', 1, '2900-01-01', '2900-01-01'])
})

test('release years have no gaps, and many of them stand by five', () => {
  expect(
    releaseBars(
      new Map([
        [2020, 2],
        [2022, 1],
        [null, 3],
      ]),
    ),
  ).toEqual([
    { value: '2020', games: 2 },
    { value: '2021', games: 0 },
    { value: '2022', games: 1 },
    { value: 'none', games: 3 },
  ])
  const wide = releaseBars(
    new Map([
      [1998, 2],
      [2019, 1],
      [2020, 1],
    ]),
  )
  expect(wide.map(({ value, games }) => [value, games])).toEqual([
    ['1995..1999', 2],
    ['2000..2004', 0],
    ['2005..2009', 0],
    ['2010..2014', 0],
    ['2015..2019', 1],
    ['2020..2024', 1],
  ])
  expect(releaseBars(new Map())).toEqual([])
})

test('hours per game have a bar for none, and an open one at the end', () => {
  const values = hoursBars([]).map(({ value }) => value)
  expect([values[0], values[1], values.at(-1), values.length]).toEqual(['none', '0..2', '100..', 8])
})

test('a game waits from the part in which it came until that in which it was begun', () => {
  const waits = [
    { added: 0, begun: 2, games: 3 },
    { added: 1, begun: 4, games: 1 },
    { added: 2, begun: 2, games: 5 },
    { added: 3, begun: 4, games: 2 },
  ]
  expect(backlogAt(waits, 3)).toEqual([4, 1, 3])
  expect(withoutStart([0, 0, 2, 0], (count) => count)).toEqual([2, 0])
  expect(withoutStart([0, 0], (count) => count)).toEqual([])
})
