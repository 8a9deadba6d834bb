// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { LoadingSpinner } from './loading-spinner.tsx'

afterEach(cleanup)

test('shows Loading... by default [R-UI-02]', () => {
  render(<LoadingSpinner />)
  expect(screen.getByRole('status').textContent).toBe('Loading...')
  cleanup()
  render(<LoadingSpinner message="Reading the file..." />)
  expect(screen.getByRole('status').textContent).toBe('Reading the file...')
})
