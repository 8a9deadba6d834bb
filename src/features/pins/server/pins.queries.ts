import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { JoinedEntry } from '#features/library/server/library.events.ts'
import type { UserId } from '#shared/ids.ts'
import type { PinTarget } from '../pins.contract.ts'
import { PIN_TYPES, type PinType } from '../pins.rules.ts'

/** The column and the table of each type. */
const KINDS = {
  entry: { column: 'entry_id', table: 'user_games' },
  activity: { column: 'activity_id', table: 'friend_activities' },
  review: { column: 'review_id', table: 'reviews' },
  list: { column: 'list_id', table: 'lists' },
} as const satisfies Record<PinType, { column: string; table: string }>

export async function listTargets(db: Db, userId: UserId): Promise<PinTarget[]> {
  const rows = await db
    .selectFrom('profile_pins')
    .where('user_id', '=', userId)
    .select(['entry_id', 'activity_id', 'review_id', 'list_id'])
    .orderBy('position')
    .execute()
  return rows.flatMap((row) =>
    PIN_TYPES.flatMap((item_type) => {
      const item_id = row[KINDS[item_type].column]
      return item_id === null ? [] : { item_type, item_id }
    }),
  )
}

/** Lists the pins that the owner sees, in order. */
export async function listShownIds(db: Db, userId: UserId): Promise<string[]> {
  const rows = await db
    .selectFrom('profile_pins as pin')
    .leftJoin('friend_activities as activity', 'activity.id', 'pin.activity_id')
    .where('pin.user_id', '=', userId)
    .where('activity.hidden_at', 'is', null)
    .select((eb) => eb.fn.coalesce('pin.entry_id', 'pin.activity_id', 'pin.review_id', 'pin.list_id').as('id'))
    .orderBy('pin.position')
    .execute()
  return rows.map(({ id }) => id as string)
}

/** Counts which of these the member owns, and locks them until the transaction ends. */
export async function lockOwn(db: Db, userId: UserId, type: PinType, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  // Others see what is pinned, and no own games (decision 0086).
  const { rows } = await sql`
    select from ${sql.table(KINDS[type].table)}
    where id = any(${ids}::uuid[]) and user_id = ${userId} ${type === 'entry' ? sql`and not is_own_game(game_id)` : sql``}
    for key share`.execute(db)
  return rows.length
}

/**
 * Locks the member, so that concurrent calls run one after the other. As everywhere, the owner is locked before the
 * owned rows.
 */
export async function lockOwner(db: Db, userId: UserId): Promise<void> {
  await db.selectFrom('profiles').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

export async function replacePins(db: Db, userId: UserId, items: readonly PinTarget[]): Promise<void> {
  await db.deleteFrom('profile_pins').where('user_id', '=', userId).execute()
  if (items.length === 0) return
  await db
    .insertInto('profile_pins')
    .values(
      items.map(({ item_type, item_id }, at) => ({
        user_id: userId,
        position: at + 1,
        [KINDS[item_type].column]: item_id,
      })),
    )
    .execute()
}

/** Pins the entry instead of the one of the other game, if it is not pinned itself. */
export async function movePinsOfEntries(db: Db, from: string, entries: readonly JoinedEntry[]): Promise<void> {
  const given = entries.map(({ userId, entryId }) => ({ user_id: userId, entry_id: entryId }))
  await sql`
    update profile_pins set entry_id = given.entry_id
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (user_id uuid, entry_id uuid)
    join user_games gone on gone.user_id = given.user_id and gone.game_id = ${from}
    where profile_pins.entry_id = gone.id
      and not exists (select from profile_pins other where other.entry_id = given.entry_id)`.execute(db)
}

/** Pins the second of two reviews instead of the first, if it is not pinned itself. Returns the members. */
export async function movePinsOfReviews(db: Db, moves: readonly { from: string; to: string }[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    update profile_pins set review_id = given."to"
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as given ("from" uuid, "to" uuid)
    where review_id = given."from"
      and not exists (select from profile_pins other where other.review_id = given."to")
    returning user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}
