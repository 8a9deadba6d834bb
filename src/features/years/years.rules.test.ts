import { describe, expect, test } from 'vitest'
import type { GameId } from '#shared/ids.ts'
import { daysSummary } from './days.rules.ts'
import {
  type GameOfYear,
  gamesSummary,
  hoursOfYear,
  withGenres,
  withRatings,
  yearBegunEverywhere,
} from './years.rules.ts'

const id = (name: string) => name as GameId
const game = (name: string, more: Partial<GameOfYear> = {}): GameOfYear => ({
  gameId: id(name),
  halfStars: null,
  isLiked: false,
  finishedOn: null,
  finishes: 0,
  undatedMinutes: 0,
  undatedMonth: null,
  platforms: [],
  parts: [],
  ...more,
})
const part = (date: string, name: string, minutes: number, platform: string | null = null) => ({
  gameId: id(name),
  month: Number(date.slice(0, 2)),
  platform,
  minutes,
})
const summaryOf = (games: readonly GameOfYear[], parts: readonly ReturnType<typeof part>[] = []) => {
  const minutesByMonth = new Map<number, number>()
  for (const { month, minutes } of parts) minutesByMonth.set(month, (minutesByMonth.get(month) ?? 0) + minutes)
  const played = games.map((game) => ({
    ...game,
    parts: parts
      .filter(({ gameId }) => gameId === game.gameId)
      .map(({ platform, minutes, month }) => ({ platform, minutes, months: 1 << month })),
  }))
  return gamesSummary(played, minutesByMonth)
}
const day = (date: string, minutes: number) => ({ date: `2026-${date}`, minutes })
const edge = (date: string, name: string) => ({ date: `2026-${date}`, gameId: id(name) })
const ids = (games: readonly { gameId: GameId }[]) => games.map(({ gameId }) => gameId)

test.each([
  ['no day', [], null],
  ['one day', ['01-05'], ['01-05', '01-05', 1]],
  ['a run across the end of a month', ['01-29', '01-31', '02-01', '02-02', '02-04'], ['01-31', '02-02', 3]],
  ['two runs of one length: the first', ['01-01', '01-02', '03-01', '03-02'], ['01-01', '01-02', 2]],
  ['the last run', ['01-01', '03-30', '03-31', '04-01'], ['03-30', '04-01', 3]],
])('the longest run of %s', (_, days, expected) => {
  const played = days.map((day) => ({ date: `2026-${day}`, minutes: 1 }))
  const run = daysSummary([], { days: played, edges: [] }).streak
  expect(run && [run.first.slice(5), run.last.slice(5), run.days]).toEqual(expected)
})

describe('the games of a year', () => {
  test('the hours are the sessions plus what was logged without one', () => {
    const games = [game('a', { undatedMinutes: 90, undatedMonth: 3 }), game('b'), game('c', { undatedMinutes: 600 })]
    const summary = summaryOf(games, [part('01-31', 'a', 60), part('03-01', 'a', 30), part('03-02', 'b', 15)])
    expect(summary).toMatchObject({ minutes: 795, minutesWithoutMonth: 600, gamesPlayed: 3, gamesFinished: 0 })
    expect(summary.months.map(({ minutes }) => minutes)).toEqual([60, 0, 135, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    expect(summary.longest).toMatchObject({ gameId: 'c', minutes: 600 })
    expect(ids(summary.mostPlayed)).toEqual(['c', 'a', 'b'])
  })

  test('a month counts a game once, however it was played, and a finish of which the month is known', () => {
    const games = [
      game('a', { finishedOn: '2026-03-04', undatedMinutes: 60, undatedMonth: 3 }),
      game('b', { finishedOn: '2026-03' }),
      game('c', { finishedOn: '2026' }),
    ]
    const { months, gamesFinished } = summaryOf(games, [part('03-02', 'a', 10), part('03-03', 'a', 10)])
    expect(months[2]).toEqual({ minutes: 80, games: 2, finished: 2 })
    expect(months.filter(({ games }) => games > 0)).toHaveLength(1)
    expect(gamesFinished).toBe(3)
  })

  test('finished games stand with the last one first, those with less exact dates behind the exact ones', () => {
    const finished = ['2026', '2026-11-02', '2026-11', '2026-01-01'].map((finishedOn) =>
      game(finishedOn, { finishedOn }),
    )
    expect(ids(summaryOf(finished).finished)).toEqual(['2026-11-02', '2026-11', '2026-01-01', '2026'])
  })

  test('favourites have a heart or four stars, the best first, and no game without either', () => {
    const games = [
      game('three', { halfStars: 7 }),
      game('four', { halfStars: 8 }),
      game('liked', { isLiked: true }),
      game('five', { halfStars: 10 }),
      game('four and liked', { halfStars: 8, isLiked: true }),
      game('none'),
    ]
    expect(ids(summaryOf(games).favourites)).toEqual(['five', 'four and liked', 'four', 'liked'])
    expect(ids(summaryOf([...games, game('nine', { halfStars: 9 })]).favourites)).toHaveLength(4)
  })

  test('a game counts once for each of its genres and platforms; minutes count for the platform of the session', () => {
    const games = [
      game('a', { platforms: ['PC'], undatedMinutes: 40, undatedMonth: 1 }),
      game('b', { platforms: ['Switch'], undatedMinutes: 20 }),
      game('c'),
    ]
    const parts = [part('01-01', 'a', 10, 'PC'), part('01-02', 'a', 30, 'Switch'), part('01-03', 'c', 5)]
    const genres = new Map([
      [id('a'), ['Role-playing', 'Indie']],
      [id('b'), ['Indie']],
    ])
    const summary = withGenres(summaryOf(games, parts), genres)
    expect(summary.genres).toEqual([
      { name: 'Indie', games: 2, minutes: 100 },
      { name: 'Role-playing', games: 1, minutes: 80 },
    ])
    // Which platform the 40 minutes were played on is not known.
    expect(summary.platforms).toEqual([
      { name: 'Switch', games: 2, minutes: 50 },
      { name: 'PC', games: 1, minutes: 10 },
    ])
  })

  test('ratings stand against those of other members, each game counting once', () => {
    const games = [game('a', { halfStars: 10 }), game('b', { halfStars: 4 }), game('c', { halfStars: 8 }), game('d')]
    const ratings = new Map([
      // 9 members with 3.5 stars, and one with 5.
      [id('a'), { members: 9, halfStars: 63 }],
      [id('b'), { members: 1, halfStars: 10 }],
      [id('d'), { members: 3, halfStars: 30 }],
    ])
    const all = withRatings(summaryOf(games), ratings)
    expect(all.ratings).toEqual({
      count: 3,
      average: 3.67,
      histogram: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1],
      community: { games: 2, own: 3.5, others: 4.25 },
      above: expect.objectContaining({ gameId: 'a', stars: 5, community: 3.5 }),
      below: expect.objectContaining({ gameId: 'b', stars: 2, community: 5 }),
    })
    const left = withRatings(all, ratings, [new Map(), new Map([[id('b'), { members: 1, halfStars: 10 }]])])
    expect(left.ratings).toMatchObject({ community: { games: 1, own: 5, others: 3.5 }, below: null })
  })

  test('a difference of less than half a star is not named, and a year without stars has no ratings', () => {
    const near = withRatings(
      summaryOf([game('a', { halfStars: 8 })]),
      new Map([[id('a'), { members: 10, halfStars: 79 }]]),
    )
    expect(near.ratings).toMatchObject({ above: null, below: null, community: { games: 1 } })
    expect(summaryOf([game('a', { isLiked: true })]).ratings).toBeNull()
  })

  test('a year without games has twelve months and nothing else', () => {
    const empty = summaryOf([])
    expect(empty).toMatchObject({ minutes: 0, gamesPlayed: 0, longest: null, favourites: [], ratings: null })
    expect(empty.months).toEqual(Array.from({ length: 12 }, () => ({ minutes: 0, games: 0, finished: 0 })))
  })
})

describe('the days of a year', () => {
  test('the games played on the first and on the last day begin and end the year', () => {
    const days = [day('02-01', 65), day('09-30', 5)]
    const summary = daysSummary([], { days, edges: [edge('02-01', 'a'), edge('09-30', 'c')] })
    expect(summary).toEqual({
      days,
      streak: { days: 1, first: '2026-02-01', last: '2026-02-01' },
      firstGame: { date: '2026-02-01', gameId: 'a' },
      lastGame: { date: '2026-09-30', gameId: 'c' },
    })
  })

  test('a game finished on a known day begins or ends the year without a session', () => {
    const games = [
      game('early', { finishedOn: '2026-01-03' }),
      game('late', { finishedOn: '2026-12-24' }),
      game('same day', { finishedOn: '2026-02-01' }),
      game('some time', { finishedOn: '2026-01' }),
    ]
    const played = { days: [day('02-01', 20)], edges: [edge('02-01', 'a')] }
    const both = daysSummary(games, played)
    expect([both.firstGame?.gameId, both.lastGame?.gameId]).toEqual(['early', 'late'])
    const one = daysSummary([game('same day', { finishedOn: '2026-02-01' })], played)
    expect([one.firstGame?.gameId, one.lastGame?.gameId]).toEqual(['a', 'a'])
    expect(daysSummary([], { days: [], edges: [] })).toEqual({
      days: [],
      streak: null,
      firstGame: null,
      lastGame: null,
    })
  })
})

test.each([
  [0, '0m'],
  [40, '40m'],
  [570, '9h 30m'],
  [629, '10h'],
  [72_390, '1,207h'],
])('%i minutes are %s', (minutes, text) => {
  expect(hoursOfYear(minutes)).toBe(text)
})

test('a link leads to a year that has begun for every member', () => {
  expect(yearBegunEverywhere(new Date('2027-01-01T11:59:59Z'))).toBe(2026)
  expect(yearBegunEverywhere(new Date('2027-01-01T12:00:00Z'))).toBe(2027)
})
