// @vitest-environment happy-dom
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLongPress } from './long-press.ts'

const onHold = vi.fn()
const onClick = vi.fn()

function Held() {
  return (
    <button type="button" onClick={onClick} {...useLongPress(onHold)}>
      Hold
    </button>
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  render(<Held />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A touch event at a moment of the screen's own clock, which a busy page hears later. */
function touch(kind: 'pointerDown' | 'pointerMove' | 'pointerUp', at: number, clientX = 5): void {
  const button = screen.getByRole('button')
  const event = createEvent[kind](button, { pointerType: 'touch', clientX, clientY: 5 })
  Object.defineProperty(event, 'timeStamp', { value: at })
  fireEvent(button, event)
}
const click = () => fireEvent.click(screen.getByRole('button'))
const calls = () => [onHold.mock.calls.length, onClick.mock.calls.length]

test('a touch of 400 ms holds, and its click does nothing; the next one clicks', () => {
  touch('pointerDown', 1000)
  vi.advanceTimersByTime(399)
  expect(calls()).toEqual([0, 0])
  vi.advanceTimersByTime(1)
  touch('pointerUp', 1450)
  // The click of a busy page comes late.
  vi.advanceTimersByTime(200)
  click()
  expect(calls()).toEqual([1, 0])
  touch('pointerDown', 2000)
  touch('pointerUp', 2100)
  click()
  expect(calls()).toEqual([1, 1])
})

test('a held touch that is lifted before the timer of a busy page is the same', () => {
  touch('pointerDown', 1000)
  touch('pointerUp', 1450)
  click()
  expect(calls()).toEqual([1, 0])
  vi.advanceTimersByTime(1000)
  touch('pointerDown', 3000)
  touch('pointerUp', 3100)
  click()
  expect(calls()).toEqual([1, 1])
})

test('a longer touch has no click, and a later click by a key does what it says', () => {
  touch('pointerDown', 1000)
  vi.advanceTimersByTime(900)
  touch('pointerUp', 1900)
  fireEvent.keyDown(screen.getByRole('button'), { key: 'Enter' })
  click()
  expect(calls()).toEqual([1, 1])
})

test('a short touch and one that moves hold nothing', () => {
  touch('pointerDown', 1000)
  touch('pointerUp', 1390)
  touch('pointerDown', 2000)
  touch('pointerMove', 2100, 50)
  touch('pointerUp', 2900)
  vi.advanceTimersByTime(1000)
  expect(calls()).toEqual([0, 0])
})
