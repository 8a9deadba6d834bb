// @vitest-environment happy-dom

import { expect, test } from 'vitest'
import { answers, asked, declined, json, open, pass, posts, sees, type } from '#tests/browser/auth-form.tsx'
import { toastStore } from '#web/ui/toasts.ts'

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
