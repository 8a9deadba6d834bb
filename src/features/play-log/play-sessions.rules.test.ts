import { describe, expect, test } from 'vitest'
import { isDay } from '#shared/calendar-days.ts'
import { durationText } from '#shared/dates.ts'
import {
  endOfSession,
  FINISH_LABELS,
  FINISH_LEVELS,
  FIRST_DAY,
  FORGOTTEN_MS,
  firstDayOf,
  hoursOfMinutes,
  hoursToType,
  isBefore,
  isForgotten,
  isOver,
  isPartialDay,
  mergedSession,
  mergeProblem,
  minutesOf,
  partialDayFrom,
  partialDayOf,
  partialDayText,
  precisionOf,
  statusAfterSession,
  timedMs,
  timerText,
  typedHours,
} from './play-sessions.rules.ts'
import { MERGE_PROBLEMS } from './play-sessions.texts.ts'

describe('durations', () => {
  test.each([
    ['1:30', 90],
    ['0:05', 5],
    ['1.5 h', 90],
    ['1.5', 90],
    ['1,5 h', 90],
    ['2', 120],
    ['1h 30m', 90],
    ['1h30', 90],
    ['1 hour 5 minutes', 65],
    ['90 min', 90],
    ['90m', 90],
    [' 45 MIN ', 45],
    ['0', 0],
    ['24:00', 1440],
    ['12 h', 720],
    ['12', 720],
    ['1.25 h', 75],
    ['1.25', 75],
    ['3 hrs', 180],
    ['3 hr', 180],
    ['12345:30', null],
    ['1:305', null],
    ['1:60', null],
    ['1:5', null],
    ['', null],
    ['an hour', null],
    ['-1', null],
    ['1.5.2', null],
    ['h', null],
    ['m', null],
    ['1 30', null],
  ])('minutesOf parses %j as %j minutes', (text, minutes) => {
    expect(minutesOf(text)).toBe(minutes)
  })

  test('typedHours parses hours in every form that people write, and what hoursToType has written', () => {
    for (const text of ['19:20', '19h 20m', '19h20', '19.33', '19,33', '1160 min']) expect(typedHours(text)).toBe(19.33)
    for (const text of ['', 'long', '-1', '19:75']) expect(typedHours(text)).toBeNaN()
    expect([0, 0.5, 1, 19.33, 1262.17].map(hoursToType)).toEqual(['0h', '0h 30m', '1h', '19h 20m', '1262h 10m'])
    for (const hours of [0, 0.5, 1, 19.33, 1262.17]) expect(typedHours(hoursToType(hours))).toBe(hours)
    expect(typedHours('19h 20m', 19.337)).toBe(19.337)
  })

  test('durations have a short text', () => {
    expect([1, 59, 60, 90, 120, 1440].map(durationText)).toEqual(['1m', '59m', '1h', '1h 30m', '2h', '24h'])
    expect([0, 61_000, 3_599_999, 3_600_000, 45_296_000].map(timerText)).toEqual([
      '0:00:00',
      '0:01:01',
      '0:59:59',
      '1:00:00',
      '12:34:56',
    ])
  })

  test('hoursOfMinutes returns two decimals and rounds once for the sum', () => {
    expect([0, 1, 20, 30, 60, 90].map(hoursOfMinutes)).toEqual([0, 0.02, 0.33, 0.5, 1, 1.5])
    // Three times twenty minutes is an hour, though three times 0.33 is not.
    expect(hoursOfMinutes(3 * 20)).toBe(1)
  })
})

describe('days', () => {
  test('the first day of sessions is one of the calendar', () => {
    expect(isDay(FIRST_DAY)).toBe(true)
  })

  const later = new Date('2026-11-21T20:00:00Z')
  test('a session of today counts until now in the evening, too', () => {
    expect(endOfSession('2026-11-21', '2026-11-21', later)).toEqual(later)
    expect(endOfSession('2026-11-21', '2026-11-22', later)).toEqual(new Date('2026-11-21T12:00:00Z'))
  })

  const now = new Date('2026-11-21T08:00:00Z')
  test('a session of today counts until now, another day until its noon, and never in the future', () => {
    expect(endOfSession('2026-11-21', '2026-11-21', now)).toEqual(now)
    expect(endOfSession('2026-11-22', '2026-11-21', now)).toEqual(now)
    expect(endOfSession('2026-11-20', '2026-11-21', now)).toEqual(new Date('2026-11-20T12:00:00Z'))
    // Yesterday for a member in the far east, where noon in UTC is still to come.
    expect(endOfSession('2026-11-21', '2026-11-22', now)).toEqual(now)
  })
})

test('a session makes a wanted game playing; finished and dropped games keep their status', () => {
  expect(
    [null, 'want_to_play', 'playing', 'completed', 'dropped'].map((one) => statusAfterSession(one as never)),
  ).toEqual(['playing', 'playing', 'playing', 'completed', 'dropped'])
})

test('a playthrough is over with its last day, or with a level that ends it', () => {
  const over = FINISH_LEVELS.filter((finish_level) => isOver({ finish_level, finished_on: null }))
  expect(over).toEqual(['main_story', 'main_extras', 'completionist', 'dropped'])
  expect(isOver({ finish_level: 'endless', finished_on: '2026-11-21' })).toBe(true)
})

test('every level of a playthrough has a label', () => {
  expect(FINISH_LEVELS.map((level) => FINISH_LABELS[level])).toEqual([
    'Unfinished',
    'Main story',
    'Main + extras',
    'Completionist',
    'Endless',
    'Dropped',
  ])
})

describe('merging', () => {
  const session = (minutes: number, day: number, more: { note?: string; playthrough_id?: string } = {}) => ({
    playthrough_id: 'p',
    played_on: `2026-11-0${day}`,
    minutes,
    note: null as string | null,
    ended_at: new Date(`2026-11-0${day}T12:00:00Z`),
    ...more,
  })

  test('adds all minutes and joins all notes, on the last day', () => {
    expect(
      mergedSession([session(30, 3, { note: 'then' }), session(45, 1, { note: 'first' }), session(10, 2)]),
    ).toEqual({
      played_on: '2026-11-03',
      minutes: 85,
      note: 'first\nthen',
      ended_at: new Date('2026-11-03T12:00:00Z'),
    })
    expect(mergedSession([session(1, 1), session(1, 1)]).note).toBeNull()
  })

  test('needs two sessions of one playthrough whose sum is a valid session', () => {
    expect(mergeProblem([session(30, 1), session(30, 1)])).toBeNull()
    expect(mergeProblem([session(720, 1), session(720, 2)])).toBeNull()
    expect(mergeProblem([session(30, 1)])).toBe('few')
    expect(mergeProblem([session(30, 1), session(30, 1, { playthrough_id: 'q' })])).toBe('playthroughs')
    expect(mergeProblem([session(720, 1), session(721, 2)])).toBe('long')
    const note = 'x'.repeat(250)
    expect(mergeProblem([session(1, 1, { note }), session(1, 1, { note })])).toBe('note')
    // The line break between two notes counts.
    expect(mergeProblem([session(1, 1, { note }), session(1, 1, { note: note.slice(1) })])).toBeNull()
  })

  test('takes the last day, also when a session of an earlier day ended later', () => {
    const long = { ...session(10, 1), ended_at: new Date('2026-11-05T12:00:00Z') }
    expect(mergedSession([session(10, 2), long])).toMatchObject({ played_on: '2026-11-02', ended_at: long.ended_at })
    expect(mergedSession([long, session(10, 2)])).toMatchObject({ played_on: '2026-11-02' })
  })

  test('every problem has a sentence', () => {
    expect(MERGE_PROBLEMS).toEqual({
      few: 'Choose two or more sessions to merge',
      playthroughs: 'Only sessions of the same playthrough can be merged',
      long: 'A session can be at most 24 hours, and these are longer together',
      note: 'Their notes together are longer than 500 characters',
    })
  })
})

describe('a timer', () => {
  const now = new Date('2026-11-21T20:00:00Z')
  const since = (ms: number) => new Date(now.getTime() - ms)

  test('adds the time before the last pause to the running time', () => {
    expect(timedMs({ running_since: null, banked_ms: 5000 }, now)).toBe(5000)
    expect(timedMs({ running_since: since(1000), banked_ms: 5000 }, now)).toBe(6000)
    // Another app node, whose clock is ahead, started the timer.
    expect(timedMs({ running_since: since(-1000), banked_ms: 5000 }, now)).toBe(5000)
  })

  test('is forgotten after twelve hours, also when it was paused by then', () => {
    expect(FORGOTTEN_MS).toBe(43_200_000)
    expect(isForgotten({ running_since: since(FORGOTTEN_MS - 1), banked_ms: 0 }, now)).toBe(false)
    expect(isForgotten({ running_since: since(FORGOTTEN_MS), banked_ms: 0 }, now)).toBe(true)
    expect(isForgotten({ running_since: null, banked_ms: FORGOTTEN_MS }, now)).toBe(true)
  })
})

describe('partial dates', () => {
  test.each([
    ['2012', '2012', '2012'],
    [' 2012-5 ', '2012-05', 'May 2012'],
    ['2012.5.7', '2012-05-07', 'May 7, 2012'],
    ['2012/12/31', '2012-12-31', 'Dec 31, 2012'],
  ])('%j is %s, parsed as %s', (typed, day, text) => {
    expect(partialDayFrom(typed)).toBe(day)
    expect(partialDayText(day)).toBe(text)
  })
  test.each(['', '12', '2012-13', '2023-02-29', '2012-', '7.5.2012', 'May 2012'])('%j is no date', (typed) => {
    expect(partialDayFrom(typed)).toBe(null)
  })
  test.each([
    ['2012', 'year', '2012-01-01'],
    ['2012-05', 'month', '2012-05-01'],
    ['2012-05-07', 'day', '2012-05-07'],
  ])('%s is a %s that begins on %s and is stored with its precision', (day, precision, first) => {
    expect([isPartialDay(day), precisionOf(day), firstDayOf(day)]).toEqual([true, precision, first])
    expect(partialDayOf(first, precision)).toBe(day)
  })
  test.each(['12', '2012-5', '2012-13', '2012-05-32', '2012-05-07T', 'x2012', '2012 '])(
    '%j is no partial date',
    (text) => {
      expect(isPartialDay(text)).toBe(false)
    },
  )
  test('one date is before another as far as both are known', () => {
    expect(isBefore('2011', '2012-05')).toBe(true)
    expect(isBefore('2012', '2012-05')).toBe(false)
    expect(isBefore('2012-04', '2012-05-01')).toBe(true)
  })
})
