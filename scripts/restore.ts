import { type Backup, checkBackup, restoreBackup } from '#db/backup/restore-backup.ts'
import { startEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts'
import { requireDirectDatabase } from '#db/external.ts'
import { type Config, readConfig } from '#server/config.ts'
import { ConfigError } from '#server/config-error.ts'
import { placeSecret, readSecret } from '#server/config-secret.ts'
import { printError, printWaiting, readArguments, UsageError } from './command.ts'
import { showProgress } from './progress.ts'

/** `npm run restore FILE`: restores a backup into an empty place. See docs/operating.md. */
const USAGE = `npm run restore FILE

Restores into a new DATA_DIR or into the empty database of DATABASE_URL. The backup may be from an older version.`

async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = readArguments(args, {})
    const [file, ...rest] = positionals
    if (values.help) {
      console.log(USAGE)
      return 0
    }
    if (file === undefined) throw new UsageError('Name the backup file.')
    if (rest.length > 0) throw new UsageError('Name only one file.')
    const config = readConfig(process.env)
    const backup = await checkBackup(file)
    requireSecretPlace(config, backup)
    await withEmptyPlace(config, (connectionString) => restore(backup, connectionString, config))
    return 0
  } catch (error) {
    return printError(error, USAGE)
  }
}

/** Refuses to overwrite a different secret that is in use. */
function requireSecretPlace({ dataDir }: Config, { head }: Backup): void {
  const there = readSecret(dataDir)
  if (head.secret !== null && there !== null && there !== head.secret)
    throw new ConfigError(
      `${dataDir} contains a different secret than the backup. Set DATA_DIR to a new folder; nothing was restored.`,
    )
}

/**
 * Creates the embedded database if there is none, and stops it afterwards. `restoreBackup` refuses a database that is
 * not empty.
 */
async function withEmptyPlace(config: Config, work: (connectionString: string) => Promise<void>): Promise<void> {
  const { databaseUrl, databaseDirectUrl } = config
  if (databaseUrl !== null)
    return await work(await requireDirectDatabase({ databaseUrl, databaseDirectUrl }, { onWait: printWaiting }))
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDir: config.dataDir })
  try {
    await work(connectionString)
  } finally {
    await stop()
  }
}

async function restore(backup: Backup, connectionString: string, { dataDir, secret }: Config): Promise<void> {
  const shown = showProgress()
  const onTable = (done: number, of: number) => shown.at(done, of, `${done} of ${of} tables`)
  const { head } = backup
  const { rows, migrated, leftOut } = await restoreBackup(backup, {
    connectionString,
    onWait: printWaiting,
    onTable,
    // A start that finds the rows without their secret would create another secret, and second factors would be lost.
    beforeCommit() {
      if (head.secret !== null && readSecret(dataDir) === null) placeSecret(dataDir, head.secret)
    },
  }).finally(() => shown.end())
  console.log(`Restored ${rows} rows from the backup of ${head.createdAt} and verified them.`)
  if (migrated.length > 0) console.log(`Migrated them from Savepoint ${head.version} to this version.`)
  if (leftOut.length > 0) console.log(`Skipped these tables, which do not belong to Savepoint: ${leftOut.join(', ')}.`)
  if (head.secret === null)
    console.log(
      'This backup does not contain the secret: set SECRET to its previous value, or second factors do not work.',
    )
  if (head.secret !== null && secret !== '' && secret !== head.secret)
    console.log(`SECRET differs from ${dataDir}/secret: second factors work only with the secret in that file.`)
}

process.exitCode = await main(process.argv.slice(2))
