// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { delayed, fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'
import { forumPost, forumThread, postsPage, READ_POSTS, READ_THREAD, SEEN, THREAD_ID } from '#tests/browser/forum.tsx'
import { Page } from './thread-page.tsx'

const net = fakeServer()

test('a thread whose data take long shows a skeleton in its place, and then the thread', async () => {
  const thread = forumThread()
  const slow = delayed()
  net.answers[READ_THREAD] = slow.answer
  net.answers[READ_POSTS] = () => json(200, postsPage([forumPost(1)], thread.last_number))
  net.answers[SEEN] = ({ body }) => json(200, { read_number: body.number })
  showPage(
    <Routes>
      <Route path="/forum/:part/:id" element={<Page />} />
    </Routes>,
    { at: `/forum/thread/${THREAD_ID}` },
  )
  expect(screen.getByRole('status').textContent).toBe('Loading')
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
  await slow.give(json(200, { thread }))
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(thread.title)
})
