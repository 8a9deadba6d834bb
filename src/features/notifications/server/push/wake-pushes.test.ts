import { expect, test } from 'vitest'
import { listenForChanges } from '#server/changes.ts'
import { createLog } from '#server/log.ts'
import { usePushApp } from '#tests/support/push-app.ts'
import { PUSH_JOB, wakeOnPushes } from './send-pushes.ts'

const { app, mara, juno, tobi, turnOn, ask } = usePushApp()

test('a notification for a browser wakes the job as soon as it is written, and others do not', async () => {
  const log = createLog('silent')
  const changes = await listenForChanges(app.connectionString, log)
  const woken: string[] = []
  const first = Promise.withResolvers<void>()
  const send = async (_db: unknown, name: string) => {
    woken.push(name)
    first.resolve()
  }
  await wakeOnPushes({ changes, queue: { send, listStates: async () => [] }, db: app.db, log } as never)
  await ask(juno, tobi)
  await app.settle()
  expect(woken).toEqual([])
  await turnOn(mara)
  await ask(juno, mara)
  await first.promise
  expect(woken).toEqual([PUSH_JOB])
  await changes.close()
})
