import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkBackup } from '#db/backup/restore-backup.ts'
import { openBackups } from '#server/backups.ts'
import { runChecks } from '#server/doctor/health-check.ts'
import { createLog } from '#server/log.ts'
import { deleteUnnamed, moveFiles } from '#server/storage/move-files.ts'
import { createSharedPictures } from '#server/storage/shared-pictures.ts'
import { STORAGE_CHECKS } from '#server/storage/storage-check.ts'
import { HOUR_MS } from '#shared/durations.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const server = await startS3Server()
const { storage, control, keys } = server
const folder = mkdtempSync(join(tmpdir(), 'savepoint-stored-'))
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const world = useTestApp({ STORAGE_URL: server.url })
/** The same site without the setting, on a database of its own. */
const without = useTestApp()
let ann: Member

beforeAll(async () => {
  ann = await signUp(world, { username: 'ann' })
})
beforeEach(async () => {
  Object.assign(control, { behaviour: 'works', only: /./ })
  // The storage of the app rests for some seconds after a failure.
  await expect.poll(async () => (await upload(ann, '#112233')).status).toBe(200)
  await sweep()
})

function upload(member: Member, colour: string) {
  return sharp({ create: { width: 60, height: 60, channels: 3, background: colour } })
    .png()
    .toBuffer()
    .then((bytes) => {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'me.png')
      return member.post('/api/profiles/me/avatar', form)
    })
}
const read = (path: string) => world.app.request(`http://localhost:3000${path}`)
const rowOf = (member: Member) =>
  world.db.selectFrom('avatars').where('user_id', '=', member.user.id).selectAll().executeTakeFirst()
const leftovers = async () =>
  (await sql<{ key: string }>`select key from stored_leftovers`.execute(world.db)).rows.length

/** Runs the job that deletes files which no row names, an hour later. */
async function sweep(): Promise<void> {
  const { now } = world.time
  world.time.now = new Date(now.getTime() + 2 * HOUR_MS)
  await world.run('delete-stored-leftovers')
  world.time.now = now
}

describe('a picture of a member', () => {
  test('is in the storage alone, and comes from the address of the site', async () => {
    const { body } = await upload(ann, '#2a6ba8')
    const row = await rowOf(ann)
    expect(row).toMatchObject({ bytes: null, stored_as: expect.stringMatching(/^avatars\/[-0-9a-f]{36}$/) })
    const answer = await read(body.avatar_url)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(512)
    const { avatars } = (await ann.get('/api/user/export')).body.data
    expect(Buffer.from(avatars[0].base64, 'base64').equals((await storage.get(row?.stored_as ?? '')) as Buffer)).toBe(
      true,
    )
  })

  test('that is replaced or removed goes from the storage too', async () => {
    await upload(ann, '#2a6ba8')
    await upload(ann, '#000000')
    await sweep()
    expect(await keys('avatars/')).toEqual([(await rowOf(ann))?.stored_as])
    await ann.delete('/api/profiles/me/avatar')
    await sweep()
    expect([await keys('avatars/'), await leftovers()]).toEqual([[], 0])
  })

  test('goes with the account', async () => {
    const bob = await signUp(world)
    await upload(bob, '#445566')
    await world.db.deleteFrom('user').where('id', '=', bob.user.id).execute()
    await sweep()
    expect(await keys('avatars/')).toEqual([(await rowOf(ann))?.stored_as])
  })

  test('whose row is never written is deleted an hour later', async () => {
    await sql`create function no_room() returns trigger language plpgsql as
      'begin raise exception using errcode = ''53100'', message = ''full''; end'`.execute(world.db)
    await sql`create trigger no_room before update or insert on avatars execute function no_room()`.execute(world.db)
    const before = await rowOf(ann)
    expect((await upload(ann, '#ff0000')).status).toBe(507)
    await sql`drop function no_room cascade`.execute(world.db)
    await world.run('delete-stored-leftovers')
    expect(await keys('avatars/')).toHaveLength(2)
    await sweep()
    expect([await keys('avatars/'), await rowOf(ann)]).toEqual([[before?.stored_as], before])
  })

  test('that the storage does not take is refused with a sentence, and the one before stays', async () => {
    const before = await rowOf(ann)
    Object.assign(control, { behaviour: 'breaks' })
    expect(await upload(ann, '#00ff00')).toMatchObject({
      status: 503,
      body: {
        code: 'storage_unavailable',
        error: 'The storage for files is not responding right now. Please try again in a moment.',
        retryAfter: 30,
      },
    })
    expect(await rowOf(ann)).toEqual(before)
  })

  test('that the storage does not send is 503 and not immutable, and the pages of the member work', async () => {
    const { avatar_url } = (await ann.get('/api/auth/session')).body.user
    Object.assign(control, { behaviour: 'breaks' })
    const answer = await read(avatar_url)
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('retry-after')]).toEqual([
      503,
      null,
      '30',
    ])
    expect((await ann.get(`/api/profiles/${ann.user.id}`)).status).toBe(200)
  })

  test('that the storage has lost is not found', async () => {
    const { avatar_url } = (await ann.get('/api/auth/session')).body.user
    await storage.delete((await rowOf(ann))?.stored_as ?? '')
    expect((await read(avatar_url)).status).toBe(404)
  })
})

test('an export is in the storage until it is deleted', async () => {
  await ann.post('/api/exports', {})
  await world.work()
  const [done] = (await ann.get('/api/exports')).body.exports
  expect(done.state).toBe('done')
  expect((await keys('exports/')).length).toBe(done.files.length)
  for (const { file, bytes } of done.files) {
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await world.app.request(`http://localhost:3000/api/exports/${done.id}/files/${file}`, {
      headers: { cookie, host: 'localhost:3000' },
    })
    expect((await answer.arrayBuffer()).byteLength).toBe(bytes)
  }
  await ann.delete(`/api/exports/${done.id}`)
  await sweep()
  expect(await keys('exports/')).toEqual([])
})

test('an export that the storage does not take fails, and leaves nothing half-written', async () => {
  Object.assign(control, { behaviour: 'breaks', only: /PUT .*exports/ })
  await ann.post('/api/exports', {})
  await world.work().catch(() => undefined)
  const [failed] = (await ann.get('/api/exports')).body.exports
  expect(failed).toMatchObject({ state: 'failed', files: [] })
  control.behaviour = 'works'
  await expect.poll(() => sweep().then(leftovers, String)).toBe(0)
  expect(await keys('exports/')).toEqual([])
  await ann.delete(`/api/exports/${failed.id}`)
})

test('files move to the storage and back, and what is left there is deleted', async () => {
  const before = (await storage.get((await rowOf(ann))?.stored_as ?? '')) as Buffer
  expect(await moveFiles({ db: world.db, storage }, 'database')).toEqual({ moved: 1, missing: 0 })
  expect(await rowOf(ann)).toMatchObject({ bytes: before, stored_as: null })
  await sweep()
  expect(await keys('avatars/')).toEqual([])
  expect(await moveFiles({ db: world.db, storage }, 'storage')).toEqual({ moved: 1, missing: 0 })
  const key = (await rowOf(ann))?.stored_as ?? ''
  expect((await storage.get(key))?.equals(before)).toBe(true)
  await storage.put('avatars/of-a-newer-backup', Buffer.from('x'))
  expect(await deleteUnnamed({ db: world.db, storage })).toBe(1)
  expect(await keys('avatars/')).toEqual([key])
  await storage.delete(key)
  expect(await moveFiles({ db: world.db, storage }, 'database')).toEqual({ moved: 0, missing: 1 })
  expect((await rowOf(ann))?.stored_as).toBe(key)
})

test('scaled pictures are shared, never fail a request, and are deleted after 30 days', async () => {
  const shared = createSharedPictures(storage)
  await shared.keep('abc', Buffer.from('a picture'))
  expect(await shared.find('abc')).toEqual(Buffer.from('a picture'))
  expect(await shared.find('other')).toBeNull()
  await world.run('prune-stored-pictures')
  expect(await keys('images/')).toEqual(['images/abc'])
  const { now } = world.time
  world.time.now = new Date(now.getTime() + 31 * 24 * HOUR_MS)
  await world.run('prune-stored-pictures')
  world.time.now = now
  expect(await keys('images/')).toEqual([])
})

describe('backups', () => {
  const at = new Date('2026-11-22T04:15:00Z')
  const open = (name: string) => {
    mkdirSync(join(folder, name), { recursive: true })
    const backups = { folder: join(folder, name), keep: 2 }
    const config = { ...world.config, backups, dataDir: folder }
    return openBackups({ config, log: createLog('silent'), clock: () => at, connectionString: world.connectionString })
  }

  test('go to the storage, which has as many as the folder, and can be restored from there', async () => {
    for (const day of [18, 19, 20])
      await storage.put(`backups/savepoint-202611${day}T031500Z.backup`, Buffer.from('old'))
    const backups = await open('one')
    await backups?.job.run(null)
    expect(await keys('backups/')).toEqual([
      'backups/savepoint-20261120T031500Z.backup',
      'backups/savepoint-20261122T041500Z.backup',
    ])
    const copy = join(folder, 'fetched')
    writeFileSync(copy, (await storage.get('backups/savepoint-20261122T041500Z.backup')) as Buffer)
    expect((await checkBackup(copy)).head.tables.length).toBeGreaterThan(50)
  })

  test('that the storage does not take stay in the folder, the job says why, and the next hour copies them', async () => {
    for (const key of await keys('backups/')) await storage.delete(key)
    Object.assign(control, { behaviour: 'breaks' })
    const backups = await open('two')
    await expect(backups?.job.run(null)).rejects.toThrow(
      /^The backup is in .*two, but the storage .*\/files did not take it: /,
    )
    expect(readdirSync(join(folder, 'two'))).toEqual(['savepoint-20261122T041500Z.backup'])
    control.behaviour = 'works'
    await expect
      .poll(() =>
        backups?.job
          .run(null)
          .then(() => keys('backups/'))
          .catch(String),
      )
      .toEqual(['backups/savepoint-20261122T041500Z.backup'])
  })
})

describe('the doctor', () => {
  const check = async (config: object) =>
    runChecks(STORAGE_CHECKS, {
      config: { ...world.config, ...config },
      clock: () => world.time.now,
      log: createLog('silent'),
      database: world.db,
    })

  test('stores, reads and deletes a file, and misses the latest backup', async () => {
    expect(await check({})).toMatchObject([
      { state: 'ok', sentence: expect.stringMatching(/stores, returns and deletes a file/) },
    ])
    expect(await keys('checks/')).toEqual([])
    const missing = join(folder, 'three')
    mkdirSync(missing)
    writeFileSync(join(missing, 'savepoint-20261129T031500Z.backup'), '')
    expect(await check({ backups: { folder: missing, keep: 2 } })).toMatchObject([
      { state: 'warning' },
      { state: 'ok' },
    ])
  })

  test('says what is wrong: no answer, or files whose storage is not set up any more', async () => {
    control.behaviour = 'breaks'
    expect(await check({})).toMatchObject([
      { state: 'failing', sentence: expect.stringMatching(/files does not work: /) },
    ])
    expect(await check({ storage: null })).toMatchObject([
      { state: 'failing', sentence: 'STORAGE_URL is not set, but the site has 1 file of members in a storage.' },
      { state: 'ok', sentence: 'Files are in the database.' },
    ])
  })
})

test('without STORAGE_URL files are in the rows, and the jobs do nothing', async () => {
  const bob = await signUp(without)
  const { body } = await upload(bob, '#2a6ba8')
  expect((await without.app.request(`http://localhost:3000${body.avatar_url}`)).status).toBe(200)
  for (const job of ['delete-stored-leftovers', 'prune-stored-pictures']) await without.run(job)
  const row = await without.db.selectFrom('avatars').selectAll().executeTakeFirst()
  expect(row).toMatchObject({ bytes: expect.any(Buffer), stored_as: null })
})
