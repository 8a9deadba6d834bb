import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { Clock } from '../clock.ts'
import type { Job } from '../jobs.ts'
import { STORED_PICTURES } from './shared-pictures.ts'
import { STORAGE_JOBS } from './storage.texts.ts'
import type { Storage } from './storage.ts'

/** Objects that one transaction deletes, one after the other. */
const AT_ONCE = 100
const PICTURES_KEPT_MS = 30 * DAY_MS

export const storageJobs = (deps: { db: Db; clock: Clock; storage: Storage | null }): Job[] => [
  {
    name: 'delete-stored-leftovers',
    about: STORAGE_JOBS.leftovers,
    schedule: '*/5 * * * *',
    deletes: { stored_leftovers: 'until the storage has deleted the file' },
    run: async () => {
      const { storage } = deps
      if (storage !== null) while ((await deleteLeftovers({ ...deps, storage })) === AT_ONCE);
    },
  },
  {
    name: 'prune-stored-pictures',
    about: STORAGE_JOBS.pictures,
    schedule: '23 4 * * *',
    deletes: {},
    async run() {
      if (deps.storage === null) return
      const before = deps.clock().getTime() - PICTURES_KEPT_MS
      for await (const { key, at } of deps.storage.list(STORED_PICTURES))
        if (at.getTime() < before) await deps.storage.delete(key)
    },
  },
]

/**
 * Deletes files that no row names, and their keys. If it ends half-way the keys stay, and the next run deletes again what is
 * gone already. A write that names a key waits for it.
 */
async function deleteLeftovers(deps: { db: Db; clock: Clock; storage: Storage }): Promise<number> {
  return inTransaction(deps, async ({ db }) => {
    const { rows } = await sql<{ key: string }>`
      select key from stored_leftovers where due_at <= ${deps.clock()}
      order by due_at limit ${AT_ONCE} for update skip locked`.execute(db)
    const keys = rows.map(({ key }) => key)
    for (const key of keys) await deps.storage.delete(key)
    if (keys.length > 0) await sql`delete from stored_leftovers where key = any(${keys})`.execute(db)
    return keys.length
  })
}
