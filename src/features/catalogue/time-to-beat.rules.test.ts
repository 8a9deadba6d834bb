import { expect, test } from 'vitest'
import { timeToBeatOf } from './time-to-beat.rules.ts'

const HOUR = 3_600

test('times become minutes, and the first that is known is what lists compare', () => {
  expect(timeToBeatOf({ story: 34 * HOUR, extras: 40 * HOUR, all: 51 * HOUR, count: 12 }, 'igdb')).toEqual({
    story: 34 * 60,
    extras: 40 * 60,
    all: 51 * 60,
    minutes: 34 * 60,
    count: 12,
    source: 'igdb',
  })
  expect(timeToBeatOf({ all: 90 }, 'igdb')).toMatchObject({
    story: null,
    extras: null,
    all: 2,
    minutes: 2,
    count: null,
  })
})

test.each([[null], [undefined], [0], [-HOUR], [29], [Number.NaN], [Number.POSITIVE_INFINITY], [1_000_000 * HOUR]])(
  '%s seconds are no fact',
  (seconds) => {
    expect(timeToBeatOf({ story: seconds, extras: seconds, all: seconds }, 'igdb')).toBeNull()
    expect(timeToBeatOf({ story: HOUR, extras: seconds, all: seconds }, 'igdb')).toMatchObject({
      story: 60,
      extras: null,
      all: null,
    })
  },
)

test('a story that takes longer than everything leaves both out', () => {
  expect(timeToBeatOf({ story: 9 * HOUR, extras: 5 * HOUR, all: 3 * HOUR }, 'igdb')).toMatchObject({
    story: null,
    extras: 300,
    all: null,
    minutes: 300,
  })
  expect(timeToBeatOf({ story: 9 * HOUR, all: 3 * HOUR }, 'igdb')).toBeNull()
})

test('extras outside of story and everything are left out', () => {
  for (const extras of [HOUR, 9 * HOUR])
    expect(timeToBeatOf({ story: 2 * HOUR, extras, all: 3 * HOUR }, 'igdb')).toMatchObject({ extras: null })
})
