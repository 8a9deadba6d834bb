// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { json, VIEWER } from '#tests/browser/fake-server.tsx'
import { discardCsrfToken } from '#web/call.ts'
import { EnvContext } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { toastStore } from '#web/ui/toasts.ts'
import { accountsKeys } from './accounts.api.ts'
import { SettingsAccount } from './settings-account.tsx'
import { SettingsSecurity } from './settings-security.tsx'

const SESSION = { user: VIEWER, session: { expiresAt: '2026-12-21' }, authenticated: true }
const row = (id: string, device: string, is_this_one: boolean) => ({
  id,
  device,
  created_at: '2026-11-01T10:00:00.000Z',
  last_seen_at: '2026-11-20T10:00:00.000Z',
  is_this_one,
})
let asked: { what: string; body: unknown }[]
let answers: Record<string, () => Response>

beforeEach(() => {
  sessionStorage.clear()
  asked = []
  answers = {
    'GET /api/auth/csrf': () => json(200, { success: true, csrfToken: 't' }),
    'GET /api/auth/session': () => json(200, SESSION),
    'GET /api/auth/ways': () =>
      json(200, { password: true, providers: [{ id: 'oidc', name: 'Keycloak', linked_at: null }] }),
    'GET /api/auth/providers': () =>
      json(200, { google: true, name: 'Keycloak', password: true, providers: [{ id: 'oidc', name: 'Keycloak' }] }),
    'GET /api/auth/sessions': () =>
      json(200, { sessions: [row('a', 'Firefox on Linux', true), row('b', 'Safari on iPhone', false)] }),
    'POST /api/auth/update-password': () => json(200, { success: true }),
    'POST /api/auth/change-email': () => json(200, { success: true }),
    'DELETE /api/auth/sessions/b': () => json(200, { success: true }),
    'DELETE /api/auth/sessions': () => json(200, { success: true, ended: 1 }),
  }
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const what = `${init?.method ?? 'GET'} ${path}`
    asked.push({ what, body: init?.body ? JSON.parse(String(init.body)) : null })
    return answers[what]?.() ?? json(404, {})
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  discardCsrfToken()
})

async function open(element: React.ReactNode) {
  const client = createQueryClient()
  client.setQueryData(accountsKeys.session, SESSION)
  const router = createMemoryRouter([{ path: '*', element }])
  const env = {
    client,
    productName: 'Savepoint',
    demo: null,
    origin: 'http://here.example',
    renderedAt: Date.parse('2026-11-21T10:00:00Z'),
  }
  render(
    <EnvContext value={env}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </EnvContext>,
  )
  await screen.findAllByRole('heading', { level: 2 })
}
const fill = (label: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } }))
const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('where passwords are off, nothing asks for one', async () => {
  answers['GET /api/auth/ways'] = () =>
    json(200, { password: false, providers: [{ id: 'oidc', name: 'Keycloak', linked_at: '2026-11-20T10:00:00.000Z' }] })
  answers['GET /api/auth/providers'] = () =>
    json(200, { google: true, name: 'Keycloak', password: false, providers: [{ id: 'oidc', name: 'Keycloak' }] })
  await open(<SettingsAccount />)
  await screen.findByText('ann@example.org')
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Email',
    'Keycloak',
    'Delete account',
  ])
  expect(document.body.textContent).not.toMatch(/[Pp]assword/)
})
const times = (what: string) => asked.filter((one) => one.what === what).length

test('a changed password shows a toast, and the session is read again [R-SESS-04]', async () => {
  await open(<SettingsAccount />)
  await fill('Current password', 'Abcdefg1')
  await fill('New password', 'Abcdefg2')
  await fill('New password again', 'Abcdefg2')
  expect(times('GET /api/auth/session')).toBe(0)
  await press('Change password')
  await waitFor(() => expect(toastStore.get()?.title).toBe('Password updated'))
  expect(asked.find(({ what }) => what === 'POST /api/auth/update-password')?.body).toEqual({
    current_password: 'Abcdefg1',
    password: 'Abcdefg2',
  })
  await waitFor(() => expect(times('GET /api/auth/session')).toBe(1))
})

test('a wrong current password shows its error at the field', async () => {
  const text = 'This is not your current password'
  answers['POST /api/auth/update-password'] = () =>
    json(401, { error: text, code: 'invalid_credentials', details: { current_password: text }, requestId: 'r' })
  await open(<SettingsAccount />)
  await fill('Current password', 'Abcdefg9')
  await fill('New password', 'Abcdefg2')
  await fill('New password again', 'Abcdefg2')
  await press('Change password')
  await waitFor(() => expect(screen.getByText(text)).toBeDefined())
  expect(times('GET /api/auth/session')).toBe(0)
})

test('a new email address requires the password, and a toast names both addresses', async () => {
  await open(<SettingsAccount />)
  await fill('New email', 'New@Example.org')
  await fill('Your password', 'Abcdefg1')
  await press('Change email')
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/ann@example\.org.*new@example\.org/))
  expect(asked.find(({ what }) => what === 'POST /api/auth/change-email')?.body).toEqual({
    email: 'new@example.org',
    password: 'Abcdefg1',
  })
})

test('a member without a password cannot remove the only sign-in method (G08)', async () => {
  answers['GET /api/auth/ways'] = () =>
    json(200, { password: false, providers: [{ id: 'oidc', name: 'Keycloak', linked_at: '2026-11-01' }] })
  await open(<SettingsAccount />)
  expect(screen.getByText(/only way to sign in to your account/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /Unlink/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Send me a link to set one' })).toBeDefined()
})

test('unlinking a provider requires the password, and shows a wrong one at its field', async () => {
  answers['GET /api/auth/ways'] = () =>
    json(200, { password: true, providers: [{ id: 'oidc', name: 'Keycloak', linked_at: '2026-11-01' }] })
  const text = 'This is not your current password'
  answers['DELETE /api/auth/link/google'] = () =>
    json(401, { error: text, code: 'invalid_credentials', details: { password: text }, requestId: 'r' })
  await open(<SettingsAccount />)
  await press(/^Unlink /)
  const dialog = within(await screen.findByRole('dialog'))
  expect(times('DELETE /api/auth/link/google')).toBe(0)
  fireEvent.change(dialog.getByLabelText('Your password', { selector: 'input' }), { target: { value: 'Abcdefg9' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Unlink' }))
  await waitFor(() => expect(dialog.getByText(text)).toBeDefined())
  answers['DELETE /api/auth/link/google'] = () => json(200, { success: true })
  fireEvent.click(dialog.getByRole('button', { name: 'Unlink' }))
  await waitFor(() => expect(toastStore.get()?.title).toMatch(/unlinked$/))
  expect(asked.findLast(({ what }) => what === 'DELETE /api/auth/link/google')?.body).toEqual({
    password: 'Abcdefg9',
    provider: 'oidc',
  })
})

test('this session is marked, and each other session, or all of them, can be ended', async () => {
  await open(<SettingsSecurity />)
  expect(screen.getByText('This session')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Sign out Firefox on Linux' })).toBeNull()
  await press('Sign out Safari on iPhone')
  await waitFor(() => expect(toastStore.get()?.title).toBe('Safari on iPhone signed out'))
  await waitFor(() => expect(times('GET /api/auth/sessions')).toBe(2))
  // Access tokens outlive sessions, so the page says where they are.
  expect(screen.getByRole('link', { name: 'API tokens' }).getAttribute('href')).toBe('/settings/tokens')
  await press('Sign out everywhere else')
  await waitFor(() => expect(times('DELETE /api/auth/sessions')).toBe(1))
})
