import type { Db } from '#db/db.ts'
import type { Storage } from './storage.ts'
import { createStoredFiles } from './stored-files.ts'
import { listNamed, listStoredTables, listToMove, placeFile } from './stored-tables.queries.ts'

const ROWS_AT_ONCE = 20
const KEYS_AT_ONCE = 500
/** The folders whose objects a row of the database names. */
const FOLDERS = ['avatars/', 'exports/']
const FOLDER_OF: Readonly<Record<string, string>> = { avatars: 'avatars', export_parts: 'exports' }

export interface Moved {
  moved: number
  /** Files that the storage does not have, so that their rows stay as they are. */
  missing: number
}

/**
 * Moves all files of members to the storage or back into the database, beside a running app. A row that changes meanwhile is
 * left as it is. When it is called again, it goes on where it was stopped.
 */
export async function moveFiles(
  { db, storage }: { db: Db; storage: Storage },
  to: 'storage' | 'database',
): Promise<Moved> {
  const files = createStoredFiles({ db, storage, clock: () => new Date() })
  const done: Moved = { moved: 0, missing: 0 }
  for (const table of await listStoredTables(db)) {
    let after: string | null = null
    for (;;) {
      const rows = await listToMove(db, table, to, after, ROWS_AT_ONCE)
      for (const row of rows) {
        const bytes = await files.read(row)
        if (bytes === null) done.missing += 1
        else {
          const file =
            to === 'storage' ? await files.keep(FOLDER_OF[table] ?? table, bytes) : { bytes, stored_as: null }
          if (await placeFile(db, table, row, file)) done.moved += 1
        }
      }
      after = rows.at(-1)?.ctid ?? null
      if (after === null) break
    }
  }
  return done
}

/** Deletes files from the storage that no row names, as after the restore of an older backup. Returns how many. */
export async function deleteUnnamed({ db, storage }: { db: Db; storage: Storage }): Promise<number> {
  const tables = await listStoredTables(db)
  let deleted = 0
  const check = async (keys: string[]) => {
    const named = await listNamed(db, tables, keys)
    for (const key of keys.filter((each) => !named.has(each))) {
      await storage.delete(key)
      deleted += 1
    }
  }
  for (const folder of FOLDERS) {
    const keys: string[] = []
    for await (const { key } of storage.list(folder)) {
      keys.push(key)
      if (keys.length === KEYS_AT_ONCE) await check(keys.splice(0))
    }
    await check(keys)
  }
  return deleted
}
