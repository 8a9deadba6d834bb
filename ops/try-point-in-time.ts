import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { listBaseBackups, makeBaseBackup, recover } from '#db/base-backup.ts'
import { startEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts'

/**
 * Tries a recovery to a moment: writes, makes a base backup, writes, notes the time, writes more and deletes, recovers to that
 * time and to the end, and compares. It ends with 1 if anything differs: node ops/try-point-in-time.ts
 */
const root = mkdtempSync(join(tmpdir(), 'savepoint-point-in-time-'))
const archive = join(root, 'archive')
mkdirSync(archive)
// As root PostgreSQL runs as another user, who has to walk there.
for (const folder of [root, archive]) chmodSync(folder, 0o711)

async function withDatabase<T>(
  dataDir: string,
  walArchive: string | null,
  work: (client: pg.Client, url: string) => Promise<T>,
) {
  const postgres = await startEmbeddedPostgres({ dataDir, walArchive })
  const client = new pg.Client({ connectionString: postgres.connectionString })
  try {
    await client.connect()
    return await work(client, postgres.connectionString)
  } finally {
    await client.end()
    await postgres.stop()
  }
}

const stateOf = async (client: pg.Client): Promise<string> =>
  (await client.query("select string_agg(n::text, ',' order by n) as state from numbers")).rows[0].state

function expectSame(what: string, found: string, wanted: string): void {
  console.log(`${found === wanted ? 'ok    ' : 'FAILED'} ${what}`)
  if (found !== wanted) process.exitCode = 1
}

try {
  const dataDir = join(root, 'data')
  const { moment, atMoment, atEnd } = await withDatabase(dataDir, archive, async (client, connectionString) => {
    await client.query('create table numbers (n int)')
    await client.query('insert into numbers select generate_series(1, 1000)')
    for (const minute of [1, 2, 3]) {
      const now = new Date(Date.UTC(2026, 0, 1, 0, minute))
      await makeBaseBackup({ connectionString, dataDir, archive, keep: 2, now })
      await client.query('insert into numbers select generate_series(2001, 2010)')
    }
    const atMoment = await stateOf(client)
    await sleep(50)
    const { at } = (await client.query<{ at: Date }>('select clock_timestamp() as at')).rows[0]!
    await sleep(50)
    await client.query('delete from numbers where n < 500')
    await client.query('insert into numbers values (3000)')
    return { moment: at, atMoment, atEnd: await stateOf(client) }
  })
  expectSame('the last two base backups stay', String((await listBaseBackups(archive)).length), '2')
  await recover(archive, join(root, 'then'), moment)
  await recover(archive, join(root, 'end'), null)
  expectSame('the state of the moment is back', await withDatabase(join(root, 'then'), null, stateOf), atMoment)
  expectSame('the latest state is back', await withDatabase(join(root, 'end'), null, stateOf), atEnd)
  const early = await recover(archive, join(root, 'early'), new Date('2025-01-01T00:00:00Z')).catch(
    (error: Error) => error.message,
  )
  expectSame(
    'a time before all base backups is refused',
    early,
    `${archive} has no base backup that ended before this time: nothing was recovered.`,
  )
  const twice = await recover(archive, join(root, 'end'), null).catch((error: Error) => error.message)
  expectSame('a folder with a database is refused', String(twice.includes('has a database')), 'true')
} finally {
  rmSync(root, { recursive: true, force: true })
}
