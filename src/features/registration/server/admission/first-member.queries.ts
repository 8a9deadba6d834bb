import type { Db } from '#db/db.ts'

/** Returns whether this is the only account, and no admin. */
export async function isOnlyMember(db: Db, userId: string): Promise<boolean> {
  const rows = await db.selectFrom('profiles').select(['id', 'role']).limit(2).execute()
  return rows.length === 1 && rows[0]?.id === userId && rows[0].role !== 'admin'
}
