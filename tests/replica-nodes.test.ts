import { afterAll, expect, test } from 'vitest'
import { signUp } from './support/members.ts'
import { openReplicaWorld, type ReplicaWorld } from './support/replica-world.ts'
import { type Client, useTestApp } from './support/test-app.ts'

// Two nodes on one primary, which both read from one replica. The first one opens the clusters.
let world: ReplicaWorld
const node = (database: () => Promise<{ connectionString: string; drop: () => Promise<void> }>) =>
  useTestApp({}, { database, replicas: () => ({ urls: [world.replicaUrl], maxLagMs: 60_000, onState: () => {} }) })
const one = node(async () => {
  world = await openReplicaWorld()
  return { connectionString: world.primaryUrl, drop: async () => {} }
})
const two = node(async () => ({ connectionString: world.primaryUrl, drop: async () => {} }))
afterAll(() => world.close())

/** The same browser at the other node: a proxy sends each request to either. */
function atOther(member: Client): Client {
  const other = two.visitor()
  for (const [name, value] of member.cookies) other.cookies.set(name, value)
  return other
}
const GAME = 'igdb_1942'
let asked = 0

/** Writes at one node and reads at the other, which has to show it at once to its writer. Returns all statuses. */
async function writeHereReadThere(here: Client, there: Client, times: number): Promise<number[]> {
  const statuses: number[] = []
  for (let time = 0; time < times; time += 1) {
    asked += 1
    const title = `Number ${asked}`
    const made = await here.post('/api/lists', { title, is_shared: true, game_ids: [GAME] })
    const mine = await there.get('/api/lists/mine')
    expect(mine.body.data.map((list: { title: string }) => list.title)).toContain(title)
    const edited = await there.put(`/api/lists/${made.body.list.id}`, { title: `${title} again`, is_shared: true })
    const read = await here.get(`/api/lists/${made.body.list.id}`)
    expect(read.body.list.title).toBe(`${title} again`)
    const search = await two.visitor().get(`/api/search?q=never${asked}`)
    statuses.push(made.status, mine.status, edited.status, read.status, search.status)
  }
  return statuses
}

test('a member who writes at one node reads it at the other, while the replica lags and after it has stopped', async () => {
  const ann = await signUp(one, { username: 'ann' })
  const there = atOther(ann)
  await world.caughtUp()
  await expect
    .poll(() => [one, two].map(({ database }) => database.replicas?.states()[0]?.isUsed))
    .toEqual([true, true])
  expect((await there.get('/api/auth/session')).body.user.username).toBe('ann')
  expect(new Set(await writeHereReadThere(ann, there, 5))).toEqual(new Set([201, 200]))

  await world.onReplica('select pg_wal_replay_pause()')
  expect(new Set(await writeHereReadThere(ann, there, 10))).toEqual(new Set([201, 200]))
  await world.onReplica('select pg_wal_replay_resume()')

  await world.stopReplica()
  expect(new Set(await writeHereReadThere(ann, there, 10))).toEqual(new Set([201, 200]))
  await world.startReplica()
  await world.caughtUp()
  const before = { ...two.database.replicas?.reads() }
  await expect
    .poll(async () => {
      await writeHereReadThere(ann, there, 1)
      await world.caughtUp()
      await two.visitor().get(`/api/search?q=later${asked}`)
      return two.database.replicas?.reads().replica ?? 0
    })
    .toBeGreaterThan(before.replica ?? 0)
})
