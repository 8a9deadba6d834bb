import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/server/config.ts'
import { replicaCheck } from '../src/server/doctor/replica-check.ts'
import { createLog } from '../src/server/log.ts'
import { signUp } from './support/members.ts'
import { openReplicaWorld, type ReplicaWorld } from './support/replica-world.ts'
import { useTestApp } from './support/test-app.ts'

const GAME = 'igdb_1942'
const MAX_LAG_MS = 1_500

let world: ReplicaWorld
const heard: string[] = []
const app = useTestApp(
  { METRICS: 'on' },
  {
    async database() {
      world = await openReplicaWorld()
      return { connectionString: world.primaryUrl, drop: async () => {} }
    },
    replicas: () => ({
      urls: [world.replicaUrl],
      maxLagMs: MAX_LAG_MS,
      onState: (_, problem) => void heard.push(problem ?? 'used again'),
    }),
  },
)
afterAll(() => world.close())

const replicas = () => app.database.replicas!
const isUsed = () => replicas().states()[0]?.isUsed

/** Returns where the statements of some work were read. */
async function readsOf(work: () => Promise<unknown>): Promise<{ primary: number; replica: number }> {
  const before = { ...replicas().reads() }
  await work()
  const after = replicas().reads()
  return { primary: after.primary - before.primary, replica: after.replica - before.replica }
}

let asked = 0
/** A search of a visitor that no cache knows. */
const readAnew = async () => {
  asked += 1
  expect((await app.visitor().get(`/api/search?q=words${asked}`)).status).toBe(200)
}
/** Waits until all of a read comes from the replica. */
const untilFresh = () =>
  expect
    .poll(async () => await readsOf(readAnew))
    .toEqual({ primary: 0, replica: expect.toSatisfy((count) => count > 0) })
const fromPrimary = { primary: expect.toSatisfy((count) => count > 0), replica: 0 }

const titles = async (reader: { get: (path: string) => Promise<{ body: { data: { title: string }[] } }> }) =>
  (await reader.get('/api/lists')).body.data.map(({ title }) => title)

const draft = (title: string) => ({ title, is_shared: true, game_ids: [GAME] })

test('reads of visitors and members come from the replica, and only from it while nothing changes', async () => {
  const ann = await signUp(app)
  await expect.poll(isUsed).toBe(true)
  await world.caughtUp()
  await untilFresh()
  const found = await readsOf(async () => {
    expect((await app.visitor().get(`/api/games/${GAME}`)).status).toBeLessThan(500)
    expect((await app.visitor().get('/api/lists')).status).toBe(200)
    expect((await ann.get('/api/lists/mine')).status).toBeLessThan(500)
  })
  expect(found.replica).toBeGreaterThan(0)
})

test('the check of the replicas says how far each is behind, and what is none', async () => {
  const look = async (urls: string) => {
    const config = readConfig({
      DATABASE_URL: world.primaryUrl,
      DATABASE_REPLICA_URLS: urls,
      DATABASE_REPLICA_MAX_LAG_SECONDS: '1',
    })
    const found = await replicaCheck.run({
      config,
      clock: () => new Date(),
      log: createLog('silent'),
      database: app.db,
    })
    return [found].flat().map(({ state, sentence }) => `${state}: ${sentence}`)
  }
  expect(await look('')).toEqual([])
  expect(await look(world.replicaUrl)).toEqual([
    expect.stringMatching(/^ok: The replica .* at most \d+ milliseconds? before/),
  ])
  expect(await look(`${world.primaryUrl}, postgresql://x@127.0.0.1:1/x`)).toEqual([
    expect.stringMatching(/^failing: .* is no replica, or no longer one/),
    expect.stringMatching(/^warning: The replica 127\.0\.0\.1:1 does not answer/),
  ])
  await world.onReplica('select pg_wal_replay_pause()')
  await world.onPrimary(`update profiles set bio = 'Written meanwhile'`)
  expect(await look(world.replicaUrl)).toEqual([expect.stringMatching(/^warning: .* more than 1 second behind/)])
  await world.onReplica('select pg_wal_replay_resume()')
})

test('the metrics say how far the replica is behind and where reads go', async () => {
  const text = (await app.visitor().get('/metrics')).body as string
  expect(text).toMatch(/^savepoint_replica_lag_seconds{replica="[^"]+"} \d/m)
  expect(text).toMatch(/^savepoint_replica_used{replica="[^"]+"} [01]$/m)
  expect(text).toMatch(/^savepoint_reads_total{target="replica"} [1-9]/m)
})

describe('while the replica replays nothing', () => {
  test('a member reads the own write, and everybody what was announced, also from the caches', async () => {
    const ann = await signUp(app)
    await world.caughtUp()
    await untilFresh()
    // The answer is cached from the replica.
    expect(await titles(app.visitor())).not.toContain('Seen at once')
    await world.onReplica('select pg_wal_replay_pause()')
    expect((await ann.post('/api/lists', draft('Seen at once'))).status).toBe(201)
    for (let times = 0; times < 5; times += 1) {
      expect(await titles(app.visitor())).toContain('Seen at once')
      expect(await titles(ann)).toContain('Seen at once')
    }
    expect((await ann.put('/api/user/preferences', { search_strategy: 'parallel' })).status).toBe(200)
    expect((await ann.get('/api/user/preferences')).body.search_strategy).toBe('parallel')
    expect(await readsOf(readAnew)).toEqual(fromPrimary)
    await world.onReplica('select pg_wal_replay_resume()')
    await untilFresh()
    expect(await titles(app.visitor())).toContain('Seen at once')
  })

  test('it is left out when it is too far behind, although nothing was announced, and comes back by itself', async () => {
    await world.caughtUp()
    await untilFresh()
    heard.length = 0
    await world.onReplica('select pg_wal_replay_pause()')
    await world.onPrimary(`update profiles set bio = 'Written by another program'`)
    await expect.poll(isUsed).toBe(false)
    expect(heard).toEqual([`it is more than ${MAX_LAG_MS / 1000} s behind`])
    expect(replicas().states()[0]?.lagMs).toBeGreaterThan(MAX_LAG_MS)
    expect(await readsOf(readAnew)).toEqual(fromPrimary)
    await world.onReplica('select pg_wal_replay_resume()')
    await expect.poll(isUsed).toBe(true)
    expect(heard).toEqual([expect.any(String), 'used again'])
    await untilFresh()
  })
})

/** Reads and writes until the work is done, and returns the statuses. */
async function underLoad(work: () => Promise<void>): Promise<Set<number>> {
  const ann = await signUp(app)
  const statuses = new Set<number>()
  let isOver = false
  const read = async () => {
    while (!isOver) {
      asked += 1
      statuses.add((await app.visitor().get(`/api/search?q=words${asked}`)).status)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const write = async () => {
    for (let made = 0; !isOver; made += 1) {
      const title = `Load ${made}`
      statuses.add((await ann.post('/api/lists', draft(title))).status)
      expect(await titles(ann)).toContain(title)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const load = [read(), read(), read(), write()]
  await work().finally(() => {
    isOver = true
  })
  await Promise.all(load)
  return statuses
}

test('a replica that stops under load costs no answer, and is used again when it is back', async () => {
  await untilFresh()
  const statuses = await underLoad(async () => {
    await world.stopReplica()
    await expect.poll(isUsed).toBe(false)
    await world.startReplica()
    await expect.poll(isUsed).toBe(true)
  })
  expect([...statuses].sort()).toEqual([200, 201])
  await untilFresh()
})

test('a replica that is promoted under load is left out, and gets no write', async () => {
  await world.caughtUp()
  await untilFresh()
  heard.length = 0
  const statuses = await underLoad(async () => {
    await world.onReplica('select pg_promote()')
    await expect.poll(isUsed).toBe(false)
  })
  expect([...statuses].sort()).toEqual([200, 201])
  expect(heard).toEqual(['it is no replica, or no longer one'])
  expect(await readsOf(readAnew)).toEqual(fromPrimary)
  // The old primary alone has the rows that were written after the promotion of the replica.
  const ann = await signUp(app, { username: 'after-promotion' })
  expect((await ann.get('/api/auth/session')).body.user.username).toBe('after-promotion')
  expect(await world.onReplica(`select from profiles where username = 'after-promotion'`)).toEqual([])
})
