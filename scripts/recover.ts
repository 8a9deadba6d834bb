import { recover } from '#db/base-backup.ts'
import { readConfig } from '#server/config.ts'
import { ConfigError } from '#server/config-error.ts'
import { printError, readArguments, UsageError } from './command.ts'

/** `npm run recover`: brings a new DATA_DIR to a moment, from the archive of the write-ahead log. See docs/operating.md. */
const USAGE = `npm run recover                                    the latest state that WAL_ARCHIVE_DIR has
npm run recover -- --to 2026-11-30T02:15:00Z       the state of this moment

Recovers into a new DATA_DIR. The app of the archive may run meanwhile.`

async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = readArguments(args, { to: { type: 'string' } })
    if (values.help) {
      console.log(USAGE)
      return 0
    }
    if (positionals.length > 0) throw new UsageError('This command takes no names.')
    const to = values.to === undefined ? null : new Date(values.to)
    if (to !== null && !/T.*(?:Z|[+-]\d\d:?\d\d)$/.test(values.to ?? ''))
      throw new UsageError('Give the time with its zone.')
    if (to !== null && Number.isNaN(to.getTime())) throw new UsageError('This is no time.')
    const { walArchive, dataDir } = readConfig(process.env)
    if (walArchive === null) throw new ConfigError('Set WAL_ARCHIVE_DIR to the archive.')
    const base = await recover(walArchive.folder, dataDir, to)
    console.log(
      `Recovered ${dataDir} from the base backup ${base} to ${to === null ? 'the end of the archive' : to.toISOString()}.`,
    )
    console.log('Start it with another WAL_ARCHIVE_DIR, or without one.')
    return 0
  } catch (error) {
    return printError(error, USAGE)
  }
}

process.exitCode = await main(process.argv.slice(2))
