import { access, constants } from 'node:fs/promises'
import { sql } from 'kysely'
import { listBaseBackups, makeBaseBackup } from '#db/base-backup.ts'
import type { Db } from '#db/db.ts'
import { fileProblem } from '#db/file-problem.ts'
import { sizeText } from '#shared/counted.ts'
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

/** So many bytes of the log wait at most while the archive keeps up; a folder that hangs reports no failure. */
const BEHIND_BYTES = 160 * 1024 * 1024

interface ArchiveState {
  /** Since when the archive takes no log; null while it does, or has not answered. */
  since: Date | null
  /** How much of the log waits in DATA_DIR. */
  waiting: number
}

export async function readArchiveState(db: Db): Promise<ArchiveState> {
  const { rows } = await sql<ArchiveState>`
    select case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_time end as since, (
      select count(*) from pg_ls_archive_statusdir() where name like '%.ready'
    ) * pg_size_bytes(current_setting('wal_segment_size')) as waiting
    from pg_stat_archiver`.execute(db)
  return rows[0] as ArchiveState
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
        const state = await readArchiveState(db)
        if (state.since !== null || state.waiting > BEHIND_BYTES)
          log.error({ folder, ...state }, 'the archive takes no write-ahead log; the disk of DATA_DIR fills up')
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
    const { since, waiting } = await readArchiveState(db)
    if (since) return failing(...ARCHIVE_CHECK.fails(folder, since.toISOString(), sizeText(waiting)))
    if (waiting > BEHIND_BYTES) return failing(...ARCHIVE_CHECK.behind(folder, sizeText(waiting)))
    const [latest] = await listBaseBackups(folder)
    if (latest === undefined) return warning(...ARCHIVE_CHECK.none(folder))
    const isOld = clock().getTime() - new Date(latest.endedAt).getTime() > OLD_MS
    return isOld ? failing(...ARCHIVE_CHECK.old(latest.endedAt)) : ok(ARCHIVE_CHECK.fine(latest.endedAt))
  }),
}
