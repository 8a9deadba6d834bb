import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBefore, type Keyset } from '#db/keyset.ts'
import type { GameId, UserId } from '#shared/ids.ts'

export interface MuteRow {
  id: string
  target: string
  member_id: UserId | null
  game_id: GameId | null
  ends_at: Date | null
  created_at: Date
}

const COLUMNS = ['id', 'target', 'member_id', 'game_id', 'ends_at', 'created_at'] as const

export interface NewMute {
  userId: UserId
  target: string
  memberId: UserId | null
  gameId: GameId | null
  endsAt: Date | null
  at: Date
}

/** Stores a mute, or gives the one that is there another end. Returns whether it is new. */
export async function upsertMute(db: Db, mute: NewMute): Promise<{ row: MuteRow; isNew: boolean }> {
  const { rows } = await sql<MuteRow & { is_new: boolean }>`
    insert into mutes (user_id, target, member_id, game_id, ends_at, created_at)
    values (${mute.userId}, ${mute.target}, ${mute.memberId}, ${mute.gameId}, ${mute.endsAt}, ${mute.at})
    on conflict (user_id, target) do update set ends_at = excluded.ends_at
    returning id, target, member_id, game_id, ends_at, created_at, xmax = 0 as is_new`.execute(db)
  const { is_new, ...row } = rows[0] as MuteRow & { is_new: boolean }
  return { row, isNew: is_new }
}

export async function countMutes(db: Db, userId: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mutes where user_id = ${userId}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function hasMutes(db: Db, userId: UserId): Promise<boolean> {
  const row = await db.selectFrom('mutes').where('user_id', '=', userId).select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

export async function deleteMute(db: Db, userId: UserId, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('mutes')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export function listMutes(db: Db, userId: UserId, before: Keyset | null, most: number): Promise<MuteRow[]> {
  return db
    .selectFrom('mutes')
    .where('user_id', '=', userId)
    .where(isBefore(before, 'created_at', 'id'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .select(COLUMNS)
    .$castTo<MuteRow>()
    .execute()
}

/** Lists those of these targets that the member has muted. */
export function listTargets(db: Db, userId: UserId, targets: readonly string[]): Promise<MuteRow[]> {
  return db
    .selectFrom('mutes')
    .where('user_id', '=', userId)
    .where('target', 'in', targets)
    .select(COLUMNS)
    .$castTo<MuteRow>()
    .execute()
}

export async function deleteTargets(db: Db, userId: UserId, targets: readonly string[]): Promise<number> {
  if (targets.length === 0) return 0
  const rows = await db
    .deleteFrom('mutes')
    .where('user_id', '=', userId)
    .where('target', 'in', targets)
    .returning('id')
    .execute()
  return rows.length
}

/** Deletes up to `most` mutes that are over, and returns whose they were. */
export async function deleteEnded(db: Db, now: Date, most: number): Promise<UserId[]> {
  const { rows } = await sql<{ user_id: UserId }>`
    delete from mutes where id = any(array(
      select id from mutes where ends_at <= ${now} order by ends_at limit ${most} for update skip locked
    )) returning user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Locks a member’s row, so that two requests at once do not exceed the largest number. False if the member is gone. */
export async function lockMuter(db: Db, userId: UserId): Promise<boolean> {
  const row = await db.selectFrom('profiles').where('id', '=', userId).select('id').forNoKeyUpdate().executeTakeFirst()
  return row !== undefined
}

export async function isMember(db: Db, id: UserId): Promise<boolean> {
  const found = db.selectFrom('profiles').where('id', '=', id).where('disabled_at', 'is', null).select('id')
  return (await found.forKeyShare().executeTakeFirst()) !== undefined
}
