import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type AppProcess, startApp } from './support/app-process.ts'
import { createEmptyDatabase } from './support/database.ts'
import { type DatabaseOverTcp, databaseOverTcp } from './support/database-over-tcp.ts'
import { openStream } from './support/event-stream.ts'
import { type HttpMember, signUpOverHttp } from './support/http-member.ts'
import { PGBOUNCER, type PgBouncer, startPgBouncer } from './support/pgbouncer.ts'

const GAME = 'igdb_1942'
const MEMBERS = 6
const ROUNDS = 8
/** Fewer than either of two nodes would open by itself. */
const SERVER_CONNECTIONS = 4

describe.skipIf(!PGBOUNCER)('two nodes behind PgBouncer with transaction pooling', () => {
  const folder = mkdtempSync(join(tmpdir(), 'savepoint-pooler-'))
  const apps: AppProcess[] = []
  let tcp: DatabaseOverTcp
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>
  let bouncer: PgBouncer

  beforeAll(async () => {
    database = await createEmptyDatabase()
    const name = new URL(database.connectionString).pathname.slice(1)
    tcp = await databaseOverTcp(inject('templateUrl'))
    await tcp.listen()
    bouncer = await startPgBouncer({ port: tcp.port, name, poolSize: SERVER_CONNECTIONS })
    const env = {
      DATABASE_URL: bouncer.through('transaction'),
      DATABASE_DIRECT_URL: tcp.urlOf(name),
      SECRET: 'a secret of the tests that is long enough',
      ACTIVITY_COOLDOWN_MINUTES: '0',
    }
    // Both start at once on an empty database.
    apps.push(...(await Promise.all(['one', 'two'].map((node) => startApp(join(folder, node), env)))))
  })
  afterAll(async () => {
    for (const app of apps) expect(await app.stop()).toBe(0)
    bouncer.close()
    await tcp.close()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Returns the statuses of what a member does on both nodes, all at once. */
  async function use(member: HttpMember, round: number): Promise<number[]> {
    const [one, two] = apps as [AppProcess, AppProcess]
    const at = (index: number) => (index % 2 === 0 ? one : two).origin
    const get = (path: string, index: number) =>
      fetch(at(index) + path, { headers: { cookie: member.cookie() } }).then(async (response) => {
        await response.arrayBuffer()
        return response.status
      })
    return Promise.all([
      member.write(at(round), 'POST', '/api/friends/activities/create', {
        activity_type: 'completed',
        game_id: GAME,
      }),
      member.write(at(round + 1), 'PUT', '/api/user/preferences', { search_strategy: 'parallel' }),
      ...['/', '/all-games', `/game/${GAME}`, '/api/notifications/unread', '/api/health/ready'].flatMap(
        (path, index) => [get(path, index + round), get(path, index + round + 1)],
      ),
    ])
  }

  test('answer pages, reads and writes under load, on fewer sessions than they have connections', async () => {
    const names = Array.from({ length: MEMBERS }, (_, index) => `pooled-${index}`)
    const members = await Promise.all(
      names.map((name, index) => signUpOverHttp((apps[index % 2] as AppProcess).origin, name)),
    )
    const statuses = await Promise.all(
      members.map(async (member) => {
        const found: number[] = []
        for (let round = 0; round < ROUNDS; round += 1) found.push(...(await use(member, round)))
        return found
      }),
    )
    expect(new Set(statuses.flat())).toEqual(new Set([200, 201]))
    const client = new pg.Client({ connectionString: database.connectionString })
    await client.connect()
    const { rows } = await client.query<{ made: number; sessions: number }>(
      `select (select count(*)::int from friend_activities) as made,
        (select count(*)::int from pg_stat_activity
          where datname = current_database() and application_name in ('savepoint', 'savepoint-background', 'savepoint-jobs')) as sessions`,
    )
    await client.end()
    expect(rows[0]?.made).toBe(MEMBERS * ROUNDS)
    expect(rows[0]?.sessions).toBeLessThanOrEqual(SERVER_CONNECTIONS)
    for (const app of apps) expect(app.output()).not.toMatch(/"level":(50|60)|error/i)
  })

  test('a write on one node reaches the caches and the streams of the other through the direct address', async () => {
    const [one, two] = apps as [AppProcess, AppProcess]
    const writer = await signUpOverHttp(one.origin, 'pooled-writer')
    const reader = await signUpOverHttp(two.origin, 'pooled-reader')
    const { user } = (await writer.read(one.origin, '/api/auth/session')) as { user: { id: string } }
    expect(await reader.write(two.origin, 'POST', '/api/followers', { following_id: user.id })).toBeLessThan(300)
    const unread = async () =>
      ((await writer.read(one.origin, '/api/notifications/unread')) as { unread: number }).unread
    await expect.poll(unread).toBe(1)
    const stream = await openStream(two.origin, ['feed'], { cookie: reader.cookie() })
    const share = { activity_type: 'completed', game_id: GAME }
    expect(await writer.write(one.origin, 'POST', '/api/friends/activities/create', share)).toBe(201)
    expect((await stream.next('feed')).data).toMatchObject({ table: 'friend_activities', action: 'INSERT' })
    stream.close()
  })
})
