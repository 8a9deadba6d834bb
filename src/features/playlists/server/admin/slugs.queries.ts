import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { PlaylistId } from '#shared/ids.ts'

/**
 * Lists the slugs of other playlists that are `base` or `base` with a suffix. A range, because a prefix that is a
 * parameter uses no index; in the order of the index the full stop follows the hyphen.
 */
export async function listTakenSlugs(db: Db, base: string, id: PlaylistId): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select slug from playlist_slugs
    where (slug = ${base} or (slug > ${`${base}-`} and slug < ${`${base}.`})) and playlist_id <> ${id}`.execute(db)
  return rows.map(({ slug }) => slug)
}

/**
 * Stores a slug of a playlist, and waits for another transaction that is storing the same one. Returns false if it
 * belongs to another playlist.
 */
export async function insertSlug(db: Db, id: PlaylistId, slug: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into playlist_slugs (slug, playlist_id, created_at) values (${slug}, ${id}, ${at})
    on conflict (slug) do update set playlist_id = excluded.playlist_id
      where playlist_slugs.playlist_id = excluded.playlist_id
    returning slug`.execute(db)
  return rows.length === 1
}

export async function deleteSlug(db: Db, slug: string): Promise<void> {
  await db.deleteFrom('playlist_slugs').where('slug', '=', slug).execute()
}
