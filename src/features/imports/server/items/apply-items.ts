import { inSavepoint } from '#db/transaction.ts'
import { lockGames } from '#features/catalogue/server/catalogue.service.ts'
import {
  applyImportedEntries,
  dateImportedEntries,
  type GivenDate,
} from '#features/journal/server/imported/imported-journal.service.ts'
import { applyImportedLists } from '#features/lists/server/imported/imported-lists.service.ts'
import { applyImportedShelves } from '#features/shelves/server/imported/imported-shelves.service.ts'
import type {
  JournalDateItem,
  JournalItem,
  ListGameItem,
  ListItem,
  ShelfItem,
  StoredKind,
} from '../../imported-item.rules.ts'
import { KEPT_LIST_TEXT, missingGamesText } from '../../imports.texts.ts'
import type { ImportRecordRow } from '../imports.queries.ts'
import type { StepDeps } from '../running/step.ts'
import * as queries from './items.queries.ts'

type Row<Item> = queries.ItemRow<Item>
type Write<Item> = (deps: StepDeps, found: ImportRecordRow, rows: readonly Row<Item>[]) => Promise<queries.ItemChange[]>

/** Lists of one transaction: each may have a thousand games. */
const LISTS_AT_ONCE = 10
const ENTRIES_AT_ONCE = 200

const done = ({ n }: Row<unknown>, written: unknown, reason: string | null = null): queries.ItemChange =>
  written === null
    ? { n, state: 'applied', outcome: 'same', reason }
    : { n, state: 'applied', outcome: 'new', reason, written }

/** Makes the shelves, before games are put on them. Returns false when there are none left. */
export const applyShelves = (deps: StepDeps, found: ImportRecordRow): Promise<boolean> =>
  applyNext<ShelfItem>(deps, found, 'shelf', ENTRIES_AT_ONCE, async (inside, { user_id }, rows) => {
    const made = await applyImportedShelves(inside, user_id, rows.map(itemOf))
    return rows.map((row, at) => done(row, made[at] ?? null))
  })

/** Writes the next lists, or the next part of the journal, after the games. Returns false when nothing is left. */
export async function applyItems(deps: StepDeps, found: ImportRecordRow): Promise<boolean> {
  return (
    (await applyNext<ListItem>(deps, found, 'list', LISTS_AT_ONCE, writeLists)) ||
    (await applyNext<JournalItem>(deps, found, 'journal', ENTRIES_AT_ONCE, writeEntries)) ||
    (await applyNext<JournalDateItem>(deps, found, 'journal_date', ENTRIES_AT_ONCE, writeDates))
  )
}

const itemOf = <Item>({ item }: Row<Item>): Item => item

/** Writes a batch of items; if it fails, each by itself, so that one item stops no other. */
async function applyNext<Item>(
  deps: StepDeps,
  found: ImportRecordRow,
  kind: StoredKind,
  limit: number,
  write: Write<Item>,
): Promise<boolean> {
  const isUnplanned = kind === 'journal_date'
  const rows = await queries.listItems<Item>(deps.db, found.id, kind, { isUnplanned, limit })
  const tried = (batch: readonly Row<Item>[]) =>
    inSavepoint(
      deps.db,
      async () => {
        await queries.updateItems(deps.db, found.id, kind, await write(deps, found, batch))
        return true
      },
      (error) => {
        deps.log.warn({ err: error, import: found.id, items: batch.length }, 'items of an import could not be written')
        return false
      },
    )
  if (rows.length > 0 && !(await tried(rows)))
    for (const row of rows)
      if (!(await tried([row])))
        await queries.updateItems(deps.db, found.id, kind, [
          { n: row.n, state: 'failed', outcome: null, reason: 'error' },
        ])
  return rows.length > 0
}

const writeLists: Write<ListItem> = async (deps, { id, user_id, rules }, rows) => {
  const games = await queries.listGamesOfLists<ListGameItem>(
    deps.db,
    id,
    rows.map(({ key }) => key),
  )
  const here = await queries.resolveGames(
    deps.db,
    id,
    games.map(({ item }) => item.game_id),
  )
  const byList = Map.groupBy(games, ({ key }) => key)
  const given = rows.map(({ key, item }) => ({
    ...item,
    is_shared: item.is_shared && rules.lists === 'file',
    games: (byList.get(key) ?? []).flatMap(({ item: { game_id, note, added_at } }) => {
      const gameId = here.get(game_id)
      return gameId ? [{ game_id: gameId, note, added_at }] : []
    }),
  }))
  const written = await applyImportedLists(deps, user_id, given)
  return rows.map((row, at) => {
    const missing = (byList.get(row.key)?.length ?? 0) - (given[at]?.games.length ?? 0)
    const list = written[at] ?? null
    const reasons = [...(missing > 0 ? [missingGamesText(missing)] : []), ...(list?.isKept ? [KEPT_LIST_TEXT] : [])]
    return done(row, list?.change ?? null, reasons.join('; ') || null)
  })
}

const writeEntries: Write<JournalItem> = async (deps, { id, user_id }, rows) => {
  const here = await queries.resolveGames(
    deps.db,
    id,
    rows.flatMap(({ item }) => item.game_id ?? []),
  )
  const gone = new Set<string>(await lockGames(deps.db, [...new Set(here.values())]))
  const gameOf = ({ item }: Row<JournalItem>) => {
    const gameId = item.game_id === null ? undefined : here.get(item.game_id)
    return gameId === undefined || gone.has(gameId) ? null : gameId
  }
  // A day may be about no game; progress is always about one.
  const isPossible = (row: Row<JournalItem>) => row.item.type === 'daily' || gameOf(row) !== null
  const possible = rows.filter(isPossible)
  const written = await applyImportedEntries(
    deps,
    user_id,
    possible.map((row) => ({ ...row.item, game_id: gameOf(row) })),
  )
  return [
    ...possible.map((row, at) =>
      done(row, written[at] ?? null, row.item.game_id !== null && gameOf(row) === null ? missingGamesText(1) : null),
    ),
    ...rows
      .filter((row) => !isPossible(row))
      .map(({ n }) => ({ n, state: 'skipped', outcome: null, reason: 'game-gone' })),
  ]
}

/** The entries of reviews and lists that this import has written get the days and titles of the file. */
const writeDates: Write<JournalDateItem> = async (deps, { id, user_id, rules }, rows) => {
  const here = await queries.resolveGames(
    deps.db,
    id,
    rows.flatMap(({ item }) => item.game_id ?? []),
  )
  const reviews = await queries.listWrittenReviews(deps.db, id, [...here.values()])
  const lists = await queries.listWrittenLists(
    deps.db,
    id,
    rows.map(({ key }) => key),
  )
  const dates = rows.flatMap(({ key, item: { game_id, ...item } }): GivenDate[] => {
    const gameId = game_id === null ? undefined : here.get(game_id)
    const subject_id = game_id === null ? lists.get(key) : (reviews.get(key) ?? (gameId && reviews.get(gameId)))
    return subject_id ? [{ subject_id, ...item }] : []
  })
  if (rules.journal !== 'skip') await dateImportedEntries(deps, user_id, dates)
  return rows.map(({ n }) => ({ n, state: 'applied', outcome: 'same', reason: null }))
}
