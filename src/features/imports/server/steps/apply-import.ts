import { inSavepoint } from '#db/transaction.ts'
import { applyImported, type ImportedGame } from '#features/library/server/imported/imported.service.ts'
import { insertChanges } from '../changes/changes.queries.ts'
import { type ImportRecordRow, listReadyGames, type RowRecord, updateImport, updateRows } from '../imports.queries.ts'
import { settleRows } from '../steam/settle-games.ts'
import { readGames } from './plan-import.ts'
import { shareImport } from './share-import.ts'
import { GAMES_AT_ONCE, runBatch, type StepDeps } from './step.ts'

type Game = ImportedGame & { rows: readonly RowRecord[] }

/**
 * Writes the decided rows into the library, batch by batch. A batch stores its changes and its rows in the same
 * transaction, so a run after a crash continues with the games that are not written.
 */
export async function applyImport(deps: StepDeps, found: ImportRecordRow): Promise<void> {
  let isUnfinished = true
  while (isUnfinished)
    isUnfinished = await runBatch(deps, found.id, 'applying', async (inside, row) => {
      const gameIds = await listReadyGames(inside.db, row.id, { isUnplanned: false, limit: GAMES_AT_ONCE })
      if (gameIds.length === 0) {
        await updateImport(inside.db, row.id, { state: 'done', finished_at: inside.clock() })
        await shareImport(inside, row)
        return 'done'
      }
      const games = await readGames(inside.db, row.id, gameIds, inside.clock())
      await applyBatch(inside, row, games)
      return 'more'
    })
}

/** Writes a batch; if it fails, each of its games by itself, so that one game stops no other. */
async function applyBatch(deps: StepDeps, row: ImportRecordRow, games: readonly Game[]): Promise<void> {
  if (await isWritten(deps, row, games)) return
  for (const game of games)
    if (!(await isWritten(deps, row, [game]))) await updateRows(deps.db, row.id, game.rows.map(failed('error')))
}

/** Writes games in a savepoint. Returns false if that failed, and then nothing is written. */
function isWritten(deps: StepDeps, row: ImportRecordRow, games: readonly Game[]): Promise<boolean> {
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

async function applyGames(deps: StepDeps, row: ImportRecordRow, games: readonly Game[]): Promise<void> {
  const { changes, unchanged, leftOut, missing } = await applyImported(deps, row.user_id, row.rules, games)
  await insertChanges(deps.db, row.id, changes)
  const outcomes = new Map<string, string>([
    ...changes.map(({ gameId, before }) => [gameId, before === null ? 'new' : 'changed'] as const),
    ...unchanged.map((gameId) => [gameId, 'same'] as const),
  ])
  const isLeftOut = new Set<string>(leftOut)
  const isMissing = new Set<string>(missing)
  const rows = games.flatMap(({ gameId, rows }) =>
    rows.map((one, at) => {
      if (isMissing.has(gameId)) return failed('game-gone')(one)
      if (isLeftOut.has(gameId)) return { n: one.n, state: 'skipped', outcome: null, reason: 'left-out' }
      const outcome = at === 0 ? (outcomes.get(gameId) ?? 'same') : 'joined'
      return { n: one.n, state: 'applied', outcome, reason: null }
    }),
  )
  await updateRows(deps.db, row.id, rows)
  const written = new Set(rows.flatMap(({ n, state }) => (state === 'applied' ? [n] : [])))
  const settled = games.flatMap((game) => game.rows.filter(({ n }) => written.has(n)))
  await settleRows(deps.db, row.user_id, settled, { isOnlyOpen: false })
}
