import { expect, test } from 'vitest'
import { signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp({}, { connectionTimeoutMs: 2_000 })

test('without a free connection a call gets a response to retry, and succeeds once a connection is free', async () => {
  const ann = await signUp(app, { username: 'ann' })
  let letGo = () => {}
  const isOver = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const held = Array.from({ length: 6 }, () => app.db.connection().execute(() => isOver))
  const { status, body, headers } = await ann.patch('/api/profiles/me', { bio: 'Busy' })
  letGo()
  await Promise.all(held)
  expect([status, body]).toEqual([
    503,
    {
      error: 'Too much is going on just now. Please try again in a moment.',
      code: 'busy',
      retryAfter: 5,
      requestId: expect.any(String),
    },
  ])
  expect(headers.get('retry-after')).toBe('5')
  expect((await ann.patch('/api/profiles/me', { bio: 'Free' })).status).toBe(200)
})
