import { expect, test } from 'vitest'
import { signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const world = useTestApp({ RATE_LIMITS: 'on' })

test('a viewer who reads more than 120 profiles a minute is refused with 429 and the seconds to wait (G56) [R-MODAL-10]', async () => {
  const member = await signUp(world)
  const address = `/api/profiles/${member.user.id}`
  const visitor = world.visitor()
  for (let reads = 0; reads < 120; reads++) expect([reads, (await visitor.get(address)).status]).toEqual([reads, 200])
  const answer = await visitor.get(address)
  expect([answer.status, answer.body.code, answer.body.retryAfter, answer.headers.get('retry-after')]).toEqual([
    429,
    'PGRST301',
    60,
    '60',
  ])
  expect(answer.body.error).toBe('Too many requests. Please wait a moment before trying again.')
})
