import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { APP_VERSION } from '../app-version.ts'
import { DatabaseAwayError } from '../failures.ts'
import { fileProblem } from '../file-problem.ts'
import { hasSchema } from '../migrate.ts'
import { beginWithMigrationLock } from '../migration-lock.ts'
import { COPY_SETTINGS, listTables, rowsOf } from './copied-tables.ts'
import {
  BackupError,
  type BackupHead,
  compressor,
  FIRST_LINE,
  FrameEncoder,
  LAST_LINE,
  type TableSum,
} from './format.ts'
import { RowChecksum } from './row-checksum.ts'

export interface BackupOptions {
  connectionString: string
  /** The content of `DATA_DIR/secret`, if the app uses that secret. */
  secret: string | null
  /** Receives a message while a migration delays the backup. */
  onWait?: (sentence: string) => void
  onTable?: (done: number, of: number) => void
  signal?: AbortSignal
  /** The backup fails when it has waited this long for the database. */
  silenceMs?: number
  /** Receives the snapshot that is backed up, before its first row is read. */
  onSnapshot?: (id: string) => Promise<void>
}

export interface BackupSummary {
  tables: number
  rows: number
}

/** Longer than the wait for a migration, which ends the backup with a better message. */
const SILENCE_MS = 600_000

/**
 * Writes a consistent snapshot of the database while others read and write. Migrations wait until it is done.
 * @throws BackupError if the database contains no Savepoint data.
 */
export async function writeBackup(openOut: () => Writable, options: BackupOptions): Promise<BackupSummary> {
  const { connectionString, onWait, onSnapshot, signal, silenceMs = SILENCE_MS } = options
  const settings = { connectionString, application_name: 'savepoint-backup' }
  const [holder, reader] = [new pg.Client(settings), new pg.Client(settings)]
  // A lost connection fails the running query.
  for (const client of [holder, reader]) client.on('error', () => undefined)
  // A dead connection sends nothing, not even an error.
  const answered: Answered = async (work) => {
    const timer = setTimeout(() => [holder, reader].forEach(destroy), silenceMs)
    return work.finally(() => clearTimeout(timer))
  }
  async function open(): Promise<BackupHead> {
    await holder.connect()
    await beginWithMigrationLock(holder, { isShared: true, onWait })
    await reader.connect()
    await reader.query('begin isolation level repeatable read read only')
    await reader.query(COPY_SETTINGS)
    return readHead(reader, options.secret)
  }
  try {
    const head = await answered(open())
    if (onSnapshot) await onSnapshot((await reader.query('select pg_export_snapshot() as id')).rows[0].id)
    const sums: TableSum[] = []
    await pipeline(
      async function* () {
        yield Buffer.from(FIRST_LINE)
        yield* compressed(contentOf(reader, head, sums, answered, options.onTable))
        yield Buffer.from(LAST_LINE)
      },
      openOut(),
      { ...(signal && { signal }) },
    )
    return { tables: sums.length, rows: sums.reduce((total, { rows }) => total + rows, 0) }
  } finally {
    await answered(Promise.all([reader, holder].map((client) => client.end().catch(() => undefined))))
  }
}

/** Waits for work of the database. Destroys the connections, so that the work fails, when it takes too long. */
type Answered = <T>(work: Promise<T>) => Promise<T>

function destroy(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy: (error: Error) => void } } }
  connection.stream.destroy(new DatabaseAwayError())
}

async function* compressed(frames: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const source = Readable.from(frames)
  const zstd = compressor()
  source.on('error', (error) => zstd.destroy(error))
  yield* source.pipe(zstd) as AsyncIterable<Buffer>
}

async function readHead(client: pg.Client, secret: string | null): Promise<BackupHead> {
  if (!(await hasSchema(client)))
    throw new BackupError('This database contains no Savepoint data: nothing was backed up.')
  const migrations = await client.query<{ name: string }>('select name from schema_migrations order by name')
  return {
    version: APP_VERSION,
    createdAt: new Date().toISOString(),
    migrations: migrations.rows.map(({ name }) => name),
    tables: await listTables(client),
    secret,
  }
}

async function* contentOf(
  client: pg.Client,
  head: BackupHead,
  sums: TableSum[],
  answered: Answered,
  onTable: BackupOptions['onTable'],
): AsyncGenerator<Buffer> {
  const encoder = new FrameEncoder()
  yield* encoder.json('H', head)
  for (const table of head.tables) {
    yield* encoder.json('T', { name: table.name })
    const sum = new RowChecksum()
    const chunks = rowsOf(client, table)[Symbol.asyncIterator]()
    for (let next = await answered(chunks.next()); !next.done; next = await answered(chunks.next())) {
      sum.update(next.value)
      yield* encoder.rows(next.value)
      // Yields to the event loop, so that the app can respond to requests.
      await setImmediate()
    }
    sums.push({ name: table.name, ...sum.digest() })
    yield* encoder.json('E', sums.at(-1) as TableSum)
    onTable?.(sums.length, head.tables.length)
  }
  yield* encoder.end({ tables: sums, sequences: await answered(readSequences(client)) })
}

/** Sequences are not part of a snapshot. Read after the snapshot, they are never behind its rows. */
async function readSequences(client: pg.Client) {
  const { rows: names } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'S' and relnamespace = current_schema()::regnamespace order by 1`,
  )
  const sequences: { name: string; value: string; isCalled: boolean }[] = []
  for (const { name } of names) {
    const { rows } = await client.query(`select last_value::text, is_called from ${pg.escapeIdentifier(name)}`)
    sequences.push({ name, value: rows[0].last_value, isCalled: rows[0].is_called })
  }
  return sequences
}

/**
 * Writes the same to a file that only its owner may read. The file gets its final name when it is complete and on disk.
 */
export async function writeBackupFile(
  path: string,
  options: BackupOptions,
): Promise<BackupSummary & { bytes: number }> {
  const part = `${path}.${randomBytes(4).toString('hex')}.part`
  // Created here: a stream might create it after a failure has removed it.
  const file = await open(part, 'wx', 0o600).catch((error: unknown) => {
    throw explained(error, path)
  })
  try {
    const summary = await writeBackup(() => file.createWriteStream({ flush: true }), options)
    const { size } = await stat(part)
    await rename(part, path)
    const folder = await open(dirname(path))
    await folder.sync().finally(() => folder.close())
    return { ...summary, bytes: size }
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(part, { force: true })
    throw explained(error, path)
  }
}

/** The name of the file is free, so it is the folder that cannot be written to. */
function explained(error: unknown, path: string): unknown {
  const problem = fileProblem(error, dirname(resolve(path)))
  return problem === null ? error : new BackupError(`${problem}: nothing was backed up.`)
}
