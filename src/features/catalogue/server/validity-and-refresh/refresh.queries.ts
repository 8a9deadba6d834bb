import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId } from '#shared/ids.ts'
import { type Ages, isStaleOf } from '../stored-games/ages.ts'

/** Adds views of stored games; views of others are ignored. */
export async function addViews(db: Db, views: ReadonlyMap<GameId, number>, now: Date): Promise<void> {
  const ids = [...views.keys()]
  await sql`
    insert into game_views (game_id, views, viewed_at)
    select seen.id, seen.views, ${now}
    from unnest(${ids}::text[], ${[...views.values()]}::bigint[]) seen (id, views)
    where exists (select from games where games.id = seen.id)
    on conflict (game_id) do update set views = game_views.views + excluded.views, viewed_at = excluded.viewed_at`.execute(
    db,
  )
}

/**
 * Lists games of one source that need a refresh: the most viewed first, then the best known. A game that was released
 * recently or has no date changes more often than an old one; a game that only the built-in catalogue describes was
 * never fetched.
 */
export async function listStale(db: Db, origin: 'igdb' | 'rawg', ages: Ages, most: number): Promise<GameId[]> {
  const isStale = sql<boolean>`games.data_source = ${origin} and ${isStaleOf(ages)}`
  const { rows: viewed } = await sql<{ id: GameId }>`
    select games.id from game_views join games on games.id = game_views.game_id
    where ${isStale} order by game_views.views desc, games.id limit ${most}`.execute(db)
  if (viewed.length >= most) return viewed.map(({ id }) => id)
  const { rows: known } = await sql<{ id: GameId }>`
    select games.id from games where ${isStale} order by games.renown desc, games.id limit ${most}`.execute(db)
  return [...new Set([...viewed, ...known].map(({ id }) => id))].slice(0, most)
}

/**
 * Marks games that their source no longer knows: the stored facts stay, and the games are not fetched again until they
 * are stale.
 */
export async function markGone(db: Db, ids: readonly GameId[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('games')
    .set({ refreshed_at: now, is_validated: false, validation_reason: 'validation_failed', last_validated: now })
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
}
