// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeServer, json, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import { ADMIN, emptyLibrary, gamesOf, PLAYLIST_ID, playlistOf } from '#tests/browser/playlists.ts'
import { notifyListeners } from '#web/live/subscriptions.ts'
import { PlaylistCards } from './playlist-cards.tsx'
import { TypeLabel } from './playlist-parts.tsx'
import { FeaturedShowcase, Showcase } from './playlists.widgets.tsx'

const FEATURED = 'GET /api/playlists/featured'
const server = fakeServer(emptyLibrary)
const show = (more: Parameters<typeof playlistOf>[0] = {}, viewer: object | null = null) =>
  showPage(<Showcase playlist={playlistOf(more)} />, { viewer })
const strip = (name = 'Rainy days') => within(screen.getByRole('region', { name }))

test('the showcase shows title, date, description and the first five of seven games [R-SHOW-01]', async () => {
  show({ games: gamesOf(7) })
  expect(strip().getByRole('heading', { name: 'Rainy days' })).toBeTruthy()
  expect(strip().getByText('November 20, 2026')).toBeTruthy()
  expect(strip().getByText('For an evening indoors.')).toBeTruthy()
  const names = strip()
    .getAllByRole('link', { name: /^Game/ })
    .map((link) => link.textContent)
  expect(names).toEqual([1, 2, 3, 4, 5].map((at) => expect.stringContaining(`Game ${at}, 2020`)))
})

test('only an admin sees Edit, which leads to the editor [R-SHOW-02]', () => {
  show({}, ADMIN)
  expect(strip().getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`/admin/playlists/${PLAYLIST_ID}/edit`)
})

test.each([
  ['a member', VIEWER],
  ['a visitor', null],
])('%s sees no Edit [R-SHOW-02]', (_who, viewer) => {
  show({}, viewer)
  expect(strip().queryByRole('link', { name: 'Edit' })).toBeNull()
})

test('View Details leads to the playlist, See all Featured to its type [R-SHOW-03 R-SHOW-04]', () => {
  show()
  expect(strip().getByRole('link', { name: 'View Details' }).getAttribute('href')).toBe(`/playlists/${PLAYLIST_ID}`)
  expect(strip().getByRole('link', { name: 'See all Featured' }).getAttribute('href')).toBe(
    '/playlists/category/featured',
  )
})

test('a playlist without games renders nothing [R-SHOW-05]', () => {
  show({ games: [] })
  expect(screen.queryByRole('region')).toBeNull()
})

test('no featured playlist with games renders nothing [R-SHOW-05]', async () => {
  server.answers[FEATURED] = () => json(200, { playlists: [playlistOf({ games: [] })] })
  showPage(<FeaturedShowcase />, { viewer: null })
  await waitFor(() => expect(server.sent(FEATURED)).toHaveLength(1))
  expect(screen.queryByRole('region')).toBeNull()
})

test('the type label with its icon is in the showcase and on cards [R-SHOW-06]', () => {
  showPage(
    <>
      <Showcase playlist={playlistOf({ type: 'event', start_date: '2026-11-01' })} />
      <PlaylistCards label="Genre playlists" playlists={[playlistOf({ type: 'genre' })]} />
    </>,
    { viewer: null },
  )
  const iconBeside = (label: HTMLElement) => label.querySelector('use')?.getAttribute('href')
  expect(iconBeside(strip().getByText('Event'))).toBe('#i-calendar')
  const cards = within(screen.getByRole('list', { name: 'Genre playlists' }))
  expect(iconBeside(cards.getByText('Genre'))).toBe('#i-tag')
})

test('each type has its label, and an unknown one that of Custom [R-PLDATA-16]', () => {
  showPage(
    ['featured', 'collection', 'event', 'genre', 'custom', 'seasonal'].map((type) => (
      <TypeLabel key={type} type={type} />
    )),
  )
  const labels = [...document.querySelectorAll('.pl-type')].map((label) => label.textContent)
  expect(labels).toEqual(['Featured', 'Collection', 'Event', 'Genre', 'Custom', 'Custom'])
})

test('the first featured playlist has its games, the others their titles', async () => {
  const other = playlistOf({ id: '0197a1b2-0000-7000-8000-0000000000c2' as never, title: 'Short and sweet' })
  server.answers[FEATURED] = () => json(200, { playlists: [playlistOf(), other] })
  showPage(<FeaturedShowcase />, { viewer: null })
  expect((await screen.findByRole('link', { name: 'Short and sweet' })).getAttribute('href')).toBe(
    `/playlists/${other.id}`,
  )
  expect(screen.getAllByRole('region')).toHaveLength(1)
})

test('a burst of events refetches the showcase once [R-PLDATA-11 R-PLDATA-12]', async () => {
  let title = 'Before'
  server.answers[FEATURED] = () => json(200, { playlists: [playlistOf({ title })] })
  showPage(<FeaturedShowcase />, { viewer: VIEWER })
  await screen.findByRole('heading', { name: 'Before' })
  title = 'After'
  await act(async () => {
    for (let event = 0; event < 10; event += 1)
      notifyListeners(event % 2 ? 'playlists' : 'playlist_games', {
        table: 'playlists',
        action: 'UPDATE',
        id: PLAYLIST_ID,
      })
  })
  expect(await screen.findByRole('heading', { name: 'After' })).toBeTruthy()
  expect(server.sent(FEATURED)).toHaveLength(2)
})

test('the state of an event follows the clock, also past midnight in UTC on a page that was rendered before [G34]', async () => {
  vi.setSystemTime(new Date('2026-11-30T23:59:50Z'))
  show({ type: 'event', start_date: '2026-11-01', end_date: '2026-11-30' })
  expect(strip().getByText('Live')).toBeTruthy()
  vi.setSystemTime(new Date('2026-12-01T00:00:05Z'))
  // The page was rendered on the day before.
  show({ title: 'A cached one', type: 'event', start_date: '2026-11-01', end_date: '2026-11-30' })
  expect(await strip('A cached one').findByText('Ended')).toBeTruthy()
})

test('Live is yellow only for a member who has one of the games', async () => {
  const event = { type: 'event', start_date: '2026-11-01', end_date: null } as const
  server.answers['GET /api/library/marks'] = () =>
    json(200, { marks: { igdb_2: { status: 'playing', user_rating: null, is_liked: false } } })
  show(event, VIEWER)
  await waitFor(() => expect(strip().getByText('Live').className).toContain('pl-state-joined'))
})

test('a visitor sees Live in the colour of the text', () => {
  show({ type: 'event', start_date: '2026-11-01' })
  expect(strip().getByText('Live').className).not.toContain('joined')
})
