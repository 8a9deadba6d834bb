// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { RatingInput, ratingSpoken, ratingText, Stars } from './rating.tsx'

afterEach(cleanup)

function Live({ first, said }: { first: number | null; said: (value: number | null) => void }) {
  const [value, setValue] = useState(first)
  return (
    <RatingInput
      value={value}
      onChange={(next) => {
        said(next)
        setValue(next)
      }}
    />
  )
}

function show(first: number | null) {
  const said = vi.fn()
  render(<Live first={first} said={said} />)
  const slider = screen.getByRole('slider')
  // The slider is 100 px wide, so a clientX is a percentage.
  slider.getBoundingClientRect = () => new DOMRect(0, 0, 100, 20)
  return { slider, said }
}

test('arrows change the rating by halves and stop at the ends', () => {
  const { slider, said } = show(4.5)
  fireEvent.keyDown(slider, { key: 'ArrowRight' })
  expect(said).toHaveBeenLastCalledWith(5)
  fireEvent.keyDown(slider, { key: 'ArrowUp' })
  expect(said).toHaveBeenCalledTimes(1)
  fireEvent.keyDown(slider, { key: 'ArrowLeft' })
  expect(said).toHaveBeenLastCalledWith(4.5)
})

test('below half a star there is no rating', () => {
  const { slider, said } = show(0.5)
  fireEvent.keyDown(slider, { key: 'ArrowDown' })
  expect(said).toHaveBeenLastCalledWith(null)
  expect(slider.getAttribute('aria-valuetext')).toBe('Not rated')
  expect(slider.getAttribute('aria-valuenow')).toBe('0')
})

test('Home and Delete clear the rating, and End sets five', () => {
  const { slider, said } = show(3)
  fireEvent.keyDown(slider, { key: 'End' })
  expect(said).toHaveBeenLastCalledWith(5)
  fireEvent.keyDown(slider, { key: 'Delete' })
  expect(said).toHaveBeenLastCalledWith(null)
  fireEvent.keyDown(slider, { key: 'Home' })
  expect(said).toHaveBeenCalledTimes(2)
})

test('the left half of a star sets the half star, and the same value again clears it', () => {
  const { slider, said } = show(null)
  fireEvent.click(slider, { clientX: 65 })
  expect(said).toHaveBeenLastCalledWith(3.5)
  fireEvent.click(slider, { clientX: 75 })
  expect(said).toHaveBeenLastCalledWith(4)
  fireEvent.click(slider, { clientX: 75 })
  expect(said).toHaveBeenLastCalledWith(null)
})

test('the first pixel sets half a star and the last pixel five', () => {
  const { slider, said } = show(null)
  fireEvent.click(slider, { clientX: 0 })
  expect(said).toHaveBeenLastCalledWith(0.5)
  fireEvent.click(slider, { clientX: 100 })
  expect(said).toHaveBeenLastCalledWith(5)
})

test('a hover previews the rating without setting it', () => {
  const { slider, said } = show(1)
  fireEvent.pointerMove(slider, { clientX: 45, pointerType: 'mouse' })
  expect(slider.querySelectorAll('[href="#s-f"]')).toHaveLength(2)
  expect(slider.querySelectorAll('[href="#s-h"]')).toHaveLength(1)
  fireEvent.pointerLeave(slider)
  expect(slider.querySelectorAll('[href="#s-f"]')).toHaveLength(1)
  expect(said).not.toHaveBeenCalled()
})

test('a disabled input ignores keys and presses', () => {
  const said = vi.fn()
  render(<RatingInput value={2} onChange={said} disabled />)
  fireEvent.keyDown(screen.getByRole('slider'), { key: 'End' })
  fireEvent.click(screen.getByRole('slider'))
  expect(said).not.toHaveBeenCalled()
})

test('a rating has a written and a spoken form', () => {
  expect([0.5, 1, 4.5, 5].map(ratingText)).toEqual(['½', '1', '4½', '5'])
  expect([0.5, 1, 4.5].map(ratingSpoken)).toEqual(['half a star', '1', '4 and a half'])
  render(<Stars value={3.74} />)
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('3 and a half of 5 stars')
})
