import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError, isBackup } from '#db/backup/format.ts'
import { type BackupOptions, writeBackup, writeBackupFile } from '#db/backup/write-backup.ts'
import { fileProblem } from '#db/file-problem.ts'
import { backupName, secretForBackup } from '#server/backups.ts'
import { printError, printWaiting, readArguments, UsageError, withConnection } from './command.ts'
import { showProgress } from './progress.ts'

/** `npm run backup`: writes everything to one file, with or without a running Savepoint. See docs/operating.md. */
const USAGE = `npm run backup                    write to BACKUP_DIR, or to the current folder without it
npm run backup FILE               write to this file
npm run --silent backup - | …     write to the standard output

Savepoint may be running or stopped. DATA_DIR or DATABASE_URL selects the database.`

async function main(args: string[]): Promise<number> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const shown = showProgress()
  try {
    const { values, positionals } = readArguments(args, {})
    const [file, ...rest] = positionals
    if (values.help) {
      console.log(USAGE)
      return 0
    }
    if (rest.length > 0) throw new UsageError('Name only one file.')
    if (file === '-' && process.stdout.isTTY)
      throw new UsageError('A backup is binary: redirect the output to a file or a pipe.')
    return await withConnection({ mayMake: false }, async ({ connectionString, config }) => {
      const options: BackupOptions = {
        connectionString,
        secret: secretForBackup(config),
        signal: stop.signal,
        onWait: printWaiting,
        onTable: (done, of) => shown.at(done, of, `${done} of ${of} tables`),
      }
      if (file === '-') {
        await writeBackup(() => process.stdout, options).catch((error: unknown) => {
          const problem = fileProblem(error, 'The output')
          throw problem === null ? error : new BackupError(`${problem}: the backup is not complete.`)
        })
        return 0
      }
      const path = file ?? join(config.backups?.folder ?? '.', backupName(new Date()))
      await requireFree(path)
      const { tables, rows, bytes } = await writeBackupFile(path, options)
      shown.end()
      console.log(`Wrote ${rows} rows of ${tables} tables to ${path} (${(bytes / 1024 / 1024).toFixed(1)} MB).`)
      console.log('This file contains all data of the site, secrets included: protect it like the site itself.')
      return 0
    })
  } catch (error) {
    shown.end()
    if (!stop.signal.aborted) return printError(error, USAGE)
    console.error('Stopped. No backup was written.')
    return 130
  }
}

/** Refuses to overwrite a file other than an older backup. */
async function requireFree(path: string): Promise<void> {
  const stats = await lstat(path).catch(() => null)
  if (stats?.isDirectory()) throw new BackupError(`${path} is a folder. Name a file in it: nothing was backed up.`)
  if (stats?.isFile() ? !(await isBackup(path)) : stats !== null)
    throw new BackupError(`${path} exists and is not a Savepoint backup. Choose another name.`)
}

process.exitCode = await main(process.argv.slice(2))
