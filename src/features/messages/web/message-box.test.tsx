// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { UserId } from '#shared/ids.ts'
import { declined, delayed, json, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import {
  add,
  addOwn,
  answers,
  bodies,
  box,
  juno,
  open,
  page,
  press,
  READ,
  SEND,
  sent,
  texts,
  thread,
} from '#tests/browser/thread.tsx'
import { Thread } from './thread.tsx'
import { messagesKeys } from './unread.api.ts'

const isOnline = (is: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(is)
const noConnection = () => Promise.reject(new TypeError('Failed to fetch'))

describe('writing', () => {
  test('Enter sends and empties the box, Shift+Enter starts a new line', async () => {
    const { user } = await open()
    await user.type(box(), ' Hello{Shift>}{Enter}{/Shift}there {Enter}')
    expect(box().value).toBe('')
    await waitFor(() => expect(texts()).toEqual(['You: Hello\nthere']))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Not sent yet' })).toBeNull())
    expect(bodies(SEND)).toMatchObject([{ userId: juno, content: 'Hello\nthere' }])
    expect(document.activeElement).toBe(box())
  })

  test('sends no blanks and nothing too long, and preserves the text', async () => {
    const { user } = await open()
    await user.type(box(), '   {Enter}')
    fireEvent.change(box(), { target: { value: 'a'.repeat(2001) } })
    expect(screen.getByText('Message must be 2000 characters or less')).toBeDefined()
    expect(screen.getByText('2001 / 2000')).toBeDefined()
    expect(box().getAttribute('aria-invalid')).toBe('true')
    await press('Send')
    expect(box().value).toHaveLength(2001)
    fireEvent.change(box(), { target: { value: 'a'.repeat(2000) } })
    expect(screen.queryByText('Message must be 2000 characters or less')).toBeNull()
    expect(sent(SEND)).toEqual([])
  })

  test('counts the characters only when few are left', async () => {
    await open()
    fireEvent.change(box(), { target: { value: 'a'.repeat(1799) } })
    expect(screen.queryByText(/\/ 2000/)).toBeNull()
    fireEvent.change(box(), { target: { value: 'a'.repeat(1800) } })
    expect(screen.getByText('1800 / 2000')).toBeDefined()
  })

  test('an own message is there once, also when the thread brings it before the answer', async () => {
    add('Hello')
    const { client, user } = await open()
    const sending = delayed()
    answers[SEND] = sending.answer
    await user.type(box(), 'Hello yourself{Enter}')
    await waitFor(() => expect(sent(SEND)).toHaveLength(1))
    expect(screen.getByText('Sending…')).toBeDefined()
    const own = addOwn('Hello yourself', { key: String(bodies(SEND)[0]?.key), read_at: null })
    await act(() => client.invalidateQueries({ queryKey: messagesKeys.all }))
    await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull())
    expect(texts()).toEqual(['Juno: Hello', 'You: Hello yourself'])
    await sending.give(json(201, { message: own }))
    expect(texts()).toEqual(['Juno: Hello', 'You: Hello yourself'])
  })

  test('an own message is the last one at once, also when earlier ones have been loaded', async () => {
    const [first, second] = [add('First'), add('Second')]
    answers[READ] = ({ query }) => (query.before ? page([first]) : page([second], { nextBefore: 'b1' }))
    const { user } = await open()
    await press('Show earlier messages')
    await waitFor(() => expect(texts()).toHaveLength(2))
    const reading = delayed()
    answers[READ] = reading.answer
    await user.type(box(), 'Third{Enter}')
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Not sent yet' })).toBeNull())
    expect(texts()).toEqual(['Juno: First', 'Juno: Second', 'You: Third'])
  })

  test('messages are sent one after the other, in the order in which they were written', async () => {
    const { user } = await open()
    const first = delayed()
    const answerNow = answers[SEND]
    answers[SEND] = first.answer
    await user.type(box(), 'One{Enter}Two{Enter}')
    await waitFor(() => expect(texts()).toEqual(['You: One', 'You: Two']))
    expect(bodies(SEND).map(({ content }) => content)).toEqual(['One'])
    if (answerNow) answers[SEND] = answerNow
    await first.give(json(201, { message: addOwn('One', { key: String(bodies(SEND)[0]?.key) }) }))
    await waitFor(() => expect(bodies(SEND).map(({ content }) => content)).toEqual(['One', 'Two']))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Not sent yet' })).toBeNull())
    expect(texts()).toEqual(['You: One', 'You: Two'])
  })

  test('what could not be sent stays with the reason, and is sent again under the same key', async () => {
    const { user } = await open()
    const answerNow = answers[SEND]
    answers[SEND] = () => declined(500, 'Something broke')
    await user.type(box(), 'Hello{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Not sent. It could not be sent.')
    if (answerNow) answers[SEND] = answerNow
    await press('Try again')
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Not sent yet' })).toBeNull())
    expect(texts()).toEqual(['You: Hello'])
    const [one, two] = bodies(SEND)
    expect(one?.key).toMatch(/^[0-9a-f-]{36}$/)
    expect(two?.key).toBe(one?.key)
  })

  test('what could not be sent can be edited: it goes back into the box, before what is there', async () => {
    const { user } = await open()
    answers[SEND] = () => declined(422, 'That is not allowed')
    await user.type(box(), 'Hello{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Not sent. That is not allowed')
    await user.type(box(), 'And bye')
    await press('Edit')
    expect(box().value).toBe('Hello\nAnd bye')
    expect(screen.queryByRole('list', { name: 'Not sent yet' })).toBeNull()
  })

  test('a message that is written offline is sent once when the connection is back', async () => {
    const { user } = await open()
    const answerNow = answers[SEND]
    isOnline(false)
    answers[SEND] = noConnection
    await user.type(box(), 'On a train{Enter}')
    expect(await screen.findByText('No connection. It is sent when you are back online.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    isOnline(true)
    if (answerNow) answers[SEND] = answerNow
    const failed = sent(SEND).length
    await act(async () => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Not sent yet' })).toBeNull())
    await act(async () => void window.dispatchEvent(new Event('online')))
    expect(sent(SEND)).toHaveLength(failed + 1)
    expect(new Set(bodies(SEND).map(({ key }) => key)).size).toBe(1)
    expect(texts()).toEqual(['You: On a train'])
  })

  test('a refusal reloads the thread: its reason takes the place of the box, and the message can only be removed', async () => {
    const { user } = await open()
    const sentence = "You can't message this user"
    answers[SEND] = () => declined(403, sentence, 'blocked')
    Object.assign(thread, { closed: { reason: 'blocked', sentence, isOwnBlock: false } })
    await user.type(box(), 'Too late{Enter}')
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await press('Remove')
    expect(screen.queryByText('Too late')).toBeNull()
  })

  test('the text that was begun is there again after another conversation', async () => {
    const { user } = await open()
    await user.type(box(), 'Half a tho')
    cleanup()
    showPage(<Thread userId={'01900000-0000-7000-8000-00000000ffff' as UserId} viewerId={VIEWER.id} />)
    await waitFor(() => expect(box().value).toBe(''))
    cleanup()
    await open()
    expect(box().value).toBe('Half a tho')
  })
})
