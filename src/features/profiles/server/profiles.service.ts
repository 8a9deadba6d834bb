import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import type { PublicProfile } from '../profiles.contract.ts'
import { listProfiles } from './profiles.queries.ts'

/**
 * The profiles of many members in one trip, by id. Who is missing has left or is disabled: drop what they did.
 * The batch step of a read (ids, load in batches, drop what may not be seen, view).
 */
export async function loadPublicProfiles(db: Db, ids: Iterable<string>): Promise<ReadonlyMap<string, PublicProfile>> {
  const wanted = [...new Set(ids)]
  const rows = wanted.length === 0 ? [] : await listProfiles(db, wanted)
  return new Map(rows.map((row) => [row.id, { ...row, id: row.id as UserId }]))
}
