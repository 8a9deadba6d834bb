import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { BackupError } from '#db/backup/format.ts'
import { type Db, openDatabase } from '#db/db.ts'
import { EmbeddedPostgresError, joinEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts'
import { describeRefusal, ExternalDatabaseError, requireDirectDatabase } from '#db/external.ts'
import { fileProblem } from '#db/file-problem.ts'
import { MigrationError, migrate } from '#db/migrate.ts'
import { type Config, readConfig } from '#server/config.ts'
import { ConfigError } from '#server/config-error.ts'
import { Refusal } from '#shared/refusal.ts'

// Shared code of the commands that may run beside the app.

/** The arguments are invalid: the command prints its usage. */
export class UsageError extends Error {}

/**
 * Parses the arguments of a command, which has `--help` in addition to these options. Throws a UsageError for an
 * unknown option.
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { ...options, help: { type: 'boolean', default: false } as const },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

const FOR_OPERATOR = [Refusal, EmbeddedPostgresError, ExternalDatabaseError, MigrationError, ConfigError, BackupError]

type Errors = readonly (new (...args: never[]) => Error)[]

/** Returns the message of an error that an operator can fix; null for a bug. */
export function sentenceOf(error: unknown, others: Errors = []): string | null {
  const problem = fileProblem(error)
  if (problem !== null) return `${problem}.`
  const isForOperator =
    [...FOR_OPERATOR, ...others].some((kind) => error instanceof kind) ||
    (error as NodeJS.ErrnoException).syscall !== undefined
  return describeRefusal(error) ?? (isForOperator ? (error as Error).message : null)
}

/** Prints an error: its message if an operator can fix it, the whole error for a bug. Returns the exit code. */
export function printError(error: unknown, usage: string, others: Errors = []) {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${usage}`)
  else console.error(sentenceOf(error, others) ?? error)
  return 1
}

export const printWaiting = (sentence: string) => console.error(sentence)

/** A command's connection to the configured database. */
export interface Connected {
  connectionString: string
  config: Config
}

/**
 * Connects to the configured database, and to the embedded one even while the app runs on it. Creates no database
 * unless `mayMake` is set. Waits `waitMs` for an external database that does not answer yet.
 */
export async function withConnection<T>(
  {
    mayMake,
    waitMs,
    onWait = printWaiting,
  }: { mayMake: boolean; waitMs?: number; onWait?: (sentence: string) => void },
  work: (connected: Connected) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env)
  const { databaseUrl, databaseDirectUrl } = config
  if (databaseUrl !== null) {
    const options = { onWait, ...(waitMs !== undefined && { timeoutMs: waitMs }) }
    const connectionString = await requireDirectDatabase({ databaseUrl, databaseDirectUrl }, options)
    return await work({ connectionString, config })
  }
  const { connectionString, stop } = await joinEmbeddedPostgres({ dataDir: config.dataDir, mustExist: !mayMake })
  try {
    return await work({ connectionString, config })
  } finally {
    await stop()
  }
}

/** Does the same with a migrated, open database. */
export function withDatabase<T>(
  work: (deps: { db: Db; config: Config }) => Promise<T>,
  { mayMake = false } = {},
): Promise<T> {
  return withConnection({ mayMake }, async ({ connectionString, config }) => {
    await migrate(connectionString, { onWait: printWaiting, mustExist: !mayMake })
    const database = openDatabase({ connectionString, poolSize: 2, onError: () => {}, deadlines: null })
    try {
      return await work({ db: database.db, config })
    } finally {
      await database.close()
    }
  })
}
