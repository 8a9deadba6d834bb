import { type RawBuilder, sql } from 'kysely'
import { lockKey } from '#db/advisory-lock.ts'
import type { Db } from '#db/db.ts'
import { isBefore, type Keyset } from '#db/keyset.ts'
import { gameInPlay } from '#features/profiles/server/profiles.service.ts'

export interface LinkRow {
  id: string
  user_id: string
  friend_id: string
  status: string
  created_at: Date
  updated_at: Date
}

const LINK = ['id', 'user_id', 'friend_id', 'status', 'created_at', 'updated_at'] as const

/** Uses the unique index on the unordered pair of members. */
const matchesPair = (a: string, b: string): RawBuilder<boolean> =>
  sql<boolean>`least(user_id, friend_id) = least(${a}::uuid, ${b}::uuid)
    and greatest(user_id, friend_id) = greatest(${a}::uuid, ${b}::uuid)`

export function findLinkBetween(db: Db, a: string, b: string): Promise<LinkRow | undefined> {
  return db.selectFrom('friends').select(LINK).where(matchesPair(a, b)).executeTakeFirst()
}

export function findLink(db: Db, id: string): Promise<LinkRow | undefined> {
  return db.selectFrom('friends').select(LINK).where('id', '=', id).executeTakeFirst()
}

/**
 * Serializes the calls that change how many friends or requests these members have, until the transaction ends. It must
 * run after `lockPair`, and locks in the order of the keys, so that there is no deadlock.
 */
export async function lockFriendCounts(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(key)
    from (select distinct ${lockKey(sql`'friends:' || id`)} as key from unnest(${ids}::text[]) id order by 1) keys
  `.execute(db)
}

/**
 * Counts, for the limits, the friends of both members and the open requests of the first. Disabled members count,
 * because they may be enabled again.
 */
export async function countFriendsAndRequests(
  db: Db,
  memberId: string,
  otherId: string,
): Promise<{ own: number; others: number; sent: number }> {
  const friendsOf = (id: string) => sql`(
    (select count(*) from friends where user_id = ${id} and status = 'accepted')
    + (select count(*) from friends where friend_id = ${id} and status = 'accepted')
  )`
  const { rows } = await sql<{ own: number; others: number; sent: number }>`
    select ${friendsOf(memberId)} as own, ${friendsOf(otherId)} as others,
      (select count(*) from friends where user_id = ${memberId} and status = 'pending') as sent`.execute(db)
  return rows[0] as { own: number; others: number; sent: number }
}

/** Inserts a request, or replaces a declined one. */
export function insertRequest(db: Db, request: { from: string; to: string; at: Date }): Promise<LinkRow> {
  const values = { user_id: request.from, friend_id: request.to, created_at: request.at, updated_at: request.at }
  return db
    .insertInto('friends')
    .values({ ...values, status: 'pending' })
    .onConflict((conflict) =>
      conflict
        .expression(sql`least(user_id, friend_id), greatest(user_id, friend_id)`)
        .doUpdateSet({ ...values, status: 'pending' }),
    )
    .returning(LINK)
    .executeTakeFirstOrThrow()
}

export function updateStatus(db: Db, id: string, status: 'accepted' | 'declined', at: Date): Promise<LinkRow> {
  return db
    .updateTable('friends')
    .set({ status, updated_at: at })
    .where('id', '=', id)
    .returning(LINK)
    .executeTakeFirstOrThrow()
}

export async function deleteLink(db: Db, id: string): Promise<void> {
  await db.deleteFrom('friends').where('id', '=', id).execute()
}

/**
 * Deletes a friendship or open request. A declined request stays, so that a block does not shorten the waiting time
 * (C15).
 */
export async function deleteOpenLink(db: Db, a: string, b: string): Promise<void> {
  await db.deleteFrom('friends').where(matchesPair(a, b)).where('status', '<>', 'declined').execute()
}

export interface OtherPartyRow {
  link_id: string
  other_id: string
  sender_id: string
  status: string
  created_at: Date
  updated_at: Date
}

type Side = 'sender' | 'recipient'

export interface LinkFilter {
  statuses: readonly string[]
  sides?: readonly Side[]
}

/**
 * Lists a member's friendships and requests, the latest change first. It merges one index scan for each side and
 * status, and no scan reads more than `most` rows.
 */
export async function listLinks(
  db: Db,
  memberId: string,
  wanted: LinkFilter & { before: Keyset | null; most: number },
): Promise<OtherPartyRow[]> {
  const { before, most } = wanted
  const parts = (wanted.sides ?? (['sender', 'recipient'] as const)).flatMap((side) =>
    wanted.statuses.map((status) => {
      const [own, other] = side === 'sender' ? (['user_id', 'friend_id'] as const) : (['friend_id', 'user_id'] as const)
      return sql`(
        select id as link_id, ${sql.ref(other)} as other_id, user_id as sender_id, status, created_at, updated_at
        from friends
        where ${sql.ref(own)} = ${memberId} and status = ${status}
          and ${isBefore(before, 'updated_at', 'id')}
        order by updated_at desc, id desc
        limit ${most}
      )`
    }),
  )
  const { rows } = await sql<OtherPartyRow>`
    select * from (${sql.join(parts, sql` union all `)}) links
    order by updated_at desc, link_id desc
    limit ${most}`.execute(db)
  return rows
}

export interface PlayedRow {
  user_id: string
  id: string
  name: string
  cover_url: string | null
}

/** Returns the game that each of these members last started or progressed since `since` (G49). */
export async function listCurrentGames(db: Db, memberIds: readonly string[], since: Date): Promise<PlayedRow[]> {
  if (memberIds.length === 0) return []
  const { rows } = await sql<PlayedRow>`
    select member.id as user_id, games.id, games.name, games.cover_url
    from unnest(${memberIds}::uuid[]) as member(id)
    cross join lateral (${gameInPlay(sql`member.id`, since)}) latest
    join games on games.id = latest.game_id`.execute(db)
  return rows
}
