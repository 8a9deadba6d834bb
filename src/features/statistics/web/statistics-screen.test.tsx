// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { STATUSES } from '#features/library/library.rules.ts'
import type { UserId } from '#shared/ids.ts'
import { fakeServer, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import type { LibraryStatistics, Statistics } from '../statistics.contract.ts'
import { hoursBars, ratingBars } from '../statistics.rules.ts'
import { StatisticsScreen } from './statistics-screen.tsx'

fakeServer(() => null)

const NOTHING: LibraryStatistics = {
  ...{ games: 0, minutes: 0, minutesWithoutPart: 0, unit: 'month' as const, parts: [], released: [], community: null },
  weekdays: Array.from({ length: 7 }, () => ({ minutes: 0, games: 0 })),
  playedOn: { names: [], others: null },
  platforms: { names: [], others: null },
  genres: { names: [], others: null },
  statuses: STATUSES.map((status) => ({ status, games: 0 })),
  hours: hoursBars([]),
  ratings: { rated: 0, unrated: 0, average: null, bars: ratingBars(new Map()) },
  backlog: [],
}
const LONG = `${'Schwarzwaldklinik'.repeat(4)} (Ultimate Definitive Edition)`
const month = (first: string, last: string, minutes: number, games: number) => ({ first, last, minutes, games })
const LIBRARY: LibraryStatistics = {
  ...NOTHING,
  ...{ games: 12, minutes: 72_360, minutesWithoutPart: 1200 },
  parts: [
    month('2025-11-01', '2025-11-30', 0, 0),
    month('2025-12-01', '2025-12-31', 90, 1),
    month('2026-01-01', '2026-01-31', 0, 0),
  ],
  weekdays: NOTHING.weekdays?.map((_, at) => ({ minutes: at * 60, games: at === 0 ? 0 : 1 })) ?? null,
  platforms: { names: [{ name: LONG, games: 1200 }], others: 3 },
  statuses: STATUSES.map((status, at) => ({ status, games: at })),
  released: [{ value: 'none', games: 2 }],
  ratings: { rated: 1, unrated: 11, average: 4.5, bars: ratingBars(new Map([[9, 1]])) },
  community: { games: 1, own: 4.5, others: 3.75, bars: [{ value: 'above', games: 1 }] },
  backlog: [{ on: '2026-01-31', games: 4 }],
}
const statisticsOf = (more: Partial<Statistics> = {}): Statistics => ({
  user: {
    id: '0197a1b2-0000-7000-8000-000000000009' as UserId,
    username: 'mara',
    display_name: 'Mara',
    avatar_url: null,
  },
  ...{ period: 'all', span: null, today: '2026-11-22', firstYear: 2025, isWidened: false, seenAs: null },
  library: LIBRARY,
  ...more,
})
const show = (more: Partial<Statistics> = {}, isOwnPage = true) =>
  showPage(<StatisticsScreen statistics={statisticsOf(more)} isOwnPage={isOwnPage} />, { viewer: VIEWER })
const hrefOf = (name: string | RegExp) => screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'))

test('a bar is a link to its games, and a bar without games is none', () => {
  show()
  const chart = screen.getByRole('group', { name: 'Hours by month' })
  const links = within(chart).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual(['December 2025: 1h 30m'])
  expect(links[0]?.getAttribute('href')).toBe('/profile/games?played=2025-12')
  expect(chart.textContent).toContain('Jan')
  // Nothing is drawn before the first month that has something.
  expect(chart.textContent).not.toContain('Nov')
  expect(hrefOf(/^Tuesday: 1h$/)).toEqual(['/profile/games?weekday=2'])
  expect(hrefOf(/^Completed ?2 games$/)).toEqual(['/profile/games?status=completed'])
})

test('each chart has the same as a table, with links', () => {
  show()
  const table = screen.getByRole('table', { name: 'Hours by month', hidden: true })
  const rows = within(table).getAllByRole('row', { hidden: true })
  expect(rows.map((row) => row.textContent)).toEqual(['MonthHoursGames', 'December 20251h 30m1', 'January 20260m0'])
  expect(within(table).getAllByRole('link', { hidden: true })).toHaveLength(1)
  expect(screen.getAllByRole('table', { hidden: true })).toHaveLength(
    screen.getAllByText(/as a table/, { selector: 'summary' }).length,
  )
})

test('the games of another member are those of the tab in the profile, within the period and the preview', () => {
  show({ period: '2026', span: { first: '2026-01-01', last: '2026-12-31' }, seenAs: 'friend' }, false)
  expect(hrefOf(/^Completed ?2 games$/)).toEqual([
    '/profile/0197a1b2-0000-7000-8000-000000000009?tab=games&as=friend&status=completed&played=2026',
  ])
  expect(screen.getByText('Played in 2026.')).toBeTruthy()
  expect(screen.getByRole('link', { name: '2026', current: 'page' })).toBeTruthy()
  expect(hrefOf('Last 12 months')).toEqual([
    '/profile/0197a1b2-0000-7000-8000-000000000009/statistics?period=12m&as=friend',
  ])
})

test('says what is counted where the title alone would mislead', () => {
  show()
  for (const text of [
    '20h have no exact date.',
    '11 games without a rating.',
    'A game counts for every platform that it is on, wherever it was played.',
    'Of the one game with stars of others, too: you give it 4.5 stars on average, and others 3.8.',
    /^Games that had been added by the end of a day, and that nothing had begun by then/,
  ])
    expect(screen.getByText(text)).toBeTruthy()
})

test('days that the viewer may not see are missing, and the page says so once', () => {
  show({ library: { ...LIBRARY, weekdays: null }, isWidened: true }, false)
  expect(screen.queryByRole('heading', { name: 'Hours by weekday' })).toBeNull()
  expect(screen.getAllByText(/does not show you on which days they play/)).toHaveLength(1)
})

test('a hidden library leaves a sentence, and no periods', () => {
  show({ library: null }, false)
  expect(screen.getByText('Mara does not show you their games.')).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Period' })).toBeNull()
})

test('an empty library says so', () => {
  show({ library: NOTHING })
  expect(screen.getByRole('link', { name: 'Find a game' })).toBeTruthy()
})

test('an empty period says so, and offers the others', () => {
  show({ library: NOTHING, period: '2025', span: { first: '2025-01-01', last: '2025-12-31' } })
  expect(screen.getByRole('heading', { name: 'Nothing in this period' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All time' })).toBeTruthy()
})
