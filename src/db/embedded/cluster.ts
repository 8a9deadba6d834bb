import { mkdtemp, open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, appUserName, giveTo, giveTreeTo } from './account.ts'
import type { Binaries } from './binaries.ts'
import { codeOf, EmbeddedPostgresError, explainOutput } from './errors.ts'
import { spawnOnFolder } from './postgres-process.ts'

/** The role as which the app connects; it owns the cluster. */
export const ROLE = 'savepoint'

export interface Cluster {
  /** The PostgreSQL data directory. */
  folder: string
  dataDir: string
  account: Account
  /** PostgreSQL's user cannot reach the folder by its path, so it receives an open file descriptor. */
  byHandle: boolean
}

/** Returns whether there is a cluster that these programs can open. Reads only. */
export async function hasCluster(folder: string, major: string): Promise<boolean> {
  try {
    const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
    if (version === major) return true
    throw new EmbeddedPostgresError(
      `The database in ${folder} was created by PostgreSQL ${version}, and this version of Savepoint includes PostgreSQL ${major}, which cannot open it. Start the version of Savepoint that created it, or set DATA_DIR to another folder; nothing was changed.`,
    )
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  const content = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  if (content.length === 0) return false
  throw new EmbeddedPostgresError(
    `The folder ${folder} contains something that is not a PostgreSQL database. Move it away, or set DATA_DIR to another folder; nothing was changed.`,
  )
}

/**
 * Creates the cluster in a temporary folder and renames it when it is complete and on disk, so a cluster under the final
 * name is always complete. Removes leftovers of a killed start.
 */
export async function makeCluster(cluster: Cluster, binaries: Binaries, durable: boolean): Promise<void> {
  const prefix = 'postgres.making-'
  for (const name of await readdir(cluster.dataDir)) {
    // An initdb that outlived its app may still write there; a later start removes the leftovers.
    if (name.startsWith(prefix)) await rm(join(cluster.dataDir, name), { recursive: true }).catch(() => undefined)
  }
  const making = await mkdtemp(join(cluster.dataDir, prefix))
  try {
    await giveTo(making, cluster.account)
    await initialise({ ...cluster, folder: making }, binaries, durable)
    await rmdir(cluster.folder).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error
    })
    await rename(making, cluster.folder)
    if (durable) await syncFolder(cluster.dataDir)
  } catch (error) {
    await rm(making, { recursive: true, force: true }).catch(() => undefined)
    throw error
  }
}

async function initialise(cluster: Cluster, binaries: Binaries, durable: boolean): Promise<void> {
  const lines: string[] = []
  // PostgreSQL's own C.UTF-8 sorts and folds the same on every machine. pg_trgm still uses the system's character
  // classes, hence a UTF-8 LC_CTYPE.
  const args = [
    `--username=${ROLE}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
    '--text-search-config=english',
    '--auth=peer',
    '--data-checksums',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]
  const initdb = await spawnOnFolder(binaries.initdb, args, cluster, (line) => lines.push(line))
  const { code } = await initdb.ended
  if (code !== 0) throw explainOutput('The database could not be created', lines, cluster.dataDir)
}

/**
 * Writes the access rules: only the operating system user that runs the app may connect, even when PostgreSQL runs as a
 * user that others share.
 */
export async function writeAccessRules(cluster: Cluster): Promise<void> {
  const user = appUserName().replaceAll('"', '""')
  const files = [
    ['pg_hba.conf', 'local all all peer map=savepoint\n'],
    ['pg_ident.conf', `savepoint "${user}" ${ROLE}\n`],
  ] as const
  for (const [name, content] of files) {
    const path = join(cluster.folder, name)
    if ((await readFile(path, 'utf8').catch(() => '')) === content) continue
    await writeFile(path, content, { mode: 0o600 })
    await giveTo(path, cluster.account)
  }
}

/**
 * Checks that an existing cluster belongs to the user that will run it; changes the owner of one that root restored from
 * a copy.
 */
export async function claimCluster(cluster: Cluster): Promise<void> {
  const { uid } = await stat(cluster.folder)
  if (uid === cluster.account.uid) return
  if (cluster.account.foreign) return await giveTreeTo(cluster.folder, cluster.account)
  throw new EmbeddedPostgresError(
    `The database in ${cluster.folder} belongs to another user (id ${uid}). Start Savepoint as that user or as root, or set DATA_DIR to another folder.`,
  )
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
