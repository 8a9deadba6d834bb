import { inTransaction } from '#db/transaction.ts'
import { exportFileName } from '#features/accounts/deletion-and-export.rules.ts'
import { announce } from '#server/changes.ts'
import type { ServerDeps } from '#server/feature.ts'
import type { Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { ExportId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { Export } from '../exports.contract.ts'
import { EXPORT_FILES, FILE_ENDINGS } from '../exports.rules.ts'
import { EXPORT_TEXTS } from '../exports.texts.ts'
import * as queries from './exports.queries.ts'

export type ExportsDeps = Pick<
  ServerDeps,
  'db' | 'clock' | 'config' | 'queue' | 'log' | 'ownData' | 'database' | 'files'
>

export const EXPORT_JOB = 'make-export'

export const announceExports = ({ db }: Pick<ExportsDeps, 'db'>, userId: UserId): Promise<void> =>
  announce(db, [tag.exports(userId)])

/** Returns the name under which a browser saves a file of an export. */
export const downloadName = (
  { config }: Pick<ExportsDeps, 'config'>,
  viewer: Viewer,
  { created_at }: queries.ExportRow,
  file: (typeof EXPORT_FILES)[number],
): string => exportFileName(config.productName, viewer.username, created_at, FILE_ENDINGS[file])

async function viewAll(deps: ExportsDeps, viewer: Viewer, rows: readonly queries.ExportRow[]): Promise<Export[]> {
  const done = rows.filter(({ state }) => state === 'done').map(({ id }) => id)
  const files = Map.groupBy(done.length > 0 ? await queries.listFiles(deps.db, done) : [], (file) => file.export_id)
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    is_weekly: row.is_weekly,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    progress: row.state === 'working' ? { done: row.rows_done, total: row.rows_total } : null,
    files: (files.get(row.id) ?? [])
      .toSorted((a, b) => EXPORT_FILES.indexOf(a.file) - EXPORT_FILES.indexOf(b.file))
      .map(({ file, bytes }) => ({ file, name: downloadName(deps, viewer, row, file), bytes })),
  }))
}

/** Lists the viewer's exports, newest first. */
export async function listOwnExports(deps: ExportsDeps, viewer: Viewer): Promise<Export[]> {
  return viewAll(deps, viewer, await queries.listExports(deps.db, viewer.id, deps.clock()))
}

/** Begins an export of the viewer's data. Refuses with 409 while one is being made. */
export function startExport(deps: ExportsDeps, viewer: Viewer): Promise<Export> {
  return inTransaction(deps, async (inside) => {
    const at = inside.clock()
    const id =
      (await queries.insertExport(inside.db, viewer.id, at)) ?? refuse('conflict', 'export_open', EXPORT_TEXTS.open)
    await inside.queue.send(inside.db, EXPORT_JOB, { id })
    await announceExports(inside, viewer.id)
    const row = await queries.findExport(inside.db, viewer.id, id, at)
    const [view] = await viewAll(inside, viewer, row ? [row] : [])
    return view as Export
  })
}

/** Cancels an export that is being made, or deletes its files. Refuses with 404, also for exports of others. */
export async function discardExport(deps: ExportsDeps, viewer: Viewer, id: ExportId): Promise<void> {
  await inTransaction(deps, async (inside) => {
    if (!(await queries.deleteExport(inside.db, viewer.id, id)))
      refuse('not_found', 'export_not_found', EXPORT_TEXTS.notFound)
    await announceExports(inside, viewer.id)
  })
}
