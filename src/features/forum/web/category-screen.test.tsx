// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { ForumThreadId } from '#shared/ids.ts'
import { declined, delayed, fakeServer, json, lastToast, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import { forumPost, THREAD_ID, threadRow } from '#tests/browser/forum.tsx'
import type { ThreadRow } from '../forum-shapes.schemas.ts'
import { CategoryScreen } from './category-screen.tsx'
import type { ThreadsParams } from './forum-address.ts'

const LIST = 'GET /api/forum/threads'
const CATEGORIES = 'GET /api/forum/categories'
const MARK = 'POST /api/forum/read'
const net = fakeServer()

const list = (data: readonly ThreadRow[], total = data.length) => json(200, { data, total, page: 1 })
beforeEach(() => {
  net.answers[CATEGORIES] = () =>
    json(200, {
      data: [{ slug: 'general', name: 'General', description: 'Everything else', threads_count: 1, last_post: null }],
    })
})
const open = (params: Partial<ThreadsParams> = {}, viewer: object | null = VIEWER) =>
  showPage(<CategoryScreen params={{ category: 'general', sort: 'latest', page: 1, ...params }} />, { viewer })
const linkOf = (name: RegExp | string) => screen.getByRole('link', { name }).getAttribute('href')

test('a category shows its name, its description and its threads; a thread with new posts leads to the first of them', async () => {
  const other = { id: forumPost(9).id as unknown as ForumThreadId, title: 'Read already', unread: 0, posts_count: 0 }
  net.answers[LIST] = () => list([threadRow({ unread: 3, pinned: true }), threadRow(other)])
  open()
  const threads = within(await screen.findByRole('list', { name: 'Threads in General' }))
  expect(threads.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
    'What do you play?, 3 new',
    'Read already',
  ])
  expect(linkOf(/^What do you play\?/)).toBe(`/forum/thread/${THREAD_ID}?unread=1`)
  expect(linkOf('Read already')).toBe(`/forum/thread/${other.id}`)
  expect(threads.getByText('Pinned')).toBeTruthy()
  expect(threads.getByText('No replies yet')).toBeTruthy()
  expect(await screen.findByText('Everything else')).toBeTruthy()
  expect(net.sent(LIST)[0]?.query).toEqual({ category: 'general', sort: 'latest', page: '1' })
  expect(screen.queryByRole('navigation', { name: 'Pages of threads' })).toBeNull()
})

test('an empty category offers to start the first thread there', async () => {
  net.answers[LIST] = () => list([])
  open()
  await screen.findByRole('heading', { level: 2, name: 'No threads yet' })
  for (const link of screen.getAllByRole('link', { name: 'New thread' }))
    expect(link.getAttribute('href')).toBe('/forum/new?category=general')
})

test('a page beyond the last one leads to the first, in the same order', async () => {
  net.answers[LIST] = () => list([], 21)
  open({ page: 3, sort: 'top' })
  expect(await screen.findByRole('heading', { name: 'No threads on this page' })).toBeTruthy()
  expect(linkOf('First page')).toBe('/forum/general?sort=top')
})

test('more threads than a page has have further pages', async () => {
  net.answers[LIST] = () => list([threadRow()], 41)
  open({ page: 2 })
  const pages = within(await screen.findByRole('navigation', { name: 'Pages of threads' }))
  expect(pages.getByText('2 of 3')).toBeTruthy()
  expect(pages.getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe('/forum/general?page=3')
})

test('a list that does not load says so, and loads when asked again', async () => {
  net.answers[LIST] = () => declined(429, 'Too many requests')
  const { user } = open()
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing is lost. The list could not be loaded.')
  expect(screen.getByRole('heading', { level: 1, name: 'General' })).toBeTruthy()
  net.answers[LIST] = () => list([threadRow()])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'What do you play?' })).toBeTruthy()
})

test('all is marked as read once, although the button is pressed twice, and the marks go', async () => {
  net.answers[LIST] = () => list([threadRow({ unread: 3 })])
  const { user } = open()
  await screen.findByRole('link', { name: /3 new/ })
  const running = delayed()
  net.answers[MARK] = running.answer
  net.answers[LIST] = () => list([threadRow()])
  const button = screen.getByRole('button', { name: 'Mark all as read' })
  await user.dblClick(button)
  await waitFor(() => expect(net.sent(MARK)).toHaveLength(1))
  await running.give(json(204))
  await waitFor(() => expect(lastToast()?.title).toBe('All threads are marked as read'))
  await waitFor(() => expect(screen.queryByRole('link', { name: /3 new/ })).toBeNull())
  expect(net.sent(MARK)).toHaveLength(1)
})

test('what cannot be marked as read stays marked, with the reason', async () => {
  net.answers[LIST] = () => list([threadRow({ unread: 3 })])
  net.answers[MARK] = () => declined(429, 'Too many requests')
  open()
  await screen.findByRole('link', { name: /3 new/ })
  fireEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await waitFor(() =>
    expect(lastToast()).toMatchObject({
      title: 'The threads are not marked as read',
      description: 'Too many requests',
    }),
  )
  expect(screen.getByRole('link', { name: /3 new/ })).toBeTruthy()
})

test('a visitor has nothing to mark as read', async () => {
  net.answers[LIST] = () => list([threadRow({ unread: null })])
  open({}, null)
  expect(await screen.findByRole('link', { name: 'What do you play?' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
})
