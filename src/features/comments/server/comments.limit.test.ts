import { expect, test } from 'vitest'
import { record } from '#tests/support/fixtures.ts'
import { signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp({ RATE_LIMITS: 'on' })

test('a member may write ten comments a minute; the next is refused with the time to wait, and not written', async () => {
  const mara = await signUp(app)
  const path = `/api/activities/${await record(app, mara)}/comments`
  for (let at = 0; at < 10; at += 1) expect((await mara.post(path, { content: `n${at}` })).status).toBe(201)
  const answer = await mara.post(path, { content: 'one more' })
  expect([answer.status, answer.body.code]).toEqual([429, 'rate_limit_exceeded'])
  expect(answer.body.retryAfter).toBeGreaterThan(0)
  expect((await mara.get(path)).body.total).toBe(10)
})
