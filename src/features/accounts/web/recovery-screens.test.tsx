// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { json, VIEWER } from '#tests/browser/fake-server.tsx'
import { discardCsrfToken } from '#web/call.ts'
import { EnvContext } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { toastStore } from '#web/ui/toasts.ts'
import { accountsKeys } from './accounts.api.ts'
import { ForgotScreen } from './forgot-screen.tsx'
import { ResetScreen } from './reset-screen.tsx'

let answers: Record<string, () => Response>
let asked: { path: string; body: unknown }[]

beforeEach(() => {
  sessionStorage.clear()
  asked = []
  answers = {
    '/api/auth/csrf': () => json(200, { success: true, csrfToken: 't' }),
    '/api/auth/session': () => json(200, { user: VIEWER, session: { expiresAt: '2026-12-21' }, authenticated: true }),
    '/api/auth/forgot-password': () => json(200, { success: true }),
    '/api/auth/update-password': () => json(200, { success: true }),
  }
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method === 'POST') asked.push({ path, body: JSON.parse(String(init.body)) })
    return answers[path]?.() ?? json(404, {})
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  discardCsrfToken()
})

function open(address: string) {
  const client = createQueryClient()
  client.setQueryData(accountsKeys.session, { user: null, session: null, authenticated: false })
  const router = createMemoryRouter(
    [
      { path: '/forgot-password', element: <ForgotScreen /> },
      { path: '/reset-password', element: <ResetScreen /> },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [address] },
  )
  const env = { client, productName: 'Savepoint', demo: null, origin: 'http://here.example', renderedAt: 0 }
  render(
    <EnvContext value={env}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </EnvContext>,
  )
  return client
}
const fill = (label: string, value: string) =>
  act(async () => {
    const field = screen.getByLabelText(label, { selector: 'input' })
    fireEvent.change(field, { target: { value } })
    fireEvent.blur(field)
  })
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('the request for a reset link has one field, one button and one response [R-ROUTE-03, R-AUTH-80]', async () => {
  open('/forgot-password')
  await fill('Email', 'abc')
  expect(screen.getByText('Please enter a valid email address')).toBeDefined()
  await fill('Email', 'Ann@Example.org ')
  await press('Send reset link')
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toBe(
      'If an account exists for this email, we have sent a reset link.',
    ),
  )
  expect(asked).toEqual([{ path: '/api/auth/forgot-password', body: { email: 'ann@example.org' } }])
  expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe('/signin')
})

test('too many mails show an error, and the form stays [R-AUTH-77]', async () => {
  const error = 'Too many email requests. Please wait a few minutes.'
  answers['/api/auth/forgot-password'] = () =>
    json(429, { error, code: 'over_email_send_rate_limit', retryAfter: 50, requestId: 'r' })
  open('/forgot-password')
  await fill('Email', 'ann@example.org')
  await press('Send reset link')
  await waitFor(() => expect(toastStore.get()?.title).toBe('Too many attempts'))
  expect(screen.getByRole('button', { name: 'Send reset link' })).toBeDefined()
})

test('a new password is typed twice, and signs in (G01)', async () => {
  const client = open('/reset-password')
  await fill('New password', 'Abcdefg1')
  expect(screen.getByRole('meter', { name: 'Password strength' })).toBeDefined()
  await fill('New password again', 'Abcdefg2')
  await press('Set new password')
  await waitFor(() => expect(screen.getByText('Passwords do not match')).toBeDefined())
  expect(asked).toEqual([])
  await fill('New password again', 'Abcdefg1')
  await press('Set new password')
  await waitFor(() => expect(screen.getByText('Elsewhere')).toBeDefined())
  expect(asked).toEqual([{ path: '/api/auth/update-password', body: { password: 'Abcdefg1' } }])
  expect(toastStore.get()?.title).toBe('Password updated')
  expect(client.getQueryData(accountsKeys.session)).toMatchObject({ authenticated: true })
})

test.each(['an opened', 'a sent'])(
  'a %s link that is expired shows an error and offers another [R-AUTH-75]',
  async (when) => {
    const error = 'Invalid or expired reset token. Please request a new one.'
    answers['/api/auth/update-password'] = () => json(400, { error, code: 'invalid_grant', requestId: 'r' })
    open(when === 'an opened' ? '/reset-password?error=invalid_grant' : '/reset-password')
    if (when === 'a sent') {
      await fill('New password', 'Abcdefg1')
      await fill('New password again', 'Abcdefg1')
      await press('Set new password')
    }
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(error))
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/forgot-password')
  },
)
