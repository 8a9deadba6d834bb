// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Pagination, pageNumbers } from './pagination.tsx'

afterEach(cleanup)

test.each([
  [1, 1, '1'],
  [1, 3, '1 2 3'],
  [1, 20, '1 2 3 4 0 20'],
  [3, 20, '1 2 3 4 0 20'],
  [4, 20, '1 2 3 4 5 0 20'],
  [5, 20, '1 0 4 5 6 0 20'],
  [17, 20, '1 0 16 17 18 19 20'],
  [20, 20, '1 0 17 18 19 20'],
  [2, 5, '1 2 3 4 5'],
])('page %i of %i shows %s', (page, pages, shown) => {
  expect(pageNumbers(page, pages).join(' ')).toBe(shown)
})

test('the current page is marked, and the ends have no link beyond them', () => {
  render(<Pagination page={1} pages={9} href={(page) => `/all-games?page=${page}`} />)
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('1')
  expect(screen.queryByRole('link', { name: 'Previous page' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe('/all-games?page=2')
})

test('one page needs no links', () => {
  const { container } = render(<Pagination page={1} pages={1} href={String} />)
  expect(container.innerHTML).toBe('')
})
