import { inTransaction } from '#db/transaction.ts'
import { GAME_NOT_FOUND } from '#features/catalogue/catalogue.texts.ts'
import { ensureGames, lockGames } from '#features/catalogue/server/catalogue.service.ts'
import type { Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { Status } from '../../library.rules.ts'
import { type LibraryDeps, publishLibraryChange, refuseMissing } from '../library.service.ts'
import * as queries from './bulk.queries.ts'

/**
 * Adds games as want_to_play, without those that the library has. Refuses with 404 when no source knows one of them, and
 * then adds none. Publishes no activity, like every bulk change.
 */
export async function addMany(deps: LibraryDeps, viewer: Viewer, given: readonly GameId[]) {
  const gameIds = [...new Set(given)]
  if ((await ensureGames(deps, gameIds, deps.clock())).length > 0) refuseUnknownGame()
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const at = clock()
    if ((await lockGames(db, gameIds)).length > 0) refuseUnknownGame()
    const status = 'want_to_play'
    const added = await queries.insertEntries(db, viewer.id, gameIds, { status, at })
    if (added.length === 0) return { added: 0, undo_id: null }
    const before = added.map((game_id) => ({ game_id }))
    const undo_id = await queries.storeBulkChange(db, viewer.id, { kind: 'addition', status, before, at })
    await publishLibraryChange(inside, viewer.id)
    return { added: added.length, undo_id }
  })
}

const refuseUnknownGame = () => refuse('not_found', 'game_not_found', GAME_NOT_FOUND)

/** Undoes a bulk addition, once: removes the entries that nothing has changed since. Refuses like `undoMany`. */
export function undoAddMany(deps: LibraryDeps, viewer: Viewer, undoId: string) {
  return inTransaction(deps, async (inside) => {
    const { db } = inside
    const { before, status, changed_at } = await requireChange(db, viewer, 'addition', undoId)
    const added = (before as unknown as { game_id: GameId }[]).map(({ game_id }) => game_id)
    const untouched = await queries.lockUntouchedEntries(db, viewer.id, added, { status, at: changed_at })
    if (untouched.length > 0) await queries.deleteEntries(db, viewer.id, untouched)
    await publishLibraryChange(inside, viewer.id)
    return { removed: untouched.length }
  })
}

/** Takes a stored change. Refuses with 404 when the id is not one of the viewer's latest changes of this kind. */
async function requireChange(db: LibraryDeps['db'], viewer: Viewer, kind: queries.BulkKind, undoId: string) {
  const change = await queries.deleteBulkChange(db, viewer.id, kind, undoId)
  return change ?? refuse('not_found', 'change_not_found', 'This change can no longer be undone')
}

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
    const undo_id = await queries.storeBulkChange(db, viewer.id, { kind: 'status', status, before, at })
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
    const change = await requireChange(db, viewer, 'status', undoId)
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
