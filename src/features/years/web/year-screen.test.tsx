// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { GameId, UserId } from '#shared/ids.ts'
import { fakeServer, json, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import type { YearActivity, YearLibrary, YearView } from '../years.contract.ts'
import { YearScreen } from './year-screen.tsx'

fakeServer(({ path }) => (path === '/api/library/marks' ? json(200, { marks: {} }) : null))

const card = (number: number, name: string) => ({
  id: `igdb_${number}` as GameId,
  name,
  year: 2020,
  genre: null,
  developer: null,
  cover_url: null,
})
const [HADES, TUNIC] = [card(1, 'Hades'), card(2, 'Tunic')]
const played = (game: typeof HADES, more: object = {}) => ({ game, minutes: 750, stars: 4.5, isLiked: true, ...more })
const months = (filled: Record<number, Partial<YearLibrary['months'][number]>>) =>
  Array.from({ length: 12 }, (_, at) => ({ minutes: 0, games: 0, finished: 0, ...filled[at + 1] }))

const LIBRARY: YearLibrary = {
  minutes: 72_360,
  minutesWithoutMonth: 1200,
  gamesPlayed: 31,
  gamesFinished: 60,
  runsFinished: 62,
  longest: played(HADES),
  favourites: [played(HADES)],
  mostPlayed: [played(HADES), played(TUNIC)],
  finished: [{ ...played(TUNIC), finishedOn: '2025-05' }],
  months: months({ 1: { minutes: 90, games: 1, finished: 1 }, 3: { games: 2 } }),
  platforms: [{ name: 'PC', games: 3, minutes: 600 }],
  genres: [{ name: 'Indie', games: 1, minutes: 0 }],
  ratings: {
    count: 3,
    average: 4.17,
    histogram: [0, 0, 0, 0, 0, 0, 1, 0, 2, 0],
    community: { games: 2, own: 4.5, others: 3.75 },
    above: { game: HADES, stars: 4.5, community: 3.5 },
    below: null,
  },
}
const ACTIVITY: YearActivity = {
  daysPlayed: 3,
  streak: { days: 2, first: '2025-01-04', last: '2025-01-05' },
  days: [
    { date: '2025-01-04', minutes: 60 },
    { date: '2025-01-05', minutes: 30 },
    { date: '2025-02-01', minutes: 5 },
  ],
  firstGame: { game: HADES, date: '2025-01-04' },
  lastGame: { game: TUNIC, date: '2025-02-01' },
}
const yearOf = (more: Partial<YearView> = {}): YearView => ({
  user: {
    id: '0197a1b2-0000-7000-8000-000000000009' as UserId,
    username: 'mara',
    display_name: 'Mara',
    avatar_url: null,
  },
  year: 2025,
  firstYear: 2023,
  lastYear: 2026,
  isEmpty: false,
  library: LIBRARY,
  activity: ACTIVITY,
  reviews: 2,
  journalEntries: null,
  seenAs: null,
  hasPicture: true,
  ...more,
})
const NOTHING: Partial<YearView> = {
  isEmpty: true,
  library: {
    ...LIBRARY,
    ...{
      minutes: 0,
      minutesWithoutMonth: 0,
      gamesPlayed: 0,
      gamesFinished: 0,
      runsFinished: 0,
      longest: null,
      favourites: [],
    },
    ...{ mostPlayed: [], finished: [], months: months({}), platforms: [], genres: [], ratings: null },
  },
  activity: { daysPlayed: 0, streak: null, days: [], firstGame: null, lastGame: null },
  reviews: 0,
}
const show = (more?: Partial<YearView>) => showPage(<YearScreen year={yearOf(more)} />, { viewer: null })
const items = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('.visually-hidden')?.textContent)

test('hours without a day are not counted as no day', () => {
  show({ activity: { ...ACTIVITY, daysPlayed: 0, streak: null, days: [] } })
  expect(screen.queryByText('Days')).toBeNull()
  cleanup()
  show()
  expect(screen.getByText('Days')).toBeDefined()
})

test('a screen reader reads the name of the page, and each chart as a list', () => {
  show()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Mara in games: 2025')
  expect(items('Hours and games by month').slice(0, 3)).toEqual([
    'January: 1h 30m, 1 game, 1 finished',
    'February: nothing',
    'March: 2 games',
  ])
  expect(screen.getByRole('img', { name: 'Days played in 2025: 3' })).toBeDefined()
  expect(items('Days played in 2025 by month').slice(0, 3)).toEqual(['January: 2', 'February: 1', 'March: 0'])
  expect(items('Games by stars').slice(6, 9)).toEqual([
    '3 and a half of 5: 1 game',
    '4 of 5: 0 games',
    '4 and a half of 5: 2 games',
  ])
  expect(screen.getByRole('list', { name: 'Platforms' }).textContent).toBe('PC3 games · 10h')
  expect(screen.getByRole('list', { name: 'Genres' }).textContent).toBe('Indie1 game')
})

test('the numbers are whole hours, and say what has no month and what is not shown', () => {
  show()
  expect(screen.getByText('Played').previousSibling?.textContent).toBe('1,206h')
  expect(screen.getByText('20h of the year have no month.')).toBeDefined()
  expect(screen.getByText('Longest run: 2 days, Jan 4, 2025 to Jan 5, 2025.')).toBeDefined()
  expect(screen.getByText('the last 1 of 60')).toBeDefined()
  expect(screen.getByText('Mara gives 2 games that others have rated 4.5; others give them 3.8.')).toBeDefined()
  expect(screen.queryByText(/does not show you/)).toBeNull()
})

test('leads to the years around it, to all years, and to both pictures', () => {
  show()
  const path = '/profile/0197a1b2-0000-7000-8000-000000000009/year'
  const linkTo = (name: string) => screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'))
  expect(linkTo('2024')).toEqual([`${path}/2024`, `${path}/2024`])
  expect(linkTo('2026')).toEqual([`${path}/2026`, `${path}/2026`])
  const years = within(screen.getByRole('navigation', { name: 'Years' })).getAllByRole('link')
  expect(years.map(({ textContent }) => textContent)).toEqual(['2026', '2025', '2024', '2023'])
  expect(years[1]?.getAttribute('aria-current')).toBe('page')
  const picture = `/api/profiles/0197a1b2-0000-7000-8000-000000000009/years/2025/picture`
  expect([linkTo('Wide picture'), linkTo('Tall picture')]).toEqual([[`${picture}?size=wide`], [`${picture}?size=tall`]])
})

test.each([
  [1, false],
  [2, true],
])('a run of %i days is a streak: %s', (days, isShown) => {
  show({ activity: { ...ACTIVITY, streak: { days, first: '2025-01-04', last: '2025-01-05' } } })
  expect(screen.queryByText('Days in a row') !== null).toBe(isShown)
  expect(screen.queryByText(/^Longest run/) !== null).toBe(isShown)
})

test('offers no pictures of a year that visitors may not open', () => {
  show({ hasPicture: false })
  expect(screen.getByRole('heading', { name: 'Ratings' })).toBeDefined()
  expect(screen.queryByRole('link', { name: /picture/ })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Share it' })).toBeNull()
})

test('at the ends there is no year before or after', () => {
  show({ year: 2023 })
  expect(screen.getAllByRole('link', { name: '2024' })).toHaveLength(2)
  expect(screen.queryByRole('link', { name: '2022' })).toBeNull()
})

test.each([
  [{ library: null }, 'Mara does not show you their games.'],
  [{ activity: null }, 'Mara does not show you the days on which they play.'],
  [{ library: null, activity: null }, 'Mara does not show you their games and days.'],
])('says which parts are hidden: %o', (hidden, sentence) => {
  show(hidden)
  expect(screen.getByText(sentence)).toBeDefined()
  expect(screen.queryByRole('list', { name: 'Hours and games by month' }) === null).toBe('library' in hidden)
  expect(screen.queryByRole('img', { name: /^Days played/ }) === null).toBe('activity' in hidden)
})

test('without the minutes a day played looks the same as any other', () => {
  show({ library: null, activity: { ...ACTIVITY, days: ACTIVITY.days.map(({ date }) => ({ date, minutes: null })) } })
  const map = screen.getByRole('img', { name: 'Days played in 2025: 3' })
  expect(map.querySelectorAll('.heat-1')).toHaveLength(3)
  expect(map.querySelector('.heat-1')?.getAttribute('data-tip')).toBe('Jan 4, 2025: played')
})

test('where no game is a favourite the covers are those played most', () => {
  show({ library: { ...LIBRARY, favourites: [] } })
  expect(screen.getByRole('region', { name: 'Most played games of the year' })).toBeDefined()
})

test.each([
  ['another member', {}, null, 'Nothing in 2025', 'Mara shows nothing that was logged for this year.'],
  [
    'a hidden profile',
    { library: null, activity: null },
    null,
    'Not visible to you',
    'Mara does not show you their games and days.',
  ],
])('a year with no data has an empty state, for %s', (_, more, viewer, title, text) => {
  showPage(<YearScreen year={yearOf({ ...NOTHING, ...more })} />, { viewer })
  expect(screen.getByRole('heading', { name: title })).toBeDefined()
  expect(screen.getByText(text)).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Wide picture' })).toBeNull()
})

test('a member’s own empty current year leads to the first game', () => {
  const user = { id: VIEWER.id, username: 'ann', display_name: 'Ann', avatar_url: null }
  showPage(<YearScreen year={yearOf({ ...NOTHING, user, year: 2026 })} />)
  expect(screen.getByRole('link', { name: 'Find a game' }).getAttribute('href')).toBe('/all-games')
})
