import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBlockBetween } from '#features/blocks/server/blocks.service.ts'

/** Returns which of these threads are listed. */
export async function listListed(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from forum_threads where id = any(${ids}::uuid[]) and is_listed`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Returns the pairs of a thread and a member in a block with its author, as '<thread> <member>'. */
export async function listBlocked(
  db: Db,
  ids: readonly string[],
  memberIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (memberIds.length === 0) return new Set()
  const { rows } = await sql<{ pair: string }>`
    select thread.id || ' ' || member.id as pair
    from forum_threads thread
    cross join unnest(${memberIds}::uuid[]) as member (id)
    where thread.id = any(${ids}::uuid[]) and thread.author_id is not null
      and ${isBlockBetween(sql`member.id`, sql`thread.author_id`)}`.execute(db)
  return new Set(rows.map(({ pair }) => pair))
}
