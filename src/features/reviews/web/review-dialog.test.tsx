// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { declined, fakeServer, json, lastToast, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import { GAME, ownReview, REVIEW_ID, summary } from '#tests/browser/reviews.tsx'
import type { Review } from '../reviews.contract.ts'
import { ReviewDialog } from './review-dialog.tsx'

const WRITE = 'POST /api/reviews'
const EDIT = `PUT /api/reviews/${REVIEW_ID}`
const DELETE = `DELETE /api/reviews/${REVIEW_ID}`
const DRAFTS = 'savepoint.drafts'

/** The stored reviews of the fake server. */
let stored: Review | null
let entry: object | null
let playthroughs: object[]
const { answers, bodies } = fakeServer(({ method, path }) => {
  if (method !== 'GET') return null
  if (path === `/api/games/${GAME.id}/reviews/summary`)
    return json(200, summary({ mine: stored && { id: stored.id, rating: stored.rating } }))
  if (path === `/api/reviews/${REVIEW_ID}`) return json(200, { review: stored })
  if (path === '/api/library') return json(200, { data: entry ? [entry] : [], total: 0, hasMore: false })
  if (path === '/api/library/marks') return json(200, { marks: {} })
  if (path.endsWith('/play-log')) return json(200, { totals: {}, playthroughs })
  if (path === `/api/games/${GAME.id}`)
    return json(200, { game: { ...GAME, platforms: [{ id: 1, name: 'PC (Microsoft Windows)' }], relatedGames: [] } })
  return null
})

beforeEach(() => {
  stored = null
  entry = { game_id: GAME.id, status: 'playing', completion_percentage: 61, user_rating: null }
  playthroughs = []
  sessionStorage.clear()
  localStorage.clear()
})

async function open(onClose = vi.fn()) {
  const page = showPage(<ReviewDialog game={GAME} onClose={onClose} />)
  await screen.findByRole('dialog', { name: 'Review Hades' })
  return { ...page, onClose }
}

const stars = () => screen.getByRole('slider', { name: 'Your rating' })
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your review' })
const type = (value: string) => fireEvent.change(text(), { target: { value } })
const rate = () => fireEvent.keyDown(stars(), { key: 'End' })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const drafts = () => JSON.parse(sessionStorage.getItem(DRAFTS) ?? 'null')

test('a new review is sent with stars, text, platform and playthrough [R-REV-28]', async () => {
  answers[WRITE] = ({ body }) => json(201, { review: ownReview({ review_text: String(body.review_text) }) })
  const { onClose } = await open()
  rate()
  type('Glad to die.')
  press('Save review')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bodies(WRITE)).toEqual([
    {
      game_id: GAME.id,
      rating: 5,
      review_text: 'Glad to die.',
      is_public: true,
      platform: null,
      playthrough_id: null,
      spoils_to: null,
    },
  ])
  expect(lastToast()).toMatchObject({ title: 'Review saved', action: { href: `/reviews/${REVIEW_ID}` } })
})

test('a spoiler mark starts at the member’s own progress', async () => {
  answers[WRITE] = () => json(201, { review: ownReview() })
  const { onClose } = await open()
  rate()
  type('The butler.')
  expect(screen.queryByText('You are at 61 %.')).toBeNull()
  fireEvent.click(screen.getByRole('switch', { name: /^Spoilers/ }))
  expect(screen.getByText('You are at 61 %.')).toBeTruthy()
  fireEvent.click(screen.getByRole('switch', { name: /^Public/ }))
  press('Save review')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bodies(WRITE)[0]).toMatchObject({ spoils_to: 61, is_public: false })
})

test('pasted text is cut at 5000 characters, and the counter shows the limit [R-REV-22]', async () => {
  await open()
  type('👩'.repeat(6000))
  expect([...text().value]).toHaveLength(5000)
  expect(screen.getByText('5,000 / 5,000')).toBeTruthy()
})

test('without stars or text nothing is sent, and the form shows an error for each missing field', async () => {
  const { onClose } = await open()
  press('Save review')
  const errors = screen.getAllByRole('alert').map((alert) => alert.textContent)
  expect(errors).toEqual(['Choose how many stars you give', 'Review text is required'])
  expect(document.activeElement).toBe(stars())
  expect(onClose).not.toHaveBeenCalled()
  expect(bodies(WRITE)).toEqual([])
})

test('Ctrl and Enter save', async () => {
  answers[WRITE] = () => json(201, { review: ownReview() })
  const { onClose } = await open()
  rate()
  type('Glad to die.')
  fireEvent.keyDown(text(), { key: 'Enter' })
  expect(bodies(WRITE)).toEqual([])
  fireEvent.keyDown(text(), { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('the input is preserved when saving fails', async () => {
  answers[WRITE] = () => declined(500, 'Something went wrong.')
  const { onClose } = await open()
  rate()
  type('Glad to die.')
  press('Save review')
  await waitFor(() => expect(lastToast()?.description).toBe('What you wrote is still here.'))
  expect(text().value).toBe('Glad to die.')
  expect(onClose).not.toHaveBeenCalled()
})

test('a draft is restored when the form opens again, and deleted when the review is saved', async () => {
  answers[WRITE] = () => json(201, { review: ownReview() })
  const first = await open()
  rate()
  type('Half a tho')
  press('Cancel')
  expect(first.onClose).toHaveBeenCalled()
  cleanup()
  expect(Object.keys(drafts())).toEqual([`review ${VIEWER.id} ${GAME.id}`])
  const { onClose } = await open()
  expect(text().value).toBe('Half a tho')
  expect(stars().getAttribute('aria-valuenow')).toBe('5')
  expect(screen.getByText('This is what you had typed.')).toBeTruthy()
  type('Half a thought.')
  press('Save review')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(drafts()).toBeNull()
})

test('a restored draft can be discarded', async () => {
  await open()
  type('Half a tho')
  cleanup()
  await open()
  press('Start over')
  expect(text().value).toBe('')
  await waitFor(() => expect(drafts()).toBeNull())
})

test('an edit sends the version that it replaces', async () => {
  stored = ownReview({ spoils_to: 40 })
  answers[EDIT] = () => json(200, { review: ownReview() })
  const { onClose } = await open()
  expect(text().value).toBe('Glad to die.')
  type('Glad to die, again.')
  press('Save review')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bodies(EDIT)).toMatchObject([
    { review_text: 'Glad to die, again.', updated_at: stored.updated_at, spoils_to: 40, rating: 4.5 },
  ])
})

test('after a conflict the form shows both texts, and the member chooses one [G59]', async () => {
  stored = ownReview()
  answers[EDIT] = () => declined(409, 'This item was changed by someone else', 'changed_by_somebody')
  const { onClose } = await open()
  type('Mine.')
  stored = ownReview({ source_text: 'From the other tab.', updated_at: '2026-11-21T09:00:00.000Z' })
  press('Save review')
  const conflict = within(await screen.findByRole('alert'))
  expect(conflict.getByText('This item was changed by someone else')).toBeTruthy()
  expect(conflict.getByText('From the other tab.')).toBeTruthy()
  expect(text().value).toBe('Mine.')
  answers[EDIT] = () => json(200, { review: ownReview() })
  press('Save mine')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bodies(EDIT).at(-1)).toMatchObject({ review_text: 'Mine.', updated_at: '2026-11-21T09:00:00.000Z' })
})

test('the stored version can replace the typed one', async () => {
  stored = ownReview()
  answers[EDIT] = () => declined(409, 'This item was changed by someone else', 'changed_by_somebody')
  await open()
  type('Mine.')
  stored = ownReview({ source_text: 'From the other tab.', rating: 2, updated_at: '2026-11-21T09:00:00.000Z' })
  press('Save review')
  await screen.findByText('From the other tab.')
  press('Use the other version')
  expect(text().value).toBe('From the other tab.')
  expect(stars().getAttribute('aria-valuenow')).toBe('2')
})

test('a review that another tab has created meanwhile is also a conflict', async () => {
  answers[WRITE] = () => declined(409, 'You have already reviewed this game', '23505')
  await open()
  rate()
  type('Mine.')
  stored = ownReview({ source_text: 'From the other tab.' })
  press('Save review')
  expect(await screen.findByText('From the other tab.')).toBeTruthy()
  expect(text().value).toBe('Mine.')
})

test('deleting asks for confirmation with the number of likes and comments [C24]', async () => {
  stored = ownReview({ likes_count: 12, comments_count: 1 })
  answers[DELETE] = () => json(204)
  const { onClose } = await open()
  press('Delete')
  const question = within(await screen.findByRole('dialog', { name: 'Delete your review of Hades?' }))
  expect(question.getByText('Its 12 likes and 1 comment will be lost. Your stars in the library stay.')).toBeTruthy()
  fireEvent.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(lastToast()?.title).toBe('Review deleted')
})
