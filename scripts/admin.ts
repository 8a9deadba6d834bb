import {
  COMMANDS,
  type Command,
  listAdmins,
  listOutbox,
  runCommand,
  showMail,
} from '#features/admin/server/command/command.service.ts'
import { systemClock } from '#server/clock.ts'
import { createEvents } from '#server/events.ts'
import { subscriptionsOf } from '#server/feature.ts'
import { createLog, outputOf } from '#server/log.ts'
import { printError, readArguments, UsageError, withDatabase } from './command.ts'

/** `npm run admin -- …`: grants and revokes the role of admin on the server's machine. See docs/operating.md. */
const USAGE = `npm run admin -- list                              the admins
npm run admin -- grant EMAIL | revoke EMAIL          grant or revoke the admin role
npm run admin -- disable EMAIL [--reason TEXT]       disable an account and end its sessions
npm run admin -- enable EMAIL                        enable the account again
npm run admin -- reset-password EMAIL                print a link that works once and sets a new password
npm run admin -- outbox [--show ID]                  list the mails that were not sent; show one of them

Savepoint may be running or stopped. DATA_DIR or DATABASE_URL selects the database.`

async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = readArguments(args, { reason: { type: 'string' }, show: { type: 'string' } })
    const [command = '', email, ...rest] = positionals
    if (values.help) {
      console.log(USAGE)
      return 0
    }
    if (rest.length > 0) throw new UsageError('Name only one account.')
    if (command === 'list') console.log(await withDatabase((deps) => listAdmins(deps)))
    else if (command === 'outbox') {
      if (email !== undefined) throw new UsageError('To show a mail, pass its id: --show ID.')
      const { show } = values
      console.log(await withDatabase((deps) => (show === undefined ? listOutbox(deps) : showMail(deps, show))))
    } else {
      if (!isCommand(command))
        throw new UsageError(command === '' ? 'Name a command.' : `Unknown command '${command}'.`)
      if (email === undefined) throw new UsageError('Name the email address of the account.')
      // Loading all features takes a second, so only the commands that need them load them.
      const { SERVER_FEATURES } = await import('#app/features.ts')
      console.log(
        await withDatabase(({ db, config }) => {
          const deps = { config, clock: systemClock, log: createLog(config.logLevel, outputOf(config.logFormat)) }
          const events = createEvents(subscriptionsOf(SERVER_FEATURES), deps)
          return runCommand({ ...deps, db, events }, command, email, values.reason ?? null)
        }),
      )
    }
    return 0
  } catch (error) {
    return printError(error, USAGE)
  }
}

const isCommand = (text: string): text is Command => COMMANDS.some((command) => command === text)

process.exitCode = await main(process.argv.slice(2))
