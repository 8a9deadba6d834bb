// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterAll, expect, test } from 'vitest'
import { ownProgress } from '#features/spoilers/web/spoilers.slots.ts'
import type { GameId } from '#shared/ids.ts'
import { defineSubject, subjectRef } from '#shared/subject.ts'
import { declined, delayed, fakeServer, json, lastToast, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import { fill, installContributions } from '#web/slots.tsx'
import { subjectKinds } from '#web/web.slots.ts'
import type { Comment } from '../comments.contract.ts'
import { Comments, useComments } from './comments.widgets.tsx'

const NOTE = defineSubject({
  type: 'note',
  name: 'note',
  plural: 'notes',
  path: '/api/notes',
  ownerPage: () => null,
  notFoundCode: 'note_not_found',
})
const GAME = 'igdb_7' as GameId
/** The viewer's progress by game. */
const progress = new Map<string, number | null>()
afterAll(
  installContributions([
    fill(subjectKinds, NOTE),
    fill(ownProgress, async (_client, gameId) => progress.get(gameId) ?? null),
  ]),
)

const net = fakeServer()
const ONE = '01900000-0000-7000-8000-000000000010'
const JUNO = '01900000-0000-7000-8000-000000000002'
const ADD = `POST /api/notes/${ONE}/comments`

const comment = (id: string, more: object = {}) =>
  ({
    id: `01900000-0000-7000-8000-00000000${id}`,
    note_id: ONE,
    user_id: JUNO,
    user: { id: JUNO, username: 'juno', display_name: 'Juno', avatar_url: null },
    username: 'juno',
    content: '',
    fold: { writtenAt: 80, readerAt: 35 },
    spoils_to: 80,
    created_at: '2026-11-21T09:00:00.000Z',
    parent_id: null,
    answered: null,
    gone: null,
    replies: [],
    replies_count: 0,
    isHidden: false,
    viewerCan: { delete: false },
    ...more,
  }) as unknown as Comment

function Note({ comments, gameId }: { comments: readonly Comment[]; gameId: GameId | null }) {
  const state = useComments()
  const [shown, setShown] = useState(comments)
  const subject = subjectRef(NOTE, ONE)
  const board = {
    cancelReads: async () => {},
    added: (added: Comment) => setShown((before) => [...before, added]),
    removed: () => {},
  }
  const threads = { subjects: [subject], subject, gameId, comments: shown, count: shown.length, board }
  return (
    <>
      <button type="button" onClick={() => state.write('inline')}>
        Write
      </button>
      <Comments threads={threads} state={state} variant="inline" />
    </>
  )
}
const show = (comments: readonly Comment[] = [], gameId: GameId | null = GAME) =>
  showPage(<Note comments={comments} gameId={gameId} />)
const items = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('a folded comment shows its author and one sentence, and a press replaces the sentence by the text', async () => {
  net.answers['GET /api/notes/comments/01900000-0000-7000-8000-000000000001'] = () =>
    json(200, { comment: comment('0001', { content: 'The ferryman is her father', fold: null }) })
  const { user } = show([
    comment('0001'),
    comment('0002', { content: 'Well played', fold: null, spoils_to: null, created_at: '2026-11-21T09:30:00.000Z' }),
  ])
  expect(items()).toEqual([
    expect.stringMatching(/^Juno 1h ago.*Written at 80\s%\. You are at 35\s%\.Show it/),
    expect.stringContaining('Juno Well played'),
  ])
  await user.click(screen.getByRole('button', { name: 'Show it' }))
  expect(await screen.findByText('The ferryman is her father')).toBeTruthy()
  expect(items()[0]).toMatch(/^Juno 1h ago.*The ferryman is her fatherReply$/)
  expect(items()[1]).toContain('Juno Well played')
  // The focus is on the text, because the button no longer exists.
  expect(document.activeElement?.textContent).toBe('The ferryman is her father')
})

test('a text that cannot be loaded remains folded, and a toast says so', async () => {
  net.answers['GET /api/notes/comments/01900000-0000-7000-8000-000000000001'] = () => declined(404, 'Comment not found')
  const { user } = show([comment('0001')])
  await user.click(screen.getByRole('button', { name: 'Show it' }))
  await waitFor(() => expect(lastToast()?.title).toBe('The text could not be loaded'))
  expect(screen.getByText('Written at 80 %. You are at 35 %.')).toBeTruthy()
})

test('a marked comment shows its share to readers who may read it', () => {
  show([
    comment('0001', { content: 'The ferryman is her father', fold: null }),
    comment('0002', { content: 'Well played', fold: null, spoils_to: null }),
  ])
  expect(screen.getAllByText(/Spoils up to/).map(({ textContent }) => textContent?.trim())).toEqual([
    'Spoils up to 80\u00A0%',
  ])
})

test('the form suggests the author’s own progress as the mark, which the author may change', async () => {
  progress.set(GAME, 79)
  const give = delayed()
  net.answers[ADD] = give.answer
  const { user } = show()
  await user.click(screen.getByRole('button', { name: 'Write' }))
  await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'The ferryman is her father')
  expect(screen.queryByRole('slider')).toBeNull()
  await user.click(screen.getByRole('switch', { name: 'Spoilers' }))
  const share = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Up to which share of the game?' })
  expect(share().value).toBe('79')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('The ferryman is her father')
  fireEvent.change(share(), { target: { value: '90' } })
  await user.click(screen.getByRole('button', { name: 'Post' }))
  expect(net.bodies(ADD)).toEqual([{ content: 'The ferryman is her father', spoils_to: 90 }])
  await give.give(
    json(201, {
      comment: comment('0001', {
        content: 'The ferryman is her father',
        fold: null,
        spoils_to: 90,
        user_id: VIEWER.id,
      }),
    }),
  )
  expect(await screen.findByText('Spoils up to 90 %')).toBeTruthy()
  // The next comment begins without a mark.
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Spoilers' }).checked).toBe(false)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('')
})

test('without progress the form suggests 100 %, and an unmarked comment is sent without a mark', async () => {
  progress.set(GAME, null)
  net.answers[ADD] = () => json(201, { comment: comment('0001', { content: 'Hello', fold: null, spoils_to: null }) })
  const { user } = show()
  await user.click(screen.getByRole('button', { name: 'Write' }))
  await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Hello')
  await user.click(screen.getByRole('switch', { name: 'Spoilers' }))
  expect(screen.getByRole<HTMLInputElement>('slider').value).toBe('100')
  await user.click(screen.getByRole('switch', { name: 'Spoilers' }))
  await user.click(screen.getByRole('button', { name: 'Post' }))
  await waitFor(() => expect(net.bodies(ADD)).toEqual([{ content: 'Hello' }]))
})

test('a comment on something without a game cannot be marked', async () => {
  const { user } = show([], null)
  await user.click(screen.getByRole('button', { name: 'Write' }))
  await screen.findByRole('textbox', { name: 'Comment' })
  expect(screen.queryByRole('switch')).toBeNull()
})
