// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { place } from './floating.ts'

afterEach(() => vi.unstubAllGlobals())

/** Returns the position of a popup of that height in a phone's window, beside an anchor at that position. */
function placed(height: number, anchorTop: number) {
  vi.stubGlobal('innerWidth', 390)
  vi.stubGlobal('innerHeight', 844)
  const popup = document.createElement('div')
  const anchor = document.createElement('button')
  Object.defineProperties(popup, { offsetWidth: { value: 200 }, offsetHeight: { value: height } })
  anchor.getBoundingClientRect = () => new DOMRect(340, anchorTop, 44, 44)
  place(popup, anchor, { align: 'end' })
  return { top: Number.parseFloat(popup.style.top), most: Number.parseFloat(popup.style.maxHeight) }
}

test('a popup stands below its anchor, or above it where there is more room', () => {
  expect(placed(300, 100).top).toBe(100 + 44 + 6)
  expect(placed(300, 700).top).toBe(700 - 6 - 300)
})

test('a popup that fits on neither side covers its anchor and is fully visible', () => {
  const { top, most } = placed(460, 400)
  expect(most).toBeGreaterThanOrEqual(460)
  expect(top).toBeGreaterThanOrEqual(8)
  expect(top + 460).toBeLessThanOrEqual(844 - 8)
})

test('a popup that is higher than the window scrolls', () => {
  expect(placed(2000, 400)).toEqual({ top: 8, most: 844 - 16 })
})
