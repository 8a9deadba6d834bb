// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { GameId, ListId, UserId } from '#shared/ids.ts'
import { declined, fakeServer, json, lastToast, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import type { ListPage } from '../lists.contract.ts'
import { ListEditor } from './list-editor.tsx'

const LIST_ID = '0197a1b2-0000-7000-8000-00000000000a' as ListId
const GAMES = `/api/lists/${LIST_ID}/games`
const card = (number: number, name: string) => ({
  id: `igdb_${number}` as GameId,
  name,
  year: 2020,
  genre: null,
  developer: null,
  cover_url: null,
})
const HADES = card(113112, 'Hades')
const at = '2026-11-20T12:00:00.000Z'
const row = (game: ReturnType<typeof card>, position: number) => ({ game, position, note: null, added_at: at })
const list = (games_count: number) =>
  ({
    ...{ id: LIST_ID, title: 'A thousand and one', description: '', is_shared: false, is_ranked: true, games_count },
    user: { id: VIEWER.id as UserId, username: 'ann', display_name: 'Ann', avatar_url: null },
    ...{ covers: [], likes_count: 0, is_liked: false, created_at: at, updated_at: at, changed_at: at },
    ...{ isHidden: false, hold: null, viewerCan: { edit: true, like: false }, played_count: 0 },
    ...{ reactions: [], comments: [], comments_count: 0 },
  }) as unknown as ListPage

const server = fakeServer()

test('a game that is added behind the loaded ones counts, and its button says that it is there', async () => {
  const first = Array.from({ length: 100 }, (_, index) => row(card(index + 1, `Game ${index + 1}`), index + 1))
  let total = 150
  server.answers[`GET ${GAMES}`] = () => json(200, { data: first, total, hasMore: true })
  server.answers['GET /api/games/suggestions'] = () => json(200, { games: [HADES] })
  server.answers[`POST ${GAMES}`] = () => {
    total = 151
    return json(201, { game: row(HADES, total), games_count: total })
  }
  const { user } = showPage(<ListEditor list={list(total)} onDone={() => {}} />)
  expect(await screen.findByText('150')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Add games' }))
  const finder = within(await screen.findByRole('dialog', { name: 'Add games' }))
  await user.type(finder.getByLabelText('Find a game'), 'Hades')
  await user.click(await finder.findByRole('button', { name: 'Add Hades' }))
  const added = await finder.findByRole<HTMLButtonElement>('button', { name: 'Hades is in the list' })
  // It keeps the focus, so it is not `disabled`.
  expect(added.getAttribute('aria-disabled')).toBe('true')
  await user.click(finder.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.getByText('151')).toBeDefined())
  expect(server.bodies(`POST ${GAMES}`)).toEqual([{ game_id: HADES.id }])
})

test('a game moves to a position that is not loaded, and Undo moves it back', async () => {
  const all = Array.from({ length: 150 }, (_, index) => card(index + 1, `Game ${index + 1}`))
  const move = `PUT /api/lists/${LIST_ID}/order`
  server.answers[`GET ${GAMES}`] = ({ query }) => {
    const from = (Number(query.page) - 1) * 100
    const data = all.map((game, index) => row(game, index + 1)).slice(from, from + 100)
    return json(200, { data, total: 150, hasMore: from === 0 })
  }
  server.answers[move] = ({ body }) => {
    const { game_id, position } = body as { game_id: string; position: number }
    const [moved] = all.splice(
      all.findIndex(({ id }) => id === game_id),
      1,
    )
    all.splice(position - 1, 0, moved as (typeof all)[number])
    return json(200, { position })
  }
  const { user } = showPage(<ListEditor list={list(150)} onDone={() => {}} />)
  const first = await screen.findByRole('button', { name: '1: choose a position for Game 1' })
  await user.click(first)
  const dialog = within(await screen.findByRole('dialog', { name: 'Move Game 1' }))
  const field = dialog.getByLabelText('Position')
  for (const wrong of ['0', '151', '']) {
    await user.clear(field)
    if (wrong) await user.type(field, wrong)
    await user.click(dialog.getByRole('button', { name: 'Move' }))
    expect(dialog.getByText('A whole number from 1 to 150')).toBeDefined()
  }
  await user.clear(field)
  await user.type(field, '140{Enter}')
  await waitFor(() => expect(lastToast()?.title).toBe('Game 1 is at position 140'))
  expect(server.bodies(move)).toEqual([{ game_id: 'igdb_1', position: 140 }])
  // The loaded rows are the first hundred of the new order.
  await screen.findByRole('button', { name: '100: choose a position for Game 101' })
  expect(screen.queryByRole('button', { name: /choose a position for Game 1$/ })).toBeNull()
  lastToast()?.undo?.()
  await screen.findByRole('button', { name: '1: choose a position for Game 1' })
  expect(server.bodies(move)[1]).toEqual({ game_id: 'igdb_1', position: 1 })
})

test('all rows of a long list can be shown at once', async () => {
  const all = Array.from({ length: 250 }, (_, index) => row(card(index + 1, `Game ${index + 1}`), index + 1))
  server.answers[`GET ${GAMES}`] = ({ query }) => {
    const from = (Number(query.page) - 1) * 100
    return json(200, { data: all.slice(from, from + 100), total: 250, hasMore: from < 200 })
  }
  const { user } = showPage(<ListEditor list={list(250)} onDone={() => {}} />)
  await user.click(await screen.findByRole('button', { name: 'Show all 250 games' }))
  await screen.findByRole('button', { name: '250: choose a position for Game 250' })
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('a list without a title is not saved, and its field gets the focus', async () => {
  server.answers[`GET ${GAMES}`] = () => json(200, { data: [], total: 0, hasMore: false })
  const { user } = showPage(<ListEditor list={list(0)} onDone={() => {}} />)
  const title = await screen.findByRole('textbox', { name: 'Title' })
  await user.clear(title)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(title)
  expect(server.sent(`PUT /api/lists/${LIST_ID}`)).toEqual([])
})

test('after a conflict the form shows both texts, and saves over the other version only when the author chooses so [G59]', async () => {
  const other = { ...list(0), title: 'Of the other tab', updated_at: '2026-11-21T09:00:00.000Z' }
  const edit = `PUT /api/lists/${LIST_ID}`
  server.answers[`GET ${GAMES}`] = () => json(200, { data: [], total: 0, hasMore: false })
  server.answers[`GET /api/lists/${LIST_ID}`] = () => json(200, { list: other })
  server.answers[edit] = ({ body }) =>
    body.updated_at === other.updated_at
      ? json(200, { list: other })
      : declined(409, 'This item was changed by someone else', 'changed_by_somebody')
  const onDone = vi.fn<() => void>()
  const { user } = showPage(<ListEditor list={list(0)} onDone={onDone} />)
  const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })
  await user.clear(title)
  await user.type(title, 'Of this tab')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const notice = within(await screen.findByRole('alert', { name: 'Another version' }))
  expect(notice.getByText('Of the other tab')).toBeDefined()
  expect(title.value).toBe('Of this tab')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sent(edit)).toHaveLength(2))
  expect(onDone).not.toHaveBeenCalled()
  await user.click(notice.getByRole('button', { name: 'Save mine' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(server.bodies(edit).at(-1)).toMatchObject({ title: 'Of this tab', updated_at: other.updated_at })
})
