import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#shared/ids.ts'
import type { CopyKind } from '../../copy-kinds.rules.ts'

/** What a copy must be for a filter of the library; every part is true of the same copy. */
export interface CopyFilter {
  kind?: CopyKind
  platform?: string
  store?: string
  edition?: string
  /** In which the member got it. */
  year?: number
  lentTo?: string
  /** From on, and below to. */
  price?: { from: number; to: number | null }
}

const KINDS: Record<Exclude<CopyKind, 'owned' | 'none'>, RawBuilder<unknown>> = {
  physical: sql`copy.is_physical`,
  digital: sql`not copy.is_physical`,
  lent: sql`copy.lent_to is not null`,
}

/** The upper end is not part of a range, but a range with equal ends is one price. */
const isInPriceRange = ({ from, to }: NonNullable<CopyFilter['price']>): RawBuilder<boolean> =>
  to === from
    ? sql`copy.price = ${from}`
    : to === null
      ? sql`copy.price >= ${from}`
      : sql`copy.price >= ${from} and copy.price < ${to}`

/**
 * Returns the condition on the entries of a member that they have a matching copy, or with `none` that they have no
 * matching one. The subquery names the member and not the entry, so that PostgreSQL computes it once as a hash.
 */
export function hasCopy(userId: UserId, filter: CopyFilter): RawBuilder<boolean> {
  const { kind = 'owned', platform, store, edition, year, lentTo, price } = filter
  const conditions = [
    sql`copy.user_id = ${userId}`,
    ...(kind === 'owned' || kind === 'none' ? [] : [KINDS[kind]]),
    ...(platform === undefined ? [] : [sql`lower(normalize(copy.platform)) = lower(normalize(${platform}::text))`]),
    ...(store === undefined ? [] : [sql`lower(normalize(copy.store)) = lower(normalize(${store}::text))`]),
    ...(edition === undefined ? [] : [sql`lower(normalize(copy.edition)) = lower(normalize(${edition}::text))`]),
    ...(year === undefined ? [] : [sql`extract(year from copy.got_on) = ${year}`]),
    ...(lentTo === undefined ? [] : [sql`lower(normalize(copy.lent_to)) = lower(normalize(${lentTo}::text))`]),
    ...(price === undefined ? [] : [isInPriceRange(price)]),
  ]
  const games = sql`select copy.game_id from game_copies copy where ${sql.join(conditions, sql` and `)}`
  return kind === 'none'
    ? sql<boolean>`user_games.game_id not in (${games})`
    : sql<boolean>`user_games.game_id in (${games})`
}
