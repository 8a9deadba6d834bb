import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type CountKeyset, isBefore, isBelow, type Keyset } from '#db/keyset.ts'
import { knownTo } from '#features/profiles/server/profiles.service.ts'
import type { Viewer } from '#server/session.ts'
import type { GameId } from '#shared/ids.ts'
import { isListedFor } from '../lists/review-lists.queries.ts'
import { type Found, NEWEST } from '../reviews.queries.ts'

// The limits are literals, so that every plan reads only so many rows of its index.

/** Selects the newest listed reviews of everybody. */
export const newest = (viewer: Viewer | null, before: Keyset | null, most: number): Found => ({
  ids: sql`
    select review.id from reviews review
    where ${isListedFor(viewer)} and ${isBefore(before, 'review.created_at', 'review.id')}
    order by ${NEWEST}
    limit ${sql.lit(most)}`,
  order: NEWEST,
})

/** Selects the listed reviews with likes or bookmarks, the most helpful first (G28). */
export function mostHelpful(viewer: Viewer | null, below: CountKeyset | null, most: number): Found {
  const order = sql`review.helpfulness desc, review.id desc`
  const ids = sql`
    select review.id from reviews review
    where ${isListedFor(viewer)} and review.helpfulness > 0 and ${isBelow(below, 'review.helpfulness', 'review.id')}
    order by ${order}
    limit ${sql.lit(most)}`
  return { ids, order }
}

/** Selects the newest listed reviews of members that the viewer knows: of each at most `most`, from an index. */
export const ofKnown = (viewer: Viewer, before: Keyset | null, most: number): Found => ({
  ids: sql`
    select review.id
    from (${knownTo(viewer.id)}) known
    cross join lateral (
      select review.id, review.created_at from reviews review
      where review.user_id = known.id and ${isListedFor(viewer)}
        and ${isBefore(before, 'review.created_at', 'review.id')}
      order by ${NEWEST}
      limit ${sql.lit(most)}
    ) review
    order by ${NEWEST}
    limit ${sql.lit(most)}`,
  order: NEWEST,
})

/** Limits the reviews whose games are counted: the newest of everybody. */
const COUNTED = 1000

/** Counts the newest listed reviews since a time by game, and lists the games with the most. */
export async function countByGame(db: Db, since: Date, most: number): Promise<{ game_id: GameId; reviews: number }[]> {
  const { rows } = await sql<{ game_id: GameId; reviews: number }>`
    select game_id, count(*)::int as reviews
    from (
      select game_id from reviews
      where is_listed and created_at >= ${since}
      order by created_at desc, id desc
      limit ${sql.lit(COUNTED)}
    ) newest
    group by game_id
    order by count(*) desc, game_id
    limit ${sql.lit(most)}`.execute(db)
  return rows
}
