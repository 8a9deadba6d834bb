import { type Db, openDatabase } from '#db/db.ts'
import { EmbeddedPostgresError, joinEmbeddedPostgres } from '#db/embedded.ts'
import { MigrationError, migrate } from '#db/migrate.ts'
import { type Config, ConfigError, readConfig } from '#server/config.ts'
import { Refusal } from '#shared/refusal.ts'

// What the commands beside the app have in common.

/** The command was not understood: it is told how to use it. */
export class UsageError extends Error {}

const FOR_OPERATOR = [Refusal, EmbeddedPostgresError, MigrationError, ConfigError]

/** Tells what went wrong: a sentence for what an operator can mend, the whole error for what is ours. Answers the exit code. */
export function tellError(error: unknown, usage: string, others: readonly (new (...args: never[]) => Error)[] = []) {
  const isForOperator =
    [...FOR_OPERATOR, ...others].some((kind) => error instanceof kind) ||
    (error as NodeJS.ErrnoException).syscall !== undefined
  if (error instanceof UsageError) console.error(`${error.message}\n\n${usage}`)
  else console.error(isForOperator ? (error as Error).message : error)
  return 1
}

/** The database that the settings name; the embedded one also while the app runs on it. Migrated, and closed after. */
export async function withDatabase<T>(work: (deps: { db: Db; config: Config }) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const joined = config.databaseUrl ? null : await joinEmbeddedPostgres({ dataDir: config.dataDir })
  try {
    const connectionString = config.databaseUrl ?? (joined as NonNullable<typeof joined>).connectionString
    await migrate(connectionString)
    const database = openDatabase({ connectionString, poolSize: 2, onError: () => {}, deadlines: null })
    try {
      return await work({ db: database.db, config })
    } finally {
      await database.close()
    }
  } finally {
    await joined?.stop()
  }
}
