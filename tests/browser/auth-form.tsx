import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { accountsKeys } from '#features/accounts/web/accounts.api.ts'
import { AuthScreen } from '#features/accounts/web/auth-screen.tsx'
import { VIEWER } from '#tests/browser/fake-server.tsx'
import { discardCsrfToken } from '#web/call.ts'
import { EnvContext } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'

// The pages of sign-in and sign-up with a fake network and a fake clock. A test file that imports this gets both for each
// of its tests.

export const SESSION = { expiresAt: '2026-12-21T00:00:00.000Z' }

interface Asked {
  path: string
  body: Record<string, unknown>
  signal: AbortSignal | undefined
}
export const asked: Asked[] = []
/** The network: the response of each path. */
export const answers: Record<string, (body: Record<string, unknown>) => Promise<Response> | Response> = {}
export const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
export const declined = (status: number, code: string, error: string, details = {}) =>
  json(status, { error, code, details, requestId: 'r' })
export const posts = (path: string) => asked.filter((one) => one.path === path)

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  asked.length = 0
  for (const path of Object.keys(answers)) delete answers[path]
  Object.assign(answers, {
    '/api/auth/csrf': () => json(200, { success: true, csrfToken: 't' }),
    '/api/auth/providers': () =>
      json(200, { google: true, name: 'Keycloak', password: true, providers: [{ id: 'oidc', name: 'Keycloak' }] }),
    '/api/auth/check-username': ({ username }) =>
      json(200, username === 'taken' ? { available: false, reason: 'Username is already taken' } : { available: true }),
    '/api/auth/check-email': ({ email }) => json(200, { exists: email === 'taken@example.org' }),
    '/api/auth/signup': () => json(201, { user: VIEWER, session: SESSION }),
    '/api/auth/signin': () =>
      json(200, { user: VIEWER, session: SESSION, profile: { ...VIEWER, settings: { onboarded: true } } }),
  } satisfies typeof answers)
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    const body = init?.body ? JSON.parse(String(init.body)) : {}
    asked.push({ path, body, signal: init?.signal ?? undefined })
    return Promise.resolve(answers[path]?.(body) ?? json(404, {}))
  })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  discardCsrfToken()
})

export const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

function Where() {
  const { pathname, search } = useLocation()
  return <output data-testid="where">{pathname + search}</output>
}
export const where = () => screen.queryByTestId('where')?.textContent

export async function open(address: string) {
  const client = createQueryClient()
  client.setQueryData(accountsKeys.session, { user: null, session: null, authenticated: false })
  client.setQueryData(['games', 'list'], ['what a visitor saw'])
  const router = createMemoryRouter(
    [
      { path: '/signin', element: <AuthScreen mode="signin" /> },
      { path: '/signup', element: <AuthScreen mode="signup" /> },
      { path: '*', element: <Where /> },
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
  await pass(0)
  return { client, router }
}

export const field = (label: string) => screen.getByLabelText(label, { selector: 'input' })
export const type = async (label: string, value: string) => {
  fireEvent.change(field(label), { target: { value } })
  await pass(0)
}
export const leave = async (label: string) => {
  fireEvent.blur(field(label))
  await pass(0)
}
export const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await pass(0)
}
export const sees = (text: string) => screen.queryAllByText(text).length > 0

export async function fillIn(over: Record<string, string> = {}) {
  const draft = { Username: 'ann', 'Display name': 'Ann', Email: 'ann@example.org', Password: 'Abcdefg1', ...over }
  for (const [label, value] of Object.entries(draft)) await type(label, value)
}
