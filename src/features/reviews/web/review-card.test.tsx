// @vitest-environment happy-dom
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { requestSignIn, signInRequests } from '#features/accounts/web/accounts.api.ts'
import { declined, delayed, fakeServer, json, lastToast, NOW, showPage } from '#tests/browser/fake-server.tsx'
import { REVIEW_ID, review } from '#tests/browser/reviews.tsx'
import { pinningStore } from '#web/pinning.ts'
import { installContributions } from '#web/slots.tsx'
import type { Review } from '../reviews.contract.ts'
import { CompactReview, FullReview } from './review-card.tsx'
import { reviewQuery } from './reviews.api.ts'
import { reviewsContributions } from './reviews.contributions.ts'

const LIKE = `POST /api/reviews/${REVIEW_ID}/like`
const BOOKMARK = `POST /api/reviews/${REVIEW_ID}/bookmark`
const { answers, sent, requests } = fakeServer(({ path }) =>
  path === '/api/library/marks' ? json(200, { marks: {} }) : null,
)

let restore: () => void
beforeEach(() => {
  restore = installContributions(reviewsContributions)
})
afterEach(() => {
  restore()
  requestSignIn(null)
})

/** Renders the card with the cached review, which likes and bookmarks update. */
function Cached({ variant, of }: { variant: 'compact' | 'full'; of: Review }) {
  const client = useQueryClient()
  useState(() => client.setQueryData(reviewQuery(REVIEW_ID).queryKey, of))
  const { data } = useQuery({ ...reviewQuery(REVIEW_ID), enabled: false })
  if (!data) return null
  return variant === 'compact' ? (
    <CompactReview review={data} now={NOW} around="any" />
  ) : (
    <FullReview review={data} now={NOW}>
      {null}
    </FullReview>
  )
}

function show(changes: Partial<Review> = {}, { variant = 'compact' as 'compact' | 'full', viewer }: ShowOptions = {}) {
  return showPage(<Cached variant={variant} of={review(changes)} />, viewer === undefined ? {} : { viewer })
}
interface ShowOptions {
  variant?: 'compact' | 'full'
  viewer?: null
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const toastSays = (title: string) => waitFor(() => expect(lastToast()?.title).toBe(title))
const html = (length: number) => `<p>${'a'.repeat(length)}</p>`

test('a text of 150 characters is whole, a longer one is cut and can be opened and closed again [R-REV-18]', async () => {
  show({ review_text: html(150), isLong: false })
  expect(screen.getByText('a'.repeat(150))).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Read on' })).toBeNull()
})

test('a text of 151 characters is cut, with a button that expands it and one that cuts it again [R-REV-18]', async () => {
  const { user } = show({ review_text: html(151), isLong: true })
  expect(screen.queryByText('a'.repeat(151))).toBeNull()
  expect(screen.getByText(`${'a'.repeat(150)}…`)).toBeTruthy()
  await user.click(button('Read on'))
  expect(screen.getByText('a'.repeat(151))).toBeTruthy()
  await user.click(button('Show less'))
  expect(screen.queryByText('a'.repeat(151))).toBeNull()
})

test('a tall review is collapsed to 480 px on its own page until it is opened [R-REV-19, R-REV-26]', async () => {
  const { user } = show({ review_text: html(2000), isLong: true }, { variant: 'full' })
  const card = screen.getByRole('article')
  const collapsed = () => card.querySelector<HTMLElement>('.review-collapsed')
  expect(collapsed()?.style.height).toBe('480px')
  await user.click(button('Read on'))
  expect(collapsed()).toBeNull()
})

test.each([
  ['a text that fits into the card', 'a'.repeat(1100), false],
  ['a text that does not', 'a'.repeat(1121), true],
  ['many short lines', 'a<br />'.repeat(15), true],
])('on its own page %s is collapsed only if it is too tall [R-REV-19]', (_what, text, isCollapsed) => {
  show({ review_text: `<p>${text}</p>`, isLong: true }, { variant: 'full' })
  expect(screen.queryByRole('button', { name: 'Read on' }) !== null).toBe(isCollapsed)
})

test('a card shows formatting, and the cut text contains no markup [R-REV-21]', async () => {
  const text = `<p><b>Bold</b> &amp; ${'word '.repeat(40)}</p>`
  const { user } = show({ review_text: text, isLong: true })
  expect(screen.getByText(/^Bold & word/)).toBeTruthy()
  await user.click(button('Read on'))
  expect(screen.getByText('Bold').tagName).toBe('B')
})

test.each([
  ['2026-11-14T10:00:00.000Z', true],
  ['2026-11-14T09:59:59.000Z', false],
  ['2026-11-13T10:00:00.000Z', false],
])('a review of %s is marked as new: %s [R-REV-23]', (created_at, isNew) => {
  show({ created_at, updated_at: created_at })
  expect(screen.queryByText('New') !== null).toBe(isNew)
})

test.each([
  [4, 'badge-good'],
  [3.5, 'badge-fair'],
  [3, 'badge-fair'],
  [2.5, 'badge-poor'],
])('a rating of %s of 5 has the colour %s [R-REV-24] (C22)', (rating, tone) => {
  show({ rating })
  const badge = screen.getByText(rating.toFixed(1)).parentElement
  expect(badge?.className).toContain(tone)
  expect(badge?.textContent).toBe(`${rating.toFixed(1)}/5`)
})

test('a card shows the first three genres, the platform, the hours and the author’s progress [R-REV-25]', () => {
  show()
  const facts = within(screen.getByRole('list', { name: 'Facts' })).getAllByRole('listitem')
  expect(facts.map((item) => item.textContent)).toEqual([
    'Switch',
    '48h played',
    'Main story',
    'Indie',
    'Adventure',
    'Role-playing',
  ])
})

test('a game that no longer exists has a grey placeholder without link and genres [R-REV-02]', () => {
  const { game_details } = review()
  show({ game_details: { ...game_details, name: 'Unknown Game', genres: ['Game Data Missing'] } })
  expect(screen.getByText('Unknown Game').closest('a')).toBeNull()
  expect(document.querySelector('.review-unknown')).not.toBeNull()
  expect(screen.queryByText('Game Data Missing')).toBeNull()
})

test('a like updates the count at once, shows a toast, and can be removed [R-REV-06, R-REV-07]', async () => {
  const pending = delayed()
  answers[LIKE] = pending.answer
  const { user } = show()
  await user.click(button('Like, 12 so far'))
  expect(button('Like, 13 so far').getAttribute('aria-pressed')).toBe('true')
  await pending.give(json(200, { liked: true, likes_count: 14 }))
  await toastSays('Review Liked!')
  answers[LIKE] = () => json(200, { liked: false, likes_count: 13 })
  await user.click(button('Like, 14 so far'))
  await toastSays('Like Removed')
  expect(button('Like, 13 so far').getAttribute('aria-pressed')).toBe('false')
})

test('a bookmark shows a toast when it is saved and removed [R-REV-08, R-REV-09]', async () => {
  answers[BOOKMARK] = () => json(200, { bookmarked: true, bookmarks_count: 1 })
  const { user } = show()
  await user.click(button('Save'))
  await toastSays('Review Saved!')
  answers[BOOKMARK] = () => json(200, { bookmarked: false, bookmarks_count: 0 })
  await user.click(button('Save, 1 so far'))
  await toastSays('Bookmark Removed')
  expect(button('Save').getAttribute('aria-pressed')).toBe('false')
})

test('a pending like sends no second request, and the bookmark works meanwhile [R-REV-05]', async () => {
  const pending = delayed()
  answers[LIKE] = pending.answer
  answers[BOOKMARK] = () => json(200, { bookmarked: true, bookmarks_count: 1 })
  const { user } = show()
  await user.click(button('Like, 12 so far'))
  await user.click(button('Like, 13 so far'))
  expect(button('Like, 13 so far').getAttribute('aria-busy')).toBe('true')
  await user.click(button('Save'))
  await toastSays('Review Saved!')
  expect(button('Save, 1 so far').getAttribute('aria-busy')).toBeNull()
  await pending.give(json(200, { liked: true, likes_count: 13 }))
  expect(sent(LIKE)).toHaveLength(1)
})

test('a like or bookmark that fails is rolled back, and a toast shows its sentence [R-REV-12, R-REV-13]', async () => {
  answers[LIKE] = () => declined(500, 'Something went wrong.')
  answers[BOOKMARK] = () => declined(500, 'Something went wrong.')
  const { user } = show()
  await user.click(button(/^Like/))
  await toastSays('Failed to update like status. Please try again.')
  expect(button('Like, 12 so far').getAttribute('aria-pressed')).toBe('false')
  await user.click(button('Save'))
  await toastSays('Failed to update bookmark status. Please try again.')
  expect(button('Save').getAttribute('aria-pressed')).toBe('false')
})

test('a visitor reads in a toast to log in, stays on the page, and nothing is sent [R-REV-10, R-REV-11]', async () => {
  const { user } = show({}, { viewer: null })
  await user.click(button(/^Like/))
  expect(lastToast()?.title).toBe('Please log in to like reviews')
  await user.click(button('Save'))
  expect(lastToast()?.title).toBe('Please log in to bookmark reviews')
  expect(signInRequests.get()).toBeNull()
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
})

test('the toast leads to the sign-in dialog, which does what was pressed afterwards [R-REV-10]', async () => {
  answers[LIKE] = () => json(200, { liked: true, likes_count: 13 })
  const { user } = show({}, { viewer: null })
  await user.click(button(/^Like/))
  expect(lastToast()?.action?.label).toBe('Sign In')
  lastToast()?.action?.onClick?.()
  expect(signInRequests.get()?.description).toBe('Please log in to like reviews')
  act(() => signInRequests.get()?.onSuccess())
  await toastSays('Review Liked!')
})

test('a session that has ended meanwhile leads to the same sentences [R-REV-10, R-REV-11]', async () => {
  answers[LIKE] = () => declined(401, 'Please log in to like reviews', 'unauthenticated')
  answers[BOOKMARK] = () => declined(401, 'Please log in to bookmark reviews', 'unauthenticated')
  const { user } = show()
  await user.click(button(/^Like/))
  await toastSays('Please log in to like reviews')
  await user.click(button('Save'))
  await toastSays('Please log in to bookmark reviews')
  expect(signInRequests.get()).toBeNull()
})

test('the author sees the number of likes, and cannot like', () => {
  show({ viewerCan: { edit: true, delete: true, like: false } })
  expect(screen.getByRole('img', { name: '12 likes' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Like/ })).toBeNull()
})

test.each([
  [{}, ['Pin to profile', 'Edit', 'Delete']],
  [{ is_public: false }, ['Edit', 'Delete']],
])('the menu of the own review pins it if others may read it: %j', async (state, items) => {
  const change = vi.fn()
  const prepare = vi.fn()
  pinningStore.set({ isPinned: () => false, prepare, change })
  const { user } = show({ ...state, viewerCan: { edit: true, delete: true, like: false } })
  await user.click(button(/^Change the review/))
  const shown = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(shown).toEqual(items)
  if (items[0] === 'Pin to profile') {
    await user.click(screen.getByRole('menuitem', { name: 'Pin to profile' }))
    expect(change).toHaveBeenCalledWith(expect.objectContaining({ itemType: 'review', of: REVIEW_ID }), true)
  }
  pinningStore.set(null)
})

test('a marked review says so to those who may read it, its author included', () => {
  show({ spoils_to: 80, viewerCan: { edit: true, delete: true, like: false } })
  expect(screen.getByText('Spoils up to 80 %')).toBeTruthy()
})

test.each([{ is_public: false }, { isHidden: true }])(
  'a review that only its author can open has no link to share: %j',
  (state) => {
    show({ ...state, viewerCan: { edit: true, delete: true, like: false } })
    expect(button('Save')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
  },
)

describe('Share', () => {
  const aborted = Object.assign(new Error('closed'), { name: 'AbortError' })
  const url = `${location.origin}/reviews/${REVIEW_ID}`

  function device(given: { share?: () => Promise<void>; write?: () => Promise<void> }) {
    const share = given.share && vi.fn(given.share)
    const writeText = vi.fn(given.write ?? (async () => {}))
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, { share: { value: share }, clipboard: { value: { writeText } } }),
    )
    return { share, writeText }
  }

  test('opens the system’s share sheet with the address of the review [R-REV-16]', async () => {
    const { user } = show()
    const { share } = device({ share: async () => {} })
    await user.click(button('Share'))
    await toastSays('Review Shared!')
    expect(share).toHaveBeenCalledWith({ title: 'Juno’s review of Hades', url })
  })

  test('copies the address where there is no share sheet [R-REV-17]', async () => {
    const { user } = show()
    const { writeText } = device({})
    await user.click(button('Share'))
    await toastSays('Link Copied to Clipboard!')
    expect(writeText).toHaveBeenCalledWith(url)
  })

  test('shows no toast when the member closes the share sheet [R-REV-15]', async () => {
    const { user } = show()
    const { share, writeText } = device({
      share: () => Promise.reject(aborted),
    })
    await user.click(button('Share'))
    await waitFor(() => expect(share).toHaveBeenCalled())
    expect(lastToast()).toBeNull()
    expect(writeText).not.toHaveBeenCalled()
  })

  test('shows an error toast when neither works [R-REV-14]', async () => {
    const { user } = show()
    const refuse = () => Promise.reject(new Error('not allowed'))
    device({ share: refuse, write: refuse })
    await user.click(button('Share'))
    await toastSays('Failed to share review. Please try again.')
  })
})

test('a folded review shows its text only after a request for it', async () => {
  answers[`GET /api/reviews/${REVIEW_ID}`] = ({ query }) =>
    json(200, { review: review({ review_text: query.reveal === '1' ? '<p>The butler.</p>' : '' }) })
  const { user } = show({ review_text: '', fold: { writtenAt: 80, readerAt: 35 }, isLong: true })
  expect(screen.getByText('Written at 80 %. You are at 35 %.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Read on' })).toBeNull()
  await user.click(button('Show it'))
  expect(await screen.findByText('The butler.')).toBeTruthy()
  expect(sent(`GET /api/reviews/${REVIEW_ID}`).map(({ query }) => query)).toEqual([{ reveal: '1' }])
})

test('says which playthrough it is of, and which stars its author gave before', () => {
  const before = { id: REVIEW_ID.replace(/.$/, '9') as Review['id'], rating: 3, year: 2019 }
  show({ run: { kind: 'new_game_plus', number: 2, count: 2, year: 2024 }, before })
  expect(screen.getByText('Second playthrough · New game plus · 2024')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Changed from 3 of 5 stars in 2019' })
  expect(link.getAttribute('href')).toBe(`/reviews/${before.id}`)
})

test('says nothing about the only playthrough, and that the stars stayed', () => {
  show({
    run: { kind: 'first', number: 1, count: 1, year: 2024 },
    before: { id: REVIEW_ID.replace(/.$/, '9') as Review['id'], rating: 4.5, year: 2019 },
  })
  expect(screen.queryByText(/playthrough/)).toBeNull()
  expect(screen.getByRole('link', { name: /^As before, .* in 2019$/ })).toBeTruthy()
})
