import type { Db } from '#db/db.ts'
import type { ListId, UserId } from '#shared/ids.ts'

/** Counts the other lists that the member has pinned to the home page. */
export async function countOtherPinned(db: Db, userId: UserId, listId: ListId): Promise<number> {
  const { lists } = await db
    .selectFrom('lists')
    .where('user_id', '=', userId)
    .where('is_on_home', '=', true)
    .where('id', '<>', listId)
    .select((eb) => eb.fn.countAll<number>().as('lists'))
    .executeTakeFirstOrThrow()
  return lists
}

/** Pins a list of this owner or unpins it. Returns whether there is such a list. */
export async function setPinned(db: Db, userId: UserId, listId: ListId, is_on_home: boolean): Promise<boolean> {
  const [updated] = await db
    .updateTable('lists')
    .set({ is_on_home })
    .where('id', '=', listId)
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  return updated !== undefined
}
