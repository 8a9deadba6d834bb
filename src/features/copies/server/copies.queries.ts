import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { EntryKey } from '#features/library/server/writing/entry-writing.service.ts'
import { firstDayOf, partialDayOf, precisionOf } from '#features/play-log/play-sessions.rules.ts'
import type { CopyId, UserId } from '#shared/ids.ts'
import type { CopyDraft } from '../copies.schemas.ts'

// Every query names the member, so that an id never reaches the rows of another one.

const COPY = [
  'id',
  'platform',
  'store',
  'edition',
  'is_physical',
  'got_on',
  'got_precision',
  'price',
  'currency',
  'lent_to',
  'lent_on',
  'lent_precision',
] as const

/** Lists the copies of an entry, oldest first, or one of them. */
export async function listCopies(db: Db, { userId, gameId }: EntryKey, copyId: CopyId | null = null) {
  const rows = await db
    .selectFrom('game_copies')
    .select(COPY)
    .where('user_id', '=', userId)
    .where('game_id', '=', gameId)
    .$if(copyId !== null, (query) => query.where('id', '=', copyId as string))
    .orderBy('id')
    .execute()
  return rows.map(({ id, got_precision, lent_precision, ...copy }) => ({
    ...copy,
    id: id as CopyId,
    got_on: copy.got_on && partialDayOf(copy.got_on, got_precision),
    lent_on: copy.lent_on && partialDayOf(copy.lent_on, lent_precision),
  }))
}

/** Returns the columns of a copy. */
export const copyColumns = ({ got_on, lent_on, ...copy }: CopyDraft) => ({
  ...copy,
  currency: copy.price === null ? null : copy.currency,
  got_on: got_on && firstDayOf(got_on),
  got_precision: got_on ? precisionOf(got_on) : 'day',
  lent_on: lent_on && firstDayOf(lent_on),
  lent_precision: lent_on ? precisionOf(lent_on) : 'day',
})

export async function insertCopy(db: Db, { userId, gameId }: EntryKey, copy: CopyDraft, at: Date): Promise<CopyId> {
  const { id } = await db
    .insertInto('game_copies')
    .values({ user_id: userId, game_id: gameId, ...copyColumns(copy), created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id as CopyId
}

/** Returns false when the entry has no such copy. */
export async function updateCopy(db: Db, key: EntryKey, copyId: CopyId, copy: CopyDraft, at: Date): Promise<boolean> {
  const rows = await db
    .updateTable('game_copies')
    // Later than its creation also within a millisecond: the undo of an import leaves what the member has changed.
    .set({
      ...copyColumns(copy),
      updated_at: sql<Date>`greatest(${at}::timestamptz, updated_at + interval '1 millisecond')`,
    })
    .where('user_id', '=', key.userId)
    .where('game_id', '=', key.gameId)
    .where('id', '=', copyId)
    .returning('id')
    .execute()
  return rows.length > 0
}

/** Returns false when the entry has no such copy. */
export async function deleteCopy(db: Db, key: EntryKey, copyId: CopyId): Promise<boolean> {
  const rows = await db
    .deleteFrom('game_copies')
    .where('user_id', '=', key.userId)
    .where('game_id', '=', key.gameId)
    .where('id', '=', copyId)
    .returning('id')
    .execute()
  return rows.length > 0
}

export interface CopyCounts {
  total: number
  lent: number
  platforms: { name: string; count: number }[]
  stores: { name: string; count: number }[]
  editions: { name: string; count: number }[]
  years: { name: string; count: number }[]
  borrowers: { name: string; count: number }[]
  has_prices: boolean
  currency: string | null
}

/** Counts a member's copies; names that differ only in case or the spelling of Unicode count as one. */
export async function countCopies(db: Db, userId: UserId): Promise<CopyCounts> {
  const facet = (column: 'platform' | 'store' | 'edition' | 'year' | 'lent_to') => sql`(
    select coalesce(jsonb_agg(jsonb_build_object('name', name, 'count', count) order by count desc, name), '[]')
    from (
      select mode() within group (order by ${sql.ref(column)}) as name, count(distinct game_id) as count
      from copy where ${sql.ref(column)} is not null group by lower(normalize(${sql.ref(column)}))
    ) named
  )`
  const { rows } = await sql<CopyCounts>`
    with copy as materialized (
      select id, game_id, platform, store, edition, to_char(got_on, 'YYYY') as year, lent_to, currency
      from game_copies where user_id = ${userId}
    )
    select count(*) as total, count(lent_to) as lent, ${facet('platform')} as platforms, ${facet('store')} as stores,
      ${facet('edition')} as editions, ${facet('year')} as years, ${facet('lent_to')} as borrowers,
      count(currency) > 0 as has_prices,
      (select currency from copy where currency is not null order by id desc limit 1) as currency
    from copy`.execute(db)
  return rows[0]!
}
