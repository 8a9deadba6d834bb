import { expect, test } from 'vitest'
import { signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const world = useTestApp({ RATE_LIMITS: 'on' })

test('a member uploads at most ten pictures an hour; other writes are not affected (G56)', async () => {
  const ann = await signUp(world)
  const send = async () => (await ann.post('/api/profiles/me/avatar', new FormData())).status
  for (let count = 0; count < 10; count += 1) expect(await send()).toBe(400)
  const refused = await ann.post('/api/profiles/me/avatar', new FormData())
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limit_exceeded'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
  expect((await ann.patch('/api/profiles/me', { bio: 'x' })).status).toBe(200)
  // Each member has a separate count.
  const bob = await signUp(world)
  expect((await bob.post('/api/profiles/me/avatar', new FormData())).status).toBe(400)
})
