// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ReviewId, UserId } from '#shared/ids.ts'
import { fakeServer, json, type Sent, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import { emptyLibrary } from '#tests/browser/playlists.ts'
import { GAME, review } from '#tests/browser/reviews.tsx'
import { ReviewScreen } from './review-page.tsx'

const OTHER = '0197a1b2-0000-7000-8000-000000000102' as ReviewId

const third = '0197a1b2-0000-7000-8000-000000000103' as ReviewId
const ola = { ...review().user, id: '0197a1b2-0000-7000-8000-000000000055' as UserId, display_name: 'Ola' }
const page = (...data: object[]) => json(200, { data, total: data.length, hasMore: false })

const { sent } = fakeServer(({ method, path }) => {
  if (method !== 'GET') return null
  if (path === '/api/reviews/talk')
    return json(200, { data: [{ id: review().id, reactions: [], comments: [], comments_count: 0 }] })
  if (path === `/api/games/${GAME.id}/reviews`)
    return page(review(), review({ id: OTHER, rating: 2, review_text: '<p>Too <b>long</b>.</p>', user: ola }))
  if (path === `/api/games/${GAME.id}/reviews/summary`) {
    const friends = [
      { user: ola, rating: 2, review_id: OTHER },
      { user: review().user, rating: 4, review_id: review().id },
    ]
    return json(200, { average: 3, total: 2, histogram: [], platforms: [], mine: null, friends })
  }
  if (path === `/api/profiles/${review().user.id}/reviews`) return page(review(), review({ id: third, rating: 5 }))
  if (path === '/api/user/timer') return json(200, { timer: null })
  if (path === '/api/library') return json(404, { error: 'Not found', code: 'not_found', requestId: 'r' })
  return emptyLibrary({ method, path } as Sent)
})

test('the page of a review has its author, like, bookmark and share, and other reviews of the game [G29]', async () => {
  showPage(<ReviewScreen review={review()} />)
  const article = within(screen.getByRole('article', { name: 'Review by Juno' }))
  for (const name of ['Like, 12 so far', 'Save', 'Share']) expect(article.getByRole('button', { name })).toBeDefined()
  const others = within(await screen.findByRole('region', { name: 'Other reviews' }))
  const card = within(others.getByRole('article', { name: /^Ola ?’s review/ }))
  expect(card.getByText('Too long.')).toBeDefined()
  expect(card.getByRole('link', { name: /^Ola ?’s review$/ }).getAttribute('href')).toBe(`/reviews/${OTHER}`)
  expect(others.getByRole('link', { name: /^All of/ }).getAttribute('href')).toBe(`/game/${GAME.id}#reviews`)
  // Its own review is not among the others.
  expect(others.getAllByRole('article')).toHaveLength(1)
  expect(sent(`GET /api/games/${GAME.id}/reviews`)).toHaveLength(1)
})

test('beside a review stand my panel, people I know without its author, and more by the author', async () => {
  showPage(<ReviewScreen review={review()} />, { viewer: VIEWER })
  const side = within(screen.getByRole('complementary'))
  expect(side.getByRole('region', { name: 'My library' })).toBeDefined()
  const people = within(await side.findByRole('list', { name: 'Ratings of people you know' }))
  expect(people.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Ola'),
  ])
  const more = within(await side.findByRole('list', { name: 'More by Juno' }))
  expect(more.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([`/reviews/${third}`])
})

test('a member reads the comments under the text with the field open; a visitor has the button', async () => {
  showPage(<ReviewScreen review={review()} />, { viewer: VIEWER })
  expect(await screen.findByRole('textbox', { name: 'Comment' })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Comments' })).toBeDefined()
  await act(async () => screen.getByRole('button', { name: 'Comment' }).click())
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Comment' }))
  cleanup()
  showPage(<ReviewScreen review={review()} />, { viewer: null })
  expect(await screen.findByRole('button', { name: 'Comment' })).toBeDefined()
  expect(screen.queryByRole('textbox', { name: 'Comment' })).toBeNull()
})
