import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Member, PASSWORD, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'savepoint-admin-backups-'))
afterAll(() => rmSync(folder, { recursive: true }))
const NAME = 'savepoint-20261120T031500Z.backup'
writeFileSync(join(folder, 'savepoint-20261119T031500Z.backup'), 'older')
writeFileSync(join(folder, NAME), 'everything')
writeFileSync(join(folder, 'private.txt'), 'something else')

const world = useTestApp({ BACKUP_DIR: folder, BACKUP_KEEP: '5' })
let root: Member
let other: Member

beforeAll(async () => {
  root = await signUp(world, { username: 'the-root', becomeAdmin: true })
  other = await signUp(world, { becomeAdmin: true })
})

const open = (name: string, password: string | undefined) =>
  root.post(`/api/admin/backups/${name}/downloads`, password === undefined ? {} : { password })
const auditLog = async () =>
  (await root.get('/api/admin/audit-log')).body.entries.filter((entry: { words: string }) => /backup/.test(entry.words))

test('lists the backups of the folder with time and size, the newest first', async () => {
  expect((await root.get('/api/admin/backups')).body).toEqual({
    folder,
    most: 5,
    problem: null,
    isRunning: false,
    backups: [
      { name: NAME, started_at: '2026-11-20T03:15:00.000Z', bytes: 10 },
      { name: 'savepoint-20261119T031500Z.backup', started_at: '2026-11-19T03:15:00.000Z', bytes: 5 },
    ],
  })
})

describe('a download', () => {
  test('needs the password, is in the audit log, and gives the file to this admin', async () => {
    for (const wrong of [undefined, 'not my password']) expect((await open(NAME, wrong)).status).toBe(401)
    expect(await auditLog()).toEqual([])
    const { status, body } = await open(NAME, PASSWORD)
    expect(status).toBe(200)
    expect(await auditLog()).toMatchObject([
      { by: 'the-root', words: 'downloaded the backup', about: NAME, href: '/admin/backups' },
    ])
    const file = await root.get(body.address)
    expect([file.status, file.body]).toEqual([200, 'everything'])
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${NAME}"`)
    expect(file.headers.get('cache-control')).toBe('private, no-store')
  })

  test('works at no other address: for another admin, a visitor, another file, another time, or later', async () => {
    const { address } = (await open(NAME, PASSWORD)).body
    const status = async (who: { get: Member['get'] }, path: string) => (await who.get(path)).status
    expect(await status(other, address)).toBe(404)
    expect(await status(world.visitor(), address)).toBe(404)
    expect(await status(root, address.replace('20261120', '20261119'))).toBe(404)
    expect(await status(root, address.replace(/until=\d/, 'until=9'))).toBe(404)
    expect(await status(root, `/api/admin/backups/${NAME}/file`)).toBe(404)
    const now = world.time.now
    world.time.now = new Date(now.getTime() + 6 * 60_000)
    expect(await status(root, address)).toBe(404)
    world.time.now = now
    expect(await status(root, address)).toBe(200)
  })

  test.each(['private.txt', '..%2Fprivate.txt', 'savepoint-20261121T031500Z.backup'])('finds no %s', async (name) => {
    expect((await open(name, PASSWORD)).status).toBe(404)
  })
})

test('a folder that cannot be read says so', async () => {
  rmSync(folder, { recursive: true })
  expect((await root.get('/api/admin/backups')).body).toMatchObject({
    problem: `${folder} does not exist`,
    backups: [],
  })
  // The end of the file removes it.
  mkdirSync(folder)
})
