// @vitest-environment happy-dom
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { VIEWER } from '#tests/browser/fake-server.tsx'
import { call, discardCsrfToken } from '#web/call.ts'
import { createQueryClient } from '#web/query-client.ts'
import { toastStore } from '#web/ui/toasts.ts'
import { confirmSecondFactor } from '../factors.endpoints.ts'
import {
  accountsKeys,
  applySession,
  SESSION_CHANNEL,
  type SessionAnswer,
  SIGNED_OUT,
  sessionQuery,
} from './accounts.api.ts'
import { useViewer } from './accounts.widgets.tsx'
import { SessionSync } from './session-host.widgets.tsx'
import { UserMenu } from './user-menu.widgets.tsx'

const STRANGER: SessionAnswer = { user: null, session: null, authenticated: false }
const MEMBER: SessionAnswer = { user: VIEWER, session: { expiresAt: '2026-12-21T00:00:00.000Z' }, authenticated: true }

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
  discardCsrfToken()
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
async function notifyFromAnotherTab(): Promise<void> {
  const other = new BroadcastChannel(SESSION_CHANNEL)
  other.postMessage('changed')
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  other.close()
}

test('a sign-in in another tab is applied without a reload [R-SESS-10, R-SESS-01]', async () => {
  const client = open(STRANGER, <Page />)
  client.setQueryData(['games'], 'what a visitor saw')
  now = MEMBER
  await notifyFromAnotherTab()
  await waitFor(() => expect(screen.getByText('Feed of Ann')).toBeDefined())
  await waitFor(() => expect(client.getQueryData(['games'])).toBeUndefined())
})

test('a sign-out in another tab removes the member’s data, and fetches none of it again [R-SESS-02]', async () => {
  const client = open(MEMBER, <Page />)
  await waitFor(() => expect(client.getQueryData(['feed'])).toBe('the feed of a member'))
  feedAsked.mockClear()
  now = STRANGER
  await notifyFromAnotherTab()
  await waitFor(() => expect(screen.getByText('A visitor')).toBeDefined())
  await waitFor(() => expect(client.getQueryData(['feed'])).toBeUndefined())
  expect(feedAsked).not.toHaveBeenCalled()
})

test('the session, with the own profile, is fetched again after five minutes, not before [R-SESS-22, R-SESS-23]', async () => {
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
  await notifyFromAnotherTab()
  expect(client.getQueryData(['feed'])).toBe('the feed of a member')
  expect(feedAsked).not.toHaveBeenCalled()
})

describe('returning to the page', () => {
  const comeBack = () => act(async () => void window.dispatchEvent(new Event('focus')))
  const sessionCalls = () => asked.filter((one) => one === 'GET /api/auth/session').length
  async function openedBefore(milliseconds: number, session = MEMBER) {
    now = MEMBER
    const client = open(session, <Page />)
    await act(async () => client.setQueryData(accountsKeys.session, session, { updatedAt: Date.now() - milliseconds }))
    return client
  }

  test('fetches nothing at first, because the page contains the session, and then subscribes to the events [R-SESS-06]', async () => {
    await openedBefore(0)
    expect(sessionCalls()).toBe(0)
  })

  test.each([
    [4, 0],
    [6, 1],
  ])('after %i minutes fetches the profile %i times [R-SESS-03, R-SESS-22]', async (minutes, times) => {
    await openedBefore(minutes * 60_000)
    await comeBack()
    await comeBack()
    expect(sessionCalls()).toBe(times)
  })

  test('fetches a missing profile at once [R-SESS-03]', async () => {
    await openedBefore(0, SIGNED_OUT)
    expect(screen.getByText('A visitor')).toBeDefined()
    await comeBack()
    await waitFor(() => expect(screen.getByText('Feed of Ann')).toBeDefined())
    expect(sessionCalls()).toBe(1)
  })
})

test('during a write that replaces the session does not make the member a visitor', async () => {
  now = MEMBER
  const client = open(MEMBER, <Page />)
  let finish = () => {}
  const server = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (!address.endsWith('/two-factor/confirm')) return server(address, init)
    // The old session is gone from here on; the response sets the cookie of the new one.
    now = STRANGER
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    now = MEMBER
    return Response.json({ recovery_codes: [] })
  })
  const writing = call(confirmSecondFactor, { body: { code: '123456' } })
  await waitFor(() => expect(now).toBe(STRANGER))
  void client.invalidateQueries({ queryKey: accountsKeys.session })
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(asked).not.toContain('GET /api/auth/session')
  finish()
  await writing
  await waitFor(() => expect(asked).toContain('GET /api/auth/session'))
  expect(screen.getByText('Feed of Ann')).toBeDefined()
})

test('after such a write fetches again what was fetched before it', async () => {
  now = STRANGER
  const client = open(MEMBER, <Page />)
  const answers: (() => void)[] = []
  const server = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (address.endsWith('/two-factor/confirm')) return Response.json({ recovery_codes: [] })
    const answer = await server(address, init)
    if (address === '/api/auth/session') await new Promise<void>((resolve) => answers.push(resolve))
    return answer
  })
  void client.invalidateQueries({ queryKey: accountsKeys.session })
  await waitFor(() => expect(answers).toHaveLength(1))
  await call(confirmSecondFactor, { body: { code: '123456' } })
  now = MEMBER
  answers[0]?.()
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.()
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.getByText('Feed of Ann')).toBeDefined()
})

describe('a server that does not respond', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    )
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

  test('leaves the app usable for a visitor after eight seconds [R-SESS-06]', async () => {
    const client = createQueryClient()
    let answer: SessionAnswer | undefined
    void client.fetchQuery(sessionQuery()).then((got) => {
      answer = got
    })
    await pass(7999)
    expect(answer).toBeUndefined()
    await pass(1)
    expect(answer).toEqual(STRANGER)
  })

  test('leaves the cached profile in place after three seconds [R-SESS-11]', async () => {
    const client = open(MEMBER, <Page />)
    let failed = false
    void client.fetchQuery({ ...sessionQuery(), staleTime: 0 }).catch(() => {
      failed = true
    })
    await pass(2999)
    expect(failed).toBe(false)
    await pass(1)
    expect(failed).toBe(true)
    expect(screen.getByText('Feed of Ann')).toBeDefined()
  })
})

test('a repeated event of the same sign-in removes the queries only once [R-SESS-05]', async () => {
  const client = open(STRANGER, <Page />)
  act(() => applySession(client, MEMBER))
  await waitFor(() => expect(client.getQueryData(['feed'])).toBe('the feed of a member'))
  feedAsked.mockClear()
  act(() => applySession(client, MEMBER))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(client.getQueryData(['feed'])).toBe('the feed of a member')
  expect(feedAsked).not.toHaveBeenCalled()
})

async function chooseSignOut(): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'Account of Ann' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
}

test('signing out ends the session and loads an empty page [R-SESS-02, R-SESS-20]', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  open(MEMBER, <UserMenu viewer={VIEWER} links={[]} />)
  await chooseSignOut()
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
  expect(asked).toContain('POST /api/auth/logout')
})

test('a failed sign-out shows an error, and the page stays', async () => {
  logoutStatus = 500
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  open(MEMBER, <UserMenu viewer={VIEWER} links={[]} />)
  await chooseSignOut()
  await waitFor(() => expect(toastStore.get()?.title).toBe('You are still signed in'))
  expect(assign).not.toHaveBeenCalled()
})
