import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'

export interface ReportedListRow {
  id: string
  user_id: UserId
  title: string
  description: string
  is_shared: boolean
  hidden_at: Date | null
  notes: string | null
}

/** Lists the contents of these lists, including hidden ones. */
export async function listReported(db: Db, ids: readonly string[]): Promise<ReportedListRow[]> {
  const { rows } = await sql<ReportedListRow>`
    select list.id, list.user_id, list.title, list.description, list.is_shared, list.hidden_at,
      (select string_agg(note, E'\n' order by position) from list_games where list_id = list.id) as notes
    from lists list
    where list.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** Returns all words of a list that its owner has written. */
export const wordsOf = ({ title, description, notes }: ReportedListRow): string =>
  [title, description, notes].filter(Boolean).join('\n')

/** Hides a list at an instant, or shows it again (null). Returns undefined when it is deleted or already in that state. */
export function setHidden(db: Db, id: string, at: Date | null) {
  return db
    .updateTable('lists')
    .set({ hidden_at: at })
    .where('id', '=', id)
    .where('hidden_at', at === null ? 'is not' : 'is', null)
    .returning('user_id')
    .executeTakeFirst()
}
