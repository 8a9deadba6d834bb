// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'
import { ownReview, REVIEW_ID } from '#tests/browser/reviews.tsx'
import { LatestReviews } from './latest-reviews.widgets.tsx'

const LATEST = 'GET /api/reviews'
const { answers, sent } = fakeServer()

test('the latest reviews lead to their pages, and a folded one shows its placeholder', async () => {
  const folded = ownReview({
    ...{ id: '0197a1b2-0000-7000-8000-000000000188' as typeof REVIEW_ID, review_text: '' },
    fold: { writtenAt: 80, readerAt: null },
  })
  const data = [ownReview({ review_text: 'Glad to die.' }), folded]
  answers[LATEST] = () => json(200, { data, total: 2, hasMore: false })
  showPage(<LatestReviews />, { viewer: null })
  const rows = within(await screen.findByRole('list', { name: 'New reviews' })).getAllByRole('article')
  expect(rows).toHaveLength(2)
  const [first, second] = rows.map((row) => within(row))
  expect(first?.getByRole('link', { name: 'Review of Hades' }).getAttribute('href')).toBe(`/reviews/${REVIEW_ID}`)
  expect(first?.getByText('Glad to die.')).toBeDefined()
  expect(second?.getByText(/^Written at 80\s% of the game\.$/)).toBeDefined()
  expect(sent(LATEST).map(({ query }) => query)).toEqual([{ latest: '1', limit: '3' }])
})

test('without a review there is no section', async () => {
  answers[LATEST] = () => json(200, { data: [], total: 0, hasMore: false })
  const { client } = showPage(<LatestReviews />, { viewer: null })
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(screen.queryByRole('heading')).toBeNull()
})
