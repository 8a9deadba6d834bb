import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { joinEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts'
import { type AppProcess, startApp } from './support/app-process.ts'
import { type HttpMember, signUpOverHttp } from './support/http-member.ts'
import { runCommand } from './support/run-command.ts'

const SCRIPTS = join(import.meta.dirname, '../scripts')
const dataDir = mkdtempSync(join(tmpdir(), 'savepoint-admin-'))
const running: AppProcess[] = []

afterAll(async () => {
  for (const app of running) await app.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const admin = (args: string[], env: Record<string, string> = {}) =>
  runCommand('admin', args, { DATA_DIR: dataDir, ...env })

const session = async (app: AppProcess, member: HttpMember) =>
  (await member.read(app.origin, '/api/auth/session')) as { user: { role: string } | null }

describe('npm run admin', () => {
  test('works beside a running app on its own database, which applies the change at once, and without a running app', {
    // A dozen processes, one after the other.
    timeout: 240_000,
  }, async () => {
    execFileSync(process.execPath, [join(SCRIPTS, 'build.ts')], { stdio: 'inherit' })
    const app = await startApp(dataDir)
    running.push(app)
    const ann = await signUpOverHttp(app.origin, 'ann-admin')
    const email = 'ann-admin@example.org'
    // From here on the app caches the session.
    expect((await session(app, ann)).user?.role).toBe('user')

    expect(await admin(['list'])).toEqual({ code: 0, out: 'There are no admins.\n', err: '' })
    expect(await admin(['grant', email.toUpperCase()])).toMatchObject({ code: 0, err: '' })
    await expect.poll(async () => (await session(app, ann)).user?.role).toBe('admin')
    expect((await admin(['list'])).out).toBe(`${email}\tann-admin\n`)

    for (const command of ['revoke', 'disable']) {
      const { code, out, err } = await admin([command, email])
      expect([code, out]).toEqual([1, ''])
      expect(err).toBe('This is the last admin: make somebody else an admin first.\n')
    }
    const ben = await signUpOverHttp(app.origin, 'ben-admin')
    await admin(['disable', 'ben-admin@example.org', '--reason', 'Spam'])
    await expect.poll(async () => (await session(app, ben)).user).toBeNull()
    const stats = (await ann.read(app.origin, '/api/admin/stats')) as { audit_log: object[] }
    expect(stats.audit_log[0]).toMatchObject({ by: null, action: 'disable', about: 'ben-admin', reason: 'Spam' })

    const printed = await admin(['reset-password', email])
    const link = printed.out.split('\n')[1] ?? ''
    expect(link).toMatch(/\/auth\/callback\?type=recovery&code=[\w-]{43}$/)
    const landed = await fetch(app.origin + new URL(link).pathname + new URL(link).search, { redirect: 'manual' })
    expect(landed.headers.get('location')).toBe('/reset-password')

    await app.stop()
    running.pop()
    expect((await admin(['enable', 'ben-admin@example.org'])).out).toBe('ben-admin@example.org may sign in.\n')
    expect((await admin(['list'])).out).toBe(`${email}\tann-admin\n`)
  })

  test.each([
    [[], /^Name a command\./],
    [['promote', 'a@b.org'], /^Unknown command 'promote'\./],
    [['grant'], /^Name the email address of the account\./],
    [['grant', 'a@b.org', 'c@d.org'], /^Name only one account\./],
    [['grant', 'nobody@example.org'], /^No account has the address nobody@example\.org\.\n$/],
    [['outbox', 'a@b.org'], /^To show a mail, pass its id: --show ID\./],
    [['list', '--wrong'], /^Unknown option '--wrong'/],
  ])('%j ends with a sentence', async (args, message) => {
    const { code, out, err } = await admin(args)
    expect(err).toMatch(message)
    expect(err).not.toMatch(/\n\s+at /)
    expect([code, out]).toEqual([1, ''])
  })
})

test('the embedded database has connections for a large pool, and for commands beside it', async () => {
  const app = await startApp(dataDir, { DATABASE_POOL_SIZE: '60' })
  running.push(app)
  const { connectionString } = await joinEmbeddedPostgres({ dataDir })
  const pool = Array.from({ length: 60 }, () => new pg.Client({ connectionString }))
  const connected = await Promise.allSettled(pool.map((client) => client.connect()))
  const listed = await admin(['list'])
  await Promise.allSettled(pool.map((client) => client.end()))
  expect(connected.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(listed).toMatchObject({ code: 0, err: '' })
})
