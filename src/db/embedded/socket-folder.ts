import { lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, giveTo, mayUse } from './account.ts'
import { codeOf, EmbeddedPostgresError } from './errors.ts'

/** There is no TCP port; the number is only a part of the socket's name. */
export const PORT = 5432
const SOCKET_NAME = `.s.PGSQL.${PORT}`
// sun_path holds 108 bytes on Linux and 104 on macOS, with the zero at the end.
const LONGEST_PATH = 103

/**
 * Opens the private folder (mode 0700, owned by PostgreSQL's user) for the socket. It lies in DATA_DIR. If that path is
 * too long or PostgreSQL cannot reach it, the folder is a short temporary one, whose name is stored in DATA_DIR until a
 * clean stop.
 */
export async function openSocketFolder(dataDir: string, account: Account): Promise<string> {
  const own = join(dataDir, 'postgres-socket')
  if (fits(own) && (await mayUse(dataDir, account, 1))) {
    await mkdir(own, { recursive: true, mode: 0o700 })
    await giveTo(own, account)
    return own
  }
  const note = noteFile(dataDir)
  const stored = (await readFile(note, 'utf8').catch(() => '')).trim()
  if (stored && fits(stored) && (await isPrivate(stored, account)) && (await mayUse(stored, account, 1))) return stored
  for (const place of new Set([tmpdir(), '/tmp', '/var/tmp'])) {
    if (!fits(join(place, 'savepoint-XXXXXX')) || !(await mayUse(place, account, 1))) continue
    const folder = await mkdtemp(join(place, 'savepoint-')).catch(() => undefined)
    if (!folder) continue
    await giveTo(folder, account)
    await writeFile(note, `${folder}\n`)
    return folder
  }
  throw new EmbeddedPostgresError(
    `The path of the data folder ${dataDir} is too long for a database socket, and no temporary folder has a path that is short enough. Set DATA_DIR to a folder with a shorter path.`,
  )
}

/** Returns where the server of this data folder listens, if there is one. */
export async function findSocketFolder(dataDir: string): Promise<string | null> {
  const stored = (await readFile(noteFile(dataDir), 'utf8').catch(() => '')).trim()
  for (const folder of [join(dataDir, 'postgres-socket'), stored])
    if (folder !== '' && (await answers(join(folder, SOCKET_NAME)))) return folder
  return null
}

/** Removes the folder of a stopped server, when it lies outside DATA_DIR. */
export async function closeSocketFolder(dataDir: string, folder: string): Promise<void> {
  const note = noteFile(dataDir)
  const stored = (await readFile(note, 'utf8').catch(() => '')).trim()
  if (stored !== folder) return
  await rm(folder, { recursive: true, force: true })
  await rm(note, { force: true })
}

/**
 * Removes the files that a killed server left in its socket folder, because PostgreSQL refuses to start if the process
 * number in them was reused. Leaves the folder alone if a server still responds there, even if its process is not
 * visible (another container).
 */
export async function clearSocketFolder(folder: string): Promise<void> {
  if (await answers(join(folder, SOCKET_NAME))) {
    throw new EmbeddedPostgresError(
      `A database server that Savepoint cannot see (in another container?) is running on this data folder, at ${folder}. Stop it first, or set DATA_DIR to another folder.`,
    )
  }
  for (const name of await readdir(folder)) {
    if (name.startsWith(SOCKET_NAME)) await rm(join(folder, name), { force: true })
  }
}

function noteFile(dataDir: string): string {
  return join(dataDir, 'postgres-socket-folder.txt')
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET_NAME)) <= LONGEST_PATH
}

/**
 * Every user can write to the temporary folder, so check that the folder with the stored name still belongs to us
 * alone.
 */
async function isPrivate(folder: string, account: Account): Promise<boolean> {
  try {
    const stats = await lstat(folder)
    return stats.isDirectory() && stats.uid === account.uid && (stats.mode & 0o077) === 0
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

async function answers(path: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(path)
    socket.on('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}
