import { inSavepoint } from '#db/transaction.ts'
import { applyImported } from '#features/imported-games/server/imported/imported.service.ts'
import type { Ledger } from '#features/play-log/imported-sessions.rules.ts'
import { insertChanges } from '../changes/changes.queries.ts'
import { rowsSettled } from '../imports.events.ts'
import { type ImportRecordRow, updateImport } from '../imports.queries.ts'
import { applyItems, applyShelves } from '../items/apply-items.ts'
import { finishItems } from '../items/items.queries.ts'
import { applyParts } from '../parts/apply-parts.ts'
import { type Game, lossesOf, outcomeOf, readWholeGames } from '../parts/game-parts.ts'
import { GAMES_AT_ONCE, type RunDeps, runBatch, type StepDeps } from '../running/step.ts'
import { listReadyGames, type RowChange, type RowRecord, updateRows } from '../stored/import-rows.queries.ts'
import { shareImport } from './share-import.ts'

/**
 * Writes the decided rows and the other items of the file, batch by batch: shelves, games, lists, journal. A batch stores its changes and its rows in the same
 * transaction, so a run after a crash continues with the games that are not written.
 */
export async function applyImport(deps: RunDeps, found: ImportRecordRow): Promise<void> {
  let isUnfinished = true
  while (isUnfinished)
    isUnfinished = await runBatch(deps, found.id, 'applying', async (inside, row) => {
      if (await applyShelves(inside, row)) return 'more'
      const gameIds = await listReadyGames(inside.db, row.id, { isUnplanned: false, limit: GAMES_AT_ONCE })
      if (gameIds.length === 0) {
        if (await applyItems(inside, row)) return 'more'
        await finishItems(inside.db, row.id)
        await updateImport(inside.db, row.id, { state: 'done', finished_at: inside.clock() })
        await shareImport(inside, row)
        return 'done'
      }
      const games = await readWholeGames(inside.db, row, gameIds, inside.clock())
      await applyBatch(inside, row, games)
      return 'more'
    })
}

/** Writes a batch; if it fails, each of its games by itself, so that one game stops no other. */
async function applyBatch(deps: StepDeps, row: ImportRecordRow, games: readonly Game<Ledger>[]): Promise<void> {
  if (await isWritten(deps, row, games)) return
  for (const game of games)
    if (!(await isWritten(deps, row, [game]))) await updateRows(deps.db, row.id, game.rows.map(failed('error')))
}

/** Writes games in a savepoint. Returns false if that failed, and then nothing is written. */
function isWritten(deps: StepDeps, row: ImportRecordRow, games: readonly Game<Ledger>[]): Promise<boolean> {
  return inSavepoint(
    deps.db,
    () => applyGames(deps, row, games).then(() => true),
    (error) => {
      deps.log.warn({ err: error, import: row.id, games: games.length }, 'games of an import could not be written')
      return false
    },
  )
}

const failed =
  (reason: string) =>
  ({ n }: RowRecord) => ({ n, state: 'failed', outcome: null, reason })

async function applyGames(deps: StepDeps, row: ImportRecordRow, games: readonly Game<Ledger>[]): Promise<void> {
  const applied = await applyImported(deps, row.user_id, row.rules, games)
  const isMissing = new Set<string>(applied.missing)
  const present = games.filter(({ gameId }) => !isMissing.has(gameId))
  const parts = await applyParts(deps, row.user_id, present, applied)
  const entries = new Map(applied.changes.map((change) => [change.gameId, change]))
  const changes = present.flatMap(({ gameId }) => {
    const entry = entries.get(gameId) ?? null
    const { review, ticks } = parts.written(gameId)
    return entry === null && review === null && ticks.length === 0 ? [] : [{ gameId, entry, review, ticks }]
  })
  await insertChanges(deps.db, row.id, changes)
  const rows = games.flatMap(({ gameId, rows }): RowChange[] => {
    if (isMissing.has(gameId)) return rows.map(failed('game-gone'))
    const plan = applied.plans.get(gameId) ?? null
    const outcome = outcomeOf(plan, parts.of(gameId))
    const losses = lossesOf(plan, parts.of(gameId))
    return rows.map(({ n }, at) =>
      outcome === null
        ? { n, state: 'skipped', outcome: null, reason: 'left-out' }
        : {
            n,
            state: 'applied',
            outcome: at === 0 ? outcome : 'joined',
            reason: null,
            losses: at === 0 ? losses : [],
          },
    )
  })
  await updateRows(deps.db, row.id, rows)
  const written = new Set(rows.flatMap(({ n, state }) => (state === 'applied' ? [n] : [])))
  const settled = games.flatMap((game) => game.rows.filter(({ n }) => written.has(n)))
  await deps.events.publish(deps.db, rowsSettled, { userId: row.user_id, rows: settled, isOnlyOpen: false })
}
