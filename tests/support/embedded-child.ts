import { writeSync } from 'node:fs'
import pg from 'pg'
import { EmbeddedPostgresError, startEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts'

// Stands in for the app in the tests of the embedded PostgreSQL, as a process that can be killed. It starts the
// database in a folder, prints one line of JSON about it, and waits. With `write` it writes rows and prints the number
// of each row that the database acknowledged; with `log` it prints the server's log lines. SIGTERM stops it properly. SIGHUP ends it without closing the database.
const [dataDir, task] = process.argv.slice(2) as [string, string?]

try {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    ...(process.env.PROGRAMS_CACHE && { programsCache: process.env.PROGRAMS_CACHE }),
    ...(task === 'log' && { log: (line: string) => say({ log: line }) }),
  })
  postgres.onExit((reason) => {
    say({ lost: reason })
    process.exit(3)
  })
  process.on('SIGTERM', async () => {
    await postgres.stop()
    process.exit(0)
  })
  process.on('SIGHUP', () => process.exit(0))
  say({ ...postgres })
  if (task === 'write') await write(postgres.connectionString)
  else setInterval(() => undefined, 60_000)
} catch (error) {
  say({
    error: error instanceof Error ? error.message : String(error),
    isForOperator: error instanceof EmbeddedPostgresError,
  })
  process.exit(1)
}

async function write(connectionString: string): Promise<void> {
  const pool = new pg.Pool({ connectionString, max: 4 })
  pool.on('error', () => undefined)
  await pool.query('create table if not exists written (id bigint generated always as identity primary key)')
  const writer = async () => {
    for (;;) {
      const { rows } = await pool.query<{ id: string }>('insert into written default values returning id')
      say({ id: Number(rows[0]!.id) })
    }
  }
  await Promise.all([1, 2, 3, 4].map(writer))
}

function say(words: object): void {
  writeSync(1, `${JSON.stringify(words)}\n`)
}
