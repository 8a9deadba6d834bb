// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Toaster } from './toaster.tsx'
import { dismissToast, toast, toastLinks, toastStore } from './toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toaster />)
})
afterEach(() => {
  cleanup()
  dismissToast()
  vi.useRealTimers()
})
const say = (input: Parameters<typeof toast>[0]) => act(() => toast(input))
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const region = () => screen.getByRole('status')

test('the live region exists before the first toast', () => {
  expect(region().textContent).toBe('')
})

test('one toast is shown at a time: the newest replaces the previous one', () => {
  say({ title: 'First' })
  say({ title: 'Second', description: 'And more' })
  expect(region().textContent).toBe('SecondAnd more')
})

test('it disappears five seconds after the newest', () => {
  say({ title: 'First' })
  pass(4000)
  say({ title: 'Second' })
  pass(4900)
  expect(toastStore.get()?.title).toBe('Second')
  pass(200)
  expect(toastStore.get()).toBeNull()
  pass(200)
  expect(region().textContent).toBe('')
})

test('it stays during hover or focus, and a second longer', () => {
  say({ title: 'Wait' })
  pass(4800)
  fireEvent.pointerEnter(screen.getByText('Wait').parentElement!)
  pass(20_000)
  expect(toastStore.get()).not.toBeNull()
  fireEvent.pointerLeave(screen.getByText('Wait').parentElement!)
  pass(900)
  expect(toastStore.get()).not.toBeNull()
  pass(200)
  expect(toastStore.get()).toBeNull()
})

test('a toast with a button stays for twenty seconds, or for five after a click elsewhere', () => {
  const elsewhere = document.body.appendChild(document.createElement('button'))
  const show = () => say({ title: 'You earned a badge', action: { label: 'Show', href: '/profile/badges' } })
  show()
  fireEvent.click(screen.getByText('You earned a badge'))
  pass(15_000)
  pass(4900)
  expect(toastStore.get()?.title).toBe('You earned a badge')
  pass(200)
  expect(toastStore.get()).toBeNull()
  show()
  fireEvent.click(elsewhere)
  pass(4900)
  expect(toastStore.get()).not.toBeNull()
  pass(200)
  expect(toastStore.get()).toBeNull()
  elsewhere.remove()
})

test('it can be closed, and the focus returns to what had it', () => {
  const elsewhere = document.body.appendChild(document.createElement('button'))
  for (const leave of [
    () => fireEvent.click(screen.getByRole('button', { name: 'Close' })),
    () => fireEvent.click(screen.getByRole('button', { name: 'Undo' })),
    () => fireEvent.keyDown(screen.getByRole('button', { name: 'Undo' }), { key: 'Escape' }),
  ]) {
    say({ title: 'Saved', undo: () => {} })
    elsewhere.focus()
    screen.getByRole('button', { name: 'Undo' }).focus()
    screen.getByRole('button', { name: 'Close' }).focus()
    leave()
    expect(toastStore.get()).toBeNull()
    expect(document.activeElement).toBe(elsewhere)
  }
  elsewhere.remove()
})

test('Undo undoes once and closes the toast', () => {
  const undo = vi.fn()
  say({ title: 'Saved', undo })
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(toastStore.get()).toBeNull()
})

test('a toast shown by an undo stays', () => {
  say({ title: 'Saved', undo: () => toast({ title: 'Undone' }) })
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(toastStore.get()?.title).toBe('Undone')
})

test('F8 leads to the toast, which then stays, and Escape leads back', () => {
  const elsewhere = document.body.appendChild(document.createElement('button'))
  elsewhere.focus()
  expect(fireEvent.keyDown(elsewhere, { key: 'F8' })).toBe(true)
  say({ title: 'You earned a badge', action: { label: 'Show', href: '/profile/badges' } })
  expect(fireEvent.keyDown(elsewhere, { key: 'F8' })).toBe(false)
  const show = screen.getByRole('link', { name: 'Show' })
  expect(document.activeElement).toBe(show)
  pass(60_000)
  expect(toastStore.get()).not.toBeNull()
  fireEvent.keyDown(show, { key: 'Escape' })
  expect(document.activeElement).toBe(elsewhere)
  expect(toastStore.get()).toBeNull()
  elsewhere.remove()
})

test('its time stands still while the tab is hidden', () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get')
  const show = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }
  say({ title: 'Saved' })
  pass(3000)
  show('hidden')
  pass(60_000)
  expect(toastStore.get()?.title).toBe('Saved')
  show('visible')
  pass(1900)
  expect(toastStore.get()?.title).toBe('Saved')
  pass(200)
  expect(toastStore.get()).toBeNull()
  visibility.mockRestore()
})

test('the links of the last three toasts stay', () => {
  for (const at of [1, 2, 3, 4]) say({ title: `List ${at}`, action: { label: 'Open', href: `/lists/${at}` } })
  say({ title: 'Saved', undo: () => {} })
  expect(toastLinks.get().map(({ title }) => title)).toEqual(['List 4', 'List 3', 'List 2'])
})

/** Opens a dialog as Base UI does, and returns a function that closes it. */
function openDialog(): () => void {
  const dialog = document.createElement('div')
  dialog.className = 'dialog'
  dialog.dataset.open = ''
  document.body.append(dialog)
  return () => dialog.remove()
}
const passWithChanges = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a dialog that opens later hides it and stops its time, because it would cover words of the dialog', async () => {
  say({ title: 'Added', undo: () => {} })
  const close = openDialog()
  await passWithChanges(100)
  expect(region().dataset.behind).toBe('true')
  await passWithChanges(20_000)
  expect(toastStore.get()?.title).toBe('Added')
  close()
  await passWithChanges(100)
  expect(region().dataset.behind).toBeUndefined()
  fireEvent.click(document.body)
  await passWithChanges(5_000)
  expect(toastStore.get()).toBeNull()
})

test('it is shown over the dialog that has shown it', async () => {
  const close = openDialog()
  await passWithChanges(100)
  say({ title: 'Nothing was saved', tone: 'danger' })
  document.body.append(document.createElement('hr'))
  await passWithChanges(100)
  expect(region().dataset.behind).toBeUndefined()
  close()
})
