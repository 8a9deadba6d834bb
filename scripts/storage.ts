import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type Config, readConfig } from '#server/config.ts'
import { ConfigError } from '#server/config-error.ts'
import { createLog } from '#server/log.ts'
import { deleteUnnamed, type Moved, moveFiles } from '#server/storage/move-files.ts'
import { openStorage, type Storage, storageReason } from '#server/storage/storage.ts'
import { listStoredBackups, openStoredBackup } from '#server/storage/stored-backups.ts'
import { counted, sizeText } from '#shared/counted.ts'
import { Refusal } from '#shared/refusal.ts'
import { printError, readArguments, UsageError, withDatabase } from './command.ts'

/** `npm run storage`: moves files between the database and the storage, and fetches backups. See docs/operating.md. */
const USAGE = `npm run storage -- to-storage          move the files of members from the database to STORAGE_URL
npm run storage -- to-database         move them back
npm run storage -- clean               delete files that no row names, as after the restore of an older backup
npm run storage -- backups             list the backups in the storage
npm run storage -- fetch NAME [FILE]   fetch a backup, for npm run restore

Savepoint may be running or stopped. What is stopped half-way goes on when it is called again.`

type Work = (storage: Storage, rest: readonly string[]) => Promise<number>

const COMMANDS: Readonly<Record<string, Work>> = {
  'to-storage': (storage) => move(storage, 'storage'),
  'to-database': (storage) => move(storage, 'database'),
  async clean(storage) {
    const deleted = await withDatabase(({ db }) => deleteUnnamed({ db, storage }))
    console.log(`Deleted ${counted(deleted, 'file')} that no row names.`)
    return 0
  },
  async backups(storage) {
    for (const { name, bytes } of await listStoredBackups(storage)) console.log(`${name}  ${sizeText(bytes)}`)
    return 0
  },
  fetch: (storage, [name, file = name]) => fetchBackup(storage, name, file),
}

async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = readArguments(args, {})
    const [command = '', ...rest] = positionals
    if (values.help) {
      console.log(USAGE)
      return 0
    }
    const work = COMMANDS[command]
    if (work === undefined || rest.length > (command === 'fetch' ? 2 : 0)) throw new UsageError('Name one command.')
    const storage = requireStorage(readConfig(process.env))
    try {
      return await work(storage, rest)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw new ConfigError(`The storage ${storage.location} fails: ${storageReason(error)}.`)
    } finally {
      storage.close()
    }
  } catch (error) {
    return printError(error, USAGE)
  }
}

function requireStorage({ storage }: Config): Storage {
  if (storage === null) throw new ConfigError('Set STORAGE_URL first: this command works with that storage.')
  return openStorage(storage, createLog('silent'))
}

async function move(storage: Storage, to: 'storage' | 'database'): Promise<number> {
  const { moved, missing }: Moved = await withDatabase(({ db }) => moveFiles({ db, storage }, to))
  console.log(`Moved ${counted(moved, 'file')} to ${to === 'storage' ? storage.location : 'the database'}.`)
  if (missing > 0) console.error(`The storage lacks ${counted(missing, 'file')}: their rows were left as they are.`)
  return missing > 0 ? 1 : 0
}

async function fetchBackup(storage: Storage, name: string | undefined, file: string | undefined): Promise<number> {
  if (name === undefined || file === undefined) throw new UsageError('Name the backup.')
  const content = await openStoredBackup(storage, name)
  if (content === null) throw new ConfigError(`${storage.location} has no backup ${name}.`)
  // Only its owner may read a backup, and an existing file stays.
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  let isMade = false
  out.once('open', () => {
    isMade = true
  })
  await pipeline(content, out).catch(async (error: unknown) => {
    if (isMade) await rm(file, { force: true })
    throw error
  })
  console.log(`Wrote ${file}. Restore it with: npm run restore ${file}`)
  return 0
}

process.exitCode = await main(process.argv.slice(2))
