import { sql } from 'kysely'
import { type CountKeyset, isBefore, isBelow, type Keyset } from '#db/keyset.ts'
import { knownTo } from '#features/profiles/server/profiles.service.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { IS_SHOWN, LAST_CHANGED, type SharedLists } from '../lists.queries.ts'

/** Limits the lists of a game that are ordered: its newest ones. */
const LISTS_OF_GAME = 500

/** The lists that contain a game, looked up from its newest ones; all lists without a game. */
const containing = (gameId: GameId | undefined) =>
  gameId === undefined
    ? sql`lists list`
    : sql`(
        select list_id from list_games where game_id = ${gameId} order by list_id desc limit ${sql.lit(LISTS_OF_GAME)}
      ) about
      cross join lateral (select * from lists where lists.id = about.list_id limit 1) list`

/** Selects the lists that changed last. */
export const latest = (gameId: GameId | undefined, before: Keyset | null): SharedLists => ({
  from: containing(gameId),
  where: isBefore(before, 'list.changed_at', 'list.id'),
  order: LAST_CHANGED,
})

/** Selects the lists with likes, the most liked first. */
export const mostLiked = (gameId: GameId | undefined, below: CountKeyset | null): SharedLists => ({
  from: containing(gameId),
  where: sql`list.likes_count > 0 and ${isBelow(below, 'list.likes_count', 'list.id')}`,
  order: sql`list.likes_count desc, list.id desc`,
})

/** Selects the lists of members that the viewer knows. Of each it reads at most `most` in their order from an index. */
export const ofKnown = (
  viewerId: UserId,
  gameId: GameId | undefined,
  before: Keyset | null,
  most: number,
): SharedLists => {
  const isBeforeKeyset = isBefore(before, 'list.changed_at', 'list.id')
  if (gameId !== undefined)
    return {
      from: containing(gameId),
      where: sql`list.user_id in (select id from (${knownTo(viewerId)}) known) and ${isBeforeKeyset}`,
      order: LAST_CHANGED,
    }
  return {
    from: sql`(${knownTo(viewerId)}) known
      cross join lateral (
        select * from lists list
        where list.user_id = known.id and ${IS_SHOWN} and ${isBeforeKeyset}
        order by ${LAST_CHANGED}
        limit ${sql.lit(most)}
      ) list`,
    where: sql`true`,
    order: LAST_CHANGED,
  }
}
