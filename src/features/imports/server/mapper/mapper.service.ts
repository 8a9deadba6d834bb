import { inTransaction } from '#db/transaction.ts'
import { deleteOwnGames } from '#features/catalogue/server/catalogue.service.ts'
import type { Viewer } from '#server/routes.ts'
import type { ImportId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { Preset, ReadRow } from '../../imported-record.rules.ts'
import type { Import } from '../../imports.contract.ts'
import type { ImportState } from '../../imports.rules.ts'
import { IMPORT_TEXTS, reasonText } from '../../imports.texts.ts'
import type { Mapping } from '../../mapping.rules.ts'
import type { ImportTable } from '../../recognition.contract.ts'
import { previewOf } from '../formats/mapped/mapped-table.ts'
import { openInTurn } from '../formats/open-in-turn.ts'
import { type FileInThread, readInThread } from '../formats/read-in-thread.ts'
import { requireGames } from '../formats/require-games.ts'
import { findColumns, type ImportRecordRow, updateImport } from '../imports.queries.ts'
import { type ImportsDeps, requireImport, requireState, startStep } from '../imports.service.ts'
import { findFile } from '../stored/import-files.queries.ts'
import { forgetRows, listOwnGames } from '../stored/import-rows.queries.ts'
import { recognitionOf } from './recognition.ts'
import { recordChanges } from './record-changes.ts'

/**
 * Returns the columns of a table that no preset knows, and its first rows as the stored mapping reads them. Refuses with
 * 409 when the import does not wait for its columns.
 */
export async function readTable(deps: ImportsDeps, viewer: Viewer, id: ImportId): Promise<ImportTable> {
  const found = await requireImport(deps.db, viewer, id)
  const columns = await findColumns(deps.db, id)
  const { mapping } = found
  if (!columns || !mapping) return refuseState()
  const shown = await preview(deps, found, mapping)
  return { columns, mapping: { ...mapping, columns: mapping.columns as Record<string, never> }, ...shown }
}

/** Returns the first rows of a table as this mapping reads them, and what becomes of it. Refuses like `readTable`. */
export async function previewTable(
  deps: ImportsDeps,
  viewer: Viewer,
  id: ImportId,
  { mapping, signal }: { mapping: Mapping; signal: AbortSignal | undefined },
) {
  return preview(deps, await requireImport(deps.db, viewer, id), mapping, signal)
}

/** Returns what a file was recognised as, until it is written. Refuses with 409 from then on. */
export async function readRecognition(
  deps: ImportsDeps,
  viewer: Viewer,
  id: ImportId,
  signal: AbortSignal | undefined,
) {
  const found = await requireImport(deps.db, viewer, id)
  return inFile(deps, found, { as: found.preset, mapping: found.mapping ?? undefined, signal }, async (file) => ({
    recognised: await recognitionOf(file, deps.clock()),
  }))
}

const refuseState = () => refuse('conflict', 'import_state', IMPORT_TEXTS.wrongState)

interface Reading {
  as?: Preset
  mapping?: Mapping | undefined
  signal?: AbortSignal | undefined
}

/** Opens the file of an import that is not written yet. */
function inFile<T>(
  deps: ImportsDeps,
  found: ImportRecordRow,
  { signal, ...reading }: Reading,
  work: (file: FileInThread) => Promise<T>,
): Promise<T> {
  return openInTurn(signal, async () => {
    const isOpen = found.state === 'mapping' || found.state === 'ready'
    const bytes = isOpen ? await findFile(deps.db, found.id) : undefined
    if (bytes === undefined) return refuseState()
    const options = { now: found.created_at, isDescribed: true, signal, ...reading }
    return readInThread(bytes, found.file_name, options, work)
  })
}

function preview(deps: ImportsDeps, found: ImportRecordRow, mapping: Mapping, signal?: AbortSignal) {
  if (found.state !== 'mapping') refuseState()
  return inFile(deps, found, { mapping, signal }, async (file) => ({
    rows: (await previewOf(file.rows())).map((row) => previewRow(row, deps.clock())),
    recognised: await recognitionOf(file, deps.clock()),
  }))
}

/**
 * Reads the file of an import as that of another tracker, or as a table whose columns the member maps, and forgets its rows. The
 * file is there until the import is written. Refuses with 409 from then on.
 */
export async function readAgain(
  deps: ImportsDeps,
  viewer: Viewer,
  id: ImportId,
  { as, signal }: { as: Preset; signal: AbortSignal | undefined },
): Promise<Import> {
  const found = await requireImport(deps.db, viewer, id)
  if (found.sync !== null) refuseState()
  const { preset, mapped } = await inFile(deps, found, { as, signal }, async (file) => {
    await requireGames(file)
    return file
  })
  return inTransaction(deps, async (inside) => {
    const { db } = inside
    await requireState(db, viewer, id, 'mapping', 'ready')
    const ownGames = await listOwnGames(db, id)
    await forgetRows(db, id)
    await deleteOwnGames(db, viewer.id, ownGames)
    const state: ImportState = mapped ? 'mapping' : 'reading'
    await updateImport(db, id, {
      ...{ preset, state, read_records: 0, unstored: [], mapping: mapped?.mapping ?? null },
      columns: mapped?.columns?.map(({ name, filled, values }) => ({ name, filled, values })) ?? null,
    })
    return startStep(inside, viewer, id, state)
  })
}

function previewRow(row: ReadRow, now: Date): ImportTable['rows'][number] {
  if ('skipped' in row) {
    const { title, reason } = row.skipped
    return { row: row.skipped.row, title, values: [{ field: '', before: null, after: reasonText(reason) }] }
  }
  const { record } = row
  return { row: record.rows[0] ?? 0, title: record.title, values: recordChanges(record, now) }
}

/** Stores what the columns mean, and begins to read the table. Refuses a mapping that finds no name of a game. */
export async function mapImport(
  deps: ImportsDeps,
  viewer: Viewer,
  id: ImportId,
  { mapping, signal }: { mapping: Mapping; signal: AbortSignal | undefined },
): Promise<Import> {
  if (!Object.values(mapping.columns).includes('title'))
    refuse('invalid', 'import_without_titles', IMPORT_TEXTS.withoutTitles)
  const found = await requireImport(deps.db, viewer, id)
  if (found.state !== 'mapping') refuseState()
  await inFile(deps, found, { mapping, signal }, (file) => requireGames(file, true))
  return inTransaction(deps, async (inside) => {
    await requireState(inside.db, viewer, id, 'mapping')
    await updateImport(inside.db, id, { mapping, state: 'reading' })
    return startStep(inside, viewer, id, 'reading')
  })
}
