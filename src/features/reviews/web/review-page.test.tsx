// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ReviewId } from '#shared/ids.ts'
import { fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'
import { GAME, review } from '#tests/browser/reviews.tsx'
import { ReviewScreen } from './review-page.tsx'

const OTHER = '0197a1b2-0000-7000-8000-000000000102' as ReviewId

const { sent } = fakeServer(({ method, path }) => {
  if (method !== 'GET') return null
  if (path === '/api/reviews/talk') return json(200, { data: [] })
  if (path === `/api/games/${GAME.id}/reviews`) {
    const other = review({ id: OTHER, rating: 2, user: { ...review().user, display_name: 'Ola' } })
    return json(200, { data: [review(), other], total: 2, hasMore: false })
  }
  return null
})

test('the page of a review has its author, like, bookmark and share, and other reviews of the game [G29]', async () => {
  showPage(<ReviewScreen review={review()} />)
  const article = within(screen.getByRole('article', { name: 'Review by Juno' }))
  for (const name of ['Like, 12 so far', 'Save', 'Share']) expect(article.getByRole('button', { name })).toBeDefined()
  const others = within(await screen.findByRole('region', { name: 'Other reviews' }))
  const links = others.getAllByRole('link').map((link) => link.getAttribute('href'))
  // The first one leads to all reviews of the game; its own review is not among the others.
  expect(links).toEqual([`/game/${GAME.id}#reviews`, `/reviews/${OTHER}`])
  expect(others.getByText('Ola')).toBeDefined()
  expect(sent(`GET /api/games/${GAME.id}/reviews`)).toHaveLength(1)
})
