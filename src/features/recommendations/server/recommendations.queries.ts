import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBefore, type Keyset } from '#db/keyset.ts'
import { isMemberMuted } from '#features/mutes/server/mutes.service.ts'
import { areFriends } from '#features/profiles/server/profiles.service.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { RecommendationState } from '../recommendations.rules.ts'

export interface RecommendationRow {
  id: string
  sender_id: UserId
  recipient_id: UserId
  game_id: GameId
  line: string | null
  state: RecommendationState
  created_at: Date
}

/** The state as its sender sees it. */
const stateForSender = sql<RecommendationState>`case state when 'declined' then 'open' when 'hidden' then 'accepted' else state end`

const COLUMNS = ['id', 'sender_id', 'recipient_id', 'game_id', 'line', 'state', 'created_at'] as const

/**
 * Lists the recommendations that wait for the member's answer, newest first: the open ones, and the accepted ones whose game the
 * member has completed. It leaves out those of disabled and of muted senders.
 */
export async function listReceived(db: Db, userId: UserId, before: Keyset | null, most: number) {
  const { rows } = await sql<RecommendationRow & { is_finished: boolean }>`
    select received.id, sender_id, recipient_id, received.game_id, line, state, received.created_at,
      coalesce(entry.status = 'completed', false) as is_finished
    from recommendations received
    join profiles sender on sender.id = received.sender_id and sender.disabled_at is null
    left join user_games entry on entry.user_id = received.recipient_id and entry.game_id = received.game_id
    where received.recipient_id = ${userId} and state in ('open', 'accepted')
      and (state = 'open' or entry.status = 'completed')
      and not ${isMemberMuted(sql`received.recipient_id`, sql`received.sender_id`)}
      and ${isBefore(before, 'received.created_at', 'received.id')}
    order by received.created_at desc, received.id desc
    limit ${most}`.execute(db)
  return rows
}

/** Lists the friends that a member has recommended a game to, and what became of it. A no looks like no answer. */
export function listSent(db: Db, senderId: UserId, gameId: GameId) {
  return db
    .selectFrom('recommendations')
    .where('sender_id', '=', senderId)
    .where('game_id', '=', gameId)
    .select(['id', 'recipient_id', stateForSender.as('state')])
    .orderBy('id')
    .$castTo<{ id: string; recipient_id: UserId; state: RecommendationState }>()
    .execute()
}

/** Stores a recommendation. Undefined if there is one of the same game between the two already. */
export async function insertRecommendation(
  db: Db,
  { from, to, gameId, line, at }: { from: UserId; to: UserId; gameId: GameId; line: string | null; at: Date },
): Promise<string | undefined> {
  const row = await db
    .insertInto('recommendations')
    .values({ sender_id: from, recipient_id: to, game_id: gameId, line, created_at: at })
    .onConflict((conflict) => conflict.columns(['recipient_id', 'sender_id', 'game_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Returns whether the two are friends, and how many recommendations of the one wait for an answer of the other. */
export async function findBetween(db: Db, from: UserId, to: UserId): Promise<{ areFriends: boolean; open: number }> {
  const { rows } = await sql<{ areFriends: boolean; open: number }>`
    select ${areFriends(from, sql`${to}::uuid`)} as "areFriends", (
      select count(*)::int from recommendations
      where recipient_id = ${to} and sender_id = ${from} and state = 'open'
    ) as open`.execute(db)
  return rows[0] as { areFriends: boolean; open: number }
}

/** Returns a recommendation that the member got. */
export function findReceived(db: Db, userId: UserId, id: string): Promise<RecommendationRow | undefined> {
  return db
    .selectFrom('recommendations')
    .where('id', '=', id)
    .where('recipient_id', '=', userId)
    .select(COLUMNS)
    .$castTo<RecommendationRow>()
    .executeTakeFirst()
}

/** Returns a recommendation that the member got, and locks it; and whether its game is completed in the member's library. */
export async function lockReceived(db: Db, userId: UserId, id: string) {
  const { rows } = await sql<RecommendationRow & { is_finished: boolean }>`
    select id, sender_id, recipient_id, game_id, line, state, created_at, exists (
      select from user_games entry
      where entry.user_id = recipient_id and entry.game_id = recommendations.game_id and entry.status = 'completed'
    ) as is_finished
    from recommendations where id = ${id} and recipient_id = ${userId}
    for update`.execute(db)
  return rows[0]
}

export async function setState(db: Db, id: string, state: RecommendationState, at: Date): Promise<void> {
  await db.updateTable('recommendations').where('id', '=', id).set({ state, answered_at: at }).execute()
}

/** Locks a recommendation that the member has sent, and returns its state. */
export async function lockSent(db: Db, senderId: UserId, id: string): Promise<RecommendationState | undefined> {
  const row = await db
    .selectFrom('recommendations')
    .where('id', '=', id)
    .where('sender_id', '=', senderId)
    .select('state')
    .forUpdate()
    .$castTo<{ state: RecommendationState }>()
    .executeTakeFirst()
  return row?.state
}

export async function deleteRecommendation(db: Db, id: string): Promise<void> {
  await db.deleteFrom('recommendations').where('id', '=', id).execute()
}

/** Deletes the recommendations between two members, answered or not. */
export async function deleteBetween(db: Db, a: UserId, b: UserId): Promise<void> {
  await sql`
    delete from recommendations
    where (recipient_id = ${a} and sender_id = ${b}) or (recipient_id = ${b} and sender_id = ${a})`.execute(db)
}
