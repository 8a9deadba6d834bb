import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBlockBetween } from '#features/blocks/server/blocks.service.ts'
import type { UserId } from '#shared/ids.ts'

/** Finds the enabled members with these names, without those in a block with the author. */
export async function findMentioned(
  db: Db,
  authorId: UserId,
  names: readonly string[],
): Promise<{ id: UserId; name: string }[]> {
  if (names.length === 0) return []
  const { rows } = await sql<{ id: UserId; name: string }>`
    select member.id, lower(member.username) as name from profiles member
    where lower(member.username) = any(${names}::text[]) and member.disabled_at is null
      and not ${isBlockBetween(sql`member.id`, sql`${authorId}::uuid`)}`.execute(db)
  return rows
}

/**
 * Stores who is notified of a mention, up to `most` for the text, also after edits. Returns those who were not notified
 * before, in the given order.
 */
export async function insertMentions(
  db: Db,
  item: { type: 'thread' | 'post'; id: string },
  memberIds: readonly UserId[],
  { most, at }: { most: number; at: Date },
): Promise<UserId[]> {
  if (memberIds.length === 0) return []
  const { rows } = await sql<{ user_id: UserId }>`
    with known as (select user_id from forum_mentions where item_id = ${item.id} and type = ${item.type})
    insert into forum_mentions (type, item_id, user_id, created_at)
    select ${item.type}, ${item.id}::uuid, member.id, ${at}::timestamptz
    from unnest(${memberIds}::uuid[]) with ordinality as member (id, place)
    where not exists (select from known where known.user_id = member.id)
    order by member.place
    limit greatest(0, ${most} - (select count(*) from known))
    returning user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}
