import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { TickChange } from '#features/achievements/server/imported/imported-achievements.service.ts'
import type { EarlierImport } from '#features/imported-games/continued.rules.ts'
import type { ImportedChange } from '#features/imported-games/server/imported/imported.service.ts'
import type { EntrySnapshot } from '#features/library/imported-undo.rules.ts'
import type { ReviewChange } from '#features/reviews/server/imported/imported-reviews.service.ts'
import type { GameId, ImportId } from '#shared/ids.ts'
import type { ImportRecordRow } from '../imports.queries.ts'

export interface ChangeRow {
  id: string
  game_id: GameId
  entry_id: string | null
  before: EntrySnapshot | null
  /** Null when the import left the entry as it was. */
  after: EntrySnapshot | null
  playthrough_ids: string[]
  history_id: string | null
  history_ids: string[]
  shelves: ImportedChange['shelves']
  made_shelf_ids: string[]
  session_ids: string[]
  copy_ids: string[]
  resumed_ids: string[]
  continued: ImportedChange['continued']
  review: WrittenReviews | null
  ticks: TickChange[]
  undone_at: Date | null
}

/** The first review of a game that an import has written, and the others. Imports of the time before had only the first. */
export type WrittenReviews = ReviewChange & { more?: readonly ReviewChange[] }

/** What an import did to a game: to its entry, if it changed it, and to what else the member has of the game. */
export interface GameChange {
  gameId: GameId
  entry: ImportedChange | null
  review: WrittenReviews | null
  ticks: readonly TickChange[]
}

const CHANGE = sql`
  id, game_id, entry_id, before, after, playthrough_ids, history_id, history_ids, shelves, made_shelf_ids, session_ids, copy_ids,
  resumed_ids, continued, review, ticks, undone_at`

export async function insertChanges(db: Db, id: ImportId, changes: readonly GameChange[]): Promise<void> {
  if (changes.length === 0) return
  await db
    .insertInto('import_changes')
    .values(
      changes.map(({ gameId, entry, review, ticks }) => ({
        import_id: id,
        game_id: gameId,
        entry_id: entry?.entryId ?? null,
        before: entry?.before ? JSON.stringify(entry.before) : null,
        after: entry && JSON.stringify(entry.after),
        playthrough_ids: JSON.stringify(entry?.playthroughIds ?? []),
        history_id: entry?.historyId ?? null,
        history_ids: JSON.stringify(entry?.historyIds ?? []),
        shelves: JSON.stringify(entry?.shelves ?? []),
        made_shelf_ids: JSON.stringify(entry?.madeShelfIds ?? []),
        session_ids: JSON.stringify(entry?.sessionIds ?? []),
        copy_ids: JSON.stringify(entry?.copyIds ?? []),
        resumed_ids: JSON.stringify(entry?.resumedIds ?? []),
        continued: JSON.stringify(entry?.continued ?? []),
        review: review && JSON.stringify(review),
        ticks: JSON.stringify(ticks),
      })),
    )
    .execute()
}

/** Lists changes that are not undone, the latest first; of one game, if it is named. */
export async function listOpenChanges(
  db: Db,
  id: ImportId,
  { gameId, limit }: { gameId?: string; limit: number },
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select ${CHANGE} from import_changes
    where import_id = ${id} and undone_at is null ${gameId === undefined ? sql`` : sql`and game_id = ${gameId}`}
    order by id desc limit ${limit}`.execute(db)
  return rows
}

/** A change as its row shows it: how many parts it has added, and not which. */
export interface ShownChange
  extends Pick<ChangeRow, 'game_id' | 'before' | 'after' | 'shelves' | 'continued' | 'review' | 'undone_at'> {
  playthroughs: number
  points: number
  sessions: number
  copies: number
  ticks: number
}

const SHOWN = sql.join([
  sql`game_id, before, after, shelves, continued, review, undone_at`,
  ...Object.entries({
    playthroughs: 'playthrough_ids',
    points: 'history_ids',
    sessions: 'session_ids',
    copies: 'copy_ids',
    ticks: 'ticks',
  }).map(([name, column]) => sql`jsonb_array_length(${sql.ref(column)}) as ${sql.ref(name)}`),
])

/** Lists all changes of these games as they are shown, the first one first. */
export async function listChangesOf(db: Db, id: ImportId, gameIds: readonly string[]): Promise<ShownChange[]> {
  const { rows } = await sql<ShownChange>`
    select ${SHOWN} from import_changes
    where import_id = ${id} and game_id = any(${gameIds}) order by id`.execute(db)
  return rows
}

/**
 * Lists what earlier imports of files of the same tracker did to the entries of these games and have not undone, by game,
 * the first one first.
 */
export async function listEarlier(
  db: Db,
  { id, user_id, preset }: Pick<ImportRecordRow, 'id' | 'user_id' | 'preset'>,
  gameIds: readonly string[],
): Promise<Map<string, EarlierImport[]>> {
  const { rows } = await sql<EarlierImport & { game_id: string }>`
    select change.game_id, change.entry_id as "entryId", change.before, change.after,
      change.playthrough_ids as "playthroughIds"
    from imports earlier join import_changes change on change.import_id = earlier.id
    where earlier.user_id = ${user_id} and earlier.preset = ${preset} and earlier.id <> ${id}
      and change.game_id = any(${gameIds}) and change.undone_at is null and change.after is not null
    order by change.id`.execute(db)
  return Map.groupBy(rows, ({ game_id }) => game_id)
}

/** What an import has written besides games, and nobody has undone. */
const OPEN_ITEMS = sql`from import_items where kind in ('shelf', 'list', 'journal') and state = 'applied' and written is not null`

/** Counts the changes of these imports that are not undone; an import without one is missing. */
export async function countOpenChanges(db: Db, ids: readonly ImportId[]): Promise<ReadonlyMap<ImportId, number>> {
  const { rows } = await sql<{ import_id: ImportId; count: number }>`
    select import_id, count(*) as count from (
      select import_id from import_changes where import_id = any(${ids}::uuid[]) and undone_at is null
      union all
      select import_id ${OPEN_ITEMS} and import_id = any(${ids}::uuid[])
    ) open group by import_id`.execute(db)
  return new Map(rows.map(({ import_id, count }) => [import_id, count]))
}

/** Lists the shelves that an import has made. */
export async function listMadeShelves(db: Db, id: ImportId): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct made.id from import_changes, jsonb_array_elements_text(made_shelf_ids) made (id)
    where import_id = ${id}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Counts the games of the catalogue that an import has brought into the library, or changed there. */
export async function countSharedGames(db: Db, id: ImportId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct game_id) as count from import_changes
    where import_id = ${id} and undone_at is null and after is not null and not is_own_game(game_id)`.execute(db)
  return rows[0]?.count ?? 0
}

export const hasOpenChanges = async (db: Db, id: ImportId): Promise<boolean> =>
  (await countOpenChanges(db, [id])).size > 0

export async function markUndone(db: Db, ids: readonly string[], at: Date): Promise<void> {
  await sql`update import_changes set undone_at = ${at} where id = any(${ids}::uuid[])`.execute(db)
}

/** Marks the written rows of these games as undone. */
export async function markRowsUndone(
  db: Db,
  id: ImportId,
  undone: readonly { game_id: string; reason: string }[],
): Promise<void> {
  await sql`
    update import_rows one set state = 'undone', reason = given.reason
    from jsonb_to_recordset(${JSON.stringify(undone)}::jsonb) as given(game_id text, reason text)
    where one.import_id = ${id} and one.game_id = given.game_id and one.state = 'applied'`.execute(db)
}
