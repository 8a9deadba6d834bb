import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import type { UserId } from '#shared/ids.ts'
import type { Transport } from '#web/call.ts'
import { EnvContext } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { dismissToast } from '#web/ui/toasts.ts'

// A server whose responses a test sets by method and path, and a member who visits the profile of Juno. A test file that
// imports this gets the server for each of its tests.

export const VIEWER = '01900000-0000-7000-8000-000000000001' as UserId
export const JUNO = '01900000-0000-7000-8000-000000000002' as UserId

type Answer = { status: number; body: unknown }
export const OK: Answer = { status: 200, body: {} }
export const FAILED: Answer = { status: 500, body: { error: 'Something went wrong.', requestId: 'r' } }

/** The server's response by method and path; a promise delays it. */
export const server: Record<
  string,
  (input: { params: Record<string, string>; query: Record<string, unknown>; body: unknown }) => Answer | Promise<Answer>
> = {}
export const asked: [string, unknown][] = []

const transport: Transport = (endpoint, { params, query, body }, signal) => {
  const name = `${endpoint.method} ${endpoint.path}`
  asked.push([name, body ?? params])
  const answer = server[name]
  if (!answer) throw new Error(`nobody answers ${name}`)
  return Promise.race([
    Promise.resolve(answer({ params, query, body })),
    new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  ])
}

export function show(what: React.ReactNode, viewerId: string | null = VIEWER) {
  const client = createQueryClient(transport)
  const user = {
    id: viewerId,
    email: 'm@example.org',
    role: 'user',
    username: 'mara',
    display_name: 'Mara',
    avatar_url: null,
  }
  client.setQueryData(['accounts', 'session'], {
    user: viewerId && user,
    session: null,
    authenticated: viewerId !== null,
  })
  const env = { client, productName: 'Savepoint', demo: null, origin: 'http://localhost', renderedAt: Date.now() }
  render(
    <MemoryRouter initialEntries={['/profile/juno?tab=games']}>
      <EnvContext value={env as never}>
        <QueryClientProvider client={client}>{what}</QueryClientProvider>
      </EnvContext>
    </MemoryRouter>,
  )
  return client
}

/** Returns a response that the test sends later. */
export function delayedResponse() {
  let give: (answer: Answer) => void = () => {}
  const answer = new Promise<Answer>((resolve) => {
    give = resolve
  })
  return { answer, give }
}

beforeEach(() => {
  asked.length = 0
  for (const name of Object.keys(server)) delete server[name]
  server['GET /api/friends'] = () => ({ status: 200, body: { data: [], total: 0, nextCursor: null } })
  server['GET /api/friends/requests'] = () => ({ status: 200, body: { received: [], sent: [], nextCursor: null } })
})
afterEach(() => {
  cleanup()
  dismissToast()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

export const button = (name: string | RegExp) => screen.findByRole('button', { name })

export const PERSON = { id: JUNO, username: 'juno', display_name: 'Juno Halle', avatar_url: null }
export const GAME = { id: 'igdb_1', name: 'Hades', cover_url: null } as never
