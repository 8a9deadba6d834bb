import type { Stats } from 'node:fs'
import { chown, lchown, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { codeOf, EmbeddedPostgresError } from './errors.ts'

/**
 * The operating system user that runs PostgreSQL. `foreign`: not the app's own user, because the app runs as root and
 * PostgreSQL refuses root.
 */
export interface Account {
  uid: number
  gid: number
  foreign: boolean
}

/** Returns the app's own user name, which PostgreSQL asks the system for when the app connects. */
export function appUserName(): string {
  try {
    return userInfo().username
  } catch {
    throw new EmbeddedPostgresError(
      `The user id ${process.getuid?.()} has no entry in /etc/passwd, and PostgreSQL does not run without one. Start Savepoint as a user that has an entry, or set DATABASE_URL to use your own PostgreSQL server.`,
    )
  }
}

/**
 * Chooses the user: an ordinary user runs PostgreSQL itself. Root uses the owner of the existing cluster, else the user
 * `savepoint` if the operator created one, else `nobody`.
 */
export async function chooseAccount(cluster: string): Promise<Account> {
  const uid = process.getuid?.() ?? 0
  const gid = process.getgid?.() ?? 0
  if (uid !== 0) return { uid, gid, foreign: false }
  if (process.platform !== 'linux') {
    throw new EmbeddedPostgresError('PostgreSQL does not run as root. Start Savepoint as an ordinary user.')
  }
  const owner = await stat(cluster).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, foreign: true }
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'))
  const entry = lines.find(([name]) => name === 'savepoint') ?? lines.find(([name]) => name === 'nobody')
  return { uid: Number(entry?.[2] ?? 65_534), gid: Number(entry?.[3] ?? 65_534), foreign: true }
}

/** Makes PostgreSQL's user the owner of a file or an empty folder. */
export async function giveTo(path: string, account: Account): Promise<void> {
  if (account.foreign) await chown(path, account.uid, account.gid)
}

/**
 * Makes PostgreSQL's user the owner of a whole cluster; the folder itself comes last, so that an interrupted run is
 * repeated.
 */
export async function giveTreeTo(folder: string, account: Account): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await giveTreeTo(path, account)
    else await lchown(path, account.uid, account.gid)
  }
  await chown(folder, account.uid, account.gid)
}

/** Returns whether PostgreSQL's user has these rights (1 enter or run, 4 read) on a path and can reach it. */
export async function mayUse(path: string, account: Account, rights: number): Promise<boolean> {
  if (!account.foreign) return true
  let place: string
  try {
    place = await realpath(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
  if (!hasRights(await stat(place), account, rights)) return false
  while (place !== '/') {
    place = dirname(place)
    if (!hasRights(await stat(place), account, 1)) return false
  }
  return true
}

function hasRights(stats: Stats, account: Account, rights: number): boolean {
  const shift = stats.uid === account.uid ? 6 : stats.gid === account.gid ? 3 : 0
  return ((stats.mode >> shift) & rights) === rights
}
