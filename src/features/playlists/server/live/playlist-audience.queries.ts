import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Returns which of these playlists are public or have been, and which of these viewers are admins. */
export async function findAudience(
  db: Db,
  playlistIds: readonly string[],
  viewerIds: readonly (string | null)[],
): Promise<{ publicIds: ReadonlySet<string>; adminIds: ReadonlySet<string> }> {
  const members = viewerIds.filter((id) => id !== null)
  const { rows } = await sql<{ id: string; is_admin: boolean }>`
    select id, false as is_admin from playlists where id = any(${playlistIds}::uuid[]) and published_at is not null
    union all
    select id, true from profiles where role = 'admin' and disabled_at is null and id = any(${members}::uuid[])`.execute(
    db,
  )
  const idsOf = (isAdmin: boolean) => new Set(rows.filter(({ is_admin }) => is_admin === isAdmin).map(({ id }) => id))
  return { publicIds: idsOf(false), adminIds: idsOf(true) }
}
