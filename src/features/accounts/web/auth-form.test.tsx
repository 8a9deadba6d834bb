// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetCsrfToken } from '#web/call.ts'
import { EnvContext } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { toastStore } from '#web/ui/toasts.ts'
import { accountsKeys } from './accounts.api.ts'
import { AuthScreen } from './auth-screen.tsx'

const USER = {
  id: '0197a1b2-0000-7000-8000-000000000001',
  email: 'ann@example.org',
  role: 'user',
  username: 'ann',
  display_name: 'Ann',
  avatar_url: null,
  onboarded: true,
}
const SESSION = { expiresAt: '2026-12-21T00:00:00.000Z' }

interface Asked {
  path: string
  body: Record<string, unknown>
  signal: AbortSignal | undefined
}
let asked: Asked[]
/** The network: the response of each path. */
let answers: Record<string, (body: Record<string, unknown>) => Promise<Response> | Response>
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const declined = (status: number, code: string, error: string, details = {}) =>
  json(status, { error, code, details, requestId: 'r' })
const posts = (path: string) => asked.filter((one) => one.path === path)

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  asked = []
  answers = {
    '/api/auth/csrf': () => json(200, { success: true, csrfToken: 't' }),
    '/api/auth/providers': () => json(200, { google: true, name: 'Keycloak' }),
    '/api/auth/check-username': ({ username }) =>
      json(200, username === 'taken' ? { available: false, reason: 'Username is already taken' } : { available: true }),
    '/api/auth/check-email': ({ email }) => json(200, { exists: email === 'taken@example.org' }),
    '/api/auth/signup': () => json(201, { user: USER, session: SESSION }),
    '/api/auth/signin': () =>
      json(200, { user: USER, session: SESSION, profile: { ...USER, settings: { onboarded: true } } }),
  }
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
  forgetCsrfToken()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

function Where() {
  const { pathname, search } = useLocation()
  return <output data-testid="where">{pathname + search}</output>
}
const where = () => screen.queryByTestId('where')?.textContent

async function open(address: string) {
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

const field = (label: string) => screen.getByLabelText(label, { selector: 'input' })
const type = async (label: string, value: string) => {
  fireEvent.change(field(label), { target: { value } })
  await pass(0)
}
const leave = async (label: string) => {
  fireEvent.blur(field(label))
  await pass(0)
}
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await pass(0)
}
const sees = (text: string) => screen.queryAllByText(text).length > 0

async function fillIn(over: Record<string, string> = {}) {
  const draft = { Username: 'ann', 'Display name': 'Ann', Email: 'ann@example.org', Password: 'Abcdefg1', ...over }
  for (const [label, value] of Object.entries(draft)) await type(label, value)
}

test('the form has two modes: the sign-up has two more fields [R-AUTH-01, R-AUTH-02, R-AUTH-03, R-AUTH-35]', async () => {
  await open('/signin')
  expect(screen.getByLabelText('Email')).toBeDefined()
  expect(screen.getByLabelText('Remember me')).toHaveProperty('checked', true)
  expect(screen.queryByLabelText('Username')).toBeNull()
  cleanup()
  await open('/signup')
  for (const label of ['Username', 'Display name', 'Email', 'Password'])
    expect(field(label)).toHaveProperty('required', true)
  expect(screen.getByLabelText('Remember me')).toBeDefined()
})

test('a field shows its error on blur, then updates it after 300 ms [R-AUTH-36]', async () => {
  await open('/signin')
  await type('Email', 'abc')
  await pass(1000)
  expect(sees('Please enter a valid email address')).toBe(false)
  await leave('Email')
  expect(sees('Please enter a valid email address')).toBe(true)
  await type('Email', 'abc@example.org')
  await pass(290)
  expect(sees('Please enter a valid email address')).toBe(true)
  await pass(20)
  expect(sees('Please enter a valid email address')).toBe(false)
})

test.each([
  ['Email', '', 'Email is required', 'R-AUTH-23'],
  ['Password', '', 'Password is required', 'R-AUTH-26'],
  ['Password', 'Abcdef1', 'Password must be at least 8 characters', 'R-AUTH-27'],
  [
    'Password',
    'abcdefg1',
    'Password must contain at least 3 of: lowercase, uppercase, number, special character',
    'R-AUTH-29',
  ],
  ['Username', '', 'Username is required', 'R-AUTH-30'],
  ['Username', 'all-games', 'This username is reserved', 'C31'],
  ['Display name', ' ', 'Display name is required', 'R-AUTH-35'],
])(
  'leaving %s with "%s" shows: %s (%s) [R-AUTH-23, R-AUTH-26, R-AUTH-27, R-AUTH-29, R-AUTH-30, R-AUTH-35]',
  async (label, value, sentence) => {
    await open('/signup')
    if (value !== '') await type(label, value)
    await leave(label)
    expect(sees(sentence)).toBe(true)
    expect(field(label).getAttribute('aria-invalid')).toBe('true')
  },
)

test('the form sends nothing while a field has an error [R-AUTH-37]', async () => {
  await open('/signup')
  await fillIn({ 'Display name': ' ' })
  await press('Sign Up')
  await pass(5000)
  expect(posts('/api/auth/signup')).toEqual([])
  expect(sees('Display name is required')).toBe(true)
  expect(document.activeElement).toBe(field('Display name'))
})

test('the form sends nothing while the username or the email address is known to be taken [R-AUTH-37, R-AUTH-38, R-AUTH-40]', async () => {
  await open('/signup')
  await fillIn({ Username: 'taken' })
  await pass(700)
  expect(sees('Username is already taken')).toBe(true)
  await press('Sign Up')
  await pass(5000)
  expect(document.activeElement).toBe(field('Username'))
  await type('Username', 'ann')
  await type('Email', 'taken@example.org')
  await pass(900)
  expect(sees('This email is already registered')).toBe(true)
  await press('Sign Up')
  await pass(5000)
  expect(posts('/api/auth/signup')).toEqual([])
})

test('the form checks a username of three or more characters, 600 ms after the last key [R-AUTH-39, R-AUTH-43]', async () => {
  await open('/signup')
  await type('Username', 'an')
  await pass(2000)
  await type('Username', '_an')
  await pass(2000)
  expect(posts('/api/auth/check-username')).toEqual([])
  await type('Username', 'anna')
  await pass(400)
  await type('Username', 'annab')
  await pass(590)
  expect(posts('/api/auth/check-username')).toEqual([])
  await pass(20)
  expect(posts('/api/auth/check-username').map(({ body }) => body)).toEqual([{ username: 'annab' }])
  expect(sees('Username is available!')).toBe(true)
})

test('a newer username aborts the check of the old one, and the old result is not shown [R-AUTH-44]', async () => {
  let answerLate: (response: Response) => void = () => {}
  answers['/api/auth/check-username'] = ({ username }) =>
    username === 'slow'
      ? new Promise((resolve) => {
          answerLate = resolve
        })
      : json(200, { available: true })
  const before = toastStore.get()
  await open('/signup')
  await type('Username', 'slow')
  await pass(610)
  await type('Username', 'quick')
  expect(posts('/api/auth/check-username')[0]?.signal?.aborted).toBe(true)
  answerLate(json(200, { available: false, reason: 'Username is already taken' }))
  await pass(610)
  expect(sees('Username is already taken')).toBe(false)
  expect(sees('Username is available!')).toBe(true)
  expect(toastStore.get()).toBe(before)
})

test('a failed check of the username shows an error [R-AUTH-45]', async () => {
  answers['/api/auth/check-username'] = () => declined(500, 'internal', 'Something went wrong.')
  await open('/signup')
  await type('Username', 'anna')
  await pass(610)
  expect(toastStore.get()).toMatchObject({
    title: 'Username check failed',
    description: 'Could not verify username availability',
  })
})

test('the form checks an email address once, 800 ms after the last key [R-AUTH-41, R-AUTH-46]', async () => {
  await open('/signup')
  await type('Email', 'ann@example')
  await pass(2000)
  await type('Email', 'ann@example.org')
  await pass(790)
  expect(posts('/api/auth/check-email')).toEqual([])
  await pass(20)
  expect(posts('/api/auth/check-email').map(({ body }) => body)).toEqual([{ email: 'ann@example.org' }])
  expect(sees('Perfect! This email is available')).toBe(true)
})

test('the sign-in form never checks whether an email address exists', async () => {
  await open('/signin')
  await type('Email', 'ann@example.org')
  await pass(5000)
  expect(asked.filter(({ path }) => path !== '/api/auth/providers')).toEqual([])
})

test('the meter shows the strength of the typed password, with the rule that it breaks (C33) [R-AUTH-04, R-AUTH-06]', async () => {
  await open('/signup')
  expect(screen.queryByRole('meter')).toBeNull()
  await type('Password', 'Abcdefgh')
  expect(screen.getByRole('meter').getAttribute('aria-valuetext')).toBe('Good')
  expect(sees('Password must contain at least 3 of: lowercase, uppercase, number, special character')).toBe(true)
  await type('Password', 'Abcdefg1')
  expect(screen.getByRole('meter').getAttribute('aria-valuenow')).toBe('4')
  expect(sees('Strong')).toBe(true)
  expect(sees('Password must contain at least 3 of: lowercase, uppercase, number, special character')).toBe(false)
})

test('signing up shows its phases, sends one request, shows a welcome toast, and redirects a second later [R-AUTH-48, R-AUTH-51, R-AUTH-52, R-AUTH-55]', async () => {
  let answer: (response: Response) => void = () => {}
  answers['/api/auth/signup'] = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  const { client } = await open('/signup?redirect=%2Fgame%2Figdb_1942')
  await fillIn()
  await press('Sign Up')
  expect(screen.getByRole('status').textContent).toBe('Checking…')
  await pass(490)
  expect(posts('/api/auth/signup')).toEqual([])
  await pass(20)
  // A double click, and the keyboard as well.
  fireEvent.click(screen.getByRole('button', { name: /Creating|Sign Up/ }))
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
  await pass(1000)
  expect(posts('/api/auth/signup').map(({ body }) => body)).toEqual([
    {
      email: 'ann@example.org',
      password: 'Abcdefg1',
      username: 'ann',
      displayName: 'Ann',
      rememberMe: true,
      redirect: '/game/igdb_1942',
    },
  ])
  answer(json(201, { user: USER, session: SESSION }))
  await pass(0)
  expect(toastStore.get()?.title).toBe('Welcome to Savepoint, Ann!')
  expect(client.getQueryData(accountsKeys.session)).toMatchObject({ user: { username: 'ann' }, authenticated: true })
  expect(client.getQueryData(['games', 'list'])).toBeUndefined()
  await pass(990)
  expect(where()).toBeUndefined()
  await pass(20)
  expect(where()).toBe('/game/igdb_1942')
})

test('a slow sign-in changes its label after 800, 1200 and 1000 ms [R-AUTH-58]', async () => {
  answers['/api/auth/signin'] = () => new Promise(() => {})
  await open('/signin')
  await type('Email', 'ann@example.org')
  await type('Password', 'Abcdefg1')
  await press('Sign In')
  await pass(501)
  const said: (string | null)[] = []
  for (const wait of [790, 1200, 1000, 600]) {
    await pass(wait)
    said.push(screen.getByRole('status').textContent)
  }
  expect(new Set(said.slice(0, 3)).size).toBe(3)
  expect(said).toEqual(['Signing in…', 'Checking your details…', 'Opening your shelf…', 'Almost there…'])
})

test('signing in shows a toast, then follows the redirect rule within two seconds [R-AUTH-16, R-AUTH-47, R-AUTH-53, R-AUTH-54, R-SESS-16]', async () => {
  await open('/signin?redirect=%2F%2Fevil.example')
  await type('Email', ' Ann@Example.org ')
  await type('Password', 'abcdefgh')
  fireEvent.click(screen.getByLabelText('Remember me'))
  fireEvent.keyDown(document.body, { key: 'Enter', metaKey: true })
  await pass(510)
  expect(posts('/api/auth/signin').map(({ body }) => body)).toEqual([
    { email: 'ann@example.org', password: 'abcdefgh', rememberMe: false },
  ])
  await pass(200)
  expect(toastStore.get()?.title).toBe('Signed in successfully')
  expect(where()).toBeUndefined()
  await pass(310)
  expect(where()).toBe('/')
})

test('a sign-up that requires confirmation leads to the sign-in form [R-AUTH-56]', async () => {
  answers['/api/auth/signup'] = () => json(201, { user: null, session: null })
  const { router } = await open('/signup?redirect=%2Fprofile')
  await fillIn()
  await press('Sign Up')
  await pass(2000)
  expect(toastStore.get()?.title).toBe('Account created!')
  expect(router.state.location.pathname + router.state.location.search).toBe('/signin?redirect=%2Fprofile')
})

test('a sign-in before the confirmation leads to the sign-up form, which can send the mail again [R-AUTH-57, R-AUTH-67]', async () => {
  answers['/api/auth/signin'] = () =>
    declined(403, 'email_not_confirmed', 'Please verify your email address before signing in.')
  answers['/api/auth/resend-confirmation'] = () => json(200, { success: true })
  const { router } = await open('/signin?redirect=%2Fprofile')
  await type('Email', 'ann@example.org')
  await type('Password', 'Abcdefg1')
  await press('Sign In')
  await pass(2000)
  expect(toastStore.get()?.title).toBe('Email not verified')
  expect(router.state.location.pathname + router.state.location.search).toBe(
    '/signup?confirm=ann%40example.org&redirect=%2Fprofile',
  )
  expect(screen.getByRole('heading', { name: 'Confirm your email' })).toBeDefined()
  expect(screen.queryByLabelText('Username')).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin?redirect=%2Fprofile')
  await press('Resend email')
  await pass(0)
  expect(posts('/api/auth/resend-confirmation').map(({ body }) => body)).toEqual([
    { email: 'ann@example.org', redirect: '/profile' },
  ])
  expect(screen.getByRole('button', { name: 'Resend email in 60 s' })).toHaveProperty('disabled', true)
})

test.each(['the button', 'Ctrl+G'])(
  "%s redirects to the provider with the visitor's target [R-AUTH-15, R-AUTH-49]",
  async (how) => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    answers['/api/auth/oauth/google'] = () => json(200, { url: 'https://provider.example/auth?state=x' })
    await open('/signin?redirect=%2Fprofile')
    await pass(0)
    if (how === 'the button') await press('Continue with Keycloak')
    else fireEvent.keyDown(document.body, { key: 'g', ctrlKey: true })
    await pass(0)
    expect(posts('/api/auth/oauth/google').map(({ body }) => body)).toEqual([{ redirect: '/profile' }])
    expect(assign).toHaveBeenCalledWith('https://provider.example/auth?state=x')
  },
)

test('without a provider there is no button, and Ctrl+G shows an error [R-AUTH-69]', async () => {
  answers['/api/auth/providers'] = () => json(200, { google: false, name: 'Google' })
  answers['/api/auth/oauth/google'] = () => declined(503, 'provider_not_configured', 'Not set up here.')
  await open('/signin')
  await pass(0)
  expect(screen.queryByRole('button', { name: /Continue with/ })).toBeNull()
  fireEvent.keyDown(document.body, { key: 'g', metaKey: true })
  await pass(0)
  expect(toastStore.get()).toMatchObject({ title: 'Google sign-in failed', description: 'Not set up here.' })
})

test('a registered email address gets the text to sign in with the password first [R-AUTH-79]', async () => {
  await open('/signin?error=account_exists')
  expect(toastStore.get()?.title).toMatch(
    /^This email already has a password. Sign in with your password first, then link \w+ in Settings.$/,
  )
})

test('the sign-in form links to the page for a forgotten password [R-ROUTE-01]', async () => {
  await open('/signin')
  expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe('/forgot-password')
})

test('a wrong password shows a toast and an error at the field; the input stays, and another attempt is sent [R-AUTH-59]', async () => {
  answers['/api/auth/signin'] = () =>
    declined(401, 'invalid_credentials', 'Invalid email or password. Please try again.')
  await open('/signin')
  await type('Email', 'ann@example.org')
  await type('Password', 'Abcdefg1')
  await press('Sign In')
  await pass(600)
  expect(toastStore.get()).toMatchObject({ title: 'Login failed' })
  expect(sees('Invalid email or password')).toBe(true)
  expect(field('Email')).toHaveProperty('value', 'ann@example.org')
  expect(field('Password')).toHaveProperty('value', 'Abcdefg1')
  expect(document.activeElement).toBe(field('Password'))
  await press('Sign In')
  await pass(600)
  expect(posts('/api/auth/signin').length).toBe(2)
})

test('a username that was taken meanwhile shows its error at the field', async () => {
  answers['/api/auth/signup'] = () => declined(409, 'username_taken', 'Username is already taken', { username: 'x' })
  await open('/signup')
  await fillIn()
  await press('Sign Up')
  await pass(600)
  expect(sees('Username is already taken')).toBe(true)
  expect(document.activeElement).toBe(field('Username'))
})

test('a lost connection, too many attempts and a server error have their titles [R-AUTH-64, R-AUTH-66, R-AUTH-68]', async () => {
  await open('/signin')
  await type('Email', 'ann@example.org')
  await type('Password', 'Abcdefg1')
  const titleAfter = async (answer: () => Response) => {
    answers['/api/auth/signin'] = answer
    await press('Sign In')
    await pass(600)
    return toastStore.get()
  }
  const tooMany = () => declined(429, 'rate_limit_exceeded', 'Too many attempts. Please try again later.')
  expect(await titleAfter(tooMany)).toMatchObject({
    title: 'Too many attempts',
    description: 'Please wait a few minutes',
  })
  expect(await titleAfter(() => json(500, 'garbage'))).toMatchObject({ title: 'Something went wrong' })
  const offline = () => {
    throw new TypeError('Failed to fetch')
  }
  expect(await titleAfter(offline)).toMatchObject({ title: 'Connection problem' })
})

test('a message in the URL is shown once and removed from the URL [R-AUTH-07, R-AUTH-08, R-AUTH-13]', async () => {
  const { router } = await open('/signin?error=no_code&redirect=%2Fprofile')
  expect(toastStore.get()?.title).toBe('Invalid authentication request. Please try again.')
  expect(router.state.location.search).toBe('?redirect=%2Fprofile')
  cleanup()
  const second = await open('/signin?auth=success')
  expect(toastStore.get()?.title).toBe('Signed in successfully')
  expect(second.router.state.location.search).toBe('')
})

test('the links between the forms contain the target (G06)', async () => {
  await open('/signin?redirect=%2Fprofile%2Fgames')
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe(
    '/signup?redirect=%2Fprofile%2Fgames',
  )
})

test('a reload preserves the input of the sign-up except the password; the other form does not get it', async () => {
  await open('/signup')
  const typed = { Username: 'ann', 'Display name': 'Ann', Email: 'ann@example.org' }
  for (const [label, value] of Object.entries({ ...typed, Password: 'Abcdefg1' }))
    fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } })
  expect(JSON.stringify(sessionStorage)).not.toContain('Abcdefg1')
  cleanup()
  await open('/signup')
  for (const [label, value] of Object.entries({ ...typed, Password: '' }))
    expect(screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' }).value).toBe(value)
  cleanup()
  await open('/signin')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('')
})
