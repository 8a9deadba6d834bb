// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { useSearchParams } from 'react-router'
import { describe, expect, test } from 'vitest'
import { declined, fakeServer, json, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import type { Release } from '../releases.contract.ts'
import { releaseParamsOf } from './release-address.ts'
import { ReleasesScreen } from './releases-screen.tsx'

// Today is Saturday, 21 November 2026.
const LIST = 'GET /api/releases'
const OWN = 'GET /api/releases/mine'
const { answers, sent } = fakeServer(({ path }) => {
  if (path === '/api/releases/calendar') return json(200, { address: null })
  return path === '/api/library/marks' ? json(200, { marks: {} }) : null
})

const game = (number: number, released: string, platforms = ['PlayStation 5']): Release => ({
  id: `igdb_${number}` as Release['id'],
  name: `Game ${number}`,
  year: 2026,
  genre: null,
  developer: null,
  cover_url: null,
  released,
  platforms,
})
const group = (name: string, games: readonly Release[], more: { total?: number; next?: string | null } = {}) => ({
  group: name,
  total: games.length,
  games,
  next: null,
  ...more,
})
const THIS = group('2026-11-16', [game(1, '2026-11-21'), game(2, '2026-11-22')])
const LATER = group('2026-12-07', [game(3, '2026-12-11', ['PC (Microsoft Windows)', 'PlayStation 5', 'Xbox One'])])
const YEAR = group('2026', [game(4, '2026-12-31')])

function Screen() {
  const [search] = useSearchParams()
  return <ReleasesScreen params={releaseParamsOf(search)} />
}
function show({ at = '/releases', own = [] as readonly Release[], viewer = VIEWER as object | null } = {}) {
  answers['GET /api/releases/platforms'] = () =>
    json(200, {
      platforms: [
        { id: 6, name: 'PC (Microsoft Windows)' },
        { id: 167, name: 'PlayStation 5' },
      ],
    })
  answers[OWN] = () => json(200, { games: own })
  return showPage(<Screen />, { at, viewer })
}
/** The headings of the weeks, without those beside them. */
const headings = () =>
  screen.getAllByRole('heading', { level: 2 }).flatMap((one) => (one.closest('aside') ? [] : one.textContent))
const namesIn = (week: string) =>
  within(screen.getByRole('list', { name: week }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href')?.replace('/game/igdb_', 'Game '))

describe('the release calendar', () => {
  test('has a section for each week with the days of its games', async () => {
    answers[LIST] = () => json(200, { groups: [THIS, LATER, YEAR], next: null })
    show({ viewer: null })
    await screen.findByRole('heading', { name: 'This week' })
    expect(headings()).toEqual(['This week', 'Dec 7 – 13', 'Later this year'])
    const first = screen.getByRole('list', { name: 'This week' })
    const today = within(first).getAllByText('Today')[0]
    expect(today?.closest('time')?.dateTime).toBe('2026-11-21')
    within(first).getByText('Tomorrow')
    screen.getByText('Fri, Dec 11')
    screen.getByText('PC, PS5 +1')
    // The day of the last game is not known.
    expect(within(screen.getByRole('list', { name: 'Later this year' })).queryByText(/Dec 31/)).toBeNull()
    expect(sent(OWN)).toEqual([])
    expect(screen.queryByRole('link', { name: 'Only mine' })).toBeNull()
  })

  test('has the games of a whole week by day, and of a longer one in the order of the pages', async () => {
    const games = [game(2, '2026-11-22'), game(1, '2026-11-21')]
    const later = [game(6, '2026-12-11'), game(5, '2026-12-08')]
    const groups = [group('2026-11-16', games), group('2026-12-07', later, { total: 30, next: '5.igdb_5' })]
    answers[LIST] = () => json(200, { groups, next: null })
    show({ viewer: null })
    await screen.findByRole('heading', { name: 'This week' })
    expect(namesIn('This week')).toEqual(['Game 1', 'Game 2'])
    expect(namesIn('Dec 7 – 13')).toEqual(['Game 6', 'Game 5'])
  })

  test('has the member’s own games by day, also in a week that the page has not, and the days left beside', async () => {
    answers[LIST] = () => json(200, { groups: [THIS, YEAR], next: null })
    show({ own: [game(2, '2026-11-22'), game(9, '2026-12-04')] })
    await screen.findByRole('heading', { name: 'Nov 30 – Dec 6' })
    expect(headings()).toEqual(['This week', 'Nov 30 – Dec 6', 'Later this year'])
    expect(namesIn('This week')).toEqual(['Game 1', 'Game 2'])
    const yours = within(screen.getByRole('list', { name: 'Yours' }))
    expect(yours.getAllByRole('link').map(({ textContent }) => textContent?.replace(/.*(Game \d)/s, '$1'))).toEqual([
      'Game 2Tomorrow',
      'Game 9in 13 days',
    ])
    expect(namesIn('Nov 30 – Dec 6')).toEqual(['Game 9'])
  })

  test('loads further weeks, and own games of weeks that follow wait for them', async () => {
    answers[LIST] = ({ query }) =>
      query.from === '2026-12-07'
        ? json(200, { groups: [LATER], next: null })
        : json(200, { groups: [THIS], next: '2026-12-07' })
    const { user } = show({ own: [game(9, '2026-12-12')] })
    const more = await screen.findByRole('link', { name: 'Load more' })
    expect(more.getAttribute('href')).toBe('/releases?from=2026-12-07')
    expect(headings()).toEqual(['This week'])
    await user.click(more)
    await screen.findByRole('heading', { name: 'Dec 7 – 13' })
    expect(namesIn('Dec 7 – 13')).toEqual(['Game 3', 'Game 9'])
    expect(screen.queryByRole('link', { name: 'Load more' })).toBeNull()
    expect(sent(LIST).map(({ query }) => query)).toEqual([{ span: 'coming' }, { span: 'coming', from: '2026-12-07' }])
  })

  test('loads further games of a week, without the own ones a second time', async () => {
    answers[LIST] = () => json(200, { groups: [{ ...THIS, total: 4, next: '5.igdb_2' }], next: null })
    answers['GET /api/releases/groups/2026-11-16'] = ({ query }) => {
      expect(query).toEqual({ span: 'coming', after: '5.igdb_2' })
      return json(200, { games: [game(9, '2026-11-22'), game(10, '2026-11-22')], next: null })
    }
    const { user } = show({ own: [game(9, '2026-11-22')] })
    await user.click(await screen.findByRole('button', { name: '1 more: This week' }))
    await screen.findByRole('link', { name: /Game 10/ })
    expect(namesIn('This week')).toEqual(['Game 9', 'Game 1', 'Game 2', 'Game 10'])
    expect(screen.queryByRole('button', { name: /more: / })).toBeNull()
  })

  test('filters by platform and by the own library, in the address', async () => {
    answers[LIST] = () => json(200, { groups: [THIS], next: null })
    const { user, router } = show({ own: [game(2, '2026-11-22')] })
    await screen.findByRole('heading', { name: 'This week' })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Platform' }), 'PS5')
    expect(router.state.location.search).toBe('?platform=167')
    await screen.findByRole('heading', { name: 'This week' })
    expect(sent(LIST).at(-1)?.query).toEqual({ span: 'coming', platform: '167' })
    await user.click(screen.getByRole('link', { name: 'Only mine' }))
    expect(router.state.location.search).toBe('?platform=167&mine=1')
    expect(namesIn('This week')).toEqual(['Game 2'])
  })
})

describe('a calendar without games', () => {
  test.each([
    ['/releases', 'No game in the catalogue has a future release date.', '/all-games?sort=release'],
    ['/releases?span=out', 'No game in the catalogue came out in the last 30 days.', '/all-games?sort=release'],
    ['/releases?platform=6', /^No game of this platform is in this part/, '/releases'],
    ['/releases?mine=1', /^None of the games in your library is in this part/, '/releases'],
  ])('%s says why, and leads on', async (at, text, href) => {
    answers[LIST] = () => json(200, { groups: [], next: null })
    show({ at })
    await screen.findByText(text)
    expect(
      within(screen.getByText(text).parentElement as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe(href)
  })

  test('that could not be loaded can be tried again', async () => {
    answers[LIST] = () => declined(400, 'No')
    const { user } = show({ viewer: null })
    await screen.findByText('The release calendar could not be loaded. Please try again.')
    answers[LIST] = () => json(200, { groups: [THIS], next: null })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { name: 'This week' })
  })
})
