import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'

/**
 * Returns the query of the games on a shelf. The queue has only games that are still to be played: another status
 * hides a game, and an undo of the status shows it where it was.
 */
export const heldBy = (shelf: RawBuilder<unknown>) => sql`
  select held.game_id from own_shelf_games held
  where held.shelf_id = ${shelf}.id and (not ${shelf}.is_queue or ${isWanted})`

export const isWanted = sql`exists (
  select from user_games entry
  where entry.user_id = held.user_id and entry.game_id = held.game_id and entry.status = 'want_to_play'
)`

/** Counts the games of the shelves that a member shows to others, in the order of the shelves. */
export async function tallyShownShelves(
  db: Db,
  userId: UserId,
  isShared: boolean,
): Promise<{ name: string; count: number }[]> {
  const visible = isShared ? sql`where not is_own_game(held.game_id)` : sql``
  const { rows } = await sql<{ name: string; count: number }>`
    select shelf.name, (select count(*) from (${heldBy(sql.ref('shelf'))}) held ${visible}) as count
    from own_shelves shelf
    where shelf.user_id = ${userId} and shelf.is_shown
    order by shelf.position, shelf.id`.execute(db)
  return rows
}
