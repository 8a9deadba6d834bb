import pg from 'pg'
import { counted } from '#shared/counted.ts'
import { LONG_MIGRATIONS, type LongMigration, progressText, runBatch, type Transact } from './long-migrations.ts'
import { listMigrations, loadMigration, type MigrationFile, sqlInTransaction, statementsOf } from './migration-files.ts'
import { beginWithMigrationLock, type LockOptions, MigrationError, retryWithoutLocks } from './migration-lock.ts'

export { listMigrations } from './migration-files.ts'
export { MigrationError } from './migration-lock.ts'

/** The oldest major version that has what the migrations use (uuidv7). */
export const OLDEST_POSTGRES = 18

/** What tests replace: other migrations, and shorter waits. */
interface Replaced {
  folder?: string
  longMigrations?: readonly LongMigration[]
}

export interface Migrated {
  applied: string[]
  /** Migrations of a newer version on which this version may run. */
  newer: readonly string[]
}

/**
 * Migrates the database to the newest schema. Forward only; each file runs in a transaction of its own, which holds the
 * migration lock, so nodes that start together apply each file once. With nothing to apply it does not wait for the
 * lock. A database that a newer version has migrated stays as it is if all that it has more are expansions, or contractions
 * of what this version no longer uses. Refuses PostgreSQL older than 18 (uuidv7), any other newer database, and a
 * role that may not create tables. With `mustExist` it also refuses a database without Savepoint's tables. `beforeFirst` runs
 * before anything changes in a database that has these tables and lacks migrations.
 */
export async function migrate(
  connectionString: string,
  options: LockOptions & Replaced & { mustExist?: boolean; beforeFirst?: () => Promise<void> } = {},
): Promise<Migrated> {
  const client = new pg.Client({ connectionString, application_name: 'savepoint-migrate' })
  // The running query fails anyway; without a listener the event would end Node with a stack trace.
  client.on('error', () => {})
  await client.connect()
  try {
    await requireVersion(client)
    const isThere = await hasSchema(client)
    if (options.mustExist && !isThere)
      throw new MigrationError(
        'This database contains no Savepoint data; nothing was created. DATA_DIR or DATABASE_URL selects the database.',
      )
    if (isThere && (await compare(client, options)).missing.length > 0) {
      await options.beforeFirst?.()
      await retryWithoutLocks(client, options, 'the list of migrations', () =>
        client.query('alter table schema_migrations add column if not exists needs text'),
      )
    }
    const applied: string[] = []
    for (;;) {
      const { missing, unknown } = await compare(client, options)
      const [next] = missing
      if (next === undefined) return { applied, newer: unknown }
      await waitForLongMigration(client, await loadMigration(next, options.folder), options)
      const done = await applyNext(client, connectionString, options)
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

/** A row of `schema_migrations`: `needs` is the migration that code must know to run on the database; null for any code. */
export interface AppliedMigration {
  name: string
  needs: string | null
}

/** Reads the migrations that a database has. A database of the time before `needs` has no such column. */
export const APPLIED =
  "select name, to_jsonb(applied) ->> 'needs' as needs from schema_migrations applied order by name"

/** Returns what this database lacks and has more. @throws MigrationError when this version must not run on it. */
async function compare(client: pg.Client, { folder }: Replaced) {
  if (!(await hasSchema(client))) return { missing: await listMigrations(folder), unknown: [] }
  const { rows } = await client.query<AppliedMigration>(APPLIED)
  const found = await compareMigrations(rows, folder)
  if (found.tooNew.length > 0) throw new MigrationError(refusalOf(found))
  return found
}

/** What a version that is too old says. */
const refusalOf = ({ unknown }: Pick<Comparison, 'unknown'>): string =>
  `A newer version of Savepoint has migrated this database (${countUnknown(unknown)}), and this version can no longer work with it. Start that version or a newer one. The way back is a backup that this version made, restored into an empty place.`

export interface Comparison {
  /** The migrations that the database lacks, in order. */
  missing: readonly string[]
  /** Those that this version does not know. */
  unknown: readonly string[]
  /** Those of them on which this version must not run: they need a migration that it does not know either. */
  tooNew: readonly string[]
}

/**
 * Compares the migrations that a database has with those of this version. A database that lacks some and has others more
 * comes from neither an older nor a newer version, so it counts as too new.
 */
export async function compareMigrations(done: readonly AppliedMigration[], folder?: string): Promise<Comparison> {
  const files = await listMigrations(folder)
  const names = new Set(done.map(({ name }) => name))
  const missing = files.filter((file) => !names.has(file))
  const unknown = done.filter(({ name }) => !files.includes(name))
  const tooNew = unknown.filter(({ needs }) => missing.length > 0 || (needs !== null && !files.includes(needs)))
  const namesOf = (all: readonly AppliedMigration[]) => all.map(({ name }) => name)
  return { missing, unknown: namesOf(unknown), tooNew: namesOf(tooNew) }
}

/** Returns how many migrations this version does not know, and the newest of them. */
export const countUnknown = (names: readonly string[]): string =>
  `it has ${counted(names.length, 'migration')} that this version does not know, the newest ${names.toSorted().at(-1)}`

/**
 * Applies the first missing migration, once the lock is free. Returns null when another node has applied everything
 * meanwhile. What it changes is locked for others only for as long as it takes: it waits for their locks for two seconds,
 * in which readers wait behind it, and then lets them go on and tries again.
 */
const applyNext = (
  client: pg.Client,
  connectionString: string,
  options: LockOptions & Replaced,
): Promise<string | null> =>
  retryWithoutLocks(client, options, 'the next migration', async (lockMs) => {
    await beginWithMigrationLock(client, options)
    try {
      const [next] = (await compare(client, options)).missing
      if (next !== undefined) {
        const file = await loadMigration(next, options.folder)
        await client.query(`set local lock_timeout = ${lockMs}`)
        if (file.isConcurrent) await applyConcurrently(connectionString, file)
        await applyFile(client, file, file.isConcurrent ? null : file.sql)
      }
      await client.query('commit')
      return next ?? null
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  })

/**
 * Runs the statements outside of the transaction that holds the migration lock. Each of these files drops an index before it
 * makes it, so one that was killed leaves nothing behind that the next attempt does not replace.
 */
async function applyConcurrently(connectionString: string, file: MigrationFile): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'savepoint-migrate' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    for (const statement of statementsOf(file)) await client.query(statement)
  } catch (error) {
    throw failureOf(file, error)
  } finally {
    await client.end()
  }
}

/** Does what is left of the long migration that a contraction depends on. The versions before go on meanwhile. */
async function waitForLongMigration(
  client: pg.Client,
  { name, waitsFor }: MigrationFile,
  { longMigrations = LONG_MIGRATIONS, onWait }: LockOptions & Replaced,
): Promise<void> {
  if (waitsFor === null) return
  const long = longMigrations.find((each) => each.name === waitsFor)
  if (!long) throw new MigrationError(`The migration ${name} waits for ${waitsFor}, which does not exist.`)
  const transact: Transact = async (work) => {
    await client.query('begin')
    try {
      const result = await work(async (text, values) => (await client.query(text, values)).rows)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  }
  let saidAt = performance.now()
  for (;;) {
    const progress = await runBatch(transact, long)
    if (progress === null) return
    if (performance.now() - saidAt < REPORT_EVERY_MS) continue
    saidAt = performance.now()
    onWait?.(`The migration ${name} waits until ${waitsFor} is finished: ${progressText(progress)}.`)
  }
}

const REPORT_EVERY_MS = 5_000

/**
 * Loads the library of pg_trgm into this session, if the database has the extension. Without it the server does not know the
 * settings of pg_trgm, and only a superuser may give a function an unknown setting.
 */
const LOAD_TRIGRAMS =
  "do $$ begin if to_regprocedure('show_trgm(text)') is not null then perform show_trgm(''); end if; end $$"

/** Applies these migrations in the open transaction. @throws MigrationError that names the one that failed. */
export async function applyMigrations(client: pg.Client, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const file = await loadMigration(name)
    await applyFile(client, file, sqlInTransaction(file))
  }
}

/** Runs the SQL of a migration, if it has not been run before, and writes the migration into the list. */
async function applyFile(client: pg.Client, file: MigrationFile, sql: string | null): Promise<void> {
  try {
    await client.query(
      'create table if not exists schema_migrations (name text primary key, content_hash text not null, applied_at timestamptz not null default now(), needs text)',
    )
    await client.query(LOAD_TRIGRAMS)
    if (sql !== null) await client.query(sql)
    await client.query('insert into schema_migrations (name, content_hash, needs) values ($1, $2, $3)', [
      file.name,
      file.hash,
      file.needs,
    ])
  } catch (error) {
    throw failureOf(file, error)
  }
}

const failureOf = ({ name }: MigrationFile, cause: unknown): MigrationError =>
  new MigrationError(`The migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
    cause,
  })
