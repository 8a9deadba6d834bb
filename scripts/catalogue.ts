import { createWriteStream } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import type { Db } from '#db/db.ts'
import { loadStarterCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { type ExportFormat, exportCatalogue } from '#features/catalogue-files/server/export/export-catalogue.ts'
import type { Counts } from '#features/catalogue-files/server/import/checkpoint.queries.ts'
import { importCatalogue } from '#features/catalogue-files/server/import/import-catalogue.ts'
import { ImportError } from '#features/catalogue-files/server/import/import-error.ts'
import { readMapping } from '#features/catalogue-files/server/import/mapped-rows.ts'
import { systemClock } from '#server/clock.ts'
import { counted } from '#shared/counted.ts'
import { printError, readArguments, UsageError, withDatabase } from './command.ts'
import { showProgress } from './progress.ts'

/**
 * `npm run catalogue -- import FILE` and `export [FILE]`: imports games from files and exports them. See
 * docs/operating.md.
 */
const USAGE = `npm run catalogue -- import FILE [--map name=title,released=date:"MMM D, YYYY",platform=system] [--dry-run]
npm run catalogue -- export [FILE] [--format ndjson|csv]

FILE may be gzipped; - is the standard input (import) or output (export).
Fields for --map: name id key steam released platform genre theme mode developer publisher series alternative summary rating.
Savepoint may be running or stopped. DATA_DIR or DATABASE_URL selects the database.`

/** Not every row that should be a game was imported. */
const INCOMPLETE = 1
/** The exit code of shells after Ctrl-C. */
const INTERRUPTED = 130

async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = readArguments(args, OPTIONS)
    const [command, file, ...rest] = positionals
    if (values.help) {
      console.log(USAGE)
      return 0
    }
    if (rest.length > 0) throw new UsageError('Name only one file.')
    if (command === 'import' && file) return await runImport(file, values)
    if (command === 'export') return await runExport(file ?? '-', values.format)
    throw new UsageError(command === 'import' ? 'Name the file to import.' : 'Name a command: import or export.')
  } catch (error) {
    return printError(error, USAGE, [ImportError])
  }
}

const OPTIONS = {
  map: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  format: { type: 'string', default: 'ndjson' },
} as const

async function runImport(file: string, options: { map?: string; 'dry-run': boolean }): Promise<number> {
  const mapping = options.map === undefined ? null : readMapping(options.map)
  const isDryRun = options['dry-run']
  const stop = stopOnSignal()
  const spooled = file === '-' ? await spool() : null
  const rejectsPath = spooled ? 'stdin.rejects.ndjson' : `${file}.rejects.ndjson`
  const began = performance.now()
  const shown = showProgress()
  try {
    return await withDatabase(
      async ({ db }) => {
        // The starter catalogue is loaded first, so that an import finds those games and does not duplicate them.
        if (!isDryRun) await loadStarterCatalogue(db)
        const {
          counts,
          isFinished,
          rejectsPath: liesAt,
          refusal,
        } = await importCatalogue(
          { db, clock: systemClock },
          {
            path: spooled?.path ?? file,
            rejectsPath,
            mapping,
            isDryRun,
            isStopped: stop.isAsked,
            onStep(step) {
              if (step.kind !== 'detected') return shown.at(step.bytes, step.of, summary(step.counts))
              shown.end()
              console.error(`${file} contains ${step.format}.`)
              if (step.resumedAt > 0)
                console.error(`Resuming after ${step.resumedAt} rows, where an earlier import stopped.`)
            },
          },
        )
        shown.end()
        const seconds = ((performance.now() - began) / 1000).toFixed(1)
        console.log(`${isDryRun ? 'Would be: ' : ''}${summary(counts)}, ${seconds} s`)
        if (counts.rejected > 0 && !isDryRun) {
          if (liesAt !== rejectsPath) console.error(`Cannot write to ${rejectsPath}.`)
          console.log(
            liesAt === null ? 'The rejected rows were not saved.' : `Rejected rows and the reasons: ${liesAt}`,
          )
        }
        const refused = counts.rejected - counts.notGames
        const first = refusal ? ` The first one: line ${refusal.line} ${refusal.reason}.` : ''
        if (refused > 0) console.error(`${counted(refused, 'row')} could not be imported.${first}`)
        else if (isFinished && counts.read === counts.rejected) console.error(`${file} contains no game.`)
        if (isFinished) return refused > 0 || counts.read === counts.rejected ? INCOMPLETE : 0
        console.error(`Stopped.${isDryRun || spooled ? '' : ' Run the same command again to resume.'}`)
        return INTERRUPTED
        // An operator may import games before the first start of the app.
      },
      { mayMake: !isDryRun },
    )
  } finally {
    shown.end()
    await spooled?.remove()
  }
}

const summary = (counts: Counts) =>
  `${counts.read} read, ${counts.new} new, ${counts.enriched} enriched, ${counts.unchanged} unchanged, ${counts.merged} merged, ${counts.rejected} rejected${counts.notGames > 0 ? ` (${counts.notGames} are no games)` : ''}`

async function runExport(file: string, format: string): Promise<number> {
  if (format !== 'ndjson' && format !== 'csv') throw new UsageError('--format must be ndjson or csv.')
  return withDatabase(({ db }) => (file === '-' ? exportToOutput(db, format) : exportToFile(db, file, format)))
}

async function exportToOutput(db: Db, format: ExportFormat): Promise<number> {
  // A reader that closes the pipe early (head) is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
  })
  await exportCatalogue(db, process.stdout, format)
  return 0
}

/** Writes to a temporary name and renames at the end, so that there is never half an export under the final name. */
async function exportToFile(db: Db, file: string, format: ExportFormat): Promise<number> {
  const part = `${file}.part`
  const out = createWriteStream(part)
  const isWritten = finished(out)
  const shown = showProgress()
  try {
    const games = await Promise.race([
      exportCatalogue(db, out, format, ({ games, of }) => shown.at(games, of, `${games} games`)),
      isWritten.then(() => 0),
    ])
    out.end()
    await isWritten
    await rename(part, file)
    shown.end()
    console.log(`${games} games exported to ${file}`)
    return 0
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    shown.end()
  }
}

/** The first Ctrl-C lets the batch finish; the second one ends the process. */
function stopOnSignal(): { isAsked: () => boolean } {
  let isAsked = false
  const ask = () => {
    if (isAsked) process.exit(INTERRUPTED)
    isAsked = true
  }
  process.on('SIGINT', ask)
  process.on('SIGTERM', ask)
  return { isAsked: () => isAsked }
}

/** Copies standard input to a file, because a file is read twice: first to validate it. */
async function spool(): Promise<{ path: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'savepoint-import-'))
  const path = join(folder, 'stdin')
  await pipeline(process.stdin, createWriteStream(path))
  return { path, remove: () => rm(folder, { recursive: true, force: true }) }
}

process.exitCode = await main(process.argv.slice(2))
