import { access, constants } from 'node:fs/promises'
import { sql } from 'kysely'
import { listBaseBackups, makeBaseBackup } from '#db/base-backup.ts'
import type { Db } from '#db/db.ts'
import { fileProblem } from '#db/file-problem.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'
import { ARCHIVE_CHECK } from './doctor/doctor.texts.ts'
import { failing, type HealthCheck, ok, warning, withDatabase } from './doctor/health-check.ts'
import { isAskedFor, type Job } from './jobs.ts'
import type { Log } from './log.ts'
import { SERVER_JOBS } from './server.texts.ts'

/** A base backup is this old when two nights have failed. */
const OLD_MS = 3 * DAY_MS

/**
 * Refuses a WAL_ARCHIVE_DIR that cannot be used, like a wrong BACKUP_DIR.
 * @throws ConfigError
 */
export async function requireWalArchive({ walArchive }: Pick<Config, 'walArchive'>): Promise<void> {
  if (walArchive === null) return
  const { folder } = walArchive
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw new ConfigError(`${fileProblem(error, folder) ?? String(error)}. Create the folder of WAL_ARCHIVE_DIR.`)
  })
}

/** Returns why the archive takes no log now; null while it does. */
async function failureOf(db: Db): Promise<{ file: string; since: Date } | null> {
  const { rows } = await sql<{ file: string; since: Date }>`
    select last_failed_wal as file, last_failed_time as since from pg_stat_archiver
    where last_failed_time > coalesce(last_archived_time, '-infinity')`.execute(db)
  return rows[0] ?? null
}

/** Makes a base backup each night, and tells the log of an archive that takes nothing. */
export function walArchiveJobs(deps: {
  db: Db
  config: Config
  clock: Clock
  log: Log
  connectionString: string
}): Job[] {
  const { db, clock, log, connectionString } = deps
  const { walArchive, dataDir } = deps.config
  if (walArchive === null) return []
  const { folder, keep } = walArchive
  return [
    {
      name: 'make-base-backup',
      about: SERVER_JOBS.baseBackup,
      schedule: '35 * * * *',
      retry: { limit: 0, delaySeconds: 0 },
      async run(data) {
        const [latest] = await listBaseBackups(folder)
        const now = clock()
        if (!isAskedFor(data) && latest && now.getTime() - new Date(latest.endedAt).getTime() < DAY_MS) return
        const name = await makeBaseBackup({ connectionString, dataDir, archive: folder, keep, now })
        log.debug({ name }, 'base backup made')
      },
    },
    {
      name: 'watch-archive',
      about: SERVER_JOBS.watchArchive,
      schedule: '*/5 * * * *',
      async run() {
        const failure = await failureOf(db)
        if (failure)
          log.error({ folder, ...failure }, 'the archive takes no write-ahead log; the disk of DATA_DIR fills up')
      },
    },
  ]
}

export const archiveCheck: HealthCheck = {
  name: 'archive',
  label: ARCHIVE_CHECK.label,
  isOutside: false,
  run: withDatabase(async (db, { config, clock }) => {
    if (config.walArchive === null) return []
    const { folder } = config.walArchive
    const failure = await failureOf(db)
    if (failure) return failing(...ARCHIVE_CHECK.fails(folder, failure.since.toISOString()))
    const [latest] = await listBaseBackups(folder)
    if (latest === undefined) return warning(...ARCHIVE_CHECK.none(folder))
    const isOld = clock().getTime() - new Date(latest.endedAt).getTime() > OLD_MS
    return isOld ? failing(...ARCHIVE_CHECK.old(latest.endedAt)) : ok(ARCHIVE_CHECK.fine(latest.endedAt))
  }),
}
