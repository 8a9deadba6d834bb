// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { List } from '#features/lists/lists.contract.ts'
import type { Profile } from '#features/profiles/profiles.contract.ts'
import type { ListId } from '#shared/ids.ts'
import { fakeServer, json, lastToast, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import { ownReview, REVIEW_ID } from '#tests/browser/reviews.tsx'
import type { Pin } from '../pins.contract.ts'
import { PinCard } from './pin-card.tsx'
import { PinsDialog } from './pins-dialog.tsx'

const PINS = 'PUT /api/profiles/me/pins'
const OWN = `/api/profiles/${VIEWER.id}/reviews`
const PRIVATE_ID = '0197a1b2-0000-7000-8000-000000000199'
const NOTHING = { entry: null, activity: null, review: null, list: null }
const pinOf = (review: Pin['review']): Pin => ({ item_type: 'review', item_id: REVIEW_ID, ...NOTHING, review })
const LIST_ID = '0197a1b2-0000-7000-8000-000000000177' as ListId
const ownList = (more: Partial<List> = {}): List => ({
  ...{ id: LIST_ID, title: 'Short evenings', description: 'One sitting each.', is_shared: true, is_ranked: false },
  user: { id: VIEWER.id, username: 'mara', display_name: 'Mara', avatar_url: null },
  ...{ games_count: 3, likes_count: 2, is_liked: false, covers: [], isHidden: false, hold: null, smart: null },
  ...{ created_at: '2026-11-01T10:00:00.000Z', updated_at: '2026-11-01T10:00:00.000Z' },
  ...{ changed_at: '2026-11-01T10:00:00.000Z', viewerCan: { edit: true, like: false } },
  ...more,
})

const server = fakeServer(({ method, path }) => {
  if (path === '/api/library/marks') return json(200, { marks: {} })
  if (path === '/api/library') return json(200, { data: [], total: 0, hasMore: false })
  if (path === OWN) {
    const private_ = ownReview({ id: PRIVATE_ID as typeof REVIEW_ID, is_public: false })
    return json(200, { data: [ownReview(), private_], total: 2, hasMore: false })
  }
  if (path === `/api/profiles/${VIEWER.id}/lists`) {
    const private_ = ownList({ id: PRIVATE_ID as unknown as ListId, title: 'For me', is_shared: false })
    return json(200, { data: [ownList(), private_], total: 2, hasMore: false })
  }
  if (`${method} ${path}` === PINS) return json(200, { pins: [pinOf(ownReview())] })
  return null
})

test('pins a public review, and offers no private one', async () => {
  const onClose = vi.fn()
  const profile = { id: VIEWER.id } as Profile
  const { user } = showPage(<PinsDialog profile={profile} pins={[]} onClose={onClose} />)
  await user.click(await screen.findByRole('button', { name: 'Reviews' }))
  const reviews = within(await screen.findByRole('list', { name: 'My reviews' }))
  await waitFor(() => expect(reviews.getAllByRole('listitem')).toHaveLength(1))
  expect(reviews.getByText(/^Review, 4½ of 5 stars/)).toBeDefined()
  await user.click(reviews.getByRole('button', { name: 'Pin Hades' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(server.bodies(PINS)).toEqual([{ items: [{ item_type: 'review', item_id: REVIEW_ID }], seen: [] }])
  expect(lastToast()?.title).toBe('Pinned saved')
})

test('a pinned review shows its game, text and the way to it', async () => {
  showPage(<PinCard pin={pinOf(ownReview({ review_text: 'Glad to die.' }))} />)
  expect(screen.getByRole('heading', { name: 'Hades' })).toBeDefined()
  expect(screen.getByText('Glad to die.')).toBeDefined()
  expect(screen.getByRole('link', { name: /The review/ }).getAttribute('href')).toBe(`/reviews/${REVIEW_ID}`)
})

test('pins a shared list, and offers no private one', async () => {
  const profile = { id: VIEWER.id } as Profile
  const { user } = showPage(<PinsDialog profile={profile} pins={[]} onClose={() => {}} />)
  await user.click(await screen.findByRole('button', { name: 'Lists' }))
  const lists = within(await screen.findByRole('list', { name: 'My lists' }))
  await waitFor(() => expect(lists.getAllByRole('listitem')).toHaveLength(1))
  expect(lists.getByText('List, 3 games')).toBeDefined()
  await user.click(lists.getByRole('button', { name: 'Pin Short evenings' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.bodies(PINS).at(-1)).toEqual({ items: [{ item_type: 'list', item_id: LIST_ID }], seen: [] }),
  )
})

test('a pinned list shows its title, description and facts, and leads to it', async () => {
  showPage(<PinCard pin={{ item_type: 'list', item_id: LIST_ID, ...NOTHING, list: ownList() }} />)
  expect(screen.getByRole('link', { name: 'Short evenings' }).getAttribute('href')).toBe(`/lists/${LIST_ID}`)
  expect(screen.getByText('One sitting each.')).toBeDefined()
  expect(screen.getByText('3 games')).toBeDefined()
})

test('the order changes by keyboard: the button keeps the focus, and the new place is said', async () => {
  const list: Pin = { item_type: 'list', item_id: LIST_ID, ...NOTHING, list: ownList() }
  const profile = { id: VIEWER.id } as Profile
  const { user } = showPage(<PinsDialog profile={profile} pins={[pinOf(ownReview()), list]} onClose={() => {}} />)
  const pinned = within(await screen.findByRole('list', { name: 'What is pinned' }))
  const back = pinned.getByRole('button', { name: 'Move Hades back' })
  back.focus()
  await user.keyboard('{Enter}')
  expect(pinned.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Short evenings'),
    expect.stringContaining('Hades'),
  ])
  expect(document.activeElement).toBe(back)
  expect(pinned.getByText('Hades: place 2 of 2')).toBeTruthy()
})
