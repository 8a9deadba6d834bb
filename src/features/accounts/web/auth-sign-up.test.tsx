// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  answers,
  declined,
  field,
  fillIn,
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
import { toastStore } from '#web/ui/toasts.ts'
import { accountsKeys } from './accounts.api.ts'

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
  answer(json(201, { user: VIEWER, session: SESSION }))
  await pass(0)
  expect(toastStore.get()?.title).toBe('Welcome to Savepoint, Ann!')
  expect(client.getQueryData(accountsKeys.session)).toMatchObject({ user: { username: 'ann' }, authenticated: true })
  expect(client.getQueryData(['games', 'list'])).toBeUndefined()
  await pass(990)
  expect(where()).toBeUndefined()
  await pass(20)
  expect(where()).toBe('/game/igdb_1942')
})

test('the toast of a sign-up ends at the welcome, whose heading greets too; that of a sign-in stays', async () => {
  const newcomer = { user: { ...VIEWER, onboarded: false }, session: SESSION }
  answers['/api/auth/signup'] = () => json(201, newcomer)
  await open('/signup')
  await fillIn()
  await press('Sign Up')
  await pass(2000)
  expect([where(), toastStore.get()]).toEqual(['/welcome?new=true', null])
  cleanup()
  answers['/api/auth/signin'] = () => json(200, newcomer)
  await open('/signin')
  await type('Email', 'ann@example.org')
  await type('Password', 'Abcdefg1')
  await press('Sign In')
  await pass(2000)
  expect([where(), toastStore.get()?.title]).toEqual(['/welcome?new=true', 'Signed in successfully'])
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

test('a username that was taken meanwhile shows its error at the field', async () => {
  answers['/api/auth/signup'] = () => declined(409, 'username_taken', 'Username is already taken', { username: 'x' })
  await open('/signup')
  await fillIn()
  await press('Sign Up')
  await pass(600)
  expect(sees('Username is already taken')).toBe(true)
  expect(document.activeElement).toBe(field('Username'))
})
