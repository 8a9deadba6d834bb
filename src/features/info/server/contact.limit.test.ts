import { expect, test } from 'vitest'
import { useTestApp } from '#tests/support/test-app.ts'

const world = useTestApp({ RATE_LIMITS: 'on' })

test('an address sends five messages an hour; the sixth is refused with the documented sentence', async () => {
  const send = () =>
    world.visitor().post('/api/contact', {
      name: 'Ada',
      email: 'ada@example.org',
      topic: 'Other',
      message: 'The same message again',
    })
  for (let count = 0; count < 5; count += 1) expect((await send()).status).toBe(200)
  const { status, body, headers } = await send()
  expect([status, body.code, body.error]).toEqual([
    429,
    'rate_limit_exceeded',
    'Too many messages. Please try again later.',
  ])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await world.db.selectFrom('contact_messages').select('id').execute()).length).toBe(5)
})
