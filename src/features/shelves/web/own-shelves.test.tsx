// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { LibraryShelf } from '#features/library-pages/web/library-shelf.tsx'
import { UpNext } from '#features/library-pages/web/up-next.widgets.tsx'
import { declined, json, VIEWER } from '#tests/browser/fake-server.tsx'
import {
  answers,
  CARDS,
  cardOf,
  click,
  entryOf,
  HADES,
  KNIGHT,
  press,
  requests,
  show,
  showPanel,
  storeEntry,
  toastShows,
  undoLast,
  writes,
} from '#tests/browser/library.tsx'
import type { OwnShelf } from '../own-shelves.contract.ts'

const COOP = '0197a1b2-0000-7000-8000-0000000000c1'
const LENT = '0197a1b2-0000-7000-8000-0000000000c2'
const shelf = {
  status: 'all',
  sort: 'recent',
  order: 'desc',
  search: '',
  platform: '',
  genre: '',
  view: 'grid',
} as const
let shelves: OwnShelf[]

/** An API that stores the shelves, each with the games of the panel's test or none. */
beforeEach(() => {
  const one = (id: string, name: string, more: Partial<OwnShelf> = {}): OwnShelf => ({
    id: id as OwnShelf['id'],
    name,
    color: 'grey',
    is_shown: false,
    is_queue: false,
    games_count: 0,
    has_game: false,
    ...more,
  })
  shelves = [one(COOP, 'Couch co-op', { color: 'blue', games_count: 1, has_game: true }), one(LENT, 'Lent')]
  answers['GET /api/library/shelves'] = () => json(200, { shelves })
  answers['POST /api/library/shelves'] = ({ body }) => {
    const made = one('0197a1b2-0000-7000-8000-0000000000c3', String(body.name), { color: body.color as 'red' })
    shelves = [...shelves, made]
    return json(201, { shelf: made })
  }
  answers['POST /api/library/bulk/shelf'] = ({ body }) => {
    shelves = shelves.map((shelf) => (shelf.id === body.shelf_id ? { ...shelf, has_game: Boolean(body.is_on) } : shelf))
    return json(200, { changed: (body.game_ids as string[]).length, undo_id: VIEWER.id })
  }
  for (const id of [COOP, LENT]) {
    answers[`PATCH /api/library/shelves/${id}`] = ({ body }) => {
      shelves = shelves.map((shelf) => (shelf.id === id ? { ...shelf, ...body } : shelf))
      return json(200, { shelf: shelves.find((shelf) => shelf.id === id) })
    }
    answers[`DELETE /api/library/shelves/${id}`] = () => {
      shelves = shelves.filter((shelf) => shelf.id !== id)
      return json(204)
    }
  }
})

describe('the panel of a game', () => {
  test('shows the shelves of the game, and a tick puts it on another one', async () => {
    await showPanel({ status: 'playing' })
    await press('Shelves: Couch co-op')
    const dialog = within(await screen.findByRole('dialog', { name: 'Shelves' }))
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /^Couch co-op/ }).checked).toBe(true)
    await click(dialog.getByRole('checkbox', { name: /^Lent/ }))
    await toastShows('1 game put on Lent')
    expect(writes()).toEqual([
      {
        method: 'POST',
        path: '/api/library/bulk/shelf',
        body: { game_ids: [KNIGHT.id], shelf_id: LENT, is_on: true },
      },
    ])
  })

  test('a new name makes a shelf with a color of its own, and puts the game on it', async () => {
    await showPanel({ status: 'playing' })
    await press('Shelves: Couch co-op')
    const dialog = within(await screen.findByRole('dialog', { name: 'Shelves' }))
    await click(dialog.getByRole('button', { name: 'Add' }))
    expect(dialog.getByText('Name is required')).toBeTruthy()
    fireEvent.change(dialog.getByLabelText('New shelf'), { target: { value: 'On disc' } })
    await click(dialog.getByRole('button', { name: 'Add' }))
    await toastShows('1 game put on On disc')
    expect(writes().map(({ body }) => body)).toMatchObject([{ name: 'On disc', color: 'red' }, { is_on: true }])
  })

  test('a refused tick is undone, with the sentence of the server', async () => {
    answers['POST /api/library/bulk/shelf'] = () => declined(409, 'A game can be on at most 50 shelves')
    await showPanel({ status: 'playing' })
    await press('Shelves: Couch co-op')
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Lent/ })
    await click(box)
    await toastShows('The shelf was not changed')
    await waitFor(() => expect(box.checked).toBe(false))
  })

  test('a game that is not in the library asks for a status first, and no shelves are requested', async () => {
    await showPanel(null)
    await press('Shelves')
    await toastShows('Choose a status first: shelves hold games of your library')
    expect(requests.filter(({ path }) => path === '/api/library/shelves')).toEqual([])
  })
})

describe('the library', () => {
  beforeEach(() => {
    storeEntry(entryOf(HADES.id))
    storeEntry(entryOf(KNIGHT.id))
  })

  test('shelves are links that filter it, and the chosen one is marked', async () => {
    show(<LibraryShelf shelf={{ ...shelf, filters: { shelf: 'lent' } }} userId={VIEWER.id} />)
    const coop = await screen.findByRole('link', { name: 'Couch co-op 1 game' })
    expect([coop.getAttribute('href'), coop.getAttribute('aria-current')]).toEqual([
      '/profile/games?shelf=Couch+co-op',
      null,
    ])
    expect(screen.getByRole('link', { name: 'Lent 0 games' }).getAttribute('aria-current')).toBe('true')
    expect(screen.getByRole('link', { name: 'Remove the filter On “lent”' })).toBeTruthy()
  })

  test('selected games are put on a shelf in one call, with one undo', async () => {
    show(<LibraryShelf shelf={shelf} userId={VIEWER.id} />)
    await press('Select')
    await press('Select all 2 shown')
    await press('Change more')
    await click(await screen.findByRole('menuitem', { name: 'Shelves' }))
    await press('Put on Lent')
    await toastShows('2 games put on Lent')
    expect(screen.queryAllByRole('checkbox')).toEqual([])
    await undoLast()
    expect(writes()).toMatchObject([
      { path: '/api/library/bulk/shelf', body: { game_ids: [HADES.id, KNIGHT.id], shelf_id: LENT, is_on: true } },
      { path: '/api/library/bulk/undo', body: { undo_id: VIEWER.id } },
    ])
  })

  test('Enter saves a name and leaves the focus in its field', async () => {
    show(<LibraryShelf shelf={shelf} userId={VIEWER.id} />)
    await press('Edit shelves')
    const name = await screen.findByLabelText('Name of Lent')
    act(() => name.focus())
    fireEvent.change(name, { target: { value: 'Lent to Ann' } })
    fireEvent.keyDown(name, { key: 'Enter' })
    expect(await screen.findByLabelText('Name of Lent to Ann')).toBe(document.activeElement)
    await waitFor(() => expect(writes().map(({ body }) => body)).toEqual([{ name: 'Lent to Ann' }]))
  })

  test('shelves are renamed, colored, shown and deleted', async () => {
    show(<LibraryShelf shelf={shelf} userId={VIEWER.id} />)
    await press('Edit shelves')
    const name = await screen.findByLabelText('Name of Lent')
    fireEvent.change(name, { target: { value: ' Lent to Ann ' } })
    fireEvent.blur(name)
    await screen.findByLabelText('Name of Lent to Ann')
    await press('Color of Couch co-op: Blue')
    await click(await screen.findByRole('menuitemcheckbox', { name: 'Teal' }))
    await press('Show Couch co-op to others')
    expect(await screen.findByRole('button', { name: 'Hide Couch co-op from others' })).toBeTruthy()
    await press('Delete Couch co-op')
    await click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByLabelText('Name of Couch co-op')).toBeNull())
    expect(writes().map(({ method, body }) => [method, body])).toEqual([
      ['PATCH', { name: 'Lent to Ann' }],
      ['PATCH', { color: 'teal' }],
      ['PATCH', { is_shown: true }],
      ['DELETE', expect.anything()],
    ])
  })
})

describe('the queue', () => {
  const names = () =>
    screen.getAllByRole('button', { name: /^Move .*, position/ }).map((one) => one.getAttribute('aria-label'))
  const moves = () => writes().filter(({ path }) => path === '/api/library/queue/order')
  let games: (typeof HADES)[]
  beforeEach(() => {
    games = [HADES, CARDS[KNIGHT.id] as typeof HADES, cardOf('igdb_1942', 'The Witcher 3')]
    answers['GET /api/library/queue'] = ({ query }) =>
      json(200, { games: games.slice(0, Number(query.limit)), total: games.length })
    answers['PUT /api/library/queue/order'] = () => json(204)
  })

  test('the home page shows it, and its dialog moves a game at once', async () => {
    let finish = () => {}
    answers['PUT /api/library/queue/order'] = () =>
      new Promise((resolve) => {
        finish = () => resolve(json(204))
      })
    show(<UpNext />)
    expect(await screen.findByRole('heading', { name: 'Up next' })).toBeTruthy()
    await press('Change order')
    await press('Move The Witcher 3 to the top')
    expect(names()).toEqual([
      'Move The Witcher 3, position 1 of 3',
      'Move Hades, position 2 of 3',
      'Move Hollow Knight, position 3 of 3',
    ])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move The Witcher 3, position 1 of 3')
    games = [games[2] as typeof HADES, ...games.slice(0, 2)]
    await act(async () => finish())
    expect(moves().map(({ body }) => body)).toEqual([{ game_id: 'igdb_1942', after: null }])
  })

  test('a move that fails is undone, with a toast', async () => {
    answers['PUT /api/library/queue/order'] = () => declined(404, 'This game is not in your queue')
    show(<UpNext />)
    await press('Change order')
    await press('Move Hollow Knight to the top')
    await toastShows('The order was not saved')
    await waitFor(() => expect(names()[0]).toBe('Move Hades, position 1 of 3'))
  })

  test('a game is taken out with an undo', async () => {
    storeEntry(entryOf(HADES.id, { status: 'want_to_play' }))
    show(<UpNext />)
    await press('Change order')
    await press('Take Hades out of Up next')
    await toastShows('1 game taken from Up next')
    expect(writes()).toMatchObject([{ body: { game_ids: [HADES.id], shelf_id: 'queue', is_on: false } }])
  })

  test('an empty queue shows nothing', async () => {
    games = []
    const { client } = show(<UpNext />)
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(screen.queryByRole('heading')).toBeNull()
  })

  test('only a game that the member wants to play can be put in it', async () => {
    await showPanel({ status: 'completed' })
    await press('Shelves: Couch co-op')
    expect((await screen.findByRole('checkbox', { name: /^Up next/ })).hasAttribute('disabled')).toBe(true)
  })
})
