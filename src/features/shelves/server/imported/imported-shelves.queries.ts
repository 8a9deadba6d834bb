import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import { foldName } from '#shared/text.ts'
import type { ImportedShelf, ShelfFacts, ShelfName } from '../../imported-shelves.rules.ts'
import { OWN_SHELVES_MAX } from '../../own-shelves.rules.ts'

/** That a game is on a shelf, as an import wrote it. */
export interface ShelfMembership {
  shelf_id: string
  /** The name of the shelf then; earlier imports lack it. */
  name?: string
  added_at: string
}

/** What an import did to the shelves of one game. */
export interface ShelfChange {
  places: ShelfMembership[]
  madeIds: string[]
}

/** Lists the names of the shelves of these games; the queue is named by `is_queue`. */
export async function listShelvesOf(
  db: Db,
  userId: UserId,
  gameIds: readonly string[],
): Promise<{ game_id: string; name: string; is_queue: boolean }[]> {
  if (gameIds.length === 0) return []
  const { rows } = await sql<{ game_id: string; name: string; is_queue: boolean }>`
    select held.game_id, shelf.name, shelf.is_queue
    from own_shelf_games held join own_shelves shelf on shelf.id = held.shelf_id
    where held.user_id = ${userId} and held.game_id = any(${gameIds})`.execute(db)
  return rows
}

/** Lists the member's shelves by name. */
export const listShelfNames = (db: Db, userId: UserId): Promise<ShelfName[]> =>
  db.selectFrom('own_shelves').select(['name', 'is_queue']).where('user_id', '=', userId).execute()

type Given = ImportedShelf & { game_id: string }

/**
 * Puts games on shelves, and makes the shelves that the member does not have, as far as the limit allows. The caller has
 * locked the member. Returns what was done to each game.
 */
export async function putOnShelves(db: Db, userId: UserId, given: readonly Given[], at: Date) {
  const done = new Map<string, ShelfChange>()
  if (given.length === 0) return done
  const made = new Set((await makeShelves(db, userId, given, at)).map(({ id }) => id))
  const { rows } = await sql<ShelfMembership & { game_id: string }>`
    with put as (
    insert into own_shelf_games as place (shelf_id, user_id, game_id, added_at, position)
    select shelf.id, shelf.user_id, one.game_id, coalesce(one.added_at, ${at}::timestamptz),
      case when shelf.is_queue then coalesce(one.position, 0) end
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as one (game_id text, name text, is_queue boolean, added_at timestamptz, position integer)
    -- Two shelves whose names differ only in the spelling of Unicode may be older than the rule about names.
    cross join lateral (
      select id, user_id, is_queue from own_shelves
      where user_id = ${userId}
        and case when one.is_queue then is_queue else lower(normalize(name)) = lower(normalize(one.name)) end
      order by position, id limit 1
    ) shelf
    on conflict (shelf_id, game_id) do nothing
    returning place.game_id, place.shelf_id, place.added_at::text as added_at
    )
    select put.game_id, put.shelf_id, put.added_at, shelf.name
    from put join own_shelves shelf on shelf.id = put.shelf_id
    order by shelf.position, shelf.name`.execute(db)
  for (const { game_id, ...place } of rows) {
    const change = done.get(game_id) ?? { places: [], madeIds: [] }
    change.places.push(place)
    // A shelf is made for the first of its games.
    if (made.delete(place.shelf_id)) change.madeIds.push(place.shelf_id)
    done.set(game_id, change)
  }
  return done
}

/** A shelf that an import has made, as its undo compares it. */
export interface MadeShelf {
  id: string
  name: string
  color: string
  is_shown: boolean
}

/** Makes the shelves that the member does not have, as far as the limit allows. The caller has locked the member. */
export async function makeShelves(
  db: Db,
  userId: UserId,
  given: readonly ShelfFacts[],
  at: Date,
): Promise<MadeShelf[]> {
  // The first one names a shelf, and they stand in the order of the file.
  const named: (ShelfFacts & { place: number })[] = []
  const names = new Set<string>()
  for (const one of given)
    if (!names.has(foldName(one.name))) {
      names.add(foldName(one.name))
      named.push({ ...one, place: named.length })
    }
  const { rows } = await sql<MadeShelf>`
    insert into own_shelves (user_id, name, color, is_shown, is_queue, position, created_at)
    select ${userId}::uuid, one.name, one.color, one.is_shown, one.is_queue, one.shelf_position, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
      as one (name text, color text, is_shown boolean, is_queue boolean, shelf_position smallint, place integer)
    where not exists (
      select from own_shelves shelf where shelf.user_id = ${userId}
        and (lower(normalize(shelf.name)) = lower(normalize(one.name)) or (one.is_queue and shelf.is_queue))
    )
    order by one.is_queue desc, one.shelf_position, one.place
    -- The queue does not count.
    limit ${named.filter(({ is_queue }) => is_queue).length}::int + greatest(0, ${OWN_SHELVES_MAX}::int - (
      select count(*) from own_shelves where user_id = ${userId} and not is_queue
    )::int)
    on conflict do nothing
    returning id, name, color, is_shown`.execute(db)
  return rows
}

/** Takes games from shelves on which an import put them, if the member has not put them there again since. */
export async function takeFromShelves(
  db: Db,
  userId: UserId,
  places: readonly (ShelfMembership & { game_id: string })[],
): Promise<void> {
  if (places.length === 0) return
  await sql`
    delete from own_shelf_games held
    using jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as one (shelf_id uuid, game_id text, added_at timestamptz)
    where held.user_id = ${userId} and held.shelf_id = one.shelf_id and held.game_id = one.game_id
      and held.added_at = one.added_at`.execute(db)
}

/** Deletes those of these shelves that no game is on. */
export async function deleteEmptyShelves(db: Db, userId: UserId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    delete from own_shelves shelf
    where shelf.user_id = ${userId} and shelf.id = any(${ids}::uuid[])
      and not exists (select from own_shelf_games held where held.shelf_id = shelf.id)`.execute(db)
}

/** Deletes those of these shelves that no game is on and that the member has not changed, and returns their ids. */
export async function deleteMadeShelves(db: Db, userId: UserId, shelves: readonly MadeShelf[]): Promise<string[]> {
  if (shelves.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    delete from own_shelves shelf
    using jsonb_to_recordset(${JSON.stringify(shelves)}::jsonb)
      as made (id uuid, name text, color text, is_shown boolean)
    where shelf.user_id = ${userId} and shelf.id = made.id
      and (shelf.name, shelf.color, shelf.is_shown) = (made.name, made.color, made.is_shown)
      and not exists (select from own_shelf_games held where held.shelf_id = shelf.id)
    returning shelf.id`.execute(db)
  return rows.map(({ id }) => id)
}
