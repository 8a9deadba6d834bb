// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Poster, posterName } from './poster.tsx'
import { PosterGrid } from './poster-grid.tsx'

const COLUMNS = 3
const NAMES = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']

beforeEach(() => {
  render(
    <PosterGrid label="Games">
      {NAMES.map((name) => (
        <Poster key={name} game={{ id: name, name }} href={`/game/${name}`} />
      ))}
    </PosterGrid>,
  )
  // happy-dom computes no layout: simulate rows of three, 100 px tall.
  document.querySelectorAll<HTMLElement>('.poster').forEach((poster, i) => {
    poster.getBoundingClientRect = () => new DOMRect((i % COLUMNS) * 80, Math.floor(i / COLUMNS) * 100, 75, 100)
  })
})
afterEach(cleanup)

const at = () => document.activeElement?.querySelector('.visually-hidden')?.textContent
const from = (name: string, ...keys: string[]) => {
  screen.getByRole('link', { name }).focus()
  for (const key of keys) fireEvent.keyDown(document.activeElement!, { key })
  return at()
}

test('left and right go to the neighbour, across the end of a row', () => {
  expect(from('A', 'ArrowRight')).toBe('B')
  expect(from('C', 'ArrowRight')).toBe('D')
  expect(from('A', 'ArrowLeft')).toBe('A')
  expect(from('H', 'ArrowRight')).toBe('H')
})

test('up and down stay in the column', () => {
  expect(from('B', 'ArrowDown')).toBe('E')
  expect(from('H', 'ArrowUp')).toBe('E')
  expect(from('B', 'ArrowUp')).toBe('B')
})

test('down from above a gap goes to the last poster, and does nothing in the last row', () => {
  expect(from('F', 'ArrowDown')).toBe('H')
  expect(from('G', 'ArrowDown')).toBe('G')
})

test('below a shorter row of larger posters, the nearest poster of the next row has the focus', () => {
  // Two large posters, then rows of three.
  document.querySelectorAll<HTMLElement>('.poster').forEach((poster, i) => {
    const [column, row] = i < 2 ? [i, 0] : [(i - 2) % COLUMNS, 1 + Math.floor((i - 2) / COLUMNS)]
    poster.getBoundingClientRect = () =>
      row === 0 ? new DOMRect(column * 120, 0, 115, 150) : new DOMRect(column * 80, 60 + row * 100, 75, 100)
  })
  expect(from('A', 'ArrowDown')).toBe('C')
  expect(from('B', 'ArrowDown')).toBe('E')
  expect(from('D', 'ArrowUp')).toBe('A')
  expect(from('H', 'ArrowUp')).toBe('E')
})

test('Home and End go to the first and the last poster', () => {
  expect(from('E', 'Home')).toBe('A')
  expect(from('E', 'End')).toBe('H')
})

test('a poster’s accessible name contains everything that it shows', () => {
  const game = { id: '1', name: 'Hades', year: 2020 }
  expect(posterName(game, { status: 'completed', rating: 5, liked: true })).toBe(
    'Hades, 2020, Completed, 5 stars, liked',
  )
  expect(posterName(game, { status: null, rating: 1, liked: false })).toBe('Hades, 2020, 1 star')
  expect(posterName({ id: '2', name: 'Doom', year: null })).toBe('Doom')
})
