import { expect, test } from 'vitest'
import {
  badgesOf,
  completionRate,
  dayIn,
  headerStats,
  isTimeZone,
  levelOf,
  ONLINE_MS,
  PLAYING_MS,
  streakOf,
  streakText,
  websiteOf,
  yearStartIn,
} from './profiles.rules.ts'

test.each([
  [0, 1],
  [9, 1],
  [10, 2],
  [95, 10],
])('%i played games give level %i [R-PROF-07]', (played, level) => {
  expect(levelOf(played)).toBe(level)
})

const shelved = { want_to_play: 0, playing: 0, completed: 0, dropped: 0, playedThisYear: 0 }
const titleAt = (completed: number) => headerStats({ ...shelved, completed }).title
const badgesAt = (total_played: number) => badgesOf({ total_played, played_this_year: 0, completion: 0 })
const badgesWith = (completion: number) => badgesOf({ total_played: 1, played_this_year: 0, completion })

test('levels 3 and 4 have the title Rising, lower levels have none [R-PROF-09]', () => {
  expect([19, 20, 39].map(titleAt)).toEqual([null, 'Rising', 'Rising'])
})
test('levels 5 to 9 have the title Advanced [R-PROF-10]', () => {
  expect([40, 89].map(titleAt)).toEqual(['Advanced', 'Advanced'])
})
test('levels 10 to 19 have the title Expert [R-PROF-11]', () => {
  expect([90, 189].map(titleAt)).toEqual(['Expert', 'Expert'])
})
test('levels from 20 on have the title Master [R-PROF-12]', () => {
  expect([190, 2000].map(titleAt)).toEqual(['Master', 'Master'])
})
test('the badge Pro requires level 10 [R-PROF-08]', () => {
  expect([badgesAt(89), badgesAt(90)]).toEqual([['Gamer'], ['Pro', 'Gamer']])
})
test('the badge Veteran requires 100 played games and replaces Gamer [R-PROF-13]', () => {
  expect([badgesAt(99), badgesAt(100)]).toEqual([
    ['Pro', 'Gamer'],
    ['Pro', 'Veteran'],
  ])
})
test('the badge Gamer requires 50 to 99 played games [R-PROF-14]', () => {
  expect([badgesAt(49), badgesAt(50)]).toEqual([[], ['Gamer']])
})
test('the header divides played games by played games and backlog, and 0 by 0 is 0 [R-PROF-15]', () => {
  const completionOf = (completed: number, want_to_play: number) =>
    headerStats({ ...shelved, completed, want_to_play }).completion
  expect([completionOf(3, 1), completionOf(1, 2), completionOf(0, 0)]).toEqual([75, 33, 0])
})
test('the badge Perfectionist requires 75 % [R-PROF-16]', () => {
  expect([badgesWith(75), badgesWith(100)]).toEqual([['Perfectionist'], ['Perfectionist']])
})
test('the badge Finisher requires 50 to 74 % [R-PROF-17]', () => {
  expect([badgesWith(50), badgesWith(74)]).toEqual([['Finisher'], ['Finisher']])
})
test('the badge Dedicated requires 25 to 49 % [R-PROF-18]', () => {
  expect([badgesWith(24), badgesWith(25), badgesWith(49)]).toEqual([[], ['Dedicated'], ['Dedicated']])
})
test('the badge of an active year requires 20 games of this year [R-PROF-19]', () => {
  const inYear = (played_this_year: number) => badgesOf({ total_played: 20, played_this_year, completion: 0 })
  expect([inYear(19), inYear(20)]).toEqual([[], ['Active year']])
})
test('the dialog divides completed by played games, rounded [R-MODAL-05]', () => {
  expect([completionRate(1, 3), completionRate(2, 3), completionRate(0, 0)]).toEqual([33, 67, 0])
})

test('the header statistics contain every field; dropped games do not count as played [R-PROF-06]', () => {
  const shelved = { want_to_play: 30, playing: 20, completed: 75, dropped: 40, playedThisYear: 21 }
  expect(headerStats(shelved)).toEqual({
    total_played: 95,
    played_this_year: 21,
    backlog: 30,
    completion: 76,
    level: 10,
    title: 'Expert',
    badges: ['Pro', 'Gamer', 'Perfectionist', 'Active year'],
  })
})

test('a missed day ends the streak; today need not be active yet [R-PROF-20]', () => {
  expect(streakOf(['2026-03-01', '2026-02-28', '2026-02-26'], '2026-03-01')).toBe(2)
  expect(streakOf(['2026-02-28', '2026-02-27'], '2026-03-01')).toBe(2)
  expect(streakOf(['2026-02-27'], '2026-03-01')).toBe(0)
  expect(streakOf([], '2026-03-01')).toBe(0)
  expect([streakText(1), streakText(15), streakText(16)]).toEqual(['1', '15', '15+'])
})

test('a day begins in the member’s time zone, and in UTC when the zone is unknown', () => {
  const late = new Date('2026-03-01T22:30:00Z')
  expect([dayIn('Asia/Tokyo', late), dayIn('America/New_York', late)]).toEqual(['2026-03-02', '2026-03-01'])
  expect([dayIn('Middle/Earth', late), dayIn(null, late)]).toEqual(['2026-03-01', '2026-03-01'])
})

test.each([
  [null, '2026-12-31T23:59:59Z', '2026-01-01T00:00:00.000Z'],
  [null, '2027-01-01T00:00:00Z', '2027-01-01T00:00:00.000Z'],
  ['Asia/Tokyo', '2026-12-31T15:00:00Z', '2026-12-31T15:00:00.000Z'],
  ['Asia/Tokyo', '2026-12-31T14:59:59Z', '2025-12-31T15:00:00.000Z'],
  // Daylight saving time changes the offset.
  ['America/New_York', '2026-07-01T12:00:00Z', '2026-01-01T05:00:00.000Z'],
  ['Australia/Adelaide', '2026-07-01T12:00:00Z', '2025-12-31T13:30:00.000Z'],
  ['Middle/Earth', '2026-07-01T12:00:00Z', '2026-01-01T00:00:00.000Z'],
])('the year begins on 1 January of %s, seen from %s (G58) [R-STAT-05]', (zone, now, begin) => {
  expect(yearStartIn(zone, new Date(now)).toISOString()).toBe(begin)
})

test('a time zone is valid when its name is known', () => {
  expect(['Europe/Lisbon', 'Asia/Kolkata', 'Asia/Calcutta', 'UTC'].filter(isTimeZone)).toHaveLength(4)
  expect(['', 'Middle/Earth', '+02:00', 'Etc/Unknown', 'x'.repeat(500)].filter(isTimeZone)).toEqual([])
})

test('a website is linked only when it is http(s)', () => {
  expect(websiteOf('http://example.org')).toEqual({ href: 'http://example.org/', text: 'example.org' })
  expect(websiteOf('https://example.org/me/')).toEqual({ href: 'https://example.org/me/', text: 'example.org/me' })
  expect([websiteOf('javascript:alert(1)'), websiteOf('nonsense'), websiteOf(null)]).toEqual([null, null, null])
})

test('a member is online for five minutes, and plays for four hours, in milliseconds (G49)', () => {
  expect([ONLINE_MS, PLAYING_MS]).toEqual([300_000, 14_400_000])
})
