// @vitest-environment happy-dom
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetCsrfToken } from '#web/call.ts'
import { createQueryClient } from '#web/query-client.ts'
import { toastStore } from '#web/ui/toasts.ts'
import type { SessionUser } from '../session.contract.ts'
import { accountsKeys, SESSION_CHANNEL, type SessionAnswer, sessionQuery } from './accounts.api.ts'
import { SessionSync, useViewer } from './accounts.widgets.tsx'
import { UserMenu } from './user-menu.tsx'

const ANN = {
  id: '0197a1b2-0000-7000-8000-000000000001',
  email: 'ann@example.org',
  role: 'user',
  username: 'ann',
  display_name: 'Ann',
  avatar_url: null,
  onboarded: true,
} as SessionUser
const STRANGER: SessionAnswer = { user: null, session: null, authenticated: false }
const MEMBER: SessionAnswer = { user: ANN, session: { expiresAt: '2026-12-21T00:00:00.000Z' }, authenticated: true }

let now: SessionAnswer
let logoutStatus: number
let asked: string[]

beforeEach(() => {
  asked = []
  logoutStatus = 200
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? 'GET'} ${path}`)
    if (path === '/api/auth/session') return new Response(JSON.stringify(now))
    if (path === '/api/auth/csrf') return new Response(JSON.stringify({ success: true, csrfToken: 't' }))
    return new Response(JSON.stringify({ success: true, error: 'no', requestId: 'r' }), { status: logoutStatus })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  forgetCsrfToken()
})

const feedAsked = vi.fn(async () => 'the feed of a member')
function Page() {
  const viewer = useViewer()
  return (
    <>
      <SessionSync />
      {viewer ? <Feed name={viewer.display_name ?? ''} /> : <p>A visitor</p>}
    </>
  )
}
function Feed({ name }: { name: string }) {
  useQuery({ queryKey: ['feed'], queryFn: feedAsked })
  return <p>Feed of {name}</p>
}

function open(session: SessionAnswer, page: React.ReactNode) {
  const client = createQueryClient()
  client.setQueryData(accountsKeys.session, session)
  render(<QueryClientProvider client={client}>{page}</QueryClientProvider>)
  return client
}
async function tellFromAnotherTab(): Promise<void> {
  const other = new BroadcastChannel(SESSION_CHANNEL)
  other.postMessage('changed')
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  other.close()
}

test('a sign-in in another tab shows here without a reload [R-SESS-10, R-SESS-01]', async () => {
  const client = open(STRANGER, <Page />)
  client.setQueryData(['games'], 'what a visitor saw')
  now = MEMBER
  await tellFromAnotherTab()
  await waitFor(() => expect(screen.getByText('Feed of Ann')).toBeDefined())
  await waitFor(() => expect(client.getQueryData(['games'])).toBeUndefined())
})

test('a sign-out in another tab takes what was the member’s, and asks for none of it again [R-SESS-02]', async () => {
  const client = open(MEMBER, <Page />)
  await waitFor(() => expect(client.getQueryData(['feed'])).toBe('the feed of a member'))
  feedAsked.mockClear()
  now = STRANGER
  await tellFromAnotherTab()
  await waitFor(() => expect(screen.getByText('A visitor')).toBeDefined())
  await waitFor(() => expect(client.getQueryData(['feed'])).toBeUndefined())
  expect(feedAsked).not.toHaveBeenCalled()
})

test('the session, and the own profile in it, is asked for again after five minutes, not before [R-SESS-22, R-SESS-23]', async () => {
  now = MEMBER
  const client = open(MEMBER, <Page />)
  const age = (milliseconds: number) =>
    client.setQueryData(accountsKeys.session, MEMBER, { updatedAt: Date.now() - milliseconds })
  age(299_000)
  await client.fetchQuery(sessionQuery())
  expect(asked).not.toContain('GET /api/auth/session')
  age(301_000)
  await client.fetchQuery(sessionQuery())
  expect(asked).toContain('GET /api/auth/session')
})

test('the same session in another tab changes nothing [R-SESS-05]', async () => {
  const client = open(MEMBER, <Page />)
  await waitFor(() => expect(client.getQueryData(['feed'])).toBeDefined())
  feedAsked.mockClear()
  now = MEMBER
  await tellFromAnotherTab()
  expect(client.getQueryData(['feed'])).toBe('the feed of a member')
  expect(feedAsked).not.toHaveBeenCalled()
})

async function chooseSignOut(): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'Account of Ann' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }, { timeout: 5000 }))
}

test('signing out ends the session and begins with an empty page [R-SESS-02, R-SESS-20]', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  open(MEMBER, <UserMenu viewer={ANN} />)
  await chooseSignOut()
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
  expect(asked).toContain('POST /api/auth/logout')
})

test('a sign-out that fails is told, and nobody is sent away', async () => {
  logoutStatus = 500
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  open(MEMBER, <UserMenu viewer={ANN} />)
  await chooseSignOut()
  await waitFor(() => expect(toastStore.get()?.title).toBe('You are still signed in'))
  expect(assign).not.toHaveBeenCalled()
})
