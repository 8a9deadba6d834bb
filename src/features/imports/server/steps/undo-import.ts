import { deleteOwnGames } from '#features/catalogue/server/catalogue.service.ts'
import {
  type ImportedChange,
  type UndoneAs,
  undoImported,
} from '#features/imported-games/server/imported/imported.service.ts'
import { deleteEmptyShelves } from '#features/shelves/server/imported/imported-shelves.service.ts'
import { isOwnGameId } from '#shared/ids.ts'
import {
  type ChangeRow,
  listMadeShelves,
  listOpenChanges,
  markRowsUndone,
  markUndone,
} from '../changes/changes.queries.ts'
import { playTimeUndone } from '../imports.events.ts'
import { type ImportRecordRow, updateImport } from '../imports.queries.ts'
import { undoItems, undoShelves } from '../items/undo-items.ts'
import { undoParts } from '../parts/apply-parts.ts'
import { GAMES_AT_ONCE, type RunDeps, runBatch, type StepDeps } from '../running/step.ts'
import { shareImport } from './share-import.ts'

/** Undoes the changes of an import, the latest first, batch by batch. `restoredFields` has the rule of what is restored. */
export async function undoImport(deps: RunDeps, found: ImportRecordRow): Promise<void> {
  let isUnfinished = true
  while (isUnfinished)
    isUnfinished = await runBatch(deps, found.id, 'undoing', async (inside, row) => {
      if (await undoItems(inside, row)) return 'more'
      const changes = await listOpenChanges(inside.db, row.id, { limit: GAMES_AT_ONCE })
      if (changes.length > 0) {
        await undoChanges(inside, row, oneOfEachGame(changes))
        return 'more'
      }
      if (await undoShelves(inside, row)) return 'more'
      await updateImport(inside.db, row.id, { state: 'undone', undone_at: inside.clock() })
      await shareImport(inside, row)
      return 'done'
    })
}

/** An import that was applied twice may have two changes of a game; the earlier one waits for the next batch. */
function oneOfEachGame(changes: readonly ChangeRow[]): ChangeRow[] {
  const seen = new Set<string>()
  return changes.filter(({ game_id }) => !seen.has(game_id) && seen.add(game_id))
}

/** Undoes changes of different games, marks their rows, and deletes own games that nothing uses any more. */
export async function undoChanges(deps: StepDeps, row: ImportRecordRow, changes: readonly ChangeRow[]): Promise<void> {
  // The parts first: what is left of them keeps the entry.
  const isWhole = await undoParts(deps, row.user_id, changes)
  const done = await undoImported(deps, row.user_id, changes.flatMap(entryChange))
  const removed = [...done].flatMap(([gameId, as]) => (as === 'removed' && isOwnGameId(gameId) ? [gameId] : []))
  await markUndone(
    deps.db,
    changes.map(({ id }) => id),
    deps.clock(),
  )
  const rows = changes.map((change) => {
    const as: UndoneAs = done.get(change.game_id) ?? 'restored'
    return { game_id: change.game_id, reason: isWhole(change) ? as : 'partly' }
  })
  await markRowsUndone(deps.db, row.id, rows)
  if (row.sync === 'time' && row.finished_at !== null)
    await deps.events.publish(deps.db, playTimeUndone, {
      userId: row.user_id,
      games: rows,
      from: row.created_at,
      to: row.finished_at,
    })
  await deleteOwnGames(deps.db, row.user_id, removed)
  // Only when the last of their games is undone are they empty.
  await deleteEmptyShelves(deps.db, row.user_id, await listMadeShelves(deps.db, row.id))
}

/** Returns what the import did to the entry; nothing if it left it as it was. */
function entryChange(change: ChangeRow): ImportedChange[] {
  const { entry_id, after } = change
  if (entry_id === null || after === null) return []
  return [
    {
      gameId: change.game_id,
      entryId: entry_id,
      before: change.before,
      after,
      playthroughIds: change.playthrough_ids,
      historyId: change.history_id,
      historyIds: change.history_ids,
      shelves: change.shelves,
      madeShelfIds: change.made_shelf_ids,
      sessionIds: change.session_ids,
      copyIds: change.copy_ids,
      resumedIds: change.resumed_ids,
      continued: change.continued,
    },
  ]
}
