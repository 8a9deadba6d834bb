// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { libraryWritten } from '#features/library/web/library.slots.ts'
import { fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'
import { GAME, summary } from '#tests/browser/reviews.tsx'
import { installContributions, publish } from '#web/slots.tsx'
import type { ReviewSummary } from '../reviews.contract.ts'
import { Ratings } from './ratings.widgets.tsx'
import { reviewsContributions } from './reviews.contributions.ts'

const server = fakeServer()
const UNRATED = { average: null, ratings: 0, total: 0, histogram: Array(10).fill(0) }
const counts = (added: number, playing = 0, finished = 0, dropped = 0) => ({
  members: { added, playing, finished, dropped },
})

function show(more: Partial<ReviewSummary>) {
  server.answers[`GET /api/games/${GAME.id}/reviews/summary`] = () => json(200, summary(more))
  return showPage(
    <>
      <Ratings gameId={GAME.id} onOpen={() => {}} />
      <p>Below</p>
    </>,
  )
}

test('beside the ratings stands how many members have, play, finished and dropped the game', async () => {
  show(counts(1204, 3, 12, 1))
  expect(await screen.findByText('Added by 1,204, playing 3, finished 12, dropped 1')).toBeDefined()
  expect(screen.getByRole('heading').textContent).toBe('Ratings')
})

test('what nobody does is left out, also the ratings', async () => {
  show({ ...UNRATED, ...counts(4, 0, 2) })
  expect(await screen.findByText('Added by 4, finished 2')).toBeDefined()
  expect(screen.getByRole('heading').textContent).toBe('Members')
})

test('nothing stands there of a game that nobody has', async () => {
  const { client } = show({ ...UNRATED, ...counts(0) })
  await expect.poll(() => client.isFetching() === 0 && server.requests.length).toBe(1)
  expect(document.querySelector('section')).toBeNull()
})

test('the numbers are loaded again after a write of the library', async () => {
  onTestFinished(installContributions(reviewsContributions))
  const { client } = show(counts(4))
  expect(await screen.findByText('Added by 4')).toBeDefined()
  server.answers[`GET /api/games/${GAME.id}/reviews/summary`] = () => json(200, summary(counts(5, 1)))
  publish(libraryWritten, client, { isProgress: false })
  expect(await screen.findByText('Added by 5, playing 1')).toBeDefined()
})
