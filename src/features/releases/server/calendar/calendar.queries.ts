import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { facetOf } from '#features/catalogue/server/catalogue.service.ts'
import type { GameId, UserId } from '#shared/ids.ts'

export interface LinkRow {
  seed: string
  token_hash: Buffer
}

export function findLink(db: Db, userId: UserId): Promise<LinkRow | undefined> {
  return db
    .selectFrom('release_calendars')
    .select(['seed', 'token_hash'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Stores the member's link; an earlier one is replaced. */
export async function saveLink(db: Db, userId: UserId, { seed, token_hash }: LinkRow, at: Date): Promise<void> {
  const values = { seed, token_hash, created_at: at }
  await db
    .insertInto('release_calendars')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

export async function deleteLink(db: Db, userId: UserId): Promise<void> {
  await db.deleteFrom('release_calendars').where('user_id', '=', userId).execute()
}

/** Finds the member with this link; a disabled or deleted account has none. */
export async function findOwner(db: Db, tokenHash: Buffer): Promise<UserId | null> {
  const { rows } = await sql<{ id: UserId }>`
    select member.id from release_calendars calendar join profiles member on member.id = calendar.user_id
    where calendar.token_hash = ${tokenHash} and member.disabled_at is null`.execute(db)
  return rows[0]?.id ?? null
}

export interface WantedRow {
  id: GameId
  name: string
  released: string
  platforms: string[]
  changed: Date
}

/** Lists the games that the member wants to play and whose day of release is known, by day. */
export async function listWanted(
  db: Db,
  userId: UserId,
  { from, until }: { from: number; until: number },
  platform: number | null,
  most: number,
): Promise<WantedRow[]> {
  const day = sql`(date '1970-01-01' + (games.first_release_date / 86400)::integer)`
  const isOn = platform === null ? sql`` : sql`and ${facetOf('platform', platform)}::integer = any(games.facets)`
  const { rows } = await sql<WantedRow>`
    select games.id, games.name, to_char(${day}, 'YYYY-MM-DD') as released, games.updated_at as changed,
      coalesce(
        (select array_agg(platform ->> 'name') from jsonb_array_elements(games.platforms) platform), '{}'
      ) as platforms
    from user_games join games on games.id = user_games.game_id
    where user_games.user_id = ${userId} and user_games.status = 'want_to_play'
      and games.first_release_date >= ${from}::bigint and games.first_release_date < ${until}::bigint
      and to_char(${day}, 'MM-DD') <> '12-31' ${isOn}
    order by games.first_release_date, games.id limit ${most}`.execute(db)
  return rows
}
