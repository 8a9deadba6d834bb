// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GameId } from '#shared/ids.ts'
import { announced, drag, placeRows, pressDragKey } from '#tests/browser/dragging.ts'
import type { ListGame } from '../lists.contract.ts'
import { ListOrder } from './list-order.tsx'

const NAMES = ['Hades', 'Tunic', 'Celeste']
const games = NAMES.map(
  (name, at): ListGame => ({
    game: { id: `igdb_${at + 1}` as GameId, name, year: 2020, genre: null, developer: null, cover_url: null },
    position: at + 1,
    note: name === 'Tunic' ? 'Bring a notebook.' : null,
    added_at: '2026-03-01T12:00:00.000Z',
  }),
)

let moved: [GameId, GameId | null][]
let removed: string[]
let notes: [GameId, string][]

beforeEach(() => {
  moved = []
  removed = []
  notes = []
  placeRows()
  render(
    <ListOrder
      games={games}
      total={3}
      onMove={(gameId, after) => moved.push([gameId, after])}
      onPosition={() => {}}
      onRemove={({ game }) => removed.push(game.name)}
      onNote={(gameId, note) => notes.push([gameId, note])}
    />,
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const handle = (name: string) => screen.getByRole('button', { name: new RegExp(`^Move ${name}, position`) })

test('the keyboard moves a game, and a live region announces every step', async () => {
  handle('Hades').focus()
  fireEvent.keyDown(handle('Hades'), { code: 'Space' })
  await waitFor(() => expect(announced()).toBe('Hades is picked up. It is at position 1 of 3.'))
  await pressDragKey('ArrowDown')
  await waitFor(() => expect(announced()).toBe('Hades moves to position 2 of 3.'))
  await pressDragKey('Space')
  await waitFor(() => expect(announced()).toBe('Hades is put down at position 2 of 3.'))
  expect(moved).toEqual([['igdb_1', 'igdb_2']])
})

test('Escape cancels the move of a game', async () => {
  fireEvent.keyDown(handle('Celeste'), { code: 'Space' })
  await waitFor(() => expect(announced()).toContain('Celeste'))
  await pressDragKey('Escape')
  await waitFor(() => expect(announced()).toBe('Celeste stays at position 3 of 3.'))
  expect(moved).toEqual([])
})

test('a button moves a game to the top, and is disabled for the first game', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Move Celeste to the top' }))
  expect(moved).toEqual([['igdb_3', null]])
  expect(document.activeElement).toBe(handle('Celeste'))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move Hades to the top' }).disabled).toBe(true)
})

test('a note is saved when its field loses the focus, and only if it has changed', async () => {
  const field = screen.getByRole('textbox', { name: 'Note on Tunic' })
  await userEvent.click(field)
  await userEvent.tab()
  expect(notes).toEqual([])
  await userEvent.type(field, ' Draw the map.{Enter}')
  expect(notes).toEqual([['igdb_2', 'Bring a notebook. Draw the map.']])
})

test('a game is removed by its button', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Remove Tunic' }))
  expect(removed).toEqual(['Tunic'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Celeste' }))
})

test('when the last game is removed, the focus goes to the one before it', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Remove Celeste' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Tunic' }))
})

// The last test: after a drop dnd-kit ignores clicks for a moment.
test('a drag by the handle moves a game behind the one above its new position', async () => {
  await drag(handle('Celeste'), 2, 1, 'Celeste moves to position 2 of 3.')
  await waitFor(() => expect(moved).toEqual([['igdb_3', 'igdb_1']]))
})
