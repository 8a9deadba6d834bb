import { SERVER_FEATURES } from '#app/features.ts'
import { openDatabase } from '#db/db.ts'
import { systemClock } from '#server/clock.ts'
import { type Config, readConfig } from '#server/config.ts'
import { ConfigError } from '#server/config-error.ts'
import { CHECK_LABELS, SETTINGS_TEXTS } from '#server/doctor/doctor.texts.ts'
import { type CheckResult, failing, type HealthCheck, runChecks } from '#server/doctor/health-check.ts'
import { healthChecksOf } from '#server/feature.ts'
import { createLog } from '#server/log.ts'
import { printError, readArguments, sentenceOf, UsageError, withConnection } from './command.ts'

/** `npm run doctor`: says what is wrong with the site and what to do. See docs/operating.md. */
const USAGE = `npm run doctor                    check everything: sends a mail, and asks the sources and the site itself
npm run doctor -- --local         without the checks that send or ask something

Savepoint may be running or stopped. It changes nothing. It ends with 1 if something fails.`

/** A database that is starting gets this long. */
const WAIT_MS = 5_000

async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = readArguments(args, { local: { type: 'boolean', default: false } })
    if (values.help) {
      console.log(USAGE)
      return 0
    }
    if (positionals.length > 0) throw new UsageError('This command takes no names.')
    const checks = healthChecksOf(SERVER_FEATURES).filter(({ isOutside }) => !(values.local && isOutside))
    const config = readSettings()
    const found = 'check' in config ? [config] : await examine(checks, config)
    console.log(found.map(lineOf).join('\n'))
    return found.some(({ state }) => state === 'failing') ? 1 : 0
  } catch (error) {
    return printError(error, USAGE)
  }
}

/** Returns the settings, or what is wrong with them: then nothing else can be checked. */
function readSettings(): Config | CheckResult {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const [check, label] = ['settings', CHECK_LABELS.settings]
    return { check, label, ...failing(`${error.message}.`.replace(/\.\.$/, '.'), SETTINGS_TEXTS.invalid) }
  }
}

/** Runs the checks with the database, or with the reason why it cannot be used. */
async function examine(checks: readonly HealthCheck[], config: Config): Promise<CheckResult[]> {
  const deps = { config, clock: systemClock, log: createLog('silent') }
  try {
    return await withConnection({ mayMake: false, waitMs: WAIT_MS, onWait: () => {} }, async ({ connectionString }) => {
      const database = openDatabase({ connectionString, poolSize: 2, onError: () => {} })
      try {
        return await runChecks(checks, { ...deps, database: database.db })
      } finally {
        await database.close()
      }
    })
  } catch (error) {
    const problem = sentenceOf(error)
    if (problem === null) throw error
    return runChecks(checks, { ...deps, database: { problem } })
  }
}

const lineOf = ({ state, label, sentence, todo }: CheckResult): string =>
  `${state.padEnd(9)}${label}: ${sentence}${todo === null ? '' : `\n${' '.repeat(9)}${todo}`}`

process.exitCode = await main(process.argv.slice(2))
