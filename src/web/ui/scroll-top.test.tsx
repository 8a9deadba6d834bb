// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ScrollTop } from './scroll-top.tsx'

afterEach(cleanup)

function scrollTo(y: number) {
  Object.defineProperty(window, 'scrollY', { value: y, configurable: true })
  act(() => void window.dispatchEvent(new Event('scroll')))
}

test('the button to the top appears after 500 px and scrolls there [R-GAME-31]', () => {
  scrollTo(0)
  render(<ScrollTop />)
  const button = () => screen.queryByRole('button', { name: 'Back to top' })
  for (const y of [0, 499, 500]) {
    scrollTo(y)
    expect(button(), `${y} px`).toBeNull()
  }
  scrollTo(501)
  const leap = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  fireEvent.click(button() as Element)
  expect(leap).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }))
  scrollTo(0)
  expect(button()).toBeNull()
})
