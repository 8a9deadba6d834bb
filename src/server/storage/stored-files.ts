import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { HOUR_MS } from '#shared/durations.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Clock } from '../clock.ts'
import { STORAGE_UNAVAILABLE } from './storage.texts.ts'
import type { Storage } from './storage.ts'

/** A file that no row names after this time was left by a write that failed. */
const NAMED_WITHIN_MS = HOUR_MS

/** The columns of a row with a file: one of them is null. */
export interface StoredFile {
  bytes: Buffer | null
  stored_as: string | null
}

/** The files of members: in the row, or with STORAGE_URL in the storage. */
export interface StoredFiles {
  /**
   * Stores a file, and returns the columns of the row that will name it. Call it before the transaction of the row. If that
   * never commits, a job deletes the file after an hour. Throws a `Refusal` (503) if the storage fails; nothing is left then.
   */
  keep: (folder: string, bytes: Buffer) => Promise<StoredFile>
  /** Reads the file of a row; null if the storage has lost it. Throws a `Refusal` (503) while the storage does not answer. */
  read: (file: StoredFile) => Promise<Buffer | null>
}

export function createStoredFiles(deps: { db: Db; clock: Clock; storage: Storage | null }): StoredFiles {
  const { db, clock, storage } = deps
  return {
    async keep(folder, bytes) {
      if (storage === null) return { bytes, stored_as: null }
      const key = `${folder}/${randomUUID()}`
      const dueAt = new Date(clock().getTime() + NAMED_WITHIN_MS)
      await sql`insert into stored_leftovers (key, due_at) values (${key}, ${dueAt})`.execute(db)
      await storage.put(key, bytes)
      return { bytes: null, stored_as: key }
    },
    async read({ bytes, stored_as }) {
      if (stored_as === null) return bytes
      if (storage === null) throw new Refusal('upstream', 'storage_unavailable', STORAGE_UNAVAILABLE)
      return storage.get(stored_as)
    },
  }
}
