import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const FOLDER = new URL('./migrations/', import.meta.url)

/** Any number will do, as long as every app node asks for the same one. */
const MIGRATION_LOCK = 5_430_001

const OLDEST_POSTGRES = 18

export class MigrationError extends Error {
  override name = 'MigrationError'
}

/**
 * Brings the database to the newest schema. Forward only; each file runs in a transaction of its own.
 * Takes an advisory lock, so app nodes that start together wait for one another.
 * Refuses PostgreSQL older than 18 (uuidv7) and a database that a newer Savepoint has already migrated.
 */
export async function migrate(connectionString: string): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString, application_name: 'savepoint-migrate' })
  // The statement that runs fails; an event without a listener would end Node with a stack trace.
  client.on('error', () => {})
  await client.connect()
  try {
    await requireVersion(client)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(
      'create table if not exists schema_migrations (name text primary key, content_hash text not null, applied_at timestamptz not null default now())',
    )
    return { applied: await applyMissing(client) }
  } finally {
    // Ending the session also gives the lock back.
    await client.end()
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (major < OLDEST_POSTGRES)
    throw new MigrationError(
      `Savepoint needs PostgreSQL ${OLDEST_POSTGRES} or newer, and DATABASE_URL leads to PostgreSQL ${major}.`,
    )
}

async function applyMissing(client: pg.Client): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
  const done = new Set(rows.map((row) => row.name))
  const unknown = [...done].filter((name) => !files.includes(name))
  if (unknown.length > 0)
    throw new MigrationError(
      `This database was made by a newer Savepoint (it has ${unknown.join(', ')}). Update first.`,
    )
  const applied: string[] = []
  for (const name of files.filter((file) => !done.has(file))) {
    const sql = await readFile(new URL(name, FOLDER), 'utf8')
    await client.query('begin')
    try {
      await client.query(sql)
      await client.query('insert into schema_migrations (name, content_hash) values ($1, $2)', [
        name,
        createHash('sha256').update(sql).digest('hex'),
      ])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new MigrationError(
        `The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
    applied.push(name)
  }
  return applied
}
