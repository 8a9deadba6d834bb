import { expect, test } from 'vitest'
import { signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const world = useTestApp({ RATE_LIMITS: 'on' })

test('whoever reads too many profiles waits a minute, and is told so [R-MODAL-10]', async () => {
  const member = await signUp(world)
  const address = `/api/profiles/${member.user.id}`
  const visitor = world.visitor()
  let answer = await visitor.get(address)
  for (let reads = 1; reads <= 120 && answer.status === 200; reads++) answer = await visitor.get(address)
  expect([answer.status, answer.body.code, answer.body.retryAfter, answer.headers.get('retry-after')]).toEqual([
    429,
    'PGRST301',
    60,
    '60',
  ])
  expect(answer.body.error).toBe('Too many requests. Please wait a moment before trying again.')
})
