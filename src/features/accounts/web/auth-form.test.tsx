// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { field, fillIn, leave, open, pass, posts, press, sees, type } from '#tests/browser/auth-form.tsx'
import { toastStore } from '#web/ui/toasts.ts'

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

test('the sign-in form links to the page for a forgotten password [R-ROUTE-01]', async () => {
  await open('/signin')
  expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe('/forgot-password')
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
