import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts'
import { migrate } from '../src/db/migrate.ts'
import { ASKED_FOR } from '../src/server/jobs.ts'
import { createLog } from '../src/server/log.ts'
import { archiveCheck, readArchiveState, walArchiveJobs } from '../src/server/wal-archive.ts'
import { cleanUp, isRoot, makeDisk } from './support/embedded-world.ts'
import { signUp } from './support/members.ts'
import { useTestApp } from './support/test-app.ts'

const root = mkdtempSync(join(tmpdir(), 'savepoint-archive-'))
const [archive, away] = [join(root, 'archive'), join(root, 'away')]
mkdirSync(archive)
// As root PostgreSQL runs as another user, who has to walk there.
for (const folder of [root, archive]) chmodSync(folder, 0o711)
const [dataDir, recovered] = [join(root, 'data'), join(root, 'recovered')]

let postgres: EmbeddedPostgres
const app = useTestApp(
  { DATA_DIR: dataDir },
  {
    async database() {
      postgres = await startEmbeddedPostgres({ dataDir, walArchive: archive })
      await migrate(postgres.connectionString)
      return { connectionString: postgres.connectionString, drop: async () => {} }
    },
  },
)
afterAll(async () => {
  await postgres.stop()
  await cleanUp()
  rmSync(root, { recursive: true, force: true })
})

async function ask<T extends object>(url: string, statement: string): Promise<T | undefined> {
  const client = new pg.Client(url)
  await client.connect()
  return client.query<T>(statement).then(
    ({ rows }) => client.end().then(() => rows[0]),
    (error) => client.end().then(() => Promise.reject(error)),
  )
}
/** Writes a little, and ends the segment of the log, so that PostgreSQL wants to archive it. */
const endSegment = () =>
  ask(postgres.connectionString, "select pg_logical_emit_message(true, 'test', 'end'), pg_switch_wal()")
const isFailing = async () =>
  (
    await ask<{ fails: boolean }>(
      postgres.connectionString,
      "select last_failed_time > coalesce(last_archived_time, '-infinity') as fails from pg_stat_archiver",
    )
  )?.fails === true
const logged: string[] = []
/** What a node with WAL_ARCHIVE_DIR has, which a test app cannot have beside DATABASE_URL. */
const parts = () => ({
  config: { ...app.config, walArchive: { folder: archive, keep: 2 } },
  clock: () => app.time.now,
  log: createLog('error', { write: (line: string) => void logged.push(line) }),
})
const health = async () => [await archiveCheck.run({ ...parts(), database: app.db })].flat()[0]
const run = (name: string, data: unknown = null) =>
  walArchiveJobs({ ...parts(), db: app.db, connectionString: app.connectionString })
    .find((job) => job.name === name)
    ?.run(data as object)
/** Breaks the archive, writes, and expects that the site goes on, that log, health and metric say it, and that all end when it is mended. */
async function goesOnWithout(breakIt: () => void, mendIt: () => void) {
  breakIt()
  logged.length = 0
  await endSegment()
  await expect.poll(isFailing, { timeout: 120_000 }).toBe(true)
  expect((await app.visitor().get('/api/lists')).status).toBe(200)
  await run('watch-archive')
  expect(lines()).toBe(1)
  expect(await health()).toMatchObject({
    state: 'failing',
    sentence: expect.stringMatching(/ [\d.]+ MB of it fill the disk/),
  })
  expect((await readArchiveState(app.db)).waiting).toBeGreaterThan(0)
  mendIt()
  // PostgreSQL tries again at the next segment, and once a minute.
  const isFailingStill = () => endSegment().then(isFailing)
  await expect.poll(isFailingStill, { timeout: 120_000 }).toBe(false)
  await run('watch-archive')
  expect(lines()).toBe(1)
  expect((await health())?.state).toBe('warning')
}
const lines = () => logged.filter((line) => line.includes('the archive takes no write-ahead log')).length

test('while the archive is away the site goes on, the log and the health say so, and both end when it is back', async () => {
  const ann = await signUp(app, { username: 'ann' })
  await goesOnWithout(
    () => renameSync(archive, away),
    () => renameSync(away, archive),
  )
  expect((await ann.post('/api/lists', { title: 'Written afterwards' })).status).toBe(201)
})

test('so it does while PostgreSQL may not write there', async () => {
  const wal = join(archive, 'wal')
  await goesOnWithout(
    () => {
      renameSync(wal, away)
      mkdirSync(wal, { mode: 0o555 })
      if (isRoot) chownSync(wal, 0, 0)
    },
    () => {
      rmdirSync(wal)
      renameSync(away, wal)
    },
  )
})

test('so it does while the disk of the archive is full', async ({ skip }) => {
  const disk = makeDisk('4m')
  skip(disk.refusal !== '', `no disk to fill: ${disk.refusal}`)
  const wal = join(archive, 'wal')
  chmodSync(disk.folder, 0o777)
  await goesOnWithout(
    () => {
      renameSync(wal, away)
      symlinkSync(disk.folder, wal)
    },
    () => {
      rmSync(wal)
      renameSync(away, wal)
    },
  )
})

test('an archive that hangs reports no failure, but the log and the health say how much waits', async () => {
  const next = await ask<{ name: string }>(
    postgres.connectionString,
    'select pg_walfile_name(pg_current_wal_lsn()) as name',
  )
  // A copy into a pipe that nobody reads never ends.
  const pipe = join(archive, 'wal', `${next?.name}.part`)
  execFileSync('mkfifo', ['-m', '666', pipe])
  logged.length = 0
  for (let segments = 0; segments < 12; segments += 1) await endSegment()
  expect(await isFailing()).toBe(false)
  await run('watch-archive')
  expect(lines()).toBe(1)
  expect(await health()).toMatchObject({ state: 'failing', sentence: expect.stringMatching(/^[\d.]+ MB .* wait for /) })
  // The reader goes away: the copy fails, and the next one finds no pipe.
  renameSync(pipe, `${pipe}.moved`)
  closeSync(openSync(`${pipe}.moved`, constants.O_RDONLY | constants.O_NONBLOCK))
  rmSync(`${pipe}.moved`)
  await expect.poll(async () => (await readArchiveState(app.db)).waiting, { timeout: 240_000 }).toBe(0)
  expect((await health())?.state).toBe('warning')
})

test('`npm run recover` brings a new folder to the latest state that the archive has', async () => {
  await run('make-base-backup', ASKED_FOR)
  const bob = await signUp(app, { username: 'bob' })
  await bob.post('/api/lists', { title: 'After the base backup' })
  await endSegment()
  const pending = "select count(*)::int as count from pg_ls_archive_statusdir() where name like '%.ready'"
  await expect
    .poll(async () => (await ask<{ count: number }>(postgres.connectionString, pending))?.count, { timeout: 120_000 })
    .toBe(0)
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../scripts/recover.ts')], {
    env: { ...process.env, BASE_URL: '', DATA_DIR: recovered, WAL_ARCHIVE_DIR: archive },
  })
  expect(stdout).toMatch(/^Recovered .* from the base backup .* to the end of the archive\./)
  const copy = await startEmbeddedPostgres({ dataDir: recovered })
  const found = await ask(copy.connectionString, "select title from lists where title like 'After%'").finally(copy.stop)
  expect(found).toEqual({ title: 'After the base backup' })
})
