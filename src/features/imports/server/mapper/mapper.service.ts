import { inTransaction } from '#db/transaction.ts'
import type { Viewer } from '#server/routes.ts'
import type { ImportId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { ReadRow } from '../../imported-record.rules.ts'
import type { Import, ImportTable } from '../../imports.contract.ts'
import { valuesOf } from '../../imports.rules.ts'
import { IMPORT_TEXTS, reasonText } from '../../imports.texts.ts'
import type { Mapping } from '../../mapping.rules.ts'
import { previewOf } from '../formats/mapped/mapped-table.ts'
import { openInTurn } from '../formats/open-in-turn.ts'
import { readInThread } from '../formats/read-in-thread.ts'
import { findColumns, type ImportRecordRow, updateImport } from '../imports.queries.ts'
import { type ImportsDeps, requireImport, requireState, startStep } from '../imports.service.ts'
import { findFile } from '../stored/import-files.queries.ts'
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
  const rows = await firstRows(deps, found, mapping)
  return { columns, mapping: { ...mapping, columns: mapping.columns as Record<string, never> }, rows }
}

/** Returns the first rows of a table as this mapping reads them. Refuses like `readTable`. */
export async function previewTable(
  deps: ImportsDeps,
  viewer: Viewer,
  id: ImportId,
  { mapping, signal }: { mapping: Mapping; signal: AbortSignal | undefined },
) {
  return { rows: await firstRows(deps, await requireImport(deps.db, viewer, id), mapping, signal) }
}

const refuseState = () => refuse('conflict', 'import_state', IMPORT_TEXTS.wrongState)

function firstRows(
  deps: ImportsDeps,
  found: ImportRecordRow,
  mapping: Mapping,
  signal?: AbortSignal,
): Promise<ImportTable['rows']> {
  return openInTurn(signal, async () => {
    const bytes = found.state === 'mapping' ? await findFile(deps.db, found.id) : undefined
    if (bytes === undefined) return refuseState()
    const first = await readInThread(bytes, found.file_name, { now: found.created_at, mapping, signal }, ({ rows }) =>
      previewOf(rows()),
    )
    return first.map((row) => previewRow(row, deps.clock()))
  })
}

function previewRow(row: ReadRow, now: Date): ImportTable['rows'][number] {
  if ('skipped' in row) {
    const { title, reason } = row.skipped
    return { row: row.skipped.row, title, values: [{ field: '', before: null, after: reasonText(reason) }] }
  }
  const { record } = row
  return { row: record.rows[0] ?? 0, title: record.title, values: recordChanges(record, valuesOf(record, now)) }
}

/** Stores what the columns mean, and begins to read the table. Refuses a mapping without a column for the names. */
export function mapImport(deps: ImportsDeps, viewer: Viewer, id: ImportId, mapping: Mapping): Promise<Import> {
  if (!Object.values(mapping.columns).includes('title'))
    refuse('invalid', 'import_without_titles', IMPORT_TEXTS.withoutTitles)
  return inTransaction(deps, async (inside) => {
    await requireState(inside.db, viewer, id, 'mapping')
    await updateImport(inside.db, id, { mapping, state: 'reading' })
    return startStep(inside, viewer, id, 'reading')
  })
}
