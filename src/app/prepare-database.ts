import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeBackupFile } from '#db/backup/write-backup.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts'
import { requireExternalDatabase, type UsablePooling } from '#db/external.ts'
import { countUnknown, listMigrations, MigrationError, migrate } from '#db/migrate.ts'
import { backupName, secretForBackup } from '#server/backups.ts'
import type { Config } from '#server/config.ts'
import { MIGRATION_TEXTS } from '#server/doctor/doctor.texts.ts'
import type { Log } from '#server/log.ts'
import type { OpenParts } from './stop.ts'

/** The migrated database, and what the start has made of it. */
export interface PreparedDatabase {
  /** For the pool. */
  connectionString: string
  /** What is at that address. */
  pooling: UsablePooling
  /** For what needs a session: the change feed, locks of a session, migrations and backups. */
  directConnectionString: string
  embedded: EmbeddedPostgres | null
  /** The migrations that this start has applied. */
  applied: readonly string[]
  /** The database had no tables. */
  wasEmpty: boolean
}

/**
 * Starts the embedded database or waits for the external one, and migrates it. Adds the embedded database to the parts that a
 * stop closes as soon as it runs.
 */
export async function prepareDatabase(config: Config, log: Log, parts: OpenParts): Promise<PreparedDatabase> {
  const embedded: EmbeddedPostgres | null = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({
        dataDir: config.dataDir,
        walArchive: config.walArchive?.folder ?? null,
        log: (line) => log.debug({ from: 'postgres' }, line),
        // The pool, and all else: jobs, their queue, the change feed, a backup, commands beside the app.
        settings: { max_connections: String(config.databasePoolSize + 30) },
      })
  if (embedded) parts.embedded = embedded
  const connectionString = config.databaseUrl ?? (embedded as EmbeddedPostgres).connectionString
  const onWait = (sentence: string) => log.warn(sentence)
  const { databaseUrl, databaseDirectUrl } = config
  const pooling: UsablePooling =
    databaseUrl === null
      ? { kind: 'session' }
      : await requireExternalDatabase({ databaseUrl, databaseDirectUrl }, { onWait })
  const directConnectionString = databaseDirectUrl ?? connectionString
  const beforeFirst = () => backUpBeforeMigration(config, log, directConnectionString)
  const { applied, newer } = await migrate(directConnectionString, {
    onWait,
    ...(config.backupBeforeMigration && { beforeFirst }),
  })
  const wasEmpty = applied.length > 0 && applied.length === (await listMigrations()).length
  if (applied.length > 0 && !wasEmpty)
    log.info({ migrations: applied.length, last: applied.at(-1) }, 'the database has the newest schema')
  if (newer.length > 0) log.warn(MIGRATION_TEXTS.between(countUnknown(newer))[0])
  return { connectionString, pooling, directConnectionString, embedded, applied, wasEmpty }
}

/**
 * Makes a backup in BACKUP_DIR, as the nightly one.
 * @throws MigrationError if that fails: the start then ends, and nothing was migrated.
 */
async function backUpBeforeMigration(config: Config, log: Log, connectionString: string): Promise<void> {
  const path = join(config.backups?.folder ?? '.', backupName(new Date()))
  const onWait = (sentence: string) => log.warn(sentence)
  try {
    await writeBackupFile(path, { connectionString, secret: secretForBackup(config), onWait })
    log.info(`Made a backup before the migration: ${path}`)
  } catch (error) {
    throw new MigrationError(
      `The backup before the migration failed, so nothing was migrated: ${(error as Error).message} BACKUP_BEFORE_MIGRATION=off starts without it.`,
    )
  }
}

/** Says what a first start has made, in three sentences; the address and the next step follow. */
export function logFirstStart(log: Log, { dataDir, secret }: Config, made: PreparedDatabase, hadSecret: boolean): void {
  log.info(
    made.embedded
      ? `First start: made a database in ${join(dataDir, 'postgres')}.`
      : 'First start: the database of DATABASE_URL was empty.',
  )
  log.info(`Made all tables, in ${made.applied.length} migrations, and loaded the built-in games.`)
  const file = join(dataDir, 'secret')
  log.info(
    !hadSecret && existsSync(file) && secret !== ''
      ? `Made a secret in ${file}: sessions and second factors need it, and each backup contains it.`
      : 'The secret is the one that was there. If it is in SECRET, store it yourself, because a backup does not contain it.',
  )
}

/** Says what comes after a first start. */
export const logNextStep = (log: Log, { adminEmail }: Config): void =>
  log.info(
    adminEmail === null
      ? 'Next: sign up there, and make the account an admin with: npm run admin -- grant EMAIL'
      : `Next: sign up there with ${adminEmail}. This account becomes the admin.`,
  )
