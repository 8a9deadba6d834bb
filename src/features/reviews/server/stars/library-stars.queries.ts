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

/**
 * Copies the stars of the playthroughs of these games to their reviews, and those of the library to the review of the latest one or of
 * the game as a whole (C22, decision 0142). Returns the changed reviews.
 */
export const copyStars = compiledOnce<LibraryStars, CopiedReview>(
  (value) => sql<CopiedReview>`
      update reviews review
      set rating = given.half_stars / 2.0,
        own_rating = coalesce(review.own_rating, review.rating),
        updated_at = greatest(${value('at')}::timestamptz, review.updated_at + interval '1 millisecond')
      from (
        select own.id, coalesce(run.rating, case
          when own.place = 0 and (run.id is null or run.id = latest_run(own.user_id, own.game_id)) then entry.user_rating
        end) as half_stars
        from reviews own
        join user_games entry on entry.user_id = own.user_id and entry.game_id = own.game_id
        left join playthroughs run on run.id = own.playthrough_id
        where own.user_id = ${value('userId')} and own.game_id = any(${value('gameIds')}::text[])
      ) given
      where review.id = given.id and review.rating <> given.half_stars / 2.0
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
    where user_id = ${value('userId')} and game_id = any(${value('gameIds')}::text[]) and own_rating is not null and place = 0
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
