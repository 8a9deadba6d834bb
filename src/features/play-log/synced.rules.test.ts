import { expect, test } from 'vitest'
import { seededRandom } from '#db/seed/seeded-random.ts'
import { MAX_HOURS } from '#features/library/library.rules.ts'
import { isDay } from '#shared/calendar-days.ts'
import { hoursOfMinutes, MAX_MINUTES } from './play-sessions.rules.ts'
import { datedMinutes, missingMinutes } from './synced.rules.ts'

test.each([
  // Nothing was logged by hand: all new minutes.
  [10, { delta: 90, total: 690 }, 90],
  // The member has logged 60 of the 90 minutes.
  [11, { delta: 90, total: 690 }, 30],
  // The member has logged all of them, or has typed more than the source counts.
  [11.5, { delta: 90, total: 690 }, 0],
  [50, { delta: 90, total: 690 }, 0],
  // The member has typed less than the source counts: only what is new comes.
  [2, { delta: 90, total: 690 }, 90],
  [0, { delta: 0, total: 690 }, 0],
  // An entry has at most so many hours.
  [MAX_HOURS, { delta: 90, total: MAX_HOURS * 60 + 90 }, 0],
  [MAX_HOURS - 1, { delta: 90, total: MAX_HOURS * 60 + 90 }, 60],
])('an entry of %d hours gets %j as %d minutes', (hours, counted, minutes) => {
  expect(missingMinutes(hours, counted)).toBe(minutes)
})

test('hours only rise, never beyond the total of the source, and a second sync without new minutes adds none', () => {
  const random = seededRandom('synced minutes')
  for (let times = 0; times < 2_000; times += 1) {
    const hours = random.whole(0, 30_000) / 100
    const delta = random.whole(0, 3_000)
    const total = delta + random.whole(0, 20_000)
    const minutes = missingMinutes(hours, { delta, total })
    expect(minutes).toBeGreaterThanOrEqual(0)
    expect(minutes).toBeLessThanOrEqual(delta)
    if (minutes > 0) expect(Math.round(hours * 60) + minutes).toBeLessThanOrEqual(total)
    expect(missingMinutes(hours, { delta: 0, total })).toBe(0)
  }
})

test('however a member logs the same hours by hand between syncs, the total is never more than the source counts', () => {
  const random = seededRandom('logged by hand')
  for (let times = 0; times < 300; times += 1) {
    let counted = random.whole(0, 5_000)
    let synced = counted
    let own = counted
    for (let day = 0; day < 20; day += 1) {
      const played = random.whole(0, 300)
      counted += played
      // The member logs a part of what the source counts, before or after a sync.
      const logged = random.chance(0.5) ? random.whole(0, counted - own) : 0
      own += logged
      if (!random.chance(0.6)) continue
      own += missingMinutes(hoursOfMinutes(own), { delta: counted - synced, total: counted })
      synced = counted
      expect(own).toBeLessThanOrEqual(counted)
    }
  }
})

test.each([
  [90, { from: '2026-11-19', to: '2026-11-20' }, [['2026-11-20', 90]], 0],
  // Longer than a day: as few days as hold it, never before the last sync.
  [
    2_401,
    { from: '2026-11-01', to: '2026-11-20' },
    [
      ['2026-11-19', 1_201],
      ['2026-11-20', 1_200],
    ],
    0,
  ],
  // More than the days between two syncs can hold: the rest has no day.
  [
    5_000,
    { from: '2026-11-19', to: '2026-11-20' },
    [
      ['2026-11-19', 1_440],
      ['2026-11-20', 1_440],
    ],
    2_120,
  ],
  [5_000, { from: '2026-11-20', to: '2026-11-20' }, [['2026-11-20', 1_440]], 3_560],
  // The member is in a time zone where the day of the last sync has not begun.
  [100, { from: '2026-11-21', to: '2026-11-20' }, [['2026-11-20', 100]], 0],
] as const)('%d minutes between %j become sessions', (minutes, days, sessions, rest) => {
  expect(datedMinutes(minutes, days)).toEqual({
    sessions: sessions.map(([played_on, minutes]) => ({ played_on, minutes })),
    rest,
  })
})

test('sessions have all minutes that the days can hold, each on a day between the syncs and within the limits', () => {
  const random = seededRandom('dated minutes')
  for (let times = 0; times < 1_000; times += 1) {
    const minutes = random.whole(1, 20_000)
    const from = `2026-0${random.whole(1, 9)}-${random.whole(10, 28)}`
    const to = [from, `2026-10-${random.whole(10, 28)}`][random.whole(0, 1)] as string
    const { sessions, rest } = datedMinutes(minutes, { from, to })
    expect(sessions.reduce((sum, one) => sum + one.minutes, rest)).toBe(minutes)
    expect(new Set(sessions.map(({ played_on }) => played_on)).size).toBe(sessions.length)
    expect(sessions.at(-1)?.played_on).toBe(to)
    for (const one of sessions) {
      expect(isDay(one.played_on) && one.played_on >= from && one.played_on <= to).toBe(true)
      expect(one.minutes >= 1 && one.minutes <= MAX_MINUTES).toBe(true)
    }
  }
})
