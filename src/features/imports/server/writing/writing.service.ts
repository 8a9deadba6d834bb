import { inTransaction } from '#db/transaction.ts'
import type { Viewer } from '#server/routes.ts'
import type { ImportId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { Import } from '../../imports.contract.ts'
import { isUndoable } from '../../imports.rules.ts'
import { IMPORT_TEXTS } from '../../imports.texts.ts'
import { hasOpenChanges, listOpenChanges } from '../changes/changes.queries.ts'
import { type ImportRecordRow, updateImport } from '../imports.queries.ts'
import {
  announced,
  type ImportsDeps,
  refuseState,
  requireNoneOpen,
  requireState,
  startStep,
} from '../imports.service.ts'
import { hasReadyItems } from '../items/items.queries.ts'
import { oneRow, refuseRow } from '../rows/rows.service.ts'
import { announceImports } from '../running/step.ts'
import { shareImport } from '../steps/share-import.ts'
import { undoChanges } from '../steps/undo-import.ts'
import { deleteFile } from '../stored/import-files.queries.ts'
import * as rowQueries from '../stored/import-rows.queries.ts'

/**
 * Begins to write the decided rows, and says in the feed how many games there were if the member wants it. A done import
 * is continued with the rows that were decided since.
 */
export function applyOwnImport(deps: ImportsDeps, viewer: Viewer, id: ImportId, isShared: boolean): Promise<Import> {
  return inTransaction(deps, async (inside) => {
    const { db } = inside
    const found = await requireState(db, viewer, id, 'ready', 'done')
    if (found.state === 'done') await requireNoneOpen(db, viewer.id)
    const ready = await rowQueries.listReadyGames(db, id, { isUnplanned: false, limit: 1 })
    if (ready.length === 0 && !(await hasReadyItems(db, id))) refuse('conflict', 'import_nothing', IMPORT_TEXTS.nothing)
    await updateImport(db, id, {
      state: 'applying',
      is_cancelled: false,
      is_shared: isShared || found.is_shared,
    })
    await deleteFile(db, id)
    return startStep(inside, viewer, id, 'applying')
  })
}

/**
 * Stops an import that is being written: what is written stays, as one change set with an undo. Stops an undo, too; the
 * rest can be undone later.
 */
export function cancelOwnImport(deps: ImportsDeps, viewer: Viewer, id: ImportId): Promise<Import> {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const found = await requireState(db, viewer, id, 'applying', 'undoing')
    const { state } = found
    const stopped = state === 'applying' ? { is_cancelled: true, finished_at: clock() } : {}
    await updateImport(db, id, { state: 'done', ...stopped })
    await shareImport(inside, found)
    return announced(inside, viewer, id)
  })
}

/** Begins to undo everything that an import did. Refuses with 409 after 30 days, or when it did nothing. */
export function undoOwnImport(deps: ImportsDeps, viewer: Viewer, id: ImportId): Promise<Import> {
  return inTransaction(deps, async (inside) => {
    const { db } = inside
    const found = await requireState(db, viewer, id, 'done')
    requireUndoable(deps, found)
    if (!(await hasOpenChanges(db, id))) refuseState()
    await requireNoneOpen(db, viewer.id)
    await updateImport(db, id, { state: 'undoing' })
    return startStep(inside, viewer, id, 'undoing')
  })
}

function requireUndoable({ clock }: ImportsDeps, { finished_at }: ImportRecordRow): void {
  if (!isUndoable(finished_at, clock())) refuse('conflict', 'import_undo_expired', IMPORT_TEXTS.expired)
}

/** Undoes what an import did to the game of one row, and so to all rows of this game. */
export async function undoOwnRow(deps: ImportsDeps, viewer: Viewer, id: ImportId, n: number) {
  await inTransaction(deps, async (inside) => {
    const { db } = inside
    const found = await requireState(db, viewer, id, 'done')
    requireUndoable(deps, found)
    const row = (await rowQueries.findRow(db, id, n)) ?? refuseRow()
    const changes = row.game_id === null ? [] : await listOpenChanges(db, id, { gameId: row.game_id, limit: 10 })
    if (changes.length === 0) refuseState()
    for (const change of changes) await undoChanges(inside, found, [change])
    await shareImport(inside, found)
    await announceImports(inside, viewer.id)
  })
  return oneRow(deps, viewer, id, n)
}
