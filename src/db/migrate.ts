import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { counted } from '#shared/counted.ts'
import { beginWithMigrationLock, type LockOptions, MigrationError } from './migration-lock.ts'
import { PROJECT_FOLDER } from './project-folder.ts'

export { MigrationError } from './migration-lock.ts'

const FOLDER = join(PROJECT_FOLDER, 'src/db/migrations')

const OLDEST_POSTGRES = 18

/**
 * Migrates the database to the newest schema. Forward only; each file runs in a transaction of its own, which holds the
 * migration lock, so nodes that start together apply each file once. With nothing to apply it does not wait for the
 * lock. Refuses PostgreSQL older than 18 (uuidv7), a database that a newer version of Savepoint has migrated, and a
 * role that may not create tables. With `mustExist` it also refuses a database without Savepoint's tables.
 */
export async function migrate(
  connectionString: string,
  options: LockOptions & { mustExist?: boolean } = {},
): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString, application_name: 'savepoint-migrate' })
  // The running query fails anyway; without a listener the event would end Node with a stack trace.
  client.on('error', () => {})
  await client.connect()
  try {
    await requireVersion(client)
    if (options.mustExist && !(await hasSchema(client)))
      throw new MigrationError(
        'This database contains no Savepoint data; nothing was created. DATA_DIR or DATABASE_URL selects the database.',
      )
    const applied: string[] = []
    for (;;) {
      const [next] = await listMissing(client)
      if (next === undefined) return { applied }
      const done = await applyNext(client, options)
      if (done !== null) applied.push(done)
    }
  } finally {
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

/** Returns the names of all migrations, in their order. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
}

/**
 * Returns whether Savepoint has ever migrated this database. It reads the catalogue, because `to_regclass` answers from a
 * cache of the session, which does not learn of a table that another node creates while this one waits for the lock.
 */
export async function hasSchema(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `select exists (
      select from pg_catalog.pg_class
      where relname = 'schema_migrations' and relnamespace = any(current_schemas(false)::regnamespace[])
    ) as is_there`,
  )
  return rows[0]?.is_there === true
}

/** Returns the migrations that this database lacks, in order. @throws MigrationError when it has unknown ones. */
async function listMissing(client: pg.Client): Promise<string[]> {
  const files = await listMigrations()
  if (!(await hasSchema(client))) return files
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
  const done = new Set(rows.map((row) => row.name))
  const unknown = [...done].filter((name) => !files.includes(name))
  if (unknown.length > 0)
    throw new MigrationError(
      `A newer version of Savepoint has migrated this database (${countUnknown(unknown)}). Start that version or a newer one. The way back is a backup that this version made, restored into an empty place.`,
    )
  return files.filter((file) => !done.has(file))
}

/** Returns how many migrations this version does not know, and the newest of them. */
export const countUnknown = (names: readonly string[]): string =>
  `it has ${counted(names.length, 'migration')} that this version does not know, the newest ${names.toSorted().at(-1)}`

/**
 * Applies the first missing migration, once the lock is free. Returns null when another node has applied everything
 * meanwhile.
 */
async function applyNext(client: pg.Client, options: LockOptions): Promise<string | null> {
  await beginWithMigrationLock(client, options)
  try {
    const [next] = await listMissing(client)
    if (next !== undefined) await applyMigrations(client, [next])
    await client.query('commit')
    return next ?? null
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/**
 * Loads the library of pg_trgm into this session, if the database has the extension. Without it the server does not know the
 * settings of pg_trgm, and only a superuser may give a function an unknown setting.
 */
const LOAD_TRIGRAMS =
  "do $$ begin if to_regprocedure('show_trgm(text)') is not null then perform show_trgm(''); end if; end $$"

/** Applies these migrations in the open transaction. @throws MigrationError that names the one that failed. */
export async function applyMigrations(client: pg.Client, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const sql = await readFile(join(FOLDER, name), 'utf8')
    try {
      await client.query(
        'create table if not exists schema_migrations (name text primary key, content_hash text not null, applied_at timestamptz not null default now())',
      )
      await client.query(LOAD_TRIGRAMS)
      await client.query(sql)
      await client.query('insert into schema_migrations (name, content_hash) values ($1, $2)', [
        name,
        createHash('sha256').update(sql).digest('hex'),
      ])
    } catch (error) {
      throw new MigrationError(
        `The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }
}
