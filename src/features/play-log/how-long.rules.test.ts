import { describe, expect, test } from 'vitest'
import {
  type FinishedRun,
  firstLevel,
  type GameTimes,
  minutesLeft,
  ownMinutes,
  paceOf,
  playTimesOf,
  timeText,
  typicalMinutes,
} from './how-long.rules.ts'

const runs = (minutes: readonly number[], more: Partial<FinishedRun> = {}): FinishedRun[] =>
  minutes.map((each) => ({ level: 'main_story', platform: null, minutes: each, ...more }))

describe('the times of this site', () => {
  test('are median and middle half, from five runs on, with their number', () => {
    expect(playTimesOf(runs([600, 500, 400, 300]))).toEqual([])
    expect(playTimesOf(runs([600, 700, 500, 400, 300]))).toEqual([
      { level: 'main_story', platform: null, runs: 5, lower: 400, median: 500, upper: 600 },
    ])
    expect(playTimesOf(runs([300, 400, 500, 600, 700, 800]))).toMatchObject([{ lower: 425, median: 550, upper: 675 }])
  })

  test('leave out runs below a quarter of the median and above four times of it, and need five others', () => {
    const five = [300, 400, 500, 600, 700]
    expect(playTimesOf(runs([...five, 1, 90_000]))).toEqual(playTimesOf(runs(five)))
    expect(playTimesOf(runs([300, 400, 500, 600, 1]))).toEqual([])
    expect(playTimesOf(runs([125, 500, 500, 500, 2_000]))).toMatchObject([{ runs: 5 }])
  })

  test('stand by finish level and platform, the platform with most runs first', () => {
    const times = playTimesOf([
      ...runs([10, 20, 20, 20, 30], { platform: 'Switch' }),
      ...runs([20, 20, 20, 20, 20, 20], { platform: 'PC' }),
      ...runs([20], { platform: 'Xbox One' }),
      ...runs([60, 70, 80, 90, 100], { level: 'completionist' }),
      ...runs([40, 40, 40, 40], { level: 'main_extras' }),
    ])
    expect(times.map(({ level, platform, runs }) => [level, platform, runs])).toEqual([
      ['main_story', null, 12],
      ['main_story', 'PC', 6],
      ['main_story', 'Switch', 5],
      ['completionist', null, 5],
    ])
  })

  test('of nothing are nothing', () => {
    expect(playTimesOf([])).toEqual([])
  })
})

const SOURCE = { story: 2_040, extras: null, all: 3_060, minutes: 2_040, count: 9, source: 'igdb' } as const
const game = (more: Partial<GameTimes> = {}): GameTimes => ({ time_to_beat: null, play_times: [], ...more })
const EXTRAS = { level: 'main_extras', platform: null, runs: 6, lower: 2_000, median: 2_500, upper: 2_800 } as const

test('what a game takes is what its source says, else the median of this site', () => {
  const known = game({ time_to_beat: SOURCE, play_times: [EXTRAS, { ...EXTRAS, level: 'main_story' }] })
  expect(typicalMinutes(known, 'main_story')).toBe(2_040)
  expect(typicalMinutes(known, 'main_extras')).toBe(2_500)
  expect(typicalMinutes(game({ play_times: [{ ...EXTRAS, platform: 'PC' }] }), 'main_extras')).toBeNull()
  expect(firstLevel(game({ play_times: [EXTRAS] }))).toBe('main_extras')
  expect(firstLevel(game())).toBeUndefined()
})

describe('the pace', () => {
  const slow = { minutes: 150, typical: 100 }

  test('of few runs is near the usual one, and nears their ratio with more', () => {
    expect(paceOf([])).toBeNull()
    expect(paceOf([slow])).toEqual({ ratio: 1.084, runs: 1 })
    expect(paceOf(Array(4).fill(slow))).toEqual({ ratio: 1.225, runs: 4 })
    expect(paceOf(Array(46).fill(slow))?.ratio).toBeCloseTo(1.452, 2)
  })

  test('treats half as long and twice as long alike', () => {
    expect(
      paceOf([
        { minutes: 50, typical: 100 },
        { minutes: 200, typical: 100 },
      ])?.ratio,
    ).toBe(1)
  })

  test('takes no run for more than four times as long or as short', () => {
    expect(paceOf([{ minutes: 100_000, typical: 100 }])).toEqual(paceOf([{ minutes: 400, typical: 100 }]))
    expect(paceOf([{ minutes: 1, typical: 100 }])).toEqual(paceOf([{ minutes: 25, typical: 100 }]))
  })

  test('times what the game takes is what it may take the member', () => {
    expect(ownMinutes(game({ time_to_beat: SOURCE }), { ratio: 1.1, runs: 9 })).toBe(2_244)
    expect(ownMinutes(game({ time_to_beat: SOURCE }), null)).toBeNull()
    expect(ownMinutes(game(), { ratio: 1.1, runs: 9 })).toBeNull()
  })
})

describe('what is left', () => {
  const entry = { status: 'playing', play_time: 10, completion_percentage: 0 }

  test('is the rest by percentage if there is one, else by hours', () => {
    expect(minutesLeft({ ...entry, completion_percentage: 75 }, 1_200)).toBe(300)
    expect(minutesLeft(entry, 1_200)).toBe(600)
  })

  test('is unknown when the hours are past, at 100 %, without a time, and for a game that is not being played', () => {
    expect(minutesLeft(entry, 600)).toBeNull()
    expect(minutesLeft({ ...entry, completion_percentage: 100 }, 1_200)).toBeNull()
    expect(minutesLeft(entry, null)).toBeNull()
    for (const status of ['completed', 'dropped', 'want_to_play'])
      expect(minutesLeft({ ...entry, status }, 1_200)).toBeNull()
  })
})

test.each([
  [1, '1 min'],
  [44, '45 min'],
  [58, '1 h'],
  [60, '1 h'],
  [95, '1½ h'],
  [560, '9½ h'],
  [569, '9½ h'],
  [570, '10 h'],
  [2_040, '34 h'],
])('%i minutes are %s', (minutes, text) => {
  expect(timeText(minutes)).toBe(text)
})
