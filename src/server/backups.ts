import { access, constants, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { BackupError } from '#db/backup/format.ts'
import { writeBackupFile } from '#db/backup/write-backup.ts'
import { fileProblem } from '#db/file-problem.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'
import { readSecret } from './config-secret.ts'
import { isAskedFor, type Job } from './jobs.ts'
import type { Log } from './log.ts'
import { SERVER_JOBS } from './server.texts.ts'
import { openStorage, storageReason } from './storage/storage.ts'
import { copyBackups } from './storage/stored-backups.ts'

const NAME = /^savepoint-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/
/** The temporary file of a backup that is being written. A killed process leaves it behind. */
const PART = /^savepoint-\d{8}T\d{6}Z\.backup\.[0-9a-f]{8}\.part$/
/** In UTC; before the jobs that delete old rows. */
const NIGHTLY_HOUR = 3
const FOLDER_TIMEOUT_MS = 2_000
/** The cached listing of the folder is at most this old. */
const KNOWN_MS = 30_000

export const backupName = (at: Date) =>
  `savepoint-${at.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}.backup`

function timeOf(name: string): Date | null {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? []
  return year === undefined ? null : new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** Returns the names of the backups in a folder, the newest first, with the time at which each was started. */
export async function listBackupFiles(folder: string): Promise<{ name: string; at: Date }[]> {
  const found = (await readdir(folder)).flatMap((name) => {
    const at = timeOf(name)
    return at === null ? [] : [{ name, at }]
  })
  return found.sort((one, other) => other.at.getTime() - one.at.getTime())
}

/** Returns the secret that a backup includes: the content of the secret file in the data folder, if the app uses it. */
export function secretForBackup({ dataDir, secret }: Pick<Config, 'dataDir' | 'secret'>): string | null {
  const inFile = readSecret(dataDir)
  return inFile !== null && inFile === secret ? inFile : null
}

/** Returns whether there has been no backup since the latest 03:00 UTC. */
export function isBackupDue(now: Date, latest: Date | null): boolean {
  const night = new Date(now)
  night.setUTCHours(NIGHTLY_HOUR, 0, 0, 0)
  if (night > now) night.setTime(night.getTime() - DAY_MS)
  return latest === null || latest < night
}

/**
 * Refuses a BACKUP_DIR that cannot be used. The app does not make the folder: a wrong name would get the backups of months,
 * on the wrong disk. A folder that hangs is no reason not to start.
 * @throws ConfigError
 */
export async function requireBackupFolder({ backups }: Pick<Config, 'backups'>): Promise<void> {
  if (backups === null) return
  const { folder } = backups
  const check = async () => {
    if (!(await stat(folder)).isDirectory()) throw new ConfigError(`BACKUP_DIR names ${folder}, which is not a folder.`)
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  }
  await Promise.race([check(), wait(FOLDER_TIMEOUT_MS, undefined, { ref: false })]).catch((error: unknown) => {
    const problem = fileProblem(error, folder)
    throw problem === null
      ? error
      : new ConfigError(`${problem}. Create the folder of BACKUP_DIR for the user of the app, or correct the setting.`)
  })
}

export interface Backups {
  job: Job
  /** Returns when the latest backup started; null if there is none. Never waits for the folder. */
  latest: () => Date | null
}

/**
 * Makes a backup every night and retains the latest `keep`. The job runs hourly, so it makes up for a night in which the
 * machine was off or the backup failed.
 */
export async function openBackups(deps: {
  config: Config
  log: Log
  clock: Clock
  connectionString: string
}): Promise<Backups | null> {
  const { config, log, clock, connectionString } = deps
  if (config.backups === null) return null
  const { folder, keep } = config.backups
  let latest: Date | null = null
  let knownAt = 0
  let isRunning = false
  let listing: ReturnType<typeof listBackupFiles> | null = null
  const storage = config.storage && openStorage(config.storage, log)

  /**
   * Returns the newest first. A network folder may hang, and each read would block a thread, so all callers share one
   * read.
   */
  function list(): ReturnType<typeof listBackupFiles> {
    listing ??= readFolder().finally(() => {
      listing = null
    })
    return listing
  }

  async function readFolder() {
    const files = await listBackupFiles(folder)
    latest = files[0]?.at ?? null
    knownAt = performance.now()
    return files
  }

  async function prune(): Promise<void> {
    const old = (await list()).slice(keep)
    for (const { name } of old) await rm(join(folder, name), { force: true })
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      if (PART.test(name) && clock().getTime() - (await stat(path)).mtimeMs > DAY_MS) await rm(path, { force: true })
    }
  }

  async function backUp(now: Date): Promise<void> {
    const path = join(folder, backupName(now))
    const onWait = (sentence: string) => log.warn(sentence)
    const { rows, bytes } = await writeBackupFile(path, { connectionString, secret: secretForBackup(config), onWait })
    log.debug({ path, rows, bytes }, 'backup written')
    await prune()
  }

  /** Copies the latest backup to the storage, also one that an earlier hour could not copy. */
  async function copyLatest(): Promise<void> {
    if (storage === null) return
    const [newest] = await list()
    await copyBackups(storage, { folder, keep, latest: newest?.name }).catch((error: unknown) => {
      throw new BackupError(
        `The backup is in ${folder}, but the storage ${storage.location} did not take it: ${storageReason(error)}.`,
      )
    })
  }

  const readLatest = () => list().catch((error: unknown) => log.error({ err: error }, 'cannot read BACKUP_DIR'))
  // The start does not wait for a folder that hangs.
  await Promise.race([readLatest(), wait(FOLDER_TIMEOUT_MS, undefined, { ref: false })])
  return {
    job: {
      name: 'back-up',
      about: SERVER_JOBS.backup,
      schedule: '15 * * * *',
      retry: { limit: 0, delaySeconds: 0 },
      async run(data) {
        await list().catch((error: unknown) => {
          const problem = fileProblem(error, folder)
          throw problem === null ? error : new BackupError(`${problem}: nothing was backed up.`)
        })
        const now = clock()
        // A backup that takes longer than an hour is not started a second time.
        if (isRunning) return
        isRunning = true
        try {
          if (isAskedFor(data) || isBackupDue(now, latest)) await backUp(now)
          await copyLatest()
        } finally {
          isRunning = false
        }
      },
    },
    latest() {
      if (performance.now() - knownAt > KNOWN_MS) {
        knownAt = performance.now()
        // A network folder may hang, so nothing waits for it.
        list().catch(() => undefined)
      }
      return latest
    },
  }
}
