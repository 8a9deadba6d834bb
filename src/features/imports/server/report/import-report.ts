import { Readable } from 'node:stream'
import { csvLine } from '#server/csv.ts'
import type { Addresses } from '#server/feature.ts'
import { ImportId } from '#shared/ids.ts'
import { ITEM_KINDS } from '../../imported-item.rules.ts'
import type { FieldChange } from '../../imports.contract.ts'
import type { Outcome, RowState } from '../../imports.rules.ts'
import { ITEM_LABELS, itemReasonText, OUTCOME_LABELS, ROW_STATE_LABELS } from '../../imports.texts.ts'
import { findImport, type ImportRecordRow } from '../imports.queries.ts'
import type { ImportsDeps } from '../imports.service.ts'
import { rowView } from '../imports.view.ts'
import { listItemsAfter } from '../items/items.queries.ts'
import { effectsOf } from '../rows/rows.service.ts'
import { listRowsAfter } from '../stored/import-rows.queries.ts'

const HEADER = ['Row', 'Name in the file', 'Result', 'Action', 'Game', 'Found', 'Changes', 'Remarks']
const ROWS_AT_ONCE = 500

/** Serves the report of an import as CSV, a few hundred rows at a time. Others find nothing at the address. */
export function reportAddresses(deps: ImportsDeps): Addresses {
  return (app, contextOf) => {
    app.get('/api/imports/:importId/report.csv', async (c) => {
      const { session } = await contextOf(c)
      const id = ImportId.safeParse(c.req.param('importId'))
      const found = session && id.success ? await findImport(deps.db, session.viewer.id, id.data) : undefined
      if (!found) return c.text('Not found', 404, { 'cache-control': 'no-store' })
      return c.body(Readable.toWeb(Readable.from(reportOf(deps, found))) as ReadableStream, 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="import-${found.created_at.toISOString().slice(0, 10)}.csv"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
    })
  }
}

async function* reportOf(deps: ImportsDeps, found: ImportRecordRow): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(csvLine(HEADER))
  for (let after = 0; ; ) {
    const rows = await listRowsAfter(deps.db, found.id, after, ROWS_AT_ONCE)
    if (rows.length === 0) break
    after = rows.at(-1)?.n ?? after
    const effects = await effectsOf(deps, found, rows)
    const lines = rows.map((row) => {
      const view = rowView(row, effects(row), new Map())
      return csvLine([
        view.file_rows.join(' ') || String(view.n),
        view.title,
        ROW_STATE_LABELS[view.state as RowState],
        view.outcome ? OUTCOME_LABELS[view.outcome as Outcome] : '',
        row.game_id ?? '',
        view.matched_by ?? '',
        view.changes.map(changeText).join('; '),
        [view.reason, ...view.losses].filter(Boolean).join('; '),
      ])
    })
    yield encoder.encode(lines.join(''))
  }
  for await (const lines of itemsOf(deps, found)) yield encoder.encode(lines)
}

/** Lists what the file has besides games. */
async function* itemsOf(deps: ImportsDeps, found: ImportRecordRow): AsyncGenerator<string> {
  for (const kind of ITEM_KINDS)
    for (let after = 0; ; ) {
      const items = await listItemsAfter(deps.db, found.id, kind, after, ROWS_AT_ONCE)
      if (items.length === 0) break
      after = items.at(-1)?.n ?? after
      yield items
        .map(({ title, state, outcome, reason }) =>
          csvLine([
            ITEM_LABELS[kind],
            title,
            ROW_STATE_LABELS[state as RowState],
            outcome ? OUTCOME_LABELS[outcome as Outcome] : '',
            ...['', '', ''],
            itemReasonText(reason) ?? '',
          ]),
        )
        .join('')
    }
}

const changeText = ({ field, before, after }: FieldChange) => `${field}: ${before ?? 'empty'} → ${after ?? 'empty'}`
