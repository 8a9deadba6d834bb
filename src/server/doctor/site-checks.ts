import { access, constants, stat, statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { fileProblem } from '#db/file-problem.ts'
import { counted, sizeText } from '#shared/counted.ts'
import { DAY_MS, HOUR_MS } from '#shared/durations.ts'
import { listBackupFiles } from '../backups.ts'
import type { Config } from '../config.ts'
import { BACKUP_TEXTS, CHECK_LABELS, CLOCK_TEXTS, DISK_TEXTS, SETTINGS_TEXTS } from './doctor.texts.ts'
import { type Finding, failing, type HealthCheck, ok, warning, withDatabase } from './health-check.ts'

/** The app writes at most 512 MB of pictures by itself, and the database its log. */
const LOW_BYTES = 1e9
const FULL_BYTES = 2e8
/** A nightly backup is this old when the next one has failed for some hours. */
const OLD_MS = DAY_MS + 4 * HOUR_MS
/** After this time one can no longer call it a delay. */
const MISSING_MS = 3 * DAY_MS
const CLOCK_SECONDS = 2

/** The settings are valid here; an invalid one prevents the start. */
const settingsCheck: HealthCheck = {
  name: 'settings',
  label: CHECK_LABELS.settings,
  isOutside: false,
  async run({ config }) {
    const found: Finding[] = []
    if (!config.rateLimits) found.push(warning(...SETTINGS_TEXTS.rateLimits))
    if (['silent', 'fatal'].includes(config.logLevel)) found.push(warning(...SETTINGS_TEXTS.silentLog(config.logLevel)))
    if (config.requireEmailConfirmation && config.smtp === null) found.push(warning(...SETTINGS_TEXTS.confirmation))
    return found.length > 0 ? found : ok(SETTINGS_TEXTS.fine)
  },
}

const diskCheck: HealthCheck = {
  name: 'disk',
  label: CHECK_LABELS.disk,
  isOutside: false,
  run: ({ config }) =>
    Promise.all([config.dataDir, ...(config.backups ? [config.backups.folder] : [])].map((folder) => diskOf(folder))),
}

async function diskOf(folder: string): Promise<Finding> {
  try {
    await access(folder, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    if (free < FULL_BYTES) return failing(...DISK_TEXTS.full(sizeText(free), folder))
    if (free < LOW_BYTES) return warning(...DISK_TEXTS.low(sizeText(free), folder))
    return ok(DISK_TEXTS.fine(sizeText(free), folder))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return warning(...DISK_TEXTS.noFolder(folder))
    return failing(...DISK_TEXTS.unusable(fileProblem(error, folder) ?? String(error)))
  }
}

/** Compares the clock with the database's, and with the latest migration, which must be in the past. */
const clockCheck: HealthCheck = {
  name: 'clock',
  label: CHECK_LABELS.clock,
  isOutside: false,
  run: withDatabase(async (db, { clock }) => {
    const before = clock().getTime()
    const { rows } = await sql<{ at: Date; has_schema: boolean }>`
      select clock_timestamp() as at, to_regclass('schema_migrations') is not null as has_schema`.execute(db)
    const here = (before + clock().getTime()) / 2
    const [{ at, has_schema: hasSchema } = { at: new Date(here), has_schema: false }] = rows
    const seconds = Math.round(Math.abs(at.getTime() - here) / 1000)
    if (seconds > CLOCK_SECONDS) return failing(...CLOCK_TEXTS.differs(seconds))
    if (!hasSchema) return ok(CLOCK_TEXTS.fine)
    const latest = await sql<{ at: Date | null }>`select max(applied_at) as at from schema_migrations`.execute(db)
    const migratedAt = latest.rows[0]?.at ?? null
    if (migratedAt !== null && migratedAt.getTime() > here + CLOCK_SECONDS * 1000)
      return failing(...CLOCK_TEXTS.isBehind(migratedAt.toISOString()))
    return ok(CLOCK_TEXTS.fine)
  }),
}

const backupCheck: HealthCheck = {
  name: 'backups',
  label: CHECK_LABELS.backups,
  isOutside: false,
  run: ({ config, clock }) => backupsOf(config, clock()),
}

async function backupsOf({ backups }: Pick<Config, 'backups'>, now: Date): Promise<Finding> {
  if (backups === null) return warning(...BACKUP_TEXTS.off)
  const { folder } = backups
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    if (!(await stat(folder)).isDirectory()) return failing(...BACKUP_TEXTS.unusable(`${folder} is not a folder`))
    const [latest] = await listBackupFiles(folder)
    if (latest === undefined) return warning(...BACKUP_TEXTS.none(folder))
    const age = now.getTime() - latest.at.getTime()
    const text =
      age < 2 * DAY_MS ? counted(Math.round(age / HOUR_MS), 'hour') : counted(Math.round(age / DAY_MS), 'day')
    if (age > MISSING_MS) return failing(...BACKUP_TEXTS.old(text))
    return age > OLD_MS ? warning(...BACKUP_TEXTS.old(text)) : ok(BACKUP_TEXTS.fine(text))
  } catch (error) {
    return failing(...BACKUP_TEXTS.unusable(fileProblem(error, folder) ?? String(error)))
  }
}

export const SITE_CHECKS: readonly HealthCheck[] = [settingsCheck, diskCheck, clockCheck, backupCheck]
