import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Member, signUp } from './support/members.ts'
import { runCommand } from './support/run-command.ts'
import { startS3Server } from './support/s3-server.ts'
import { useTestApp } from './support/test-app.ts'

const server = await startS3Server()
const folder = mkdtempSync(join(tmpdir(), 'savepoint-storage-command-'))
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const world = useTestApp()
let ann: Member
beforeAll(async () => {
  ann = await signUp(world, { username: 'ann' })
  const bytes = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#2a6ba8' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'me.png')
  expect((await ann.post('/api/profiles/me/avatar', form)).status).toBe(200)
})

const storage = (args: readonly string[], url = server.url) =>
  runCommand('storage', args, { DATA_DIR: folder, DATABASE_URL: world.connectionString, STORAGE_URL: url }, folder)
const avatar = () => world.db.selectFrom('avatars').selectAll().executeTakeFirstOrThrow()

describe('npm run storage', () => {
  test('moves the files of members to the storage, deletes what no row names, and moves them back', async () => {
    const before = await avatar()
    const place = server.storage.location
    expect(await storage(['to-storage'])).toEqual({ code: 0, out: `Moved 1 file to ${place}.\n`, err: '' })
    const moved = await avatar()
    expect([moved.bytes, moved.stored_as]).toEqual([null, (await server.keys('avatars/'))[0]])
    // A second call has nothing to do.
    expect(await storage(['to-storage'])).toEqual({ code: 0, out: `Moved 0 files to ${place}.\n`, err: '' })

    await server.storage.put('avatars/6f2d2b0e-0000-4000-8000-000000000000', Buffer.from('left'))
    expect(await storage(['clean'])).toEqual({ code: 0, out: 'Deleted 1 file that no row names.\n', err: '' })
    expect(await server.keys('avatars/')).toEqual([moved.stored_as])

    expect(await storage(['to-database'])).toEqual({ code: 0, out: 'Moved 1 file to the database.\n', err: '' })
    expect(await avatar()).toMatchObject({ bytes: before.bytes, stored_as: null })
  })

  test('lists the backups in the storage, and fetches one into a file that only its owner may read', async () => {
    const name = 'savepoint-2026-11-30T021500Z.backup'
    const source = join(folder, 'source')
    writeFileSync(source, 'the bytes of a backup')
    await server.storage.putFile(`backups/${name}`, source)
    expect(await storage(['backups'])).toMatchObject({ code: 0, out: expect.stringContaining(name), err: '' })
    expect(await storage(['fetch', name, 'fetched'])).toMatchObject({ code: 0, err: '' })
    expect(readFileSync(join(folder, 'fetched'), 'utf8')).toBe('the bytes of a backup')
    expect(statSync(join(folder, 'fetched')).mode & 0o777).toBe(0o600)
    // A file that is there stays as it is.
    expect(await storage(['fetch', name, 'source'])).toMatchObject({ code: 1, err: expect.stringContaining('source') })
    expect(readFileSync(source, 'utf8')).toBe('the bytes of a backup')
  })

  test('says in a sentence what is wrong with the call or the storage', async () => {
    const said = async (args: readonly string[], url?: string) => {
      const { code, out, err } = await storage(args, url)
      expect([code, out]).toEqual([1, ''])
      expect(err).not.toMatch(/^\s+at /m)
      return err.split('\n')[0]
    }
    expect(await said([])).toBe('Name one command.')
    expect(await said(['clean', 'up'])).toBe('Name one command.')
    expect(await said(['fetch'])).toBe('Name the backup.')
    expect(await said(['clean'], '')).toBe('Set STORAGE_URL first: this command works with that storage.')
    expect(await said(['fetch', 'none.backup'])).toBe(`${server.storage.location} has no backup none.backup.`)
    expect(await said(['to-storage'], server.wrongUrl)).toMatch(/^The storage .* fails: /)
  })
})

describe('npm run recover', () => {
  test('says in a sentence what is wrong with the call or the archive', async () => {
    const said = async (args: readonly string[], env: Record<string, string> = {}) => {
      const { code, out, err } = await runCommand('recover', args, { DATA_DIR: join(folder, 'recovered'), ...env })
      expect([code, out]).toEqual([1, ''])
      expect(err).not.toMatch(/^\s+at /m)
      return err.split('\n')[0]
    }
    expect(await said(['now'])).toBe('This command takes no names.')
    expect(await said(['--to', '2026-11-30T02:15:00'])).toBe('Give the time with its zone.')
    expect(await said(['--to', '2026-13-30T02:15:00Z'])).toBe('This is no time.')
    expect(await said([])).toBe('Set WAL_ARCHIVE_DIR to the archive.')
    expect(await said([], { WAL_ARCHIVE_DIR: folder })).toMatch(/base backup/)
  })
})
