// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Shell } from './shell.tsx'

afterEach(cleanup)
const header = (userMenu: React.ReactNode) => {
  render(
    <Shell nav={[{ href: '/all-games', label: 'Games' }]} userMenu={userMenu} tools="Bell" logHref="/log">
      Content
    </Shell>,
  )
  return within(screen.getByRole('banner'))
}

test('until the session is known, the header shows a skeleton and no sign-in links [R-UI-01]', () => {
  const top = header('loading')
  expect(top.getByRole('status').textContent).toBe('Loading')
  expect(top.queryByText('Sign In')).toBeNull()
  expect(top.queryByText('Log')).toBeNull()
  expect(top.queryByText('Bell')).toBeNull()
  expect(top.getByText('Games')).toBeTruthy()
  expect(screen.getByText('Content')).toBeTruthy()
})

test('once the session is known, it shows the sign-in links or the member’s menu [R-UI-01]', () => {
  const visitor = header(null)
  expect(visitor.getByText('Sign In')).toBeTruthy()
  expect(visitor.queryByRole('status')).toBeNull()
  cleanup()
  const member = header('Ann')
  expect(member.getByText('Ann')).toBeTruthy()
  expect(member.getByText('Log')).toBeTruthy()
  expect(member.queryByRole('status')).toBeNull()
})
