// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OfflineNotice } from './offline-notice.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function become(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}

test('the notice appears and disappears with the network, in a region that existed before [R-NET-12]', () => {
  render(<OfflineNotice />)
  const region = screen.getByRole('status')
  expect(region.textContent).toBe('')
  become(false)
  expect(region.textContent).toBe('No internet connection - please check your network and try again')
  become(true)
  expect(region.textContent).toBe('Back online')
  act(() => void vi.advanceTimersByTime(3000))
  expect(region.textContent).toBe('')
})
