// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'
import { GAME, review, summary } from '#tests/browser/reviews.tsx'
import { GameReviews } from './game-reviews.widgets.tsx'

fakeServer(({ method, path, query }) => {
  if (method !== 'GET') return null
  if (path === `/api/games/${GAME.id}/reviews/summary`)
    return json(200, summary({ platforms: [{ name: 'Switch', count: 8 }] }))
  if (path === `/api/games/${GAME.id}/reviews`) {
    const data = query.platform === undefined ? [review()] : []
    return json(200, { data, total: data.length, hasMore: false })
  }
  return null
})

test('a filter that nothing matches can be removed, also one that no control shows', async () => {
  const { user, router } = showPage(<GameReviews game={GAME} />, { at: `/game/${GAME.id}?platform=Vectrex#reviews` })
  expect(await screen.findByText('No matching reviews')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Show all reviews' }))
  expect(await screen.findByRole('list', { name: 'Reviews of Hades' })).toBeDefined()
  expect(router.state.location.search).toBe('')
})
