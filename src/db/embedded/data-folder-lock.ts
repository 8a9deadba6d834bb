import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { DataFolderInUse, EmbeddedPostgresError } from './errors.ts'

const SQLITE_BUSY = 5

export interface DataFolderLock {
  release(): void
}

/**
 * Locks the data folder for this process, until it releases the lock or dies in any way.
 *
 * Node has no flock. SQLite holds an operating-system lock on an (always empty) file while an exclusive transaction is
 * open. Such a lock needs no clean-up, disappears with its process, and works for two simultaneous starts. Nothing else
 * in this process may open `savepoint.lock`: closing it again would release the lock.
 */
export async function lockDataFolder(dataDir: string): Promise<DataFolderLock> {
  // SQLite does not say why it cannot write, so test the folder first.
  const probe = join(dataDir, `savepoint.probe-${process.pid}`)
  await writeFile(probe, 'x').finally(() => rm(probe, { force: true }))

  const holder = join(dataDir, 'savepoint.pid')
  const file = join(dataDir, 'savepoint.lock')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file)
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock?.close()
    if (isBusy(error)) throw await alreadyRunning(dataDir, holder)
    const reason = error instanceof Error ? error.message : String(error)
    throw new EmbeddedPostgresError(
      `The file ${file} cannot be locked (${reason}). DATA_DIR must be a folder on a local disk whose files belong to the user who starts Savepoint.`,
    )
  }
  const held = lock
  try {
    writeFileSync(holder, `${process.pid}\n`)
  } catch (error) {
    held.close()
    throw error
  }
  return {
    release: () => {
      if (!held.isOpen) return
      rmSync(holder, { force: true })
      held.close()
    },
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

async function alreadyRunning(dataDir: string, holder: string): Promise<EmbeddedPostgresError> {
  // The holder writes its process number a moment after it has the lock.
  let number = ''
  for (let attempt = 0; attempt < 20 && number === ''; attempt += 1) {
    if (attempt > 0) await sleep(25)
    try {
      number = readFileSync(holder, 'utf8').trim()
    } catch {
      number = ''
    }
  }
  return new DataFolderInUse(
    `Savepoint is already running on the data folder ${dataDir}${number && ` (process ${number})`}. Stop it first, or set DATA_DIR to another folder.`,
  )
}
