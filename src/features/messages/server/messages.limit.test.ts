import { expect, test } from 'vitest'
import { signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const world = useTestApp({ RATE_LIMITS: 'on' })

test('a member sends at most twenty messages a minute to all recipients together; others are not affected [R-MSG-01]', async () => {
  const [writer, juno, tobi] = [await signUp(world), await signUp(world), await signUp(world)]
  const write = (from: typeof writer, to: typeof writer, content: string) =>
    from.post('/api/messages', { userId: to.user.id, content })
  for (let at = 0; at < 20; at += 1) expect((await write(writer, at % 2 ? juno : tobi, `n${at}`)).status).toBe(201)
  const answer = await write(writer, juno, 'one more')
  expect([answer.status, answer.body.code]).toEqual([429, 'rate_limit_exceeded'])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await world.db.selectFrom('messages').select('id').execute()).length).toBe(20)
  expect((await write(juno, writer, 'hi')).status).toBe(201)
})
