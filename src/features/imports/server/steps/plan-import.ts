import type { Db } from '#db/db.ts'
import type { GameId } from '#shared/ids.ts'
import type { ImportState } from '../../imports.rules.ts'
import { rowsSettled } from '../imports.events.ts'
import { type ImportRecordRow, updateImport } from '../imports.queries.ts'
import { planItems } from '../items/plan-items.ts'
import { outcomeOf, planGames, readGames } from '../parts/game-parts.ts'
import { GAMES_AT_ONCE, type RunDeps, runBatch, type StepDeps } from '../running/step.ts'
import { deleteFile } from '../stored/import-files.queries.ts'
import { listReadyGames, type RowChange, type RowRecord, tallyRows, updateRows } from '../stored/import-rows.queries.ts'

/** Computes what the import would do to each game, batch by batch; then the member can read it. */
export async function planImport(deps: RunDeps, found: ImportRecordRow): Promise<void> {
  let isUnfinished = true
  while (isUnfinished)
    isUnfinished = await runBatch(deps, found.id, 'planning', async (inside, row) => {
      const { db } = inside
      const gameIds = await listReadyGames(db, row.id, { isUnplanned: true, limit: GAMES_AT_ONCE })
      if (gameIds.length > 0) {
        await planRows(inside, row, gameIds)
        return 'more'
      }
      if (await planItems({ db }, row)) return 'more'
      const state = await stateAfterPlan(db, row)
      await updateImport(db, row.id, { state })
      // Until then the member can say that it is the file of another tracker.
      if (state !== 'ready') await deleteFile(db, row.id)
      return 'done'
    })
}

/** An import of a sync asks nothing that the member has no answer to. */
async function stateAfterPlan(db: Db, { id, finished_at, sync }: ImportRecordRow): Promise<ImportState> {
  if (finished_at !== null) return 'done'
  if (sync === null) return 'ready'
  const isSettled = sync === 'apply' || (await tallyRows(db, [id])).every(isNothingToDo)
  return isSettled ? 'applying' : 'ready'
}

const isNothingToDo = ({ state, outcome }: { state: string; outcome: string | null }) =>
  state === 'skipped' || outcome === 'same' || outcome === 'joined'

/** Plans these games, and stores in each row what the import will do with it. */
export async function planRows(
  { db, clock, events }: Pick<StepDeps, 'db' | 'clock' | 'events'>,
  found: ImportRecordRow,
  gameIds: readonly GameId[],
): Promise<void> {
  const now = clock()
  const games = await readGames(db, found, gameIds, now)
  const planned = await planGames(db, found.user_id, found.rules, games, now)
  const changes = planned.flatMap(({ rows, plan, parts }) => rowChanges(rows, outcomeOf(plan, parts)))
  await updateRows(db, found.id, changes)
  const rows = planned.flatMap(({ rows, plan, parts }) => (outcomeOf(plan, parts) === 'same' ? rows : []))
  await events.publish(db, rowsSettled, { userId: found.user_id, rows, isOnlyOpen: true })
}

/** The rows of a game: the first one carries the outcome, the others are joined to it. */
function rowChanges(rows: readonly RowRecord[], outcome: string | null): RowChange[] {
  return rows.map(({ n }, at) =>
    outcome === null
      ? { n, state: 'skipped', outcome: null, reason: 'left-out' }
      : { n, state: 'ready', outcome: at === 0 ? outcome : 'joined', reason: null },
  )
}
