import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { databaseFailureOf } from '#db/failures.ts'
import { cleanUp, makeDisk } from '#tests/support/embedded-world.ts'
import { signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { createDisk } from './images-disk.ts'
import { createLog } from './log.ts'

const app = useTestApp({ METRICS: 'on', RATE_LIMITS: 'on', LOG_LEVEL: 'error' })
afterAll(cleanUp)

/** Makes PostgreSQL refuse every write to a table, as on a full disk. */
async function fillDisk(): Promise<void> {
  await sql`create function no_room() returns trigger language plpgsql as
    'begin raise exception using errcode = ''53100'', message = ''could not extend file''; end'`.execute(app.db)
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`.execute(app.db)
  for (const { name } of rows)
    await sql`create trigger no_room before insert or update or delete on ${sql.raw(name)}
      execute function no_room()`.execute(app.db)
}

test('a full disk is reported to people, in health and metrics and once a minute in the log, and reads still work', async () => {
  const ann = await signUp(app, { username: 'ann' })
  const ben = await signUp(app, { username: 'ben' })
  expect((await ann.put('/api/library/igdb_1942/progress', { play_time: 1 })).status).toBe(200)
  await fillDisk()
  // After this time the session is looked up again and its use would be recorded.
  app.time.now = new Date(app.time.now.getTime() + 10 * 60_000)

  for (const attempt of [
    () => ann.put('/api/library/igdb_1942/progress', { play_time: 2 }),
    () => ann.patch('/api/profiles/me', { bio: 'No room' }),
    () => ben.post('/api/followers', { following_id: ann.user.id }),
  ])
    expect(await attempt()).toMatchObject({
      status: 507,
      body: {
        error: 'There is no room left to save this. Please try again later.',
        code: 'storage_full',
        retryAfter: 60,
      },
    })
  for (const path of [
    '/api/auth/session',
    '/api/library',
    '/api/library/igdb_1942',
    '/api/notifications',
    '/api/games?limit=12',
    '/api/games/search?query=witcher',
    '/api/user/preferences',
    `/api/profiles/${ann.user.id}`,
  ])
    expect([path, (await ben.get(path)).status]).toEqual([path, path.includes('/library/') ? 404 : 200])
  const visitor = app.visitor()
  const health = async () => (await visitor.get('/api/health')).body
  expect(await health()).toMatchObject({ status: 'degraded', db: 'ok', storage: 'full' })
  const lines = () =>
    app
      .logged()
      .split('\n')
      .filter((line) => line.includes('the disk is full')).length
  expect(lines()).toBe(1)
  const count = /savepoint_storage_full_total (\d+)/.exec((await visitor.get('/metrics')).body)?.[1]
  expect(Number(count)).toBeGreaterThanOrEqual(3)

  app.time.now = new Date(app.time.now.getTime() + 61_000)
  expect((await ann.patch('/api/profiles/me', { bio: 'Still none' })).status).toBe(507)
  expect(lines()).toBe(2)
  await sql`drop function no_room cascade`.execute(app.db)
  expect((await ann.patch('/api/profiles/me', { bio: 'Room' })).status).toBe(200)
  app.time.now = new Date(app.time.now.getTime() + 61_000)
  expect(await health()).toMatchObject({ status: 'ok', storage: 'ok' })
})

test('a picture that does not fit on the disk is refused with that reason and leaves no partial file', async ({
  skip,
}) => {
  const { folder, refusal } = makeDisk('256k')
  skip(refusal !== '', `no disk to fill: ${refusal}`)
  const failures: unknown[] = []
  const disk = createDisk(join(folder, 'images'), 10_000_000, createLog('silent'), (error) => failures.push(error))
  await disk.keep('a'.repeat(40), Buffer.alloc(1_000_000))
  expect(failures.map(databaseFailureOf)).toEqual(['full'])
  expect(readdirSync(join(folder, 'images'))).toEqual([])
})
