import { spawn } from 'node:child_process'
import {
  chmodSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { checkBackup } from '../src/db/backup/restore-backup.ts'
import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts'
import { migrate } from '../src/db/migrate.ts'
import { createEmptyDatabase, createOwnedDatabase } from './support/database.ts'
import { cleanUp, isRoot, makeDisk } from './support/embedded-world.ts'
import { openProxy } from './support/tcp-proxy.ts'

const folder = mkdtempSync(join(tmpdir(), 'savepoint-backup-command-'))
const dataDir = join(folder, 'data')
afterAll(async () => {
  await cleanUp()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a command as an operator does; `into` receives its raw output. */
async function run(
  script: string,
  args: string[],
  env: Record<string, string> = {},
  into?: string,
  as: { uid?: number; gid?: number } = {},
) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../scripts', `${script}.ts`), ...args], {
    cwd: folder,
    env: { ...process.env, BASE_URL: '', DATABASE_URL: '', SECRET: '', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...as,
  })
  let out = ''
  let err = ''
  const written = into ? finished(Readable.from(child.stdout).pipe(createWriteStream(into))) : null
  if (!into) child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (err += chunk))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  await written
  // On a busy machine the command also prints its progress, one line every five seconds.
  return { code, out, err: err.replace(/^\d+% .*\n/gm, '') }
}

async function query(connectionString: string, text: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const SECRET = 'a generated secret, which is long enough'
const insert = (name: string) => `insert into page_counts (day, page, views) values ('2026-11-22', '${name}', 3)`
const count = 'select page from page_counts order by 1'

test('backs up a running and a stopped installation, and restores into a new one, a stopped one and an external database', {
  timeout: 120_000,
}, async () => {
  const embedded = await startEmbeddedPostgres({ dataDir, durable: false })
  await migrate(embedded.connectionString)
  await query(embedded.connectionString, insert('home'))
  writeFileSync(join(dataDir, 'secret'), SECRET, { mode: 0o600 })
  const running = await run('backup', ['running.backup'])
  expect(running).toMatchObject({ code: 0, err: '' })
  expect(running.out).toMatch(/^Wrote \d+ rows of \d+ tables to running\.backup \(\d+\.\d MB\)\./)
  expect(statSync(join(folder, 'running.backup')).mode & 0o777).toBe(0o600)
  // A restore into a running installation is refused.
  expect((await run('restore', ['running.backup'])).err).toMatch(/^Savepoint is already running on the data folder/)
  await embedded.stop()

  // Restores into a new folder, with the secret.
  const moved = join(folder, 'moved')
  const restored = await run('restore', ['running.backup'], { DATA_DIR: moved })
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toMatch(/^Restored \d+ rows from the backup of 20\S+Z and verified them\.\n$/)
  expect(readFileSync(join(moved, 'secret'), 'utf8')).toBe(SECRET)
  expect(statSync(join(moved, 'secret')).mode & 0o777).toBe(0o600)
  const again = await run('restore', ['running.backup'], { DATA_DIR: moved })
  expect([again.code, again.err]).toEqual([1, expect.stringMatching(/^The target is not empty/)])

  const other = join(folder, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'secret'), SECRET.toUpperCase())
  const refused = await run('restore', ['running.backup'], { DATA_DIR: other })
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringMatching(/contains a different secret than the backup\./),
  ])
  expect(readdirSync(other)).toEqual(['secret'])

  // Restores through a pipe into an external database. npm may have printed a line before the backup.
  const piped = join(folder, 'piped.backup')
  expect((await run('backup', ['-'], { DATA_DIR: moved }, piped)).code).toBe(0)
  writeFileSync(piped, Buffer.concat([Buffer.from('\n> savepoint@0.1.0 backup\n> node …\n\n'), readFileSync(piped)]))
  const place = await createOwnedDatabase()
  const external = { DATA_DIR: join(folder, 'node'), DATABASE_URL: place.connectionString }
  expect(await run('restore', ['piped.backup'], external)).toMatchObject({ code: 0, err: '' })
  expect(await query(place.connectionString, count)).toEqual([{ page: 'home' }])
  expect(readFileSync(join(folder, 'node/secret'), 'utf8')).toBe(SECRET)

  // Where the secret cannot be written, no rows are restored: a start without it would create another one.
  const empty = await createEmptyDatabase()
  const locked = join(folder, 'locked')
  mkdirSync(locked)
  symlinkSync('nowhere', join(locked, 'secret'))
  const failed = await run('restore', ['piped.backup'], { DATA_DIR: locked, DATABASE_URL: empty.connectionString })
  expect([failed.code, failed.err]).toEqual([
    1,
    `${join(locked, 'secret')} exists already (EEXIST), so the secret cannot be written to it: nothing was restored.\n`,
  ])
  expect(await query(empty.connectionString, "select to_regclass('page_counts') as made")).toEqual([{ made: null }])
  await empty.drop()

  // Backs up the external database, whose app has another secret. The restore does not replace the secret at the
  // target.
  const named = await run('backup', [], {
    ...external,
    SECRET: 'what every app node is given, by the way',
    BACKUP_DIR: folder,
  })
  const [, name = ''] = / to \S*\/(savepoint-\d{8}T\d{6}Z\.backup) /.exec(named.out) ?? []
  expect((await checkBackup(join(folder, name))).head.secret).toBeNull()
  expect(readdirSync(folder).filter((entry) => entry.endsWith('.part'))).toEqual([])
  await place.drop()
})

describe('a file that cannot be used is one sentence, and exit code 1', () => {
  const at = (name: string) => join(folder, name)
  /** Runs a command as an ordinary user, because root may read and write everything. */
  const asOrdinary = { uid: 65_534, gid: 65_534 }

  test.each([
    ['there is none', 'none.backup', 'none.backup does not exist: nothing was restored.'],
    ['its folder is missing', 'no/where.backup', 'no/where.backup does not exist: nothing was restored.'],
    ['it is a folder', 'a-folder', 'a-folder is a folder: nothing was restored.'],
    ['its folder is a file', 'a-file/x.backup', 'a-file/x.backup is not a folder: nothing was restored.'],
    ['it is something else', 'a-file', 'The file a-file is not a Savepoint backup.'],
  ])('restore: %s', async (_, name, sentence) => {
    mkdirSync(at('a-folder'), { recursive: true })
    writeFileSync(at('a-file'), 'some words')
    const fresh = at('fresh')
    const { code, out, err } = await run('restore', [name], { DATA_DIR: fresh })
    expect([code, out, err, existsSync(fresh)]).toEqual([1, '', `${sentence}\n`, false])
  })

  test('backup: its folder is missing, is a file, or is on a full disk, or the name is that of a folder', async () => {
    const place = await createEmptyDatabase()
    await migrate(place.connectionString)
    const external = { DATABASE_URL: place.connectionString }
    mkdirSync(at('a-folder'), { recursive: true })
    writeFileSync(at('a-file'), 'some words')
    const disk = makeDisk('4k')
    const cases: [string, string, Record<string, string>?][] = [
      ['no/where.backup', `${at('no')} does not exist: nothing was backed up.`],
      ['a-file/x.backup', `${at('a-file')} is not a folder: nothing was backed up.`],
      ['a-folder', 'a-folder is a folder. Name a file in it: nothing was backed up.'],
      ['', `${at('bakups')} does not exist: nothing was backed up.`, { BACKUP_DIR: at('bakups') }],
      // Not every machine lets a test make a small disk.
      ...(disk.refusal === ''
        ? [
            [join(disk.folder, 'x.backup'), `${disk.folder} is on a full disk: nothing was backed up.`] as [
              string,
              string,
            ],
          ]
        : []),
    ]
    for (const [name, sentence, env] of cases) {
      const { code, out, err } = await run('backup', name === '' ? [] : [name], { ...external, ...env })
      expect([name, code, out, err]).toEqual([name, 1, '', `${sentence}\n`])
    }
    expect(existsSync(at('bakups'))).toBe(false)
    if (disk.refusal === '') expect(readdirSync(disk.folder)).toEqual([])
    await place.drop()
  })

  test('backup and restore: the user may not write to the folder, or not read the file', async ({ skip }) => {
    skip(!isRoot, 'only root can run a command as another user')
    const place = await createEmptyDatabase()
    await migrate(place.connectionString)
    mkdirSync(at('closed'), { mode: 0o700 })
    writeFileSync(at('closed.backup'), 'some words', { mode: 0o600 })
    chmodSync(folder, 0o755)
    // The socket of the database lets only its owner in.
    const line = await openProxy(place.connectionString)
    const external = { DATABASE_URL: line.connectionString, DATA_DIR: at('fresh') }
    expect(await run('backup', ['closed/x.backup'], external, undefined, asOrdinary)).toMatchObject({
      code: 1,
      err: `${at('closed')} may not be used by this user (permission denied): nothing was backed up.\n`,
    })
    expect(await run('restore', ['closed.backup'], external, undefined, asOrdinary)).toMatchObject({
      code: 1,
      err: 'closed.backup may not be used by this user (permission denied): nothing was restored.\n',
    })
    await line.close()
    await place.drop()
  })

  test('restore: the disk is too small for the database', async ({ skip }) => {
    const disk = makeDisk('20m')
    skip(disk.refusal !== '', `no disk to fill: ${disk.refusal}`)
    const place = await createEmptyDatabase()
    await migrate(place.connectionString)
    await run('backup', ['small.backup'], { DATABASE_URL: place.connectionString })
    await place.drop()
    const { code, err } = await run('restore', ['small.backup'], { DATA_DIR: join(disk.folder, 'data') })
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^The disk that holds the data folder \S+ is full\. [^\n]*\n$/),
    ])
  })
})

test.each([
  ['admin', ['list']],
  ['admin', ['grant', 'ann@example.org']],
  ['backup', []],
  ['catalogue', ['export']],
])('npm run %s with a wrong DATA_DIR says so and creates nothing: %j', async (script, args) => {
  const wrong = join(folder, 'wrong')
  const { code, out, err } = await run(script, args, { DATA_DIR: wrong })
  expect(err).toMatch(/^There is no Savepoint data in \S+\/wrong\. Set DATA_DIR to the folder of the running app/)
  expect([code, out, existsSync(wrong)]).toEqual([1, '', false])
})

test.each([
  ['admin', ['list']],
  ['backup', []],
])('npm run %s with the DATABASE_URL of another database says so and creates nothing', async (script, args) => {
  const place = await createEmptyDatabase()
  const { code, err } = await run(script, args, { DATABASE_URL: place.connectionString })
  expect(err).toMatch(/^This database contains no Savepoint data/)
  expect(code).toBe(1)
  expect(
    await query(place.connectionString, "select relname from pg_class where relnamespace = 'public'::regnamespace"),
  ).toEqual([])
  await place.drop()
})

test.each([
  ['backup', ['a', 'b'], /^Name only one file\./],
  ['restore', [], /^Name the backup file\./],
  ['restore', ['nowhere.backup'], /^nowhere\.backup does not exist: nothing was restored\.$/m],
  ['restore', [import.meta.filename], /is not a Savepoint backup/],
  ['restore', ['--wrong'], /^Unknown option '--wrong'/],
])('%s %j ends with a sentence', async (script, args, sentence) => {
  const { code, err } = await run(script, args, { DATA_DIR: join(folder, 'untouched') })
  expect(err).toMatch(sentence)
  expect(err).not.toMatch(/\n\s+at /)
  expect([code, existsSync(join(folder, 'untouched'))]).toEqual([1, false])
})
