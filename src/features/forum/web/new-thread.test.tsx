// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { signInRequests } from '#features/accounts/web/accounts.api.ts'
import { declined, delayed, fakeServer, json, lastToast, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import { forumThread, THREAD_ID } from '#tests/browser/forum.tsx'
import { draftName, readDraft, storeDraft } from '#web/drafts/drafts.ts'
import { FORUM_TEXTS } from '../forum.texts.ts'
import { NewThread } from './new-thread.tsx'

const START = 'POST /api/forum/threads'
const DRAFT = draftName('forum', VIEWER.id, null)
const net = fakeServer()

beforeEach(() => {
  signInRequests.set(null)
  storeDraft(DRAFT, null)
  return () => vi.restoreAllMocks()
})

const open = (params: Partial<Parameters<typeof NewThread>[0]['params']> = {}) =>
  showPage(<NewThread params={{ category: null, gameId: null, ...params }} />, { at: '/forum/new' })

const category = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Category' })
const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' })
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
const start = () => screen.getByRole('button', { name: /^(Start thread|Posting…)$/ })

function fill(): void {
  fireEvent.change(category(), { target: { value: 'help' } })
  fireEvent.change(title(), { target: { value: 'Where is the key?' } })
  fireEvent.change(text(), { target: { value: 'I cannot find it in the cellar.' } })
}
const shown = () => [category().value, title().value, text().value]
const FILLED = ['help', 'Where is the key?', 'I cannot find it in the cellar.']
/** What a screen reader reads out below the field. */
const noteOf = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

describe('a new thread', () => {
  test('that is empty says what each field needs, leads to the first of them, and sends nothing', async () => {
    open()
    fireEvent.click(start())
    await waitFor(() => expect(document.activeElement).toBe(category()))
    expect(noteOf(category())).toContain(FORUM_TEXTS.categoryNeeded)
    expect(noteOf(title())).toContain(FORUM_TEXTS.titleLength)
    expect(noteOf(text())).toContain(FORUM_TEXTS.bodyLength)
    expect(net.sent(START)).toEqual([])
  })

  test('is sent once, although the button is pressed twice, and leads to the thread', async () => {
    const running = delayed()
    net.answers[START] = running.answer
    const { router } = open()
    fill()
    fireEvent.click(start())
    fireEvent.click(start())
    await waitFor(() => expect(net.sent(START)).toHaveLength(1))
    expect(net.bodies(START)).toEqual([{ category: 'help', title: FILLED[1], body: FILLED[2], game_id: null }])
    await running.give(json(201, { thread: forumThread() }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/forum/thread/${THREAD_ID}`))
    expect(lastToast()?.title).toBe('Thread started')
    expect(readDraft(DRAFT)).toBeNull()
    expect(net.sent(START)).toHaveLength(1)
  })

  test('with a link says that a moderator looks at it first', async () => {
    net.answers[START] = () => json(201, { thread: forumThread({ is_held: true }) })
    open()
    fill()
    fireEvent.click(start())
    await waitFor(() => expect(lastToast()?.title).toBe(FORUM_TEXTS.held))
  })

  test.each([
    [429, 'Too many requests', { retryAfter: 42 }, /Too many requests 42 seconds left/],
    [404, 'Game not found', {}, /Game not found/],
    [401, FORUM_TEXTS.signIn, {}, new RegExp(FORUM_TEXTS.signIn)],
    [500, 'Something went wrong', {}, /Something went wrong/],
  ])(
    'that is refused with %i stays in the form and on the device, with the reason',
    async (status, error, more, why) => {
      net.answers[START] = () => declined(status, error, 'declined', more)
      const { router } = open()
      fill()
      fireEvent.click(start())
      await waitFor(() => expect(screen.getByRole('alert').parentElement?.textContent).toMatch(why))
      expect(shown()).toEqual(FILLED)
      await waitFor(() => expect(readDraft(DRAFT)).toMatchObject({ category: 'help', title: FILLED[1] }))
      expect(router.state.location.pathname).toBe('/forum/new')
      expect(signInRequests.get() !== null).toBe(status === 401)
      expect(lastToast()).toBeNull()
    },
  )

  test('that is refused for a field says so at the field, and can be sent again', async () => {
    const details = { title: 'Nobody understands this title' }
    net.answers[START] = () => declined(400, 'Invalid', 'validation_failed', { details })
    open()
    fill()
    fireEvent.click(start())
    await waitFor(() => expect(noteOf(title())).toContain('Nobody understands this title'))
    expect(shown()).toEqual(FILLED)
    net.answers[START] = () => json(201, { thread: forumThread() })
    fireEvent.change(title(), { target: { value: 'Where is the cellar key?' } })
    fireEvent.click(start())
    await waitFor(() => expect(lastToast()?.title).toBe('Thread started'))
    expect(net.bodies(START)[1]).toMatchObject({ title: 'Where is the cellar key?' })
  })

  test('that nobody has sent is there again, in the category of the address, until the member starts over', async () => {
    storeDraft(DRAFT, { category: 'help', title: 'Half a title', text: 'Half a text', game: null, spoilsTo: null })
    open({ category: 'feedback' })
    await waitFor(() => expect(shown()).toEqual(['feedback', 'Half a title', 'Half a text']))
    expect(screen.getByText('This is what you had typed.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Start over' }))
    expect(shown()).toEqual(['feedback', '', ''])
    await waitFor(() => expect(readDraft(DRAFT)).toBeNull())
  })
})
