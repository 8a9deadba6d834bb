import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { BackupError } from './backup/format.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts'

/** Copies of the whole cluster, from which the archived log leads to any later moment (docs/operating.md). */

const NAME = /^\d{8}T\d{6}Z$/
const MAKING = /^making-/
const FACTS = 'savepoint.json'
/** PostgreSQL makes these again, or they belong to the running server. */
const NOT_COPIED =
  /^(?:pg_wal|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans|pg_replslot)\/.|^postmaster\.|(?:^|\/)pgsql_tmp/
/** PostgreSQL waits so long for the archive to take the end of the copy. */
const ARCHIVE_WAIT_MS = 120_000

interface BaseBackup {
  name: string
  /** When the copy was whole: a recovery may end at any later moment. */
  endedAt: string
  /** The first file of the log that it needs. */
  firstFile: string
}

/** Lists the base backups in an archive, the newest first. */
export async function listBaseBackups(archive: string): Promise<BaseBackup[]> {
  const names = await readdir(join(archive, 'base')).catch(() => [])
  const found = names
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed()
  return Promise.all(
    found.map(async (name) => ({ name, ...JSON.parse(await readFile(join(archive, 'base', name, FACTS), 'utf8')) })),
  )
}

/**
 * Copies the running cluster into the archive, and deletes all but the last `keep` copies and the log that none of these needs.
 * @throws BackupError if the archive does not take the end of the log.
 */
export async function makeBaseBackup(options: {
  connectionString: string
  dataDir: string
  archive: string
  keep: number
  now: Date
}): Promise<string> {
  const { connectionString, dataDir, archive, now } = options
  const folder = join(archive, 'base')
  const making = join(folder, `making-${process.pid}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) if (MAKING.test(name)) await rm(join(folder, name), { recursive: true })
  const client = new pg.Client({ connectionString, application_name: 'savepoint-base-backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query("select pg_backup_start('savepoint', fast => true)")
    await copyRunning(join(dataDir, 'postgres'), making)
    const { label, facts } = await endCopy(client, archive)
    await writeFile(join(making, 'backup_label'), label, { mode: 0o600 })
    await writeFile(join(making, FACTS), JSON.stringify(facts), { mode: 0o600 })
    await copyFile(join(dataDir, 'secret'), join(making, 'savepoint-secret')).catch(ignoreMissing)
    const name = now.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
    await rename(making, join(folder, name))
    await prune(archive, options.keep)
    return name
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function endCopy(client: pg.Client, archive: string) {
  await client.query(`set statement_timeout = ${ARCHIVE_WAIT_MS}`)
  const { rows } = await client
    .query<{ labelfile: string; at: Date }>('select labelfile, clock_timestamp() as at from pg_backup_stop(true)')
    .catch((error: { code?: string }) => {
      if (error.code !== '57014') throw error
      throw new BackupError(`The archive ${archive} does not take the write-ahead log: no base backup was made.`)
    })
  const [row] = rows
  const [, firstFile] = /\(file ([0-9A-F]{24})\)/.exec(row?.labelfile ?? '') ?? []
  if (row === undefined || firstFile === undefined) throw new Error('PostgreSQL gave no label of the copy')
  return { label: row.labelfile, facts: { endedAt: row.at.toISOString(), firstFile } }
}

/** Copies files while PostgreSQL changes them: the log puts right what is torn. */
async function copyRunning(from: string, to: string, under = ''): Promise<void> {
  await mkdir(join(to, under), { recursive: true, mode: 0o700 })
  const entries = await readdir(join(from, under), { withFileTypes: true }).catch(ignoreMissing)
  for (const entry of entries ?? []) {
    const path = under === '' ? entry.name : `${under}/${entry.name}`
    if (NOT_COPIED.test(path)) continue
    if (entry.isDirectory()) await copyRunning(from, to, path)
    else await copyFile(join(from, path), join(to, path)).catch(ignoreMissing)
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** The names of log files begin with the timeline, which a recovery changes; the rest is their place in the log. */
const segmentOf = (file: string) => file.slice(8, 24)

async function prune(archive: string, keep: number): Promise<void> {
  const all = await listBaseBackups(archive)
  for (const { name } of all.slice(keep)) await rm(join(archive, 'base', name), { recursive: true })
  const oldest = all.slice(0, keep).at(-1)
  if (oldest === undefined) return
  for (const file of await readdir(join(archive, 'wal')))
    if (/^[0-9A-F]{24}/.test(file) && segmentOf(file) < segmentOf(oldest.firstFile))
      await rm(join(archive, 'wal', file))
}

/**
 * Makes a new data folder with the state of a moment, or with the latest that the archive has. Returns the base backup that it
 * began with.
 * @throws BackupError if no base backup is old enough, or the folder has a database.
 */
export async function recover(archive: string, dataDir: string, to: Date | null): Promise<string> {
  const cluster = join(dataDir, 'postgres')
  if ((await readdir(cluster).catch(() => [])).length > 0)
    throw new BackupError(`${dataDir} has a database. Set DATA_DIR to a new folder; nothing was recovered.`)
  const all = await listBaseBackups(archive)
  const base = all.find(({ endedAt }) => to === null || new Date(endedAt) <= to)
  if (base === undefined)
    throw new BackupError(`${archive} has no base backup that ended before this time: nothing was recovered.`)
  await mkdir(dataDir, { recursive: true })
  const from = join(archive, 'base', base.name)
  await cp(from, cluster, { recursive: true, preserveTimestamps: true })
  await rename(join(cluster, 'savepoint-secret'), join(dataDir, 'secret')).catch(ignoreMissing)
  await rm(join(cluster, FACTS))
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
  const postgres = await startEmbeddedPostgres({ dataDir, mustExist: true, recovery: { archive, to } })
  try {
    await untilPromoted(postgres)
  } finally {
    await postgres.stop()
  }
  return base.name
}

/** Waits until PostgreSQL has read the log up to the moment and accepts writes. */
async function untilPromoted(postgres: EmbeddedPostgres): Promise<void> {
  const lost = new Promise<never>((_, reject) =>
    postgres.onExit((reason) => reject(new BackupError(`The recovery ended before that moment: ${reason}.`))),
  )
  const promoted = async () => {
    for (;;) {
      const client = new pg.Client({ connectionString: postgres.connectionString })
      client.on('error', () => undefined)
      try {
        await client.connect()
        const { rows } = await client.query<{ waits: boolean }>('select pg_is_in_recovery() as waits')
        if (rows[0]?.waits === false) return
      } catch (error) {
        // It ends connections when it stops, and `lost` says why.
        if (!(error instanceof Error)) throw error
      } finally {
        await client.end().catch(() => undefined)
      }
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  await Promise.race([promoted(), lost])
}
