import { inTransaction } from '#db/transaction.ts'
import type { Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { Status } from '../../library.rules.ts'
import { type LibraryDeps, publishLibraryChange, refuseMissing } from '../library.service.ts'
import * as queries from './bulk.queries.ts'

/**
 * Sets one status on many entries. Refuses with 404 when one of the games is not in the library, and then changes
 * nothing. Entries that have the status already stay unchanged. Publishes no activity, because dozens of them would be
 * noise (decision 0036).
 */
export function changeMany(deps: LibraryDeps, viewer: Viewer, gameIds: readonly GameId[], status: Status) {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const at = clock()
    const entries = await requireAll(db, viewer, gameIds)
    const before = entries.filter((entry) => entry.status !== status)
    if (before.length === 0) return { changed: 0, undo_id: null }
    const changed = before.map(({ game_id }) => game_id)
    await queries.setStatuses(db, viewer.id, changed, { status, at })
    const undo_id = await queries.storeBulkChange(db, viewer.id, { status, before, at })
    await publishLibraryChange(inside, viewer.id)
    return { changed: changed.length, undo_id }
  })
}

/**
 * Undoes a bulk change, once: restores the status and the list order exactly. An entry that was changed or removed
 * since then, also by a later bulk change, stays unchanged. Refuses with 404 when the id is not one of the viewer's
 * latest changes.
 */
export function undoMany(deps: LibraryDeps, viewer: Viewer, undoId: string) {
  return inTransaction(deps, async (inside) => {
    const { db } = inside
    const change = await queries.deleteBulkChange(db, viewer.id, undoId)
    if (!change) return refuse('not_found', 'change_not_found', 'This change can no longer be undone')
    const before = change.before as unknown as queries.EntrySnapshot[]
    const gameIds = before.map(({ game_id }) => game_id as GameId)
    await queries.lockEntries(db, viewer.id, gameIds)
    const restored = await queries.restoreEntries(db, viewer.id, before, {
      status: change.status,
      at: change.changed_at,
    })
    await publishLibraryChange(inside, viewer.id)
    return { restored }
  })
}

/**
 * Removes many entries with their histories (G31). Refuses with 404 when one is not in the library, and then removes
 * nothing.
 */
export function removeMany(deps: LibraryDeps, viewer: Viewer, gameIds: readonly GameId[]) {
  return inTransaction(deps, async (inside) => {
    const { db } = inside
    const entries = await requireAll(db, viewer, gameIds)
    await queries.deleteEntries(db, viewer.id, gameIds)
    await publishLibraryChange(inside, viewer.id, { tags: [tag.timer(viewer.id)] })
    return { removed: entries.length }
  })
}

async function requireAll(db: LibraryDeps['db'], viewer: Viewer, gameIds: readonly GameId[]) {
  const entries = await queries.lockEntries(db, viewer.id, gameIds)
  return entries.length === new Set(gameIds).size ? entries : refuseMissing()
}
