// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  answers,
  declined,
  field,
  json,
  open,
  pass,
  posts,
  press,
  SESSION,
  sees,
  type,
  where,
} from '#tests/browser/auth-form.tsx'
import { VIEWER } from '#tests/browser/fake-server.tsx'
import { dismissToast, toastStore } from '#web/ui/toasts.ts'
import { AUTH_FORM_TEXTS } from '../account-screens.texts.ts'
import { CODE_NOT_ACCEPTED, SIGN_IN_SLOWED } from '../accounts.texts.ts'

test('a slow sign-in changes its label after 800, 1200 and 1000 ms [R-AUTH-58]', async () => {
  answers['/api/auth/signin'] = () => new Promise(() => {})
  await open('/signin')
  await type('Email', 'ann@example.org')
  await type('Password', 'Abcdefg1')
  await press('Sign In')
  await pass(501)
  const labels: (string | null)[] = []
  /** Waits, and reads the label. */
  const after = async (wait: number) => {
    await pass(wait)
    labels.push(screen.getByRole('status').textContent)
  }
  // Just before and just after the end of each step.
  await after(790)
  for (const step of [1200, 1000]) {
    await after(20)
    await after(step - 20)
  }
  await after(20)
  await after(600)
  expect(labels).toEqual([
    'Signing in…',
    ...['Checking your details…', 'Checking your details…'],
    ...['Opening your library…', 'Opening your library…'],
    ...['Almost there…', 'Almost there…'],
  ])
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
    expect(posts('/api/auth/oauth/google').map(({ body }) => body)).toEqual([
      { redirect: '/profile', provider: 'oidc' },
    ])
    expect(assign).toHaveBeenCalledWith('https://provider.example/auth?state=x')
  },
)

test('without a provider there is no button, and Ctrl+G shows an error [R-AUTH-69]', async () => {
  answers['/api/auth/providers'] = () => json(200, { google: false, name: 'Google', password: true, providers: [] })
  answers['/api/auth/oauth/google'] = () => declined(503, 'provider_not_configured', 'Not set up here.')
  await open('/signin')
  await pass(0)
  expect(screen.queryByRole('button', { name: /Continue with/ })).toBeNull()
  fireEvent.keyDown(document.body, { key: 'g', metaKey: true })
  await pass(0)
  expect(toastStore.get()).toMatchObject({ title: 'Google sign-in failed', description: 'Not set up here.' })
})

test('where passwords are off, the provider and a passkey are the ways in', async () => {
  answers['/api/auth/providers'] = () =>
    json(200, { google: true, name: 'Keycloak', password: false, providers: [{ id: 'oidc', name: 'Keycloak' }] })
  await open('/signin')
  await pass(0)
  expect(screen.getByRole('button', { name: 'Continue with Keycloak' })).toBeTruthy()
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.queryByText('or')).toBeNull()
})

test('a registered email address gets the text to sign in with the password first [R-AUTH-79]', async () => {
  await open('/signin?error=account_exists')
  expect(toastStore.get()?.title).toMatch(
    /^This email already has a password. Sign in with your password first, then link \w+ in Settings.$/,
  )
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

test('an account that is slowed down says that a link by mail still lets its owner in; the input stays', async () => {
  answers['/api/auth/signin'] = () => declined(429, 'sign_in_slowed', SIGN_IN_SLOWED)
  await open('/signin')
  await type('Email', 'ann@example.org')
  await type('Password', 'Abcdefg1')
  await press('Sign In')
  await pass(600)
  const notice = screen.getByRole('alert')
  expect(notice.textContent).toContain(SIGN_IN_SLOWED)
  const link = within(notice).getByRole('link', { name: 'Get a link by mail' })
  expect(link.getAttribute('href')).toBe('/forgot-password')
  expect(document.activeElement).toBe(link)
  link.blur()
  await press('Sign In')
  await pass(600)
  expect(document.activeElement).toBe(link)
  expect(field('Email')).toHaveProperty('value', 'ann@example.org')
  expect(field('Password')).toHaveProperty('value', 'Abcdefg1')
  expect(toastStore.get()?.title).not.toBe('Something went wrong')
  // Another address is another account.
  await type('Email', 'bob@example.org')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an account that is slowed down lets its owner in by a code of the app, which also passes the second step', async () => {
  answers['/api/auth/signin'] = () => declined(429, 'sign_in_slowed', SIGN_IN_SLOWED)
  await open('/signin')
  await type('Email', 'ann@example.org')
  await type('Password', 'Abcdefg1')
  await press('Sign In')
  await pass(600)
  answers['/api/auth/signin'] = () => declined(429, 'sign_in_slowed', SIGN_IN_SLOWED, { code: CODE_NOT_ACCEPTED })
  await type('Code of your app', '000 000')
  await press('Sign In')
  await pass(600)
  expect(sees(CODE_NOT_ACCEPTED)).toBe(true)
  expect(document.activeElement).toBe(field('Code of your app'))
  answers['/api/auth/signin'] = () => json(200, { user: null, session: null, profile: null, second_factor: true })
  answers['/api/auth/signin/second-step'] = () =>
    json(200, { user: VIEWER, session: SESSION, profile: { ...VIEWER, settings: { onboarded: true } } })
  await type('Code of your app', '123456')
  await press('Sign In')
  await pass(1200)
  expect(posts('/api/auth/signin').map(({ body }) => body.code)).toEqual([undefined, '000000', '123456'])
  expect(posts('/api/auth/signin/second-step').map(({ body }) => body)).toEqual([
    { code: '123456', trustDevice: false },
  ])
  expect(toastStore.get()?.title).toBe('Signed in successfully')
})

test.each([
  ['Invalid credentials', 'Login failed', 'Invalid email or password'],
  ['User not found', 'Account not found', 'Email not found'],
  ['Invalid email', 'Invalid email', null],
  ['Weak password', 'Weak password', null],
  ['Short password', 'Password too short', null],
  ['Too many requests', 'Too many attempts', null],
  ['User already registered', 'Email already registered', null],
  ['Network request failed', 'Connection problem', null],
  ['Email not confirmed', 'Email not verified', null],
])(
  'the bare sentence "%s" of a proxy or an older node has the title %s [R-AUTH-59, R-AUTH-60, R-AUTH-61, R-AUTH-62, R-AUTH-63, R-AUTH-64, R-AUTH-65, R-AUTH-66, R-AUTH-67]',
  async (error, title, inline) => {
    answers['/api/auth/signin'] = () => json(400, { error })
    await open('/signin')
    await type('Email', 'ann@example.org')
    await type('Password', 'Abcdefg1')
    await press('Sign In')
    await pass(600)
    expect(toastStore.get()?.title).toBe(title)
    if (inline !== null) expect(sees(inline)).toBe(true)
  },
)

test('a suspension is said once, in a notice that stays: after a password, and after a provider', async () => {
  dismissToast()
  answers['/api/auth/signin'] = () => declined(403, 'account_disabled', 'Suspended until Monday.')
  await open('/signin')
  await type('Email', 'ann@example.org')
  await type('Password', 'Abcdefg1')
  await press('Sign In')
  await pass(600)
  expect(screen.getByRole('alert').textContent).toBe('Suspended until Monday.')
  expect(toastStore.get()).toBeNull()
  cleanup()
  location.hash = '#appeal=token'
  await open('/signin?error=auth_failed')
  expect(screen.getByRole('alert').textContent).toBe(AUTH_FORM_TEXTS.suspended)
  expect(toastStore.get()).toBeNull()
  location.hash = ''
})
