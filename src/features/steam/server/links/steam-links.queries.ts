import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { ImportId, UserId } from '#shared/ids.ts'
import type { SyncResult } from '../../steam.contract.ts'
import type { SyncProblem } from '../../steam-sync.rules.ts'

export interface LinkRow {
  user_id: UserId
  steam_id: string
  name: string
  is_daily: boolean
  linked_at: Date
  next_sync_at: Date | null
  syncing_since: Date | null
  last_sync_at: Date | null
  last_result: SyncResult | null
  last_import_id: string | null
  time_import_id: ImportId | null
  problem: SyncProblem | null
  problem_at: Date | null
  failures: number
}

/** Finds the linked account of a member. With `isLocked` nothing else changes it until the transaction ends. */
export async function findLink(db: Db, userId: UserId, { isLocked = false } = {}): Promise<LinkRow | undefined> {
  const { rows } = await sql<LinkRow>`
    select *, (select id from imports where id = last_import_id and not is_expired) as last_import_id
    from steam_links where user_id = ${userId} ${isLocked ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

/** Links an account. Returns false when the member has one. */
export async function insertLink(
  db: Db,
  userId: UserId,
  { steamId, name, nextSyncAt, at }: { steamId: string; name: string; nextSyncAt: Date; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into steam_links (user_id, steam_id, name, linked_at, next_sync_at)
    values (${userId}, ${steamId}, ${name}, ${at}, ${nextSyncAt})
    on conflict (user_id) do nothing returning user_id`.execute(db)
  return rows.length > 0
}

export interface LinkChanges {
  is_daily?: boolean
  next_sync_at?: Date | null
  syncing_since?: Date | null
  last_sync_at?: Date
  last_result?: SyncResult
  last_import_id?: ImportId | null
  time_import_id?: ImportId
  problem?: SyncProblem | null
  problem_at?: Date | null
  failures?: number
}

export async function updateLink(db: Db, userId: UserId, { last_result, ...rest }: LinkChanges): Promise<void> {
  await db
    .updateTable('steam_links')
    .set({ ...rest, ...(last_result && { last_result: JSON.stringify(last_result) }) })
    .where('user_id', '=', userId)
    .execute()
}

/** Deletes a link with its games. Returns false when there is none. */
export async function deleteLink(db: Db, userId: UserId): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('steam_links').where('user_id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Takes the daily syncs whose time has come, the longest waiting first, and sets them to `later`, so that no second node
 * takes them. Members whose account is disabled are left out.
 */
export async function takeDue(
  db: Db,
  { now, later, most }: { now: Date; later: Date; most: number },
): Promise<UserId[]> {
  const { rows } = await sql<{ user_id: UserId }>`
    update steam_links link set next_sync_at = ${later}, syncing_since = ${now}
    where link.user_id = any(array(
      select due.user_id from steam_links due
      where due.next_sync_at <= ${now}
        and not exists (select from profiles gone where gone.id = due.user_id and gone.disabled_at is not null)
      order by due.next_sync_at limit ${most} for update of due skip locked
    ))
    returning link.user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Counts links for the operator. */
export async function countLinks(db: Db, now: Date): Promise<{ links: number; daily_links: number; due: number }> {
  const { rows } = await sql<{ links: number; daily_links: number; due: number }>`
    select count(*)::int as links, (count(*) filter (where is_daily))::int as daily_links,
      (count(*) filter (where next_sync_at <= ${now}))::int as due
    from steam_links`.execute(db)
  return rows[0] as { links: number; daily_links: number; due: number }
}
