import { randomUUID } from 'node:crypto'
import { listBackupFiles } from '../backups.ts'
import type { Config } from '../config.ts'
import { type Finding, failing, type HealthCheck, ok, warning, withDatabase } from '../doctor/health-check.ts'
import { STORAGE_CHECK } from './storage.texts.ts'
import { openStorage, type Storage, storageReason } from './storage.ts'
import { listStoredBackups } from './stored-backups.ts'
import { countStored, listStoredTables } from './stored-tables.queries.ts'

/** Looks whether rows name files of a storage that is not set up. */
const storageNeeded: HealthCheck = {
  name: 'storage-needed',
  label: STORAGE_CHECK.label,
  isOutside: false,
  run: withDatabase(async (db, { config }) => {
    if (config.storage !== null) return []
    let files = 0
    for (const table of await listStoredTables(db)) files += await countStored(db, table)
    return files > 0 ? failing(...STORAGE_CHECK.needed(files)) : []
  }),
}

/** Stores, reads and deletes a small file, and looks for the latest backup. */
const storageWorks: HealthCheck = {
  name: 'storage',
  label: STORAGE_CHECK.label,
  isOutside: true,
  async run({ config, log }) {
    if (config.storage === null) return ok(STORAGE_CHECK.off)
    const storage = openStorage(config.storage, log)
    try {
      await tryStorage(storage)
      return [ok(STORAGE_CHECK.fine(storage.location)), ...(await backupOf(storage, config))]
    } catch (error) {
      return failing(...STORAGE_CHECK.broken(storage.location, storageReason(error)))
    } finally {
      storage.close()
    }
  },
}

async function tryStorage(storage: Storage): Promise<void> {
  const key = `checks/${randomUUID()}`
  const content = Buffer.from(STORAGE_CHECK.content)
  await storage.put(key, content)
  const found = await storage.get(key)
  await storage.delete(key)
  if (!found?.equals(content)) throw new Error('it did not return what was stored')
}

async function backupOf(storage: Storage, { backups }: Config): Promise<Finding[]> {
  const [latest] = backups === null ? [] : await listBackupFiles(backups.folder).catch(() => [])
  if (latest === undefined) return []
  const stored = await listStoredBackups(storage)
  return stored.some(({ name }) => name === latest.name) ? [] : [warning(...STORAGE_CHECK.noBackup(latest.name))]
}

export const STORAGE_CHECKS: readonly HealthCheck[] = [storageNeeded, storageWorks]
