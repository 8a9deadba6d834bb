// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { GAME, summary } from '#tests/browser/reviews.tsx'
import { Histogram } from './histogram.tsx'

afterEach(cleanup)

const bars = () => screen.getAllByRole('link')

test('a screen reader reads the average, and ten links with stars and counts', () => {
  render(<Histogram gameId={GAME.id} summary={summary()} onChoose={() => {}} />)
  expect(screen.getByText('Average:').parentElement?.textContent).toBe('Average: 4.3')
  expect(screen.getByText('11 ratings · 8 reviews')).toBeTruthy()
  expect(bars().map((bar) => bar.getAttribute('aria-label'))).toEqual([
    'Half a star: 0 ratings',
    '1 star: 0 ratings',
    '1 and a half stars: 0 ratings',
    '2 stars: 0 ratings',
    '2 and a half stars: 0 ratings',
    '3 stars: 1 rating',
    '3 and a half stars: 1 rating',
    '4 stars: 2 ratings',
    '4 and a half stars: 3 ratings',
    '5 stars: 1 rating',
  ])
})

test('the highest bar has the full height and the others are in proportion', () => {
  render(<Histogram gameId={GAME.id} summary={summary()} onChoose={() => {}} />)
  const heights = bars().map((bar) =>
    Math.round(Number.parseFloat(bar.querySelector('i')?.style.getPropertyValue('--h') ?? '')),
  )
  expect(heights).toEqual([0, 0, 0, 0, 0, 33, 33, 67, 100, 33])
})

test('the bar of the viewer’s own stars is highlighted, and its label says so', () => {
  render(<Histogram gameId={GAME.id} summary={summary({ myStars: 4 })} onChoose={() => {}} />)
  const own = screen.getByRole('link', { name: '4 stars: 2 ratings, one of them yours' })
  expect(own.closest('li')?.className).toBe('hist-mine')
  expect(document.querySelectorAll('.hist-mine')).toHaveLength(1)
})

test('a bar links to the reviews with its stars, and a plain click filters without navigation', () => {
  const choose = vi.fn()
  render(<Histogram gameId={GAME.id} summary={summary()} chosen={4.5} onChoose={choose} />)
  const bar = screen.getByRole('link', { name: /^4 and a half stars/ })
  expect(bar.getAttribute('href')).toBe('/game/igdb_113112?rating=4.5#reviews')
  expect(bar.getAttribute('aria-current')).toBe('true')
  fireEvent.click(bar, { ctrlKey: true })
  expect(choose).not.toHaveBeenCalled()
  expect(fireEvent.click(bar)).toBe(false)
  expect(choose).toHaveBeenCalledWith(4.5)
})

test('stars without a review have bars that lead nowhere', () => {
  render(<Histogram gameId={GAME.id} summary={summary({ ratings: 8, total: 0 })} onChoose={() => {}} />)
  expect(screen.getByText('8 ratings')).toBeTruthy()
  expect(screen.queryAllByRole('link')).toEqual([])
  expect(screen.getByRole('img', { name: '4 stars: 2 ratings' })).toBeTruthy()
})
