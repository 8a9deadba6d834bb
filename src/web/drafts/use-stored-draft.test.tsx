// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readDraft, storeDraft } from './drafts.ts'
import { useStoredDraft } from './use-stored-draft.ts'

let forget: () => void
/** A form that the server renders too, so it reads its draft after the hydration. */
function Form({ name = 'one' }: { name?: string | null }) {
  const [text, setText] = useState('')
  forget = useStoredDraft(name, text === '' ? null : { text }, (stored) =>
    setText((stored as { text: string } | null)?.text ?? ''),
  )
  return <input aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
}
const field = () => screen.getByLabelText<HTMLInputElement>('Text')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const rest = () => vi.advanceTimersByTime(400)

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a pause in typing stores the draft, and an emptied form deletes it', () => {
  render(<Form />)
  type('a')
  expect(readDraft('one')).toBeNull()
  rest()
  expect(readDraft('one')).toEqual({ text: 'a' })
  type('')
  rest()
  expect(readDraft('one')).toBeNull()
})

test.each([
  ['pagehide', () => fireEvent(window, new Event('pagehide'))],
  ['the end of the form', () => cleanup()],
])('%s stores the draft at once', (_, end) => {
  render(<Form />)
  type('a')
  end()
  expect(readDraft('one')).toEqual({ text: 'a' })
})

test('a restored draft stays stored, also if the page is left at once', () => {
  storeDraft('one', { text: 'a' })
  render(<Form />)
  expect(field().value).toBe('a')
  fireEvent(window, new Event('pagehide'))
  expect(readDraft('one')).toEqual({ text: 'a' })
  type('')
  fireEvent(window, new Event('pagehide'))
  expect(readDraft('one')).toBeNull()
})

test('a saved text is deleted, also while it waits to be stored; later input is stored again', () => {
  render(<Form />)
  type('a')
  forget()
  rest()
  expect(readDraft('one')).toBeNull()
  type('b')
  rest()
  expect(readDraft('one')).toEqual({ text: 'b' })
})

test('without a name nothing is stored', () => {
  render(<Form name={null} />)
  type('a')
  rest()
  expect(sessionStorage.length).toBe(0)
})

test('a form that gets another name stores under each name what was typed for it', () => {
  storeDraft('two', { text: 'b' })
  const { rerender } = render(<Form />)
  type('a')
  rerender(<Form name="two" />)
  expect(field().value).toBe('b')
  rest()
  expect(readDraft('one')).toEqual({ text: 'a' })
  expect(readDraft('two')).toEqual({ text: 'b' })
})
