import { expect, test } from 'vitest'
import { useTestApp } from './support/test-app.ts'

let isStopping = false
const world = useTestApp({ VISIBILITY: 'members', LOG_LEVEL: 'error' }, { isStopping: () => isStopping })

test('a node that stops tells proxies first, still answers, and ends their connections', async () => {
  const origin = await world.listen()
  const ask = async (path: string) => {
    const answer = await fetch(origin + path)
    return { status: answer.status, connection: answer.headers.get('connection'), body: await answer.json() }
  }
  // A proxy does not sign in, so a members' site answers it, too.
  expect(await ask('/api/health/ready')).toMatchObject({ status: 200, connection: 'keep-alive' })
  isStopping = true
  expect(await ask('/api/health/ready')).toMatchObject({
    status: 503,
    connection: 'close',
    body: { code: 'stopping', error: 'The server is about to stop. Please try again.' },
  })
  expect(await ask('/api/health')).toMatchObject({ status: 200, connection: 'close' })
  expect((await ask('/api/health/live')).status).toBe(200)
  // It is no failure.
  expect(world.logged()).toBe('')
})
