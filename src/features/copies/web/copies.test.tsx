// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { LibraryShelf } from '#features/library-pages/web/library-shelf.tsx'
import { declined, json, VIEWER } from '#tests/browser/fake-server.tsx'
import {
  answers,
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
import { expectEscapeAsks } from '#tests/browser/typed-words.ts'
import type { Copy } from '../copies.contract.ts'
import { COPY_TEXTS } from '../copies.texts.ts'

const DISC = '0197a1b2-0000-7000-8000-0000000000d1'
const shelf = {
  status: 'all',
  sort: 'recent',
  order: 'desc',
  search: '',
  platform: '',
  genre: '',
  view: 'grid',
} as const
const path = `/api/library/${KNIGHT.id}/copies`
const NOTHING = {
  platform: null,
  store: null,
  edition: null,
  is_physical: false,
  got_on: null,
  price: null,
  currency: null,
  lent_to: null,
  lent_on: null,
}
let copies: Copy[]

/** An API that stores the copies of the panel's game. */
beforeEach(() => {
  const made = (body: object, id = DISC) => ({ id, ...body }) as Copy
  copies = [
    made({
      ...NOTHING,
      platform: 'Switch',
      is_physical: true,
      store: 'Corner shop',
      got_on: '2019-05',
      price: 19.99,
      currency: 'EUR',
      lent_to: 'Ann',
      lent_on: '2026-02-01',
    }),
  ]
  answers[`GET ${path}`] = () => json(200, { copies })
  answers['GET /api/library/copies'] = () =>
    json(200, {
      total: copies.length,
      lent: copies.filter(({ lent_to }) => lent_to).length,
      platforms: [{ name: 'Switch', count: 1 }],
      stores: [],
      editions: [],
      years: [{ name: '2019', count: 1 }],
      borrowers: [{ name: 'Ann', count: 1 }],
      has_prices: true,
      currency: 'EUR',
    })
  answers[`POST ${path}`] = ({ body }) => {
    const copy = made(body, `0197a1b2-0000-7000-8000-0000000000d${copies.length + 2}`)
    copies = [...copies, copy]
    return json(201, { copy })
  }
  answers[`PUT ${path}/${DISC}`] = ({ body }) => {
    copies = [made(body)]
    return json(200, { copy: copies[0] })
  }
  answers[`DELETE ${path}/${DISC}`] = () => {
    copies = []
    return json(204)
  }
})

const dialogOf = (name: string) => screen.findByRole('dialog', { name })
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('the copies of a game', () => {
  test('stand in its panel with their number, and in the dialog with their facts', async () => {
    await showPanel({ status: 'playing' })
    await press('1 copy')
    const dialog = within(await dialogOf('Copies of Hollow Knight'))
    expect((await dialog.findByRole('listitem')).textContent).toBe(
      'Switch, physicalCorner shop · May 2019 · €19.99Lent to Ann since Feb 1, 2026',
    )
  })

  test('a copy is added with what is typed, and the last currency', async () => {
    copies = []
    await showPanel({ status: 'playing' })
    await press('Copies')
    expect(await screen.findByText(/^No copy noted/)).toBeTruthy()
    await press('Add a copy')
    const form = within(await dialogOf('Add a copy'))
    fill('Store', ' GOG ')
    fill('Got on', '2020.3')
    fill('Price', '9,5')
    await waitFor(() => expect(form.getByLabelText<HTMLSelectElement>('Currency').value).toBe('EUR'))
    await click(form.getByRole('button', { name: 'Add' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add a copy' })).toBeNull())
    expect(writes()).toMatchObject([
      { method: 'POST', path, body: { ...NOTHING, store: 'GOG', got_on: '2020-03', price: 9.5, currency: 'EUR' } },
    ])
    expect(await screen.findByText('GOG · March 2020 · €9.50')).toBeTruthy()
  })

  test('wrong values stay in the form with the sentences of the server, and nothing is sent', async () => {
    await showPanel({ status: 'playing' })
    await press('1 copy')
    await press('Edit Switch, physical')
    const form = within(await dialogOf('Edit copy'))
    fill('Got on', '2999')
    fill('Price', '-1')
    fill('Lent to', '')
    await click(form.getByRole('button', { name: 'Save' }))
    for (const sentence of [
      'This day is in the future',
      'A price cannot be below 0',
      'Name the person who has it, or leave the day empty',
    ])
      expect(form.getByText(sentence)).toBeTruthy()
    expect(document.activeElement).toBe(form.getByLabelText('Got on'))
    fill('Price', 'much')
    expect(form.getByText('A price is a number such as 59.99')).toBeTruthy()
    fill('Got on', '2020')
    fill('Lent to', 'Bob')
    fill('Lent since', '2019')
    expect(form.getByText('It cannot be lent before you got it')).toBeTruthy()
    expect(writes()).toEqual([])
  })

  test('a save over a copy that another tab has changed says so, and the next one replaces it', async () => {
    const PUT = `PUT ${path}/${DISC}`
    const stored = answers[PUT]
    answers[PUT] = (sent) => (sent.body.seen ? declined(409, COPY_TEXTS.changed, 'changed_by_somebody') : stored!(sent))
    await showPanel({ status: 'playing' })
    await press('1 copy')
    await press('Edit Switch, physical')
    const form = within(await dialogOf('Edit copy'))
    fill('Store', 'Flea market')
    await click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText(COPY_TEXTS.changed)).toBeTruthy()
    expect(form.getByLabelText<HTMLInputElement>('Store').value).toBe('Flea market')
    await click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit copy' })).toBeNull())
    expect(writes().map(({ body }) => body)).toMatchObject([
      { store: 'Flea market', seen: { platform: 'Switch', store: 'Corner shop', lent_to: 'Ann' } },
      { store: 'Flea market' },
    ])
  })

  test('Escape closes the form, and asks before typed words are lost; Cancel does not ask', async () => {
    await showPanel({ status: 'playing' })
    await press('1 copy')
    await press('Add a copy')
    await dialogOf('Add a copy')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add a copy' })).toBeNull())
    await press('Add a copy')
    await dialogOf('Add a copy')
    await expectEscapeAsks(screen.getByLabelText('Edition'), 'Collectors')
    await press('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add a copy' })).toBeNull())
  })

  test('a refusal of the server stays in the form', async () => {
    answers[`PUT ${path}/${DISC}`] = () => declined(404, 'Copy not found')
    await showPanel({ status: 'playing' })
    await press('1 copy')
    await press('Edit Switch, physical')
    await click(within(await dialogOf('Edit copy')).getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Copy not found')
  })

  test('a deleted copy comes back with all of it by Undo', async () => {
    const [{ id: _, ...copy } = {} as Copy] = copies
    await showPanel({ status: 'playing' })
    await press('1 copy')
    const button = await screen.findByRole('button', { name: 'Delete Switch, physical' })
    act(() => button.focus())
    await click(button)
    await toastShows('Copy deleted')
    expect(await screen.findByText(/^No copy noted/)).toBeTruthy()
    // The deleted row had the focus.
    const dialog = await dialogOf('Copies of Hollow Knight')
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await undoLast()
    await waitFor(() => expect(writes().at(-1)).toMatchObject({ method: 'POST', path, body: copy }))
    expect(await screen.findByText('Switch, physical')).toBeTruthy()
  })

  test('a failed read says so and tries again', async () => {
    const works = answers[`GET ${path}`]
    answers[`GET ${path}`] = () => declined(400, 'Something went wrong.')
    await showPanel({ status: 'playing' })
    await press('Copies')
    expect(await screen.findByText('Your copies could not be loaded.')).toBeTruthy()
    if (works) answers[`GET ${path}`] = works
    await press('Try again')
    expect(await screen.findByText('Switch, physical')).toBeTruthy()
  })

  test('a game that is not in the library asks for a status first, and no copies are requested', async () => {
    await showPanel(null)
    await press('Copies')
    await toastShows('Choose a status first: copies belong to games of your library')
    expect(requests.filter((request) => request.path === path)).toEqual([])
  })
})

describe('the library', () => {
  beforeEach(() => {
    storeEntry(entryOf(HADES.id))
    storeEntry(entryOf(KNIGHT.id))
  })

  test('counts copies and filters by them', async () => {
    const { router } = show(<LibraryShelf shelf={shelf} userId={VIEWER.id} />)
    const group = within(await screen.findByRole('group', { name: 'Copies' }))
    expect(group.getByText('1 copy, 1 lent')).toBeTruthy()
    await act(async () => fireEvent.change(group.getByLabelText('Copy'), { target: { value: 'lent' } }))
    expect(router.state.location.search).toBe('?copy=lent')
    expect(group.queryByLabelText('Store')).toBeNull()
  })

  test('filters by borrower, year and price, and shows which', async () => {
    const by = { ...shelf, filters: { copy_lent_to: 'Ann', copy_price: '5..7' } }
    const { router } = show(<LibraryShelf shelf={by} userId={VIEWER.id} />)
    const group = within(await screen.findByRole('group', { name: 'Copies' }))
    expect([group.getByLabelText('Borrower'), group.getByLabelText('Price')]).toMatchObject([
      { value: 'Ann' },
      { value: '5..7' },
    ])
    await act(async () => fireEvent.change(group.getByLabelText('Year got'), { target: { value: '2019' } }))
    expect(router.state.location.search).toBe('?copy_got=2019&copy_lent_to=Ann&copy_price=5..7')
    expect([group.queryByLabelText('Edition'), group.queryByLabelText('Store')]).toEqual([null, null])
  })

  test('shows no filters by copies to a member without copies', async () => {
    copies = []
    show(<LibraryShelf shelf={shelf} userId={VIEWER.id} />)
    await screen.findByRole('list', { name: 'My games' })
    await waitFor(() => expect(requests.some((request) => request.path === '/api/library/copies')).toBe(true))
    expect(screen.queryByRole('group', { name: 'Copies' })).toBeNull()
  })
})
