import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { KnownGame, SteamFilter, SteamGameState } from '../../steam-sync.rules.ts'

/** Lists what a sync knows of the games of an account; of these games of the library, if they are named. */
export async function listKnownGames(db: Db, userId: UserId, gameIds?: readonly string[]): Promise<KnownGame[]> {
  const { rows } = await sql<KnownGame>`
    select app_id, minutes, game_id, is_ignored from steam_games
    where user_id = ${userId} ${gameIds ? sql`and game_id = any(${gameIds})` : sql``}`.execute(db)
  return rows
}

/** Stores new games with the minutes that their import has. An import that offers a game again has newer minutes. */
export async function offerGames(
  db: Db,
  userId: UserId,
  games: readonly { appId: number; name: string; minutes: number }[],
): Promise<void> {
  const rows = games.map(({ appId, name, minutes }) => ({ app_id: appId, name, minutes }))
  await sql`
    insert into steam_games as known (user_id, app_id, name, minutes)
    select ${userId}::uuid, app_id, name, minutes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (app_id integer, name text, minutes integer)
    on conflict (user_id, app_id) do update
    set name = excluded.name, minutes = greatest(known.minutes, excluded.minutes)`.execute(db)
}

interface TakenMinutes {
  app_id: number
  minutes: number
  /** What the sync has added to the library; 0 leaves what an earlier one has added. */
  added: number
}

/** Stores the minutes that a sync has taken over. They never fall. */
export async function takeMinutes(db: Db, userId: UserId, games: readonly TakenMinutes[], at: Date): Promise<void> {
  if (games.length === 0) return
  await sql`
    update steam_games known
    set minutes = greatest(known.minutes, given.minutes),
      added_minutes = case when given.added > 0 then given.added else known.added_minutes end,
      added_at = case when given.added > 0 then ${at}::timestamptz else known.added_at end
    from jsonb_to_recordset(${JSON.stringify(games)}::jsonb) as given (app_id integer, minutes integer, added integer)
    where known.user_id = ${userId} and known.app_id = given.app_id`.execute(db)
}

/** Forgets what a sync has added to games between two instants, because it is undone. The minutes stay taken over. */
export async function forgetAdded(
  db: Db,
  userId: UserId,
  games: readonly { game_id: string }[],
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  await sql`
    update steam_games set added_minutes = 0, added_at = null
    where user_id = ${userId} and game_id = any(${games.map(({ game_id }) => game_id)}::text[])
      and added_at between ${from} and ${to}`.execute(db)
}

/** Returns the number of games and the minutes that syncs have added since an instant. */
export async function sumAdded(db: Db, userId: UserId, since: Date): Promise<{ games: number; minutes: number }> {
  const { rows } = await sql<{ games: number; minutes: number }>`
    select count(distinct game_id)::int as games, coalesce(sum(added_minutes), 0)::int as minutes
    from steam_games where user_id = ${userId} and added_at >= ${since}`.execute(db)
  return rows[0] as { games: number; minutes: number }
}

/**
 * Stores which games of the library applications of a linked account are; those that are decided already too, unless
 * `isOnlyOpen`.
 */
export async function settleGames(
  db: Db,
  userId: UserId,
  games: readonly { app_id: number; game_id: string }[],
  { isOnlyOpen }: { isOnlyOpen: boolean },
): Promise<void> {
  if (games.length === 0) return
  await sql`
    update steam_games known set game_id = given.game_id
    from jsonb_to_recordset(${JSON.stringify(games)}::jsonb) as given (app_id integer, game_id text)
    where known.user_id = ${userId} and known.app_id = given.app_id
      and ${isOnlyOpen ? sql`known.game_id is null` : sql`known.game_id is distinct from given.game_id`}`.execute(db)
}

export async function setIgnored(db: Db, userId: UserId, appId: number, isIgnored: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('steam_games')
    .set({ is_ignored: isIgnored })
    .where('user_id', '=', userId)
    .where('app_id', '=', appId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A game of the member's own is now one of the catalogue. */
export async function renameSteamGame(
  db: Db,
  userIds: readonly string[],
  { from, to }: { from: GameId; to: GameId },
): Promise<void> {
  await sql`
    update steam_games set game_id = ${to} where user_id = any(${userIds}::uuid[]) and game_id = ${from}`.execute(db)
}

export interface SteamGameRow {
  app_id: number
  name: string
  minutes: number
  game_id: string | null
  state: SteamGameState
  added_minutes: number
  added_at: Date | null
}

const STATE = sql<SteamGameState>`
  case when known.is_ignored then 'ignored' when known.game_id is null then 'open'
    when exists (
      select from user_games entry where entry.user_id = known.user_id and entry.game_id = known.game_id
    ) then 'synced'
    else 'removed' end`
const ROW = sql`
  known.app_id, known.name, known.minutes, known.game_id, ${STATE} as state, known.added_minutes, known.added_at`

const isIn = (filter: SteamFilter) =>
  filter === 'changed' ? sql<boolean>`known.added_at is not null` : sql<boolean>`${STATE} = ${filter}`

/** Lists games of an account: the latest play time first, otherwise by name. The count is that of all pages. */
export async function listSteamGames(
  db: Db,
  userId: UserId,
  { filter, limit, offset }: { filter: SteamFilter; limit: number; offset: number },
): Promise<{ rows: SteamGameRow[]; total: number }> {
  const order = filter === 'changed' ? sql`known.added_at desc, known.name` : sql`lower(known.name)`
  const { rows } = await sql<SteamGameRow & { total: number }>`
    select ${ROW}, (count(*) over ())::int as total from steam_games known
    where known.user_id = ${userId} and ${isIn(filter)}
    order by ${order}, known.app_id limit ${limit} offset ${offset}`.execute(db)
  return { rows, total: rows[0]?.total ?? 0 }
}

export async function findSteamGame(db: Db, userId: UserId, appId: number): Promise<SteamGameRow | undefined> {
  const { rows } = await sql<SteamGameRow>`
    select ${ROW} from steam_games known where known.user_id = ${userId} and known.app_id = ${appId}`.execute(db)
  return rows[0]
}

/** Counts the games of an account by what a sync does with them. */
export async function countSteamGames(db: Db, userId: UserId): Promise<Record<SteamFilter, number>> {
  const { rows } = await sql<{ state: SteamGameState; games: number; changed: number }>`
    select ${STATE} as state, count(*)::int as games, count(known.added_at)::int as changed
    from steam_games known where known.user_id = ${userId} group by 1`.execute(db)
  const of = (wanted: SteamGameState) => rows.find(({ state }) => state === wanted)?.games ?? 0
  return {
    changed: rows.reduce((sum, { changed }) => sum + changed, 0),
    synced: of('synced'),
    open: of('open'),
    removed: of('removed'),
    ignored: of('ignored'),
  }
}
