// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { RatingInput, ratingSpoken, ratingText, Stars } from './rating.tsx'

afterEach(cleanup)

function Live({ first, changed }: { first: number | null; changed: (value: number | null) => void }) {
  const [value, setValue] = useState(first)
  return (
    <RatingInput
      value={value}
      onChange={(next) => {
        changed(next)
        setValue(next)
      }}
    />
  )
}

function show(first: number | null) {
  const changed = vi.fn()
  render(<Live first={first} changed={changed} />)
  const slider = screen.getByRole('slider')
  // The slider is 100 px wide, so a clientX is a percentage.
  slider.getBoundingClientRect = () => new DOMRect(0, 0, 100, 20)
  return { slider, changed }
}

test('arrows change the rating by halves and stop at the ends', () => {
  const { slider, changed } = show(4.5)
  fireEvent.keyDown(slider, { key: 'ArrowRight' })
  expect(changed).toHaveBeenLastCalledWith(5)
  fireEvent.keyDown(slider, { key: 'ArrowUp' })
  expect(changed).toHaveBeenCalledTimes(1)
  fireEvent.keyDown(slider, { key: 'ArrowLeft' })
  expect(changed).toHaveBeenLastCalledWith(4.5)
})

test('below half a star there is no rating', () => {
  const { slider, changed } = show(0.5)
  fireEvent.keyDown(slider, { key: 'ArrowDown' })
  expect(changed).toHaveBeenLastCalledWith(null)
  expect(slider.getAttribute('aria-valuetext')).toBe('Not rated')
  expect(slider.getAttribute('aria-valuenow')).toBe('0')
})

test('Home and Delete clear the rating, and End sets five', () => {
  const { slider, changed } = show(3)
  fireEvent.keyDown(slider, { key: 'End' })
  expect(changed).toHaveBeenLastCalledWith(5)
  fireEvent.keyDown(slider, { key: 'Delete' })
  expect(changed).toHaveBeenLastCalledWith(null)
  fireEvent.keyDown(slider, { key: 'Home' })
  expect(changed).toHaveBeenCalledTimes(2)
})

test('the left half of a star sets the half star, and the same value again clears it', () => {
  const { slider, changed } = show(null)
  fireEvent.click(slider, { clientX: 65 })
  expect(changed).toHaveBeenLastCalledWith(3.5)
  fireEvent.click(slider, { clientX: 75 })
  expect(changed).toHaveBeenLastCalledWith(4)
  fireEvent.click(slider, { clientX: 75 })
  expect(changed).toHaveBeenLastCalledWith(null)
})

test('the first pixel sets half a star and the last pixel five', () => {
  const { slider, changed } = show(null)
  fireEvent.click(slider, { clientX: 0 })
  expect(changed).toHaveBeenLastCalledWith(0.5)
  fireEvent.click(slider, { clientX: 100 })
  expect(changed).toHaveBeenLastCalledWith(5)
})

test('a hover previews the rating without setting it', () => {
  const { slider, changed } = show(1)
  fireEvent.pointerMove(slider, { clientX: 45, pointerType: 'mouse' })
  expect(slider.querySelectorAll('[href="#s-f"]')).toHaveLength(2)
  expect(slider.querySelectorAll('[href="#s-h"]')).toHaveLength(1)
  fireEvent.pointerLeave(slider)
  expect(slider.querySelectorAll('[href="#s-f"]')).toHaveLength(1)
  expect(changed).not.toHaveBeenCalled()
})

test('a disabled input ignores keys and presses', () => {
  const changed = vi.fn()
  render(<RatingInput value={2} onChange={changed} disabled />)
  fireEvent.keyDown(screen.getByRole('slider'), { key: 'End' })
  fireEvent.click(screen.getByRole('slider'))
  expect(changed).not.toHaveBeenCalled()
})

test('a rating has a written and a spoken form', () => {
  expect([0.5, 1, 4.5, 5].map(ratingText)).toEqual(['½', '1', '4½', '5'])
  expect([0.5, 1, 4.5].map(ratingSpoken)).toEqual(['half a star', '1', '4 and a half'])
  render(<Stars value={3.74} />)
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('3 and a half of 5 stars')
})
