import { loadGameCards } from '#features/catalogue/server/catalogue.service.ts'
import type { Viewer } from '#server/routes.ts'
import type { GameId, ImportId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { ImportRow } from '../../imports.contract.ts'
import { isUndoable, ROWS_PER_PAGE, type RowFilter, type RowQuestion } from '../../imports.rules.ts'
import { IMPORT_TEXTS } from '../../imports.texts.ts'
import { listChangesOf } from '../changes/changes.queries.ts'
import type { ImportRecordRow } from '../imports.queries.ts'
import { type ImportsDeps, requireImport, viewOf } from '../imports.service.ts'
import { type RowEffect, rowView } from '../imports.view.ts'
import { planGames, readGames } from '../parts/game-parts.ts'
import * as queries from '../stored/import-rows.queries.ts'

export const refuseRow = () => refuse('not_found', 'import_row_not_found', IMPORT_TEXTS.rowNotFound)

/** Lists a page of rows with what the import does, or has done, to their games. */
export async function listRows(
  deps: ImportsDeps,
  viewer: Viewer,
  id: ImportId,
  { page, ...part }: { filter: RowFilter; question?: RowQuestion | undefined; page: number },
): Promise<{ rows: ImportRow[]; total: number }> {
  const found = await requireImport(deps.db, viewer, id)
  const place = { ...part, limit: ROWS_PER_PAGE, offset: (page - 1) * ROWS_PER_PAGE }
  const { rows, total } = await queries.listRows(deps.db, id, place)
  return { rows: await viewRows(deps, found, rows), total }
}

async function viewRows(
  deps: ImportsDeps,
  found: ImportRecordRow,
  rows: readonly queries.RowRecord[],
): Promise<ImportRow[]> {
  const gameIds = rows.flatMap(({ game_id, candidates }) => [
    ...(game_id ? [game_id] : []),
    ...candidates.map(({ gameId }) => gameId),
  ])
  const cards = await loadGameCards(deps, [...new Set(gameIds)] as GameId[], deps.clock(), found.user_id)
  const effects = await effectsOf(deps, found, rows)
  return rows.map((row) => rowView(row, effects(row), cards))
}

/** Reads what the import does to the games of these rows: plans for those that wait, stored changes for the others. */
export async function effectsOf(
  { db, clock }: Pick<ImportsDeps, 'db' | 'clock'>,
  found: ImportRecordRow,
  rows: readonly queries.RowRecord[],
): Promise<(row: queries.RowRecord) => RowEffect> {
  const gamesIn = (...states: readonly string[]) => [
    ...new Set(rows.flatMap(({ state, game_id }) => (game_id && states.includes(state) ? [game_id as GameId] : []))),
  ]
  const waiting = gamesIn('ready')
  const games = waiting.length > 0 ? await readGames(db, found, waiting, clock()) : []
  const planned = games.length > 0 ? await planGames(db, found.user_id, found.rules, games, clock()) : []
  const plans = new Map(planned.map((game) => [game.gameId as string, game]))
  const written = gamesIn('applied', 'undone')
  const changes = Map.groupBy(
    written.length > 0 ? await listChangesOf(db, found.id, written) : [],
    ({ game_id }) => game_id as string,
  )
  const canUndo = found.state === 'done' && isUndoable(found.finished_at, clock())
  return ({ game_id, state }) => {
    if (game_id === null) return null
    if (state !== 'ready') return { is: 'done', changes: changes.get(game_id) ?? [], isUndoable: canUndo }
    const game = plans.get(game_id)
    return game ? { is: 'planned', entry: game.entry, plan: game.plan, parts: game.parts } : null
  }
}

/** Returns a row with its import, as both are now. */
export async function oneRow(deps: ImportsDeps, viewer: Viewer, id: ImportId, n: number) {
  const found = await requireImport(deps.db, viewer, id)
  const row = (await queries.findRow(deps.db, id, n)) ?? refuseRow()
  const [view] = await viewRows(deps, found, [row])
  return { row: view as ImportRow, import: await viewOf(deps, found) }
}
