// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterAll, expect, test } from 'vitest'
import { defineSubject, subjectRef } from '#shared/subject.ts'
import { declined, delayed, fakeServer, json, lastToast, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import { fill, installContributions } from '#web/slots.tsx'
import { subjectKinds } from '#web/web.slots.ts'
import type { Comment } from '../comments.contract.ts'
import { isAmong, withAdded, withRemoved } from '../comments.rules.ts'
import { Comments, useComments } from './comments.widgets.tsx'

const NOTE = defineSubject({
  type: 'note',
  name: 'note',
  plural: 'notes',
  path: '/api/notes',
  ownerPage: () => null,
  notFoundCode: 'note_not_found',
})

afterAll(installContributions([fill(subjectKinds, NOTE)]))

const net = fakeServer()
const ONE = '01900000-0000-7000-8000-000000000010'
const ADD = `POST /api/notes/${ONE}/comments`
const idOf = (at: number) => `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`
const JUNO = { id: idOf(2), username: 'juno', display_name: 'Juno', avatar_url: null }
const TOBI = { id: idOf(3), username: 'tobi', display_name: 'Tobi', avatar_url: null }

const comment = (at: number, content: string, more: object = {}) =>
  ({
    id: idOf(at),
    note_id: ONE,
    parent_id: null,
    user_id: JUNO.id,
    user: JUNO,
    username: 'juno',
    answered: null,
    content,
    fold: null,
    spoils_to: null,
    created_at: new Date(Date.UTC(2026, 10, 21, 9, 0, at)).toISOString(),
    gone: null,
    isHidden: false,
    viewerCan: { delete: false },
    replies: [],
    replies_count: 0,
    ...more,
  }) as unknown as Comment
const reply = (at: number, content: string, more: object = {}) =>
  comment(at, content, { parent_id: idOf(100), ...more })

function Note({ comments, variant }: { comments: readonly Comment[]; variant: 'card' | 'thread' }) {
  const state = useComments()
  const [shown, setShown] = useState(comments)
  const subject = subjectRef(NOTE, ONE)
  const board = {
    cancelReads: async () => {},
    added: (added: Comment) => setShown((before) => (isAmong(before, added) ? before : withAdded(before, added))),
    removed: (gone: { id: string; parent_id: string | null }) => setShown((before) => withRemoved(before, gone)),
  }
  const count = shown.reduce((sum, { gone, replies_count }) => sum + (gone ? 0 : 1) + replies_count, 0)
  const threads = { subjects: [subject], subject, gameId: null, comments: shown, count, board }
  return <Comments threads={threads} state={state} variant={variant} />
}

const show = (comments: readonly Comment[], variant: 'card' | 'thread' = 'thread', who = {}) =>
  showPage(<Note comments={comments} variant={variant} />, who)
const button = (name: string) => screen.getByRole('button', { name })
const repliesTo = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('replies stand below their comment, and one to a reply names the member that it answers', () => {
  show([
    comment(100, 'Was it long?', {
      replies: [reply(101, 'Forty hours.'), reply(102, 'Same.', { user: TOBI, answered: JUNO })],
      replies_count: 2,
    }),
  ])
  expect(screen.getByRole('heading', { name: 'Comments (3)' })).toBeTruthy()
  expect(repliesTo('Replies to Juno')).toEqual([
    expect.stringMatching(/^Juno Forty hours\./),
    expect.stringMatching(/^Tobi to Juno Same\./),
  ])
  // All of them are on the screen.
  expect(screen.queryByRole('button', { name: /View all/ })).toBeNull()
})

test('Reply opens a field with the focus, Escape closes it and keeps the draft, and the focus returns', async () => {
  const { user } = show([comment(100, 'Was it long?')])
  await user.click(button('Reply to Juno'))
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to Juno' })
  const opened = await field()
  expect(document.activeElement).toBe(opened)
  expect(button('Reply to Juno').getAttribute('aria-expanded')).toBe('true')
  await user.keyboard('Forty{Escape}')
  expect(screen.queryByRole('textbox', { name: 'Reply to Juno' })).toBeNull()
  expect(document.activeElement).toBe(button('Reply to Juno'))
  await user.keyboard('{Enter}')
  expect((await field()).value).toBe('Forty')
  await user.click(button('Cancel'))
  expect(document.activeElement).toBe(button('Reply to Juno'))
  // The field for a comment is another one.
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).value).toBe('')
})

test('a reply is sent with what it answers, and stays in view below the other replies', async () => {
  const give = delayed()
  net.answers[ADD] = give.answer
  const first = [reply(101, 'a'), reply(102, 'b'), reply(103, 'c', { user: TOBI })]
  const { user } = show([comment(100, 'Was it long?', { replies: first, replies_count: 7 })])
  await user.click(button('Reply to Tobi'))
  await user.type(await screen.findByRole('textbox', { name: 'Reply to Tobi' }), 'Not for me')
  await user.click(button('Reply'))
  expect(net.bodies(ADD)).toEqual([{ content: 'Not for me', reply_to: idOf(103) }])
  const mine = { user_id: VIEWER.id, user: { ...TOBI, id: VIEWER.id, display_name: 'Me' }, answered: TOBI }
  await give.give(json(201, { comment: reply(110, 'Not for me', { ...mine, viewerCan: { delete: true } }) }))
  await waitFor(() => expect(repliesTo('Replies to Juno')).toHaveLength(4))
  expect(repliesTo('Replies to Juno')[3]).toMatch(/^Me to Tobi Not for me/)
  expect(button('Show 4 more replies')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Reply to Tobi' })).toBeNull()
  expect(document.activeElement).toBe(button('Reply to Tobi'))
  expect(screen.getByRole('heading', { name: 'Comments (9)' })).toBeTruthy()
})

test('a reply that is refused stays in its field', async () => {
  net.answers[ADD] = () => declined(404, 'Comment not found')
  const { user } = show([comment(100, 'Was it long?')])
  await user.click(button('Reply to Juno'))
  await user.type(await screen.findByRole('textbox', { name: 'Reply to Juno' }), 'Yes')
  await user.click(button('Reply'))
  await waitFor(() => expect(lastToast()?.title).toBe('Failed to add comment'))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to Juno' }).value).toBe('Yes')
})

test('more replies come on request, and the first new one gets the focus', async () => {
  const all = Array.from({ length: 5 }, (_, at) => reply(101 + at, `r${at}`))
  const path = `GET /api/notes/comments/${idOf(100)}/replies`
  const give = delayed()
  net.answers[path] = give.answer
  const { user } = show([comment(100, 'Top', { replies: all.slice(0, 3), replies_count: 5 })])
  await user.click(button('Show 2 more replies'))
  await give.give(json(200, { data: all, nextCursor: null }))
  await waitFor(() => expect(repliesTo('Replies to Juno')).toHaveLength(5))
  expect(document.activeElement?.textContent).toMatch(/^Juno r3/)
  expect(screen.queryByRole('button', { name: /more repl/ })).toBeNull()
})

test('a comment that is gone is one sentence, and its replies can be answered', () => {
  const below = { replies: [reply(101, 'Yes')], replies_count: 1 }
  const nobody = { user_id: null, user: { id: null, username: null, display_name: null, avatar_url: null } }
  show([
    comment(100, '', { ...below, ...nobody, gone: 'deleted' }),
    comment(200, '', {
      ...nobody,
      gone: 'hidden',
      replies: [comment(201, 'No', { parent_id: idOf(200) })],
      replies_count: 1,
    }),
  ])
  expect(screen.getByText('This comment was deleted')).toBeTruthy()
  expect(screen.getByText('This comment is not shown')).toBeTruthy()
  expect(screen.queryByText('Unknown User')).toBeNull()
  expect(screen.getAllByRole('button', { name: /^Reply to/ })).toHaveLength(2)
  expect(screen.getAllByRole('list', { name: 'Replies' })).toHaveLength(2)
})

test('a deleted comment with replies becomes that sentence', async () => {
  net.answers[`DELETE /api/notes/comments/${idOf(100)}`] = () => json(204, null)
  const { user } = show([
    comment(100, 'Oh no', { viewerCan: { delete: true }, replies: [reply(101, 'Yes')], replies_count: 1 }),
  ])
  await user.click(button('Delete comment'))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('This comment was deleted')).toBeTruthy()
  expect(screen.queryByText(/Oh no/)).toBeNull()
  expect(repliesTo('Replies')).toEqual([expect.stringMatching(/^Juno Yes/)])
})

test('a card shows comments without replies and leads to all of them', () => {
  show([comment(100, 'Top', { replies: [reply(101, 'Below')], replies_count: 1 })], 'card')
  expect(screen.queryByText(/Below/)).toBeNull()
  expect(screen.queryByRole('button', { name: /Reply/ })).toBeNull()
  expect(button('View all 2 comments')).toBeTruthy()
})

test('a hidden comment cannot be answered', async () => {
  await act(async () => void show([comment(100, 'Top', { isHidden: true, hold: null })]))
  expect(screen.queryByRole('button', { name: /Reply/ })).toBeNull()
})
