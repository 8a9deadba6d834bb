// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showGlobalError } from './error-list.ts'
import { Toaster } from './ui/toaster.tsx'
import { dismissToast, toast, toastStore } from './ui/toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toaster />)
})
afterEach(() => {
  for (let i = 0; i < 10; i += 1) act(() => dismissToast())
  cleanup()
  vi.useRealTimers()
})
const shown = () => screen.getByRole('status').textContent
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const list = (text: string) => act(() => showGlobalError('Something went wrong', text))

test('an error is a toast that disappears after five seconds [R-ERR-03]', () => {
  list('one.')
  expect(shown()).toBe('Something went wrongone.')
  pass(4900)
  expect(toastStore.get()).not.toBeNull()
  pass(300)
  expect(toastStore.get()).toBeNull()
})

test('two errors get a toast each, one after the other, never two at once [R-ERR-03, R-ERR-04]', () => {
  list('one.')
  list('two.')
  expect(document.querySelectorAll('.toast')).toHaveLength(1)
  expect(shown()).toContain('one.')
  pass(5001)
  expect(document.querySelectorAll('.toast')).toHaveLength(1)
  expect(shown()).toContain('two.')
  pass(5001)
  expect(toastStore.get()).toBeNull()
})

test('equal errors are shown once, and the number of waiting errors is limited', () => {
  for (let i = 0; i < 3; i += 1) list('same.')
  pass(5001)
  expect(toastStore.get()).toBeNull()
  for (let i = 0; i < 50; i += 1) list(`storm ${i}.`)
  for (let i = 0; i < 5; i += 1) pass(5001)
  expect(toastStore.get()).toBeNull()
})

test('the toast of an action is shown in between, and the next error waits for its end', () => {
  list('one.')
  list('two.')
  act(() => toast({ title: 'Saved' }))
  expect(shown()).toBe('Saved')
  pass(5001)
  expect(shown()).toContain('two.')
})
