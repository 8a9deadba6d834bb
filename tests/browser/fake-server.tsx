import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { SessionUser } from '#features/accounts/session.contract.ts'
import { accountsKeys } from '#features/accounts/web/accounts.api.ts'
import { discardCsrfToken } from '#web/call.ts'
import { EnvContext } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { dismissToast, toastStore } from '#web/ui/toasts.ts'

// What component tests share: a fake network, a page around the component, and what a person sees of a toast.

export const VIEWER = {
  id: '0197a1b2-0000-7000-8000-000000000001',
  email: 'ann@example.org',
  role: 'user',
  username: 'ann',
  display_name: 'Ann',
  avatar_url: null,
  onboarded: true,
} as SessionUser
/** The time of the clock, and at which the page was rendered. */
export const NOW = new Date('2026-11-21T10:00:00Z')

export interface Sent {
  method: string
  path: string
  query: Record<string, string>
  body: Record<string, unknown>
}
type Answer = (sent: Sent) => Response | Promise<Response>

export const json = (status: number, body?: unknown) =>
  new Response(status === 204 ? null : JSON.stringify(body), { status })
export const declined = (status: number, error: string, code = 'declined', more = {}) =>
  json(status, { error, code, requestId: 'r', ...more })

/** A response that the test gives later. */
export function delayed(): { answer: () => Promise<Response>; give: (response: Response) => Promise<void> } {
  let resolve: (response: Response) => void = () => {}
  const promise = new Promise<Response>((done) => {
    resolve = done
  })
  return { answer: () => promise, give: (response) => act(async () => resolve(response)) }
}

/**
 * Answers the requests of each test of a file by method and path, such as 'GET /api/blocks', and the others by
 * `answerOthers`. A request that nobody answers fails the test.
 */
export function fakeServer(answerOthers: (sent: Sent) => Response | null = () => null) {
  const requests: Sent[] = []
  const answers: Record<string, Answer> = {}
  let unanswered: string[] = []
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    requests.length = 0
    unanswered = []
    for (const what of Object.keys(answers)) delete answers[what]
    vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
      const { pathname: path, searchParams } = new URL(address, 'http://here.example')
      if (path === '/api/auth/csrf') return json(200, { csrfToken: 't' })
      const method = init?.method ?? 'GET'
      const form = init?.body instanceof FormData ? Object.fromEntries(init.body) : null
      const body = form ?? (init?.body ? JSON.parse(String(init.body)) : {})
      const sent: Sent = { method, path, query: Object.fromEntries(searchParams), body }
      requests.push(sent)
      const response = (await answers[`${method} ${path}`]?.(sent)) ?? answerOthers(sent)
      if (!response) unanswered.push(`${method} ${path}`)
      return response ?? declined(404, 'Nobody answers this')
    })
  })
  afterEach(() => {
    cleanup()
    dismissToast()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    discardCsrfToken()
    expect(unanswered, 'requests that nobody answered').toEqual([])
  })
  return {
    requests,
    answers,
    /** Returns the requests of this method and path. */
    sent: (what: string) => requests.filter(({ method, path }) => `${method} ${path}` === what),
    /** Returns the bodies of these requests. */
    bodies: (what: string) =>
      requests.filter(({ method, path }) => `${method} ${path}` === what).map(({ body }) => body),
  }
}

/** Renders a component on a page, for a member or for a visitor. */
export function showPage(
  element: ReactNode,
  { viewer = VIEWER, at = '/' }: { viewer?: object | null; at?: string } = {},
) {
  const client = createQueryClient()
  client.setQueryData(accountsKeys.session, { user: viewer, session: null, authenticated: viewer !== null } as never)
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] })
  const env = { client, productName: 'Savepoint', demo: null, origin: 'http://here.example', renderedAt: NOW.getTime() }
  render(
    <EnvContext value={env}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </EnvContext>,
  )
  return { client, router, user: userEvent.setup() }
}

export const lastToast = () => toastStore.get()
