// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { later } from './later.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a part whose code cannot be fetched without a network comes with the network, and breaks nothing', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  let tries = 0
  const Part = later(async () => {
    tries += 1
    if (!navigator.onLine) throw new TypeError('Failed to fetch dynamically imported module')
    return () => <p>Here</p>
  })
  const { container } = render(<Part />)
  await act(async () => {})
  expect(container.textContent).toBe('')
  online.mockReturnValue(true)
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Here')).toBeTruthy()
  expect(tries).toBe(2)
})
