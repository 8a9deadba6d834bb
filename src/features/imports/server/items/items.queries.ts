import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId, ImportId } from '#shared/ids.ts'
import type { ImportedItem, ItemKind, StoredKind } from '../../imported-item.rules.ts'

/** A stored item. `written` is what the import made of it, as the owner of the thing compares it. */
export interface ItemRow<Item = unknown, Written = unknown> {
  n: number
  key: string
  title: string
  item: Item
  written: Written
}

/** Inserts items; those that an earlier run has stored stay. */
export async function insertItems(db: Db, id: ImportId, items: readonly ImportedItem[]): Promise<void> {
  const given = items.map(({ item, ...rest }) => ({ ...rest, item: item ?? {}, is_damaged: item === null }))
  await sql`
    insert into import_items (import_id, kind, n, key, title, item, state, reason)
    select ${id}::uuid, kind, n, key, title, item, case when is_damaged then 'skipped' else 'ready' end,
      case when is_damaged then 'damaged' end
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given (kind text, n integer, key text, title text, item jsonb, is_damaged boolean)
    on conflict do nothing`.execute(db)
}

const ITEM = sql`n, key, title, item, written`

/** Lists items that wait: those that are not planned yet, or those that the import will write. */
export async function listItems<Item>(
  db: Db,
  id: ImportId,
  kind: StoredKind,
  { isUnplanned, limit }: { isUnplanned: boolean; limit: number },
): Promise<ItemRow<Item>[]> {
  const { rows } = await sql<ItemRow<Item>>`
    select ${ITEM} from import_items
    where import_id = ${id} and kind = ${kind} and state = 'ready'
      and ${isUnplanned ? sql`outcome is null` : sql`outcome = 'new'`}
    order by n limit ${limit}`.execute(db)
  return rows
}

/** Lists written items that are not undone, the last one first. */
export async function listWritten<Written>(
  db: Db,
  id: ImportId,
  kind: ItemKind,
  limit: number,
): Promise<ItemRow<unknown, Written>[]> {
  const { rows } = await sql<ItemRow<unknown, Written>>`
    select ${ITEM} from import_items
    where import_id = ${id} and kind = ${kind} and state = 'applied' and written is not null
    order by n desc limit ${limit}`.execute(db)
  return rows
}

export interface ItemChange {
  n: number
  state: string
  outcome: string | null
  reason: string | null
  /** Left out: it stays as it is. */
  written?: unknown
}

export async function updateItems(
  db: Db,
  id: ImportId,
  kind: StoredKind,
  changes: readonly ItemChange[],
): Promise<void> {
  if (changes.length === 0) return
  await sql`
    update import_items one
    set state = given.state, outcome = given.outcome, reason = given.reason,
      written = coalesce(nullif(given.written, 'null'::jsonb), one.written)
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as given (n integer, state text, outcome text, reason text, written jsonb)
    where one.import_id = ${id} and one.kind = ${kind} and one.n = given.n`.execute(db)
}

/** Counts the items of these imports that their members see. */
export async function tallyItems(db: Db, ids: readonly ImportId[]) {
  const { rows } = await sql<{
    import_id: ImportId
    kind: ItemKind
    state: string
    outcome: string | null
    count: number
  }>`
    select import_id, kind, state, outcome, count(*)::int as count from import_items
    where import_id = any(${ids}::uuid[]) and kind in ('shelf', 'list', 'journal')
    group by import_id, kind, state, outcome`.execute(db)
  return rows
}

/** Lists the items that the member sees after a place, for the report. */
export async function listItemsAfter(
  db: Db,
  id: ImportId,
  kind: ItemKind,
  after: number,
  limit: number,
): Promise<{ n: number; title: string; state: string; outcome: string | null; reason: string | null }[]> {
  const { rows } = await sql<{
    n: number
    title: string
    state: string
    outcome: string | null
    reason: string | null
  }>`
    select n, title, state, outcome, reason from import_items
    where import_id = ${id} and kind = ${kind} and n > ${after} order by n limit ${limit}`.execute(db)
  return rows
}

/** Marks the items that stay as they were: the import is done with them. */
export async function finishItems(db: Db, id: ImportId): Promise<void> {
  await sql`
    update import_items set state = 'applied'
    where import_id = ${id} and kind in ('shelf', 'list', 'journal') and state = 'ready'
      and outcome = 'same'`.execute(db)
}

/** Whether the next import writes an item. */
export async function hasReadyItems(db: Db, id: ImportId): Promise<boolean> {
  const { rows } = await sql`
    select 1 from import_items
    where import_id = ${id} and kind in ('shelf', 'list', 'journal') and state = 'ready' and outcome = 'new'
    limit 1`.execute(db)
  return rows.length > 0
}

/** Forgets the plans of items that are not written yet, also of those that the rules left out. */
export async function forgetItemPlans(db: Db, id: ImportId): Promise<void> {
  await sql`
    update import_items set state = 'ready', outcome = null, reason = null
    where import_id = ${id} and (state = 'ready' or (state = 'skipped' and reason = 'left-out'))`.execute(db)
}

/**
 * Returns the games that ids of the file are here: those of the rows, as the member may have decided, else the stored games
 * with these ids. Games of the member's own are none, because lists and the journal have only games of the catalogue.
 */
export async function resolveGames(
  db: Db,
  id: ImportId,
  gameIds: readonly string[],
): Promise<ReadonlyMap<string, GameId>> {
  const asked = [...new Set(gameIds)]
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ asked: string; game_id: GameId }>`
    select given.id as asked, coalesce(decided.game_id, games.id) as game_id
    from unnest(${asked}::text[]) as given (id)
    left join lateral (
      select one.game_id from import_rows one
      where one.import_id = ${id} and one.record #>> '{ids,own}' = given.id and one.game_id is not null
        and not is_own_game(one.game_id)
      order by one.n limit 1
    ) decided on true
    left join games on games.id = given.id and games.owner_id is null
    where decided.game_id is not null or games.id is not null`.execute(db)
  return new Map(rows.map(({ asked, game_id }) => [asked, game_id]))
}

/** Lists the games of lists, in their order. */
export async function listGamesOfLists<Item>(
  db: Db,
  id: ImportId,
  keys: readonly string[],
): Promise<{ key: string; item: Item }[]> {
  const { rows } = await sql<{ key: string; item: Item }>`
    select key, item from import_items
    where import_id = ${id} and kind = 'list_game' and key = any(${keys}::text[]) and state = 'ready'
    order by key, (item ->> 'position')::integer, n`.execute(db)
  return rows
}

/** Returns what this import has made of lists of the file, by the id of each in the file. */
export async function listWrittenLists(
  db: Db,
  id: ImportId,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; list_id: string }>`
    select key, written ->> 'id' as list_id from import_items
    where import_id = ${id} and kind = 'list' and key = any(${keys}::text[]) and state = 'applied'
      and written is not null`.execute(db)
  return new Map(rows.map(({ key, list_id }) => [key, list_id]))
}

/** Returns the reviews that this import has written, by game; one of several of a game also by its id in the file. */
export async function listWrittenReviews(
  db: Db,
  id: ImportId,
  gameIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; review_id: string }>`
    select coalesce(written.value ->> 'key', game_id) as key, written.value ->> 'id' as review_id
    from import_changes
    cross join lateral jsonb_array_elements(jsonb_build_array(review) || coalesce(review -> 'more', '[]')) written
    where import_id = ${id} and game_id = any(${gameIds}::text[]) and review is not null
      and undone_at is null`.execute(db)
  return new Map(rows.map(({ key, review_id }) => [key, review_id]))
}
