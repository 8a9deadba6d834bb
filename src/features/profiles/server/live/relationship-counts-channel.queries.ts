import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBlockBetween } from '#features/blocks/server/blocks.service.ts'
import type { UserId } from '#shared/ids.ts'

/** Returns those of the ids whose members are enabled and in no block with the viewer. */
export async function listUnblockedIds(db: Db, viewerId: UserId | null, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from profiles p
    where p.id = any(${ids}::uuid[]) and p.disabled_at is null
      ${viewerId === null ? sql`` : sql`and not ${isBlockBetween(sql`p.id`, sql`${viewerId}::uuid`)}`}`.execute(db)
  return rows.map(({ id }) => id)
}
