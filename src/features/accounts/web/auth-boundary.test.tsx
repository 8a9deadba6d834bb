// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AuthBoundary } from './auth-boundary.tsx'

afterEach(cleanup)

const state = { isBroken: false }
function Form() {
  if (state.isBroken) throw new Error('broken')
  return <p>A form</p>
}

test('a form that throws is replaced by a heading and a retry button, which renders a new form [R-AUTH-17]', () => {
  // React logs what the boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  state.isBroken = true
  render(
    <AuthBoundary>
      <Form />
    </AuthBoundary>,
  )
  expect(screen.getByRole('heading', { name: 'Authentication Error' })).toBeDefined()
  state.isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(screen.getByText('A form')).toBeDefined()
})
