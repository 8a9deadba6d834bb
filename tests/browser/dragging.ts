import { fireEvent, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'

/** The height of a row in the tests, which have no layout. */
export const ROW = 60

/** Gives the rows of lists coordinates from their order, until `vi.restoreAllMocks`. */
export function placeRows(): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = this.closest('li')
    const at = row ? [...(row.parentElement?.children ?? [])].indexOf(row) : 0
    return new DOMRect(0, at * ROW, 300, ROW)
  })
  Element.prototype.scrollIntoView = () => {}
}

/** What the list announced last to screen readers. */
export const announced = () => document.querySelector('[aria-live="assertive"]')?.textContent

/** Presses a key until the picked up row reacts, because it listens a moment after it was picked up. */
export const pressDragKey = (code: string) => waitFor(() => expect(fireEvent.keyDown(document, { code })).toBe(false))

/**
 * Drags the row at `from` by its handle into the row at `to`, which the list announces with `announcement`, and drops it.
 * For 50 ms after a drop, dnd-kit stops every click of the document, so this waits for the end: the next click may be that
 * of another test or file.
 */
export async function drag(handle: HTMLElement, from: number, to: number, announcement: string): Promise<void> {
  const start = { pointerId: 1, isPrimary: true, button: 0, clientX: 10, clientY: from * ROW + 10 }
  fireEvent.pointerDown(handle, start)
  fireEvent.pointerMove(document, { ...start, clientY: from * ROW })
  await waitFor(() => expect(announced()).not.toBe(''))
  await waitFor(() => {
    fireEvent.pointerMove(document, { ...start, clientY: to * ROW + 5 })
    expect(announced()).toBe(announcement)
  })
  fireEvent.pointerUp(document, { ...start, clientY: to * ROW + 5 })
  await waitFor(() => {
    const hear = vi.fn()
    document.body.addEventListener('click', hear, { once: true })
    document.body.click()
    document.body.removeEventListener('click', hear)
    expect(hear).toHaveBeenCalled()
  })
}
