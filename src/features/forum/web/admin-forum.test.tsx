// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { declined, delayed, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import { forumPost, heldItem } from '#tests/browser/forum.tsx'
import type { HeldItem } from '../forum-shapes.schemas.ts'
import { AdminForum } from './admin-forum.tsx'

const LIST = 'GET /api/admin/forum'
const DECIDE = 'POST /api/admin/forum/held'
const net = fakeServer()

const POST = heldItem({ type: 'post', id: forumPost(1).id })
const list = (data: readonly HeldItem[], nextCursor: string | null = null) =>
  json(200, { data, total: data.length, nextCursor })

async function open(items: readonly HeldItem[] = [heldItem()]) {
  net.answers[LIST] = () => list(items)
  const shown = showPage(<AdminForum />, { at: '/admin/forum' })
  await screen.findAllByRole('article')
  return shown
}
const approve = () => screen.getAllByRole('button', { name: 'Approve' })[0] as HTMLElement

test('nothing that waits is an empty state', async () => {
  net.answers[LIST] = () => list([])
  showPage(<AdminForum />)
  expect(await screen.findByRole('heading', { name: 'Nothing waits' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to the forum' }).getAttribute('href')).toBe('/forum')
  expect(screen.queryByRole('article')).toBeNull()
})

test('a list that does not load says so, and loads when asked again', async () => {
  net.answers[LIST] = () => declined(403, 'Moderators only')
  const { user } = showPage(<AdminForum />)
  expect(await screen.findByText('What waits could not be loaded.')).toBeTruthy()
  net.answers[LIST] = () => list([heldItem()])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('article', { name: 'Thread What do you play?' })).toBeTruthy()
})

test('a held text shows its author and words, and leads to its place; more of them come when asked for', async () => {
  net.answers[LIST] = ({ query }) => (query.cursor === 'c1' ? list([POST]) : list([heldItem()], 'c1'))
  const { user } = showPage(<AdminForum />)
  const thread = within(await screen.findByRole('article', { name: 'Thread What do you play?' }))
  expect(thread.getByText('Juno')).toBeTruthy()
  expect(thread.getByRole('link', { name: 'here' }).getAttribute('href')).toBe('https://example.org')
  expect(thread.getByRole('link', { name: 'View it' }).getAttribute('href')).toBe(`/forum/thread/${heldItem().id}`)
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  const post = within(await screen.findByRole('article', { name: 'Post in What do you play?' }))
  expect(post.getByRole('link', { name: 'View it' }).getAttribute('href')).toBe(`/forum/post/${POST.id}`)
})

test('an approved text leaves the list; two presses approve it once', async () => {
  await open([heldItem(), POST])
  const running = delayed()
  net.answers[DECIDE] = running.answer
  net.answers[LIST] = () => list([POST])
  fireEvent.click(approve())
  fireEvent.click(approve())
  await waitFor(() => expect(net.sent(DECIDE)).toHaveLength(1))
  fireEvent.click(approve())
  await running.give(json(204))
  await waitFor(() => expect(lastToast()?.title).toBe('Everybody sees it now'))
  await waitFor(() => expect(screen.queryByRole('article', { name: /^Thread/ })).toBeNull())
  expect(screen.getByRole('article', { name: /^Post in/ })).toBeTruthy()
  expect(net.bodies(DECIDE)).toEqual([{ type: 'thread', id: heldItem().id, decision: 'approve' }])
})

test('a text is deleted only after a question, which Cancel ends', async () => {
  const { user } = await open([POST])
  net.answers[DECIDE] = () => json(204)
  const ask = () => user.click(screen.getByRole('button', { name: 'Delete' }))
  const question = () => screen.findByRole('dialog', { name: 'Delete this post?' })
  await ask()
  await user.click(within(await question()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(net.sent(DECIDE)).toEqual([])
  await ask()
  const dialog = within(await question())
  net.answers[LIST] = () => list([])
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('heading', { name: 'Nothing waits' })).toBeTruthy()
  expect(lastToast()?.title).toBe('Deleted')
  expect(net.bodies(DECIDE)).toEqual([{ type: 'post', id: POST.id, decision: 'delete' }])
})

test.each([
  [403, 'Only moderators do this'],
  [404, 'Thread not found'],
  [500, 'Something went wrong'],
])(
  'a decision that is refused with %i says that nothing was changed, and reads the list again',
  async (status, error) => {
    await open([heldItem(), POST])
    net.answers[DECIDE] = () => declined(status, error)
    // Another moderator has decided about the thread.
    net.answers[LIST] = () => list([POST])
    fireEvent.click(approve())
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Nothing was changed', description: error }))
    await waitFor(() => expect(screen.queryByRole('article', { name: /^Thread/ })).toBeNull())
    expect(approve().getAttribute('aria-disabled')).toBeNull()
  },
)
