// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fullDate } from '#shared/dates.ts'
import { discardCsrfToken } from '#web/call.ts'
import { EnvContext } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { accountsKeys } from './accounts.api.ts'
import { DeletedAccountNotice } from './deleted-account-notice.tsx'
import { SettingsData } from './settings-data.tsx'

const USER = {
  id: '0197a1b2-0000-7000-8000-000000000001',
  email: 'ann@example.org',
  role: 'user',
  username: 'ann' as string | null,
  display_name: 'Ann',
  avatar_url: null,
  onboarded: true,
}
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const refusal = (status: number, code: string, error: string, details?: object) =>
  json(status, { error, code, requestId: 'r', ...(details && { details }) })
let asked: { what: string; body: unknown }[]
let answers: Record<string, () => Response>
let wentTo: string[]

beforeEach(() => {
  asked = []
  wentTo = []
  answers = {
    'GET /api/auth/csrf': () => json(200, { success: true, csrfToken: 't' }),
    'GET /api/auth/ways': () =>
      json(200, { password: true, providers: [{ id: 'oidc', name: 'Keycloak', linked_at: null }] }),
    'GET /api/auth/providers': () =>
      json(200, { google: true, name: 'Keycloak', password: true, providers: [{ id: 'oidc', name: 'Keycloak' }] }),
    'DELETE /api/user/account': () => json(200, { success: true, removed_at: '2026-12-05T10:00:00.000Z' }),
    'POST /api/auth/oauth/google': () => json(200, { url: 'https://id.example/auth' }),
  }
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const what = `${init?.method ?? 'GET'} ${path}`
    asked.push({ what, body: init?.body ? JSON.parse(String(init.body)) : null })
    return answers[what]?.() ?? json(404, {})
  })
  vi.spyOn(window.location, 'assign').mockImplementation((address) => void wentTo.push(String(address)))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  discardCsrfToken()
})

async function open(user = USER, element = <SettingsData />, at = '/settings/data') {
  const client = createQueryClient()
  client.setQueryData(accountsKeys.session, { user, session: { expiresAt: '2026-12-21' }, authenticated: true })
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] })
  const env = { client, productName: 'Savepoint', demo: null, origin: 'http://here.example', renderedAt: Date.now() }
  render(
    <EnvContext value={env}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </EnvContext>,
  )
}
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => void fireEvent.click(button))
}
const fill = (label: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } }))
const sent = () => asked.find(({ what }) => what === 'DELETE /api/user/account')?.body

test('the deletion shows until when it can be undone, requires username and password, and signs out', async () => {
  await open()
  await press('Delete my account…')
  const date = fullDate(new Date(Date.now() + 14 * 86_400_000))
  expect((await screen.findByRole('dialog')).textContent).toContain(
    `Until ${date}Sign in, and everything is as it was.`,
  )
  await fill('Type ann to confirm', 'anna')
  await press('Delete my account')
  await screen.findByText('This is not your username')
  await screen.findByText('Password is required')
  expect(sent()).toBeUndefined()
  await fill('Type ann to confirm', 'ann')
  await fill('Your password', 'Abcdefg1')
  await press('Delete my account')
  await waitFor(() => expect(wentTo).toEqual(['/signin?deleted=2026-12-05']))
  expect(sent()).toEqual({ username: 'ann', password: 'Abcdefg1' })
})

test('a refusal appears at its field, and the input stays', async () => {
  const text = 'This is not your current password'
  answers['DELETE /api/user/account'] = () => refusal(401, 'invalid_credentials', text, { password: text })
  await open()
  await press('Delete my account…')
  await screen.findByRole('dialog')
  await fill('Type ann to confirm', 'ann')
  await fill('Your password', 'Abcdefg9')
  await press('Delete my account')
  await screen.findByText(text)
  answers['DELETE /api/user/account'] = () => refusal(409, 'last_admin', 'You are the only admin.')
  await press('Delete my account')
  expect((await screen.findByRole('alert')).textContent).toBe('You are the only admin.')
  expect((screen.getByLabelText('Type ann to confirm') as HTMLInputElement).value).toBe('ann')
  expect(wentTo).toEqual([])
})

test('a member without a password must sign in again through the provider', async () => {
  answers['GET /api/auth/ways'] = () =>
    json(200, { password: false, providers: [{ id: 'oidc', name: 'Keycloak', linked_at: '2026-11-01' }] })
  answers['DELETE /api/user/account'] = () => refusal(403, 'sign_in_again', 'Please sign in again first.')
  await open({ ...USER, username: null })
  await press('Delete my account…')
  await screen.findByRole('dialog')
  expect(screen.queryByLabelText('Your password')).toBeNull()
  await fill('Type ann@example.org to confirm', 'Ann@example.org')
  await press('Delete my account')
  await press('Sign in with Keycloak')
  await waitFor(() => expect(wentTo).toEqual(['https://id.example/auth']))
  expect(asked.find(({ what }) => what.includes('oauth'))?.body).toEqual({
    redirect: '/settings/data',
    provider: 'oidc',
  })
})

test.each([
  ['2026-12-05', true],
  ['yesterday', false],
  ['2026-13-45', false],
])('the sign-in page shows after the deletion until when it can be undone (%s)', async (day, isStated) => {
  await open(USER, <DeletedAccountNotice />, `/signin?deleted=${day}`)
  if (isStated) expect((await screen.findByRole('status')).textContent).toContain('Until December 5, 2026')
  else expect(screen.queryByRole('status')).toBeNull()
})
