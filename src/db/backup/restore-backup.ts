import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { applyMigrations, countUnknown, listMigrations, migrate } from '../migrate.ts'
import { beginWithMigrationLock } from '../migration-lock.ts'
import { COPY_SETTINGS, copyOf, listTables, sumOf } from './copied-tables.ts'
import { type BackedUpTable, type BackupEnd, BackupError, type BackupHead, type Frame, readFrames } from './format.ts'
import { RowChecksum } from './row-checksum.ts'

export interface Backup {
  path: string
  head: BackupHead
  end: BackupEnd
}

/**
 * Reads a backup from the first to the last byte and changes nothing.
 * @throws BackupError if the file is not a backup, is cut short, altered, or from a newer version of Savepoint.
 */
export async function checkBackup(path: string): Promise<Backup> {
  let head: BackupHead | null = null
  let end: BackupEnd | null = null
  let sum = new RowChecksum()
  const sums: object[] = []
  for await (const frame of readFrames(path)) {
    if (frame.kind === 'H') {
      head = frame.head
      await requireKnown(path, head)
    } else if (frame.kind === 'D') sum.update(frame.rows)
    else if (frame.kind === 'E') {
      sums.push({ name: frame.sum.name, ...sum.digest() })
      sum = new RowChecksum()
    } else if (frame.kind === 'Z') end = frame.end
  }
  if (!head || !end || JSON.stringify(sums) !== JSON.stringify(end.tables))
    throw new BackupError(`The backup ${path} is damaged: its checksums do not match its rows. Nothing was restored.`)
  return { path, head, end }
}

async function requireKnown(path: string, { migrations, version }: BackupHead): Promise<void> {
  const known = new Set(await listMigrations())
  const unknown = migrations.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new BackupError(
      `The backup ${path} was written by a newer version of Savepoint (${version}; ${countUnknown(unknown)}). Restore it with that version or a newer one; nothing was restored.`,
    )
}

export interface RestoreOptions {
  connectionString: string
  onWait?: (sentence: string) => void
  onTable?: (done: number, of: number) => void
  /** Runs when the rows are loaded and compared, before they are committed. If it throws, the database stays empty. */
  beforeCommit?: () => void
}

/**
 * Fills an empty database from a validated backup: creates the schema of the rows, loads them, compares the result with
 * the checksums of the backup, and runs the newer migrations. Everything up to the newer migrations is one transaction,
 * so any failure there leaves the database empty.
 * @throws BackupError if the database is not empty, or if the checksums differ.
 */
export async function restoreBackup(
  { path, head, end }: Backup,
  { connectionString, onWait, onTable, beforeCommit }: RestoreOptions,
): Promise<{ rows: number; migrated: string[]; leftOut: string[] }> {
  const client = new pg.Client({ connectionString, application_name: 'savepoint-restore' })
  client.on('error', () => undefined)
  let leftOut: string[] = []
  await client.connect()
  try {
    await beginWithMigrationLock(client, { onWait })
    await client.query(COPY_SETTINGS)
    await requireEmpty(client)
    await applyMigrations(client, head.migrations)
    const { tables, leftOut: strange } = await tablesToLoad(client, path, head.tables)
    leftOut = strange
    const restrain = await releaseTables(client)
    await client.query(`truncate ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`)
    await loadTables(client, path, tables, onTable)
    await restrain()
    // Sequences of tables that do not belong to Savepoint are omitted, like their tables.
    for (const { name, value, isCalled } of end.sequences)
      await client.query('select setval(found, $2, $3) from to_regclass($1) found where found is not null', [
        pg.escapeIdentifier(name),
        value,
        isCalled,
      ])
    await requireSameRows(client, tables, end)
    beforeCommit?.()
    await client.query('commit')
    // The rows are restored at this point; the planner's statistics may as well come later from autovacuum.
    await client.query('set statement_timeout = 0')
    await client.query('analyze').catch(() => undefined)
  } finally {
    // Ending the session rolls back what was not committed.
    await client.end().catch(() => undefined)
  }
  const { applied } = await migrate(connectionString, { onWait })
  const loaded = end.tables.filter(({ name }) => !leftOut.includes(name))
  return { rows: loaded.reduce((total, { rows }) => total + rows, 0), migrated: applied, leftOut }
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    union all
    select nspname from pg_namespace where nspname = 'pgboss'
    order by 1`,
  )
  if (rows.length === 0) return
  const some = rows.slice(0, 3).map(({ name }) => name)
  throw new BackupError(
    `The target is not empty (its database has ${some.join(', ')}${rows.length > 3 ? ` and ${rows.length - 3} more` : ''}). Restore into a new DATA_DIR or an empty database in DATABASE_URL; nothing was changed.`,
  )
}

/** Omits tables that somebody added to the database and that do not belong to Savepoint. */
async function tablesToLoad(client: pg.Client, path: string, backedUp: BackedUpTable[]) {
  const there = new Map((await listTables(client)).map(({ name, columns }) => [name, [...columns].sort().join()]))
  const tables = backedUp.filter(({ name }) => there.has(name))
  const strange = tables.filter(({ name, columns }) => there.get(name) !== [...columns].sort().join())
  const missing = [...there.keys()].filter((name) => !tables.some((table) => table.name === name))
  const names = [...strange.map(({ name }) => name), ...missing]
  if (names.length > 0)
    throw new BackupError(
      `The backup ${path} does not match the tables that its migrations create (${names.join(', ')}). Nothing was restored.`,
    )
  return { tables, leftOut: backedUp.map(({ name }) => name).filter((name) => !there.has(name)) }
}

/**
 * Lets rows be loaded in any order and unchanged: drops the foreign keys and disables the triggers. Returns a function
 * that restores both; adding a foreign key checks all of its rows.
 */
async function releaseTables(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by oid`,
  )
  const { rows: triggers } = await client.query<{ table: string; name: string; enable: string }>(
    `select t.tgrelid::regclass::text as "table", quote_ident(t.tgname) as name,
      case t.tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' else 'enable' end as enable
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgenabled <> 'D' and c.relnamespace = current_schema()::regnamespace`,
  )
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { table, name } of triggers) await client.query(`alter table ${table} disable trigger ${name}`)
  return async () => {
    for (const { table, name, enable } of triggers) await client.query(`alter table ${table} ${enable} trigger ${name}`)
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

async function loadTables(
  client: pg.Client,
  path: string,
  tables: BackedUpTable[],
  onTable: RestoreOptions['onTable'],
): Promise<void> {
  const frames = readFrames(path)
  let done = 0
  for await (const frame of frames) {
    if (frame.kind !== 'T') continue
    const table = tables.find(({ name }) => name === frame.name)
    if (!table) continue
    await pipeline(Readable.from(rowsUntilEnd(frames)), client.query(from(`${copyOf(table)} from stdin`)))
    done += 1
    onTable?.(done, tables.length)
  }
}

/** Yields the rows of the current table; the iterator continues after the end of that table. */
async function* rowsUntilEnd(frames: AsyncGenerator<Frame>): AsyncGenerator<Buffer> {
  for (let next = await frames.next(); !next.done && next.value.kind === 'D'; next = await frames.next())
    yield next.value.rows
}

async function requireSameRows(client: pg.Client, tables: BackedUpTable[], end: BackupEnd): Promise<void> {
  for (const table of tables) {
    const there = await sumOf(client, table)
    const wanted = end.tables.find(({ name }) => name === table.name)
    if (there.rows !== wanted?.rows || there.checksum !== wanted.checksum)
      throw new BackupError(
        `After the restore the table ${table.name} has ${there.rows} rows, which differ from the ${wanted?.rows} of the backup. Everything was rolled back.`,
      )
  }
}
