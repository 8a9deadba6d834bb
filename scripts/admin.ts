import { parseArgs } from 'node:util'
import { type Db, openDatabase } from '#db/db.ts'
import { EmbeddedPostgresError, joinEmbeddedPostgres } from '#db/embedded.ts'
import { MigrationError, migrate } from '#db/migrate.ts'
import { COMMANDS, type Command, listAdmins, runCommand } from '#features/admin/server/command/command.service.ts'
import { systemClock } from '#server/clock.ts'
import { type Config, ConfigError, readConfig } from '#server/config.ts'
import { Refusal } from '#shared/refusal.ts'

/** `npm run admin -- …`: who may do what, from the machine itself. See docs/operating.md. */
const USAGE = `npm run admin -- list                              the admins
npm run admin -- grant EMAIL | revoke EMAIL          give or take the admin role
npm run admin -- disable EMAIL [--reason TEXT]       shut an account, sign it out everywhere
npm run admin -- enable EMAIL                        let it in again
npm run admin -- reset-password EMAIL                print a link that sets a new password, once

Works while Savepoint runs, and while it does not. DATA_DIR or DATABASE_URL say which one.`

class UsageError extends Error {}

async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = readArguments(args)
    const [command = '', email, ...rest] = positionals
    if (values.help) {
      console.log(USAGE)
      return 0
    }
    if (rest.length > 0) throw new UsageError('One account at a time.')
    if (command === 'list') console.log(await withDatabase((deps) => listAdmins(deps)))
    else {
      if (!isCommand(command))
        throw new UsageError(command === '' ? 'What shall be done?' : `'${command}' is no command.`)
      if (email === undefined) throw new UsageError('Whose account?')
      console.log(await withDatabase((deps) => runCommand(deps, command, email, values.reason ?? null)))
    }
    return 0
  } catch (error) {
    if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`)
    else console.error(isForOperator(error) ? (error as Error).message : error)
    return 1
  }
}

const isCommand = (text: string): text is Command => COMMANDS.some((command) => command === text)

const FOR_OPERATOR = [Refusal, EmbeddedPostgresError, MigrationError, ConfigError]
const isForOperator = (error: unknown) =>
  FOR_OPERATOR.some((kind) => error instanceof kind) || (error as NodeJS.ErrnoException).syscall !== undefined

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { reason: { type: 'string' }, help: { type: 'boolean', default: false } },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

async function withDatabase(
  work: (deps: { db: Db; clock: typeof systemClock; config: Config }) => Promise<string>,
): Promise<string> {
  const config = readConfig(process.env)
  const joined = config.databaseUrl ? null : await joinEmbeddedPostgres({ dataDir: config.dataDir })
  try {
    const connectionString = config.databaseUrl ?? (joined as NonNullable<typeof joined>).connectionString
    await migrate(connectionString)
    const database = openDatabase({ connectionString, poolSize: 2, onError: () => {} })
    try {
      return await work({ db: database.db, clock: systemClock, config })
    } finally {
      await database.close()
    }
  } finally {
    await joined?.stop()
  }
}

process.exitCode = await main(process.argv.slice(2))
