// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UserId } from '#shared/ids.ts'
import { useMessagesFocus } from './use-messages-focus.ts'

const JUNO = '0198c0de-0000-7000-8000-000000000001' as UserId

beforeEach(() => {
  // The test's document has no layout: what stands in a hidden part has no box.
  vi.spyOn(HTMLElement.prototype, 'getClientRects').mockImplementation(function (this: HTMLElement) {
    return (this.closest('.hidden') ? [] : [{}]) as unknown as DOMRectList
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

interface State {
  open: UserId | null
  isListHidden: boolean
  hasRow: boolean
  hasHeading: boolean
}

function Messages({ open, isListHidden, hasRow, hasHeading }: State) {
  const { list, thread } = useMessagesFocus(open)
  return (
    <>
      <div ref={list} className={isListHidden ? 'hidden' : ''}>
        <h1>Messages</h1>
        {hasRow ? <a href={`/messages?userId=${JUNO}`}>Juno</a> : <p role="status">Loading</p>}
      </div>
      <div ref={thread} tabIndex={-1}>
        {open && hasHeading && <h2>Juno</h2>}
      </div>
    </>
  )
}

const atRow: State = { open: null, isListHidden: false, hasRow: true, hasHeading: false }
const inThread: State = { open: JUNO, isListHidden: true, hasRow: true, hasHeading: true }

function start(first: State) {
  const { rerender } = render(<Messages {...first} />)
  let now = first
  // A mutation observer is called after the rendering.
  return (change: Partial<State>) =>
    act(async () => {
      now = { ...now, ...change }
      rerender(<Messages {...now} />)
    })
}
const row = () => screen.getByText('Juno', { selector: 'a' })
const heading = () => screen.getByText('Juno', { selector: 'h2' })

test('the focus goes to the heading of the conversation that opens, also if the row leaves and the heading comes later', async () => {
  const show = start(atRow)
  row().focus()
  await show({ open: JUNO })
  expect(document.activeElement).toBe(row())
  await show({ isListHidden: true })
  await show({ hasHeading: true })
  expect(document.activeElement).toBe(heading())
})

test('the focus returns to the row of the conversation, also if the list comes later', async () => {
  const show = start({ ...inThread, hasRow: false })
  await show({ open: null, isListHidden: false })
  await show({ hasRow: true })
  expect(document.activeElement).toBe(row())
})

test('the heading of the list gets the focus if it has no such row', async () => {
  const show = start({ ...inThread, open: '0198c0de-0000-7000-8000-000000000002' as UserId })
  await show({ open: null, isListHidden: false })
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Messages' }))
})

test('the focus stays where the person goes meanwhile, and beside a list that stays', async () => {
  const show = start(atRow)
  row().focus()
  await show({ open: JUNO, isListHidden: true })
  fireEvent.keyDown(row(), { key: 'Tab' })
  await show({ hasHeading: true })
  expect(document.activeElement).toBe(row())
  cleanup()
  const beside = start(atRow)
  row().focus()
  await beside({ open: JUNO, hasHeading: true })
  expect(document.activeElement).toBe(row())
})
