// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { announced, drag, placeRows, pressDragKey } from '#tests/browser/dragging.ts'
import { declined, json, lastToast } from '#tests/browser/fake-server.tsx'
import {
  ADMIN,
  answers,
  bodies,
  card,
  field,
  fill,
  openEditor,
  openTab,
  playlistOf,
  press,
  SEARCH,
  save,
  search,
  selected,
  sent,
  update,
} from '#tests/browser/playlist-editor.tsx'

const TWENTY = Array.from({ length: 20 }, (_, at) => card(at + 101))
const STORED = playlistOf()
const enter = () => fireEvent.keyDown(field('Search games'), { key: 'Enter' })

describe('the search', () => {
  test('sends one request 500 ms after the last key, with the documented parameters [R-PLED-05, R-PLED-06]', async () => {
    answers[SEARCH] = () => json(200, { games: [], total: 0, page: 1, state: 'stored', source: 'local' })
    openEditor(null, '/admin/playlists/new#games')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (const text of ['h', 'ha', 'had']) fill('Search games', text)
    await act(() => vi.advanceTimersByTimeAsync(499))
    expect(sent(SEARCH)).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(sent(SEARCH).map(({ query }) => query)).toEqual([
      { query: 'had', page: '1', limit: '20', strategy: 'igdb_first', cache: 'true' },
    ])
  })

  test('takes a text that was searched before from the cache [R-PLED-06]', async () => {
    openEditor()
    await search('had', [card(1, 'Hades')])
    await search('tun', [card(2, 'Tunic')])
    await screen.findByRole('button', { name: 'Add Tunic' })
    fill('Search games', 'had')
    await screen.findByRole('button', { name: 'Add Hades' })
    expect(sent(SEARCH)).toHaveLength(2)
  })

  test('says that nothing was found', async () => {
    openEditor()
    await search('xyz', [])
    expect(await screen.findByText('No results for “xyz”')).toBeDefined()
  })

  test('that fails says so, and can be repeated [R-PLED-25]', async () => {
    openEditor()
    answers[SEARCH] = () => declined(429, 'Too many requests')
    openTab('Games')
    fill('Search games', 'had')
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Failed to search games', tone: 'danger' }))
    answers[SEARCH] = () =>
      json(200, { games: [card(1, 'Hades')], total: 1, page: 1, state: 'stored', source: 'local' })
    press('Try again')
    expect(await screen.findByRole('button', { name: 'Add Hades' })).toBeDefined()
  })
})

describe('a search while every source fails', () => {
  test.each([{ code: 'search_unavailable', requestId: 'r' }, {}])('says so (%o) [R-CAT-38]', async (more) => {
    openEditor()
    answers[SEARCH] = () => json(503, { error: 'All search services are unavailable', ...more })
    openTab('Games')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fill('Search games', 'had')
    // The request is retried before the search gives up.
    for (let seconds = 0; seconds < 20 && !lastToast(); seconds += 1) await act(() => vi.advanceTimersByTimeAsync(1000))
    vi.useRealTimers()
    expect(lastToast()).toMatchObject({
      title: 'Failed to search games',
      description: 'All search services are unavailable',
    })
  })
})

describe('adding', () => {
  test('puts a game into Selected Games, disables its button and says so [R-PLED-07]', async () => {
    openEditor(STORED)
    await search('braid', [card(9, 'Braid')])
    press('Add Braid')
    expect(selected()).toEqual(['Hades', 'Tunic', 'Celeste', 'Braid'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Added Braid' }).disabled).toBe(true)
    expect(lastToast()).toMatchObject({ title: 'Game Added', description: 'Braid' })
  })

  test('the top 5 adds the first five that are not selected yet [R-PLED-08]', async () => {
    openEditor(playlistOf({ games: [TWENTY[1]!, TWENTY[3]!] }))
    await search('game', TWENTY)
    press('Add Top 5')
    const first = ['Game 102', 'Game 104', 'Game 101', 'Game 103', 'Game 105', 'Game 106', 'Game 107']
    expect(selected()).toEqual(first)
    press('Add Top 5')
    expect(selected()).toHaveLength(12)
  })

  test('by Enter adds the first result that is not selected yet, and saves nothing [R-PLED-09]', async () => {
    openEditor()
    await search('game', TWENTY)
    enter()
    enter()
    expect(selected()).toEqual(['Game 101', 'Game 102'])
    // The results belong to an earlier text until the next ones are there.
    fill('Search games', 'game 2')
    enter()
    expect(selected()).toHaveLength(2)
  })

  test('takes the games of a list, without those that are selected, and up to a hundred', async () => {
    openEditor(STORED)
    const LIST = '0197a1b2-0000-7000-8000-00000000000a'
    let found = [card(2, 'Tunic'), ...TWENTY]
    answers[`GET /api/profiles/${ADMIN.id}/lists`] = () =>
      json(200, {
        data: [
          { id: LIST, title: 'Short role-playing', games_count: 21, smart: { filters: 'genre=12' } },
          { id: LIST.replace(/a$/, 'b'), title: 'Nothing yet', games_count: 0, smart: null },
        ],
        total: 2,
        hasMore: false,
      })
    answers[`GET /api/lists/${LIST}/games`] = () =>
      json(200, { data: found.map((game) => ({ game })), total: 21, hasMore: false })
    openTab('Games')
    press('Add from a list')
    const addAll = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Add the games of Short role-playing' })
    fireEvent.click(await addAll())
    await waitFor(() => expect(selected()).toHaveLength(23))
    expect(selected().slice(0, 5)).toEqual(['Hades', 'Tunic', 'Celeste', 'Game 101', 'Game 102'])
    expect(lastToast()).toMatchObject({ title: '20 games added', description: 'Short role-playing' })
    press('Add from a list')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add the games of Nothing yet' }).disabled).toBe(true)
    fireEvent.click(await addAll())
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Short role-playing' }))
    found = Array.from({ length: 100 }, (_, at) => card(at + 201))
    fireEvent.click(await addAll())
    await waitFor(() => expect(selected()).toHaveLength(100))
  })

  test('stops at a hundred games (G35)', async () => {
    openEditor(playlistOf({ games: Array.from({ length: 98 }, (_, at) => card(at + 1)) }))
    await search('game', TWENTY)
    press('Add Top 5')
    expect(selected()).toHaveLength(100)
    expect(document.activeElement).toBe(field('Search games'))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add Top 5' }).disabled).toBe(true)
    enter()
    expect(selected()).toHaveLength(100)
    expect(lastToast()?.title).toBe('Playlist can contain at most 100 games')
  })
})

describe('the selected games', () => {
  beforeEach(() => {
    placeRows()
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  const handle = (name: string) => screen.getByRole('button', { name: new RegExp(`^Move ${name}, position`) })
  const open = (playlist = STORED) => openEditor(playlist, '/admin/playlists/new#games')

  test('are ordered by key, with every step spoken, and saved in that order [R-PLED-10]', async () => {
    open()
    handle('Hades').focus()
    fireEvent.keyDown(handle('Hades'), { code: 'Space' })
    await waitFor(() => expect(announced()).toBe('Hades is picked up. It is at position 1 of 3.'))
    await pressDragKey('ArrowDown')
    await waitFor(() => expect(announced()).toBe('Hades moves to position 2 of 3.'))
    await pressDragKey('Space')
    await waitFor(() => expect(selected()).toEqual(['Tunic', 'Hades', 'Celeste']))
    expect(announced()).toBe('Hades is put down at position 2 of 3.')
    await save()
    expect(bodies(update(STORED))).toMatchObject([
      { gameIds: ['2', '1', '3'], gameRefs: ['igdb_2', 'igdb_1', 'igdb_3'] },
    ])
  })

  test('are moved without dragging, from a menu', async () => {
    const { user } = open()
    await user.click(screen.getByRole('button', { name: 'Move Celeste' }))
    await user.click(await screen.findByRole('menuitem', { name: 'To the top' }))
    expect(selected()).toEqual(['Celeste', 'Hades', 'Tunic'])
  })

  test('open in a new tab [R-PLED-11]', () => {
    open()
    const link = screen.getByRole('link', { name: /^Tunic ?, opens in a new tab$/ })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/games/igdb_2', '_blank'])
  })

  test('are removed, with Undo at the same place', async () => {
    open()
    press('Remove Tunic')
    expect(selected()).toEqual(['Hades', 'Celeste'])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Celeste' }))
    expect(lastToast()?.title).toBe('Tunic is removed')
    await act(async () => lastToast()?.undo?.())
    expect(selected()).toEqual(['Hades', 'Tunic', 'Celeste'])
  })

  test('leave the focus in the search when the only one is removed', () => {
    open(playlistOf({ games: [card(1, 'Hades')] }))
    screen.getByRole('button', { name: 'Remove Hades' }).focus()
    press('Remove Hades')
    expect(selected()).toEqual([])
    expect(document.activeElement).toBe(field('Search games'))
  })

  test('are marked when they no longer stand in the catalogue (G35)', () => {
    open(playlistOf({ unlistedGames: [STORED.games[1]!.id] }))
    const rows = within(screen.getByRole('list', { name: 'Order of the games' })).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent?.includes('No longer in the lists of the catalogue.'))).toEqual([
      false,
      true,
      false,
    ])
  })

  test('are ordered by dragging [R-PLED-10]', async () => {
    open()
    await drag(handle('Celeste'), 2, 1, 'Celeste moves to position 2 of 3.')
    await waitFor(() => expect(selected()).toEqual(['Hades', 'Celeste', 'Tunic']))
  })
})
