import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Viewer } from '#server/session.ts'
import { audienceOf, isVisibleTo } from '../visibility/visibility.queries.ts'

/** Returns those of the ids whose profiles the viewer may see. */
export async function listVisibleIds(db: Db, viewer: Viewer | null, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from profiles p
    where p.id = any(${ids}::uuid[]) and ${isVisibleTo(audienceOf(viewer), sql`p`, 'profile')}`.execute(db)
  return rows.map(({ id }) => id)
}
