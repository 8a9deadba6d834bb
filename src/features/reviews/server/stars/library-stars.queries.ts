import { sql } from 'kysely'
import { compiledOnce } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import type { GameId, UserId } from '#shared/ids.ts'

export interface CopiedReview {
  id: string
  user_id: string
  game_id: string
}

interface LibraryStars {
  userId: UserId
  gameIds: readonly GameId[]
  at: Date
}

/** Copies the stars of the library to the member's reviews of these games (C22). Returns the changed reviews. */
export const copyStars = compiledOnce<LibraryStars, CopiedReview>(
  (value) => sql<CopiedReview>`
      update reviews review
      set rating = entry.user_rating / 2.0,
        own_rating = coalesce(review.own_rating, review.rating),
        updated_at = greatest(${value('at')}::timestamptz, review.updated_at + interval '1 millisecond')
      from user_games entry
      where review.user_id = ${value('userId')} and review.game_id = any(${value('gameIds')}::text[])
        and entry.user_id = review.user_id and entry.game_id = review.game_id
        and entry.user_rating is not null and review.rating <> entry.user_rating / 2.0
      returning review.id, review.user_id, review.game_id`,
)

/**
 * Forgets the stars that the author wrote in reviews of games without stars in the library. With `isUndo` the reviews get
 * them back. Returns the changed reviews.
 */
export const takeStarsBack = compiledOnce<LibraryStars & { isUndo: boolean }, CopiedReview>(
  (value) => sql<CopiedReview>`
    update reviews review
    set rating = case when ${value('isUndo')}::boolean then own_rating else rating end,
      own_rating = null,
      updated_at = case when ${value('isUndo')}::boolean
        then greatest(${value('at')}::timestamptz, updated_at + interval '1 millisecond')
        else updated_at end
    where user_id = ${value('userId')} and game_id = any(${value('gameIds')}::text[]) and own_rating is not null
      and not exists (
        select from user_games entry
        where entry.user_id = review.user_id and entry.game_id = review.game_id and entry.user_rating is not null
      )
    returning id, user_id, game_id`,
)

/** Lists the games to which a member gives stars in the library. */
export async function listRatedBy(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('user_games')
    .select('game_id')
    .where('user_id', '=', userId)
    .where('user_rating', 'is not', null)
    .execute()
  return rows.map(({ game_id }) => game_id)
}
