// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { signInRequests } from '#features/accounts/web/accounts.api.ts'
import type { Mark } from '#features/library/library.contract.ts'
import { declined, fakeServer, json, lastToast, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import { ADMIN, emptyLibrary, gamesOf, PLAYLIST_ID, playlistOf } from '#tests/browser/playlists.ts'
import type { Playlist } from '../playlists.contract.ts'
import { PlaylistGone, PlaylistScreen } from './playlist-page.tsx'
import { PlaylistsScreen } from './playlists-screen.tsx'

const MARKS = 'GET /api/library/marks'
const ADD = 'POST /api/library/bulk/add'
const UNDO = 'POST /api/library/bulk/add/undo'
const UNDO_ID = '0197a1b2-0000-7000-8000-0000000000d1'

const server = fakeServer(emptyLibrary)
afterEach(() => {
  vi.restoreAllMocks()
  signInRequests.set(null)
})

/** The marks of the first games of the playlist; the others are not in the library. */
const marked = (...statuses: Mark['status'][]) =>
  json(200, {
    marks: Object.fromEntries(
      statuses.map((status, at) => [`igdb_${at + 1}`, { status, user_rating: null, is_liked: false }]),
    ),
  })

function show(more: Partial<Playlist> = {}, viewer: object | null = VIEWER) {
  server.answers[MARKS] ??= () => marked('playing', 'want_to_play')
  return showPage(<PlaylistScreen playlist={playlistOf(more)} />, { viewer })
}
const addAll = () => screen.getByRole('button', { name: /^Add/ })

test('the head has the colours of the admin, and a text colour that can be read [G34]', () => {
  show({ metadata: { backgroundColor: '#ffee00', textColor: '#ffffff', tags: [] } }, null)
  const { style } = screen.getByRole('article')
  expect(style.getPropertyValue('--pl-bg')).toBe('#ffee00')
  expect(style.getPropertyValue('--pl-text')).toBe('#000000')
})

test('the page shows type, date, tags, creator and the games in their order [R-ROUTE-07]', () => {
  const creator = { id: VIEWER.id, username: 'mara', display_name: 'Mara', avatar_url: null }
  show({ games: gamesOf(12), creator, metadata: { ...playlistOf().metadata, tags: ['cosy', 'short'] } }, null)
  expect(screen.getByRole('heading', { level: 1, name: 'Rainy days' })).toBeTruthy()
  expect(screen.getByText('12 games')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Featured' }).getAttribute('href')).toBe('/playlists/category/featured')
  expect(screen.getByRole('link', { name: 'Mara' }).getAttribute('href')).toBe(`/profile/${VIEWER.id}`)
  const tags = within(screen.getByRole('list', { name: 'Tags' })).getAllByRole('listitem')
  expect(tags.map((tag) => tag.textContent)).toEqual(['cosy', 'short'])
  const games = within(screen.getByRole('list', { name: 'Rainy days' })).getAllByRole('link')
  expect(games.map((link) => link.getAttribute('href'))).toEqual(gamesOf(12).map(({ id }) => `/game/${id}`))
})

test('a member has played what is completed, playing or dropped [C03]', async () => {
  server.answers[MARKS] = () => marked('completed', 'playing', 'dropped', 'want_to_play')
  show({ games: gamesOf(5) })
  expect(await screen.findByText('3 of 5 played')).toBeTruthy()
})

test('without marks there is no progress', async () => {
  server.answers[MARKS] = () => declined(400, 'No')
  show()
  await waitFor(() => expect(server.sent(MARKS)).toHaveLength(1))
  await act(async () => {})
  expect(screen.queryByText(/ played$/)).toBeNull()
})

test('a visitor sees no progress', async () => {
  show({}, null)
  await act(async () => {})
  expect(screen.queryByText(/ played$/)).toBeNull()
  expect(server.sent(MARKS)).toEqual([])
})

test('all games are added with one request, and Undo removes those that were added', async () => {
  server.answers[ADD] = () => json(200, { added: 2, undo_id: UNDO_ID })
  server.answers[UNDO] = () => json(200, { removed: 2 })
  const { user } = show()
  await screen.findByText('1 of 3 played')
  server.answers[MARKS] = () => marked('playing', 'completed', 'want_to_play')
  await user.click(addAll())
  await waitFor(() => expect(lastToast()?.title).toBe('2 games added to library'))
  expect(lastToast()?.description).toBe('1 game was there already')
  expect(server.bodies(ADD)).toEqual([{ game_ids: ['igdb_1', 'igdb_2', 'igdb_3'] }])
  // The library was written, so the marks are read again.
  expect(await screen.findByText('2 of 3 played')).toBeTruthy()
  await act(async () => lastToast()?.undo?.())
  await waitFor(() => expect(server.bodies(UNDO)).toEqual([{ undo_id: UNDO_ID }]))
})

test('Undo states how many games stayed, because they have changed since', async () => {
  server.answers[ADD] = () => json(200, { added: 3, undo_id: UNDO_ID })
  server.answers[UNDO] = () => json(200, { removed: 2 })
  const { user } = show()
  await user.click(addAll())
  await waitFor(() => expect(lastToast()?.title).toBe('3 games added to library'))
  await act(async () => lastToast()?.undo?.())
  await waitFor(() => expect(lastToast()?.title).toBe('1 game stayed, because you have changed it since'))
})

test('a library that has all games says so', async () => {
  server.answers[ADD] = () => json(200, { added: 0, undo_id: null })
  const { user } = show()
  await user.click(addAll())
  await waitFor(() => expect(lastToast()?.title).toBe('All of these games are already in your library'))
  expect(lastToast()?.undo).toBeUndefined()
})

test('a failed addition says that nothing was changed', async () => {
  server.answers[ADD] = () => declined(503, 'Not now')
  const { user } = show()
  await user.click(addAll())
  await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Failed to add game to library', tone: 'danger' }))
  expect(lastToast()?.description).toBe('Nothing was changed.')
})

test('a visitor gets the sign-in dialog with the reason, and then the games are added [R-LIB-11]', async () => {
  server.answers[ADD] = () => json(200, { added: 3, undo_id: UNDO_ID })
  const { user } = show({}, null)
  await user.click(addAll())
  expect(signInRequests.get()?.description).toBe('Please sign in to add games to your library')
  expect(server.sent(ADD)).toEqual([])
  await act(async () => signInRequests.get()?.onSuccess())
  await waitFor(() => expect(server.sent(ADD)).toHaveLength(1))
})

test('a session that has ended leads to the sign-in dialog', async () => {
  server.answers[ADD] = () => declined(401, 'Not authenticated')
  const { user } = show()
  await user.click(addAll())
  await waitFor(() => expect(signInRequests.get()?.description).toBe('Please sign in to add games to your library'))
})

test('an admin sees the ribbon of a draft, Edit, and how many games are gone', () => {
  show({ isPublished: false, unlistedGames: ['igdb_9' as never] }, ADMIN)
  expect(screen.getByText('Draft')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`/admin/playlists/${PLAYLIST_ID}/edit`)
  expect(screen.getByText(/^1 game of this playlist is no longer in the catalogue/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
})

test('a member sees neither Edit nor a ribbon', () => {
  show()
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  expect(screen.queryByText('Draft')).toBeNull()
  expect(screen.getByRole('button', { name: 'Share' })).toBeTruthy()
})

test('a picture that fails to load disappears, and the colours stay', () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
  show({ coverUrl: '/api/image?url=x' }, null)
  const picture = document.querySelector('.pl-picture') as HTMLImageElement
  fireEvent.error(picture)
  expect(document.querySelector('.pl-picture')).toBeNull()
})

test('a playlist without games has a next step', () => {
  show({ games: [] }, null)
  expect(screen.getByRole('heading', { name: 'No games yet' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All playlists' }).getAttribute('href')).toBe('/playlists')
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
})

const LISTS = 'GET /api/playlists'

test('the page of all playlists has a section per type with See all, and none for an empty type [R-SHOW-04 G34]', async () => {
  server.answers[LISTS] = ({ query }) => {
    const playlists = query.type === 'event' || query.type === 'genre' ? [playlistOf({ type: query.type })] : []
    return json(200, { playlists, total: playlists.length, hasMore: false })
  }
  showPage(<PlaylistsScreen />, { viewer: null })
  const more = await screen.findAllByRole('link', { name: /^See all/ })
  expect(more.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['See all events', '/playlists/category/event'],
    ['See all genres', '/playlists/category/genre'],
  ])
  expect(server.sent(LISTS).map(({ query }) => query.type)).toEqual([
    'featured',
    'collection',
    'event',
    'genre',
    'custom',
  ])
})

test('a site without playlists says so, and a failed list can be retried', async () => {
  let isDown = true
  server.answers[LISTS] = () => (isDown ? declined(400, 'No') : json(200, { playlists: [], total: 0, hasMore: false }))
  const { user } = showPage(<PlaylistsScreen />, { viewer: null })
  await screen.findByText('The playlists could not be loaded. Your library is safe.')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'No playlists yet' })).toBeTruthy()
})

test('a playlist that disappears while it is open is announced, with a title of its own', async () => {
  showPage(<PlaylistGone path={`/playlists/${PLAYLIST_ID}`} />, { viewer: null })
  const alert = within(screen.getByRole('alert'))
  const heading = alert.getByRole('heading', { level: 1 }).textContent
  expect(document.title).toBe(`${heading} · Savepoint`)
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
})
