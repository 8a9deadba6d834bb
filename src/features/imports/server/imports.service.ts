import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { deleteOwnGames } from '#features/catalogue/server/catalogue.service.ts'
import type { Queue } from '#server/jobs.ts'
import { release } from '#server/request-body.ts'
import type { Viewer } from '#server/routes.ts'
import type { ImportId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { Import } from '../imports.contract.ts'
import { DEFAULT_RULES, type ImportRules, type ImportState, type SyncKind } from '../imports.rules.ts'
import { IMPORT_TEXTS } from '../imports.texts.ts'
import { countOpenChanges, hasOpenChanges } from './changes/changes.queries.ts'
import { openInTurn } from './formats/open-in-turn.ts'
import { readInThread } from './formats/read-in-thread.ts'
import { requireGames } from './formats/require-games.ts'
import * as queries from './imports.queries.ts'
import { importView } from './imports.view.ts'
import { forgetItemPlans, tallyItems } from './items/items.queries.ts'
import { announceImports, type StepDeps } from './running/step.ts'
import * as rowQueries from './stored/import-rows.queries.ts'

export interface ImportsDeps extends StepDeps {
  queue: Queue
}

export const IMPORT_JOB = 'run-import'

export const refuseState = () => refuse('conflict', 'import_state', IMPORT_TEXTS.wrongState)

/** Finds an import of the viewer. Refuses with 404, also for imports of others. */
export async function requireImport(db: Db, viewer: Viewer, id: ImportId, options: { isLocked?: boolean } = {}) {
  const found = await queries.findImport(db, viewer.id, id, options)
  return found ?? refuse('not_found', 'import_not_found', IMPORT_TEXTS.notFound)
}

/** Locks an import of the viewer. Refuses with 409 when it is in none of these states. */
export async function requireState(db: Db, viewer: Viewer, id: ImportId, ...states: readonly ImportState[]) {
  const found = await requireImport(db, viewer, id, { isLocked: true })
  return states.includes(found.state) ? found : refuseState()
}

/** Returns imports as their member sees them, in four statements. */
async function viewAll({ db, clock }: ImportsDeps, rows: readonly queries.ImportRecordRow[]): Promise<Import[]> {
  const ids = rows.map(({ id }) => id)
  const tally = Map.groupBy(await rowQueries.tallyRows(db, ids), ({ import_id }) => import_id)
  const items = Map.groupBy(await tallyItems(db, ids), ({ import_id }) => import_id)
  const deciding = rows.filter(({ state }) => state === 'ready' || state === 'done').map(({ id }) => id)
  const asked = Map.groupBy(
    deciding.length > 0 ? await rowQueries.tallyQuestions(db, deciding) : [],
    ({ import_id }) => import_id,
  )
  const open = await countOpenChanges(db, ids)
  return rows.map((row) => {
    const tallies = {
      rows: tally.get(row.id) ?? [],
      items: items.get(row.id) ?? [],
      asked: asked.get(row.id) ?? [],
    }
    return importView(row, tallies, open.get(row.id) ?? 0, clock())
  })
}

export async function viewOf(deps: ImportsDeps, row: queries.ImportRecordRow): Promise<Import> {
  return (await viewAll(deps, [row]))[0] as Import
}

export async function viewImport(deps: ImportsDeps, viewer: Viewer, id: ImportId): Promise<Import> {
  return viewOf(deps, await requireImport(deps.db, viewer, id))
}

/** Lists the viewer's imports, newest first. */
export async function listOwnImports(deps: ImportsDeps, viewer: Viewer): Promise<Import[]> {
  return viewAll(deps, await queries.listImports(deps.db, viewer.id))
}

/** A file of the member: its name and its bytes, null if there is none. The signal is aborted when the client has gone. */
export interface UploadedFile {
  name: string
  bytes: Uint8Array | null
  signal: AbortSignal | undefined
}

/**
 * Stores an uploaded file and begins to read it; a table that no preset knows waits for what its columns mean. Refuses
 * files that cannot be read or have too many rows, and with 409 while another import of the member is open. Stores nothing
 * when the client has gone.
 */
export async function uploadImport(deps: ImportsDeps, viewer: Viewer, { name, bytes, signal }: UploadedFile) {
  if (bytes === null) return refuse('invalid', 'file_missing', IMPORT_TEXTS.missing)
  const at = deps.clock()
  const { preset, mapped, file } = await openInTurn(signal, () =>
    readInThread(bytes, name, { now: at, signal }, async (opened) => {
      // Those of a table without a preset were counted when its columns were described.
      if (!opened.mapped) await opened.requireFewRows()
      await requireGames(opened)
      return { ...opened, file: await opened.takeBack() }
    }),
  )
  const stored = await inTransaction(deps, async (inside) => {
    await requireNoneOpen(inside.db, viewer.id)
    const state: ImportState = mapped ? 'mapping' : 'reading'
    const id = await queries.insertImport(
      inside.db,
      {
        user_id: viewer.id,
        file_name: name.toWellFormed().replace(/\p{Cc}/gu, ' '),
        preset,
        state,
        mapping: mapped?.mapping ?? null,
        columns: mapped?.columns?.map(({ name, filled, values }) => ({ name, filled, values })) ?? null,
        rules: DEFAULT_RULES,
        sync: null,
        at,
      },
      file,
    )
    return startStep(inside, viewer, id, state)
  })
  release(file)
  return stored
}

/**
 * Begins to import games that a sync has found, in Steam's own format, in the transaction of the caller. Returns null
 * while another import of the member is open.
 */
export async function beginSyncImport(
  { db, queue, clock }: Pick<ImportsDeps, 'db' | 'queue' | 'clock'>,
  userId: UserId,
  { name, bytes, sync }: { name: string; bytes: Uint8Array; sync: SyncKind },
): Promise<ImportId | null> {
  await queries.lockOpening(db, userId)
  if (await queries.hasOpenImport(db, userId)) return null
  const columns = { mapping: null, columns: null, rules: DEFAULT_RULES, at: clock() }
  const row = { user_id: userId, file_name: name, preset: 'steam', state: 'reading', sync, ...columns } as const
  const id = await queries.insertImport(db, row, bytes)
  await queue.send(db, IMPORT_JOB, { id })
  return id
}

/** Refuses with 409 while an import of the member is open, before work that would be in vain. */
export async function refuseWhileOpen(db: Db, viewer: Viewer): Promise<void> {
  if (await queries.hasOpenImport(db, viewer.id)) refuseOpen()
}

const refuseOpen = () => refuse('conflict', 'import_open', IMPORT_TEXTS.open)

/** Refuses with 409 while another import of the member is open. */
export async function requireNoneOpen(db: Db, userId: UserId): Promise<void> {
  await queries.lockOpening(db, userId)
  if (await queries.hasOpenImport(db, userId)) refuseOpen()
}

/** Queues the job for a step, announces the import and returns it. */
export async function startStep(deps: ImportsDeps, viewer: Viewer, id: ImportId, state: ImportState): Promise<Import> {
  if (state !== 'mapping') await deps.queue.send(deps.db, IMPORT_JOB, { id })
  return announced(deps, viewer, id)
}

/** Announces an import and returns it. */
export async function announced(deps: ImportsDeps, viewer: Viewer, id: ImportId): Promise<Import> {
  await announceImports(deps, viewer.id)
  return viewImport(deps, viewer, id)
}

/** Deletes an import that has nothing to undo. Refuses others with 409. */
export async function discardImport(deps: ImportsDeps, viewer: Viewer, id: ImportId): Promise<void> {
  await inTransaction(deps, async (inside) => {
    const { db } = inside
    await requireState(
      db,
      viewer,
      id,
      ...(['mapping', 'reading', 'planning', 'ready', 'undone', 'failed', 'done'] as const),
    )
    if (await hasOpenChanges(db, id)) refuseState()
    const ownGames = await rowQueries.listOwnGames(db, id)
    await queries.deleteImport(db, id)
    await deleteOwnGames(db, viewer.id, ownGames)
    await announceImports(inside, viewer.id)
  })
}

/** Changes the rules of an import that waits, and plans all its rows again. */
export function setRules(deps: ImportsDeps, viewer: Viewer, id: ImportId, rules: ImportRules): Promise<Import> {
  return inTransaction(deps, async (inside) => {
    const { db } = inside
    await requireState(db, viewer, id, 'ready')
    await rowQueries.forgetPlans(db, id)
    await forgetItemPlans(db, id)
    await queries.updateImport(db, id, { rules, state: 'planning' })
    return startStep(inside, viewer, id, 'planning')
  })
}
