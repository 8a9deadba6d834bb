import type { TableReader } from '#server/own-data.ts'

/** What stands at the head of the file. */
export interface ExportHead {
  exportedAt: Date
  member: { id: string; username: string | null; email: string }
}

/**
 * Writes everything as JSON, one row a line: what `GET /api/user/export` answers, without holding it in memory.
 * `docs/data-export.md` describes it. Calls `onRows` with the number of rows of each batch.
 */
export async function* jsonFile(
  { exportedAt, member }: ExportHead,
  tables: readonly TableReader[],
  onRows: (count: number) => void,
): AsyncGenerator<string> {
  const head = { format: 'savepoint-export', version: 1, exported_at: exportedAt.toISOString(), member }
  yield `${JSON.stringify(head).slice(0, -1)},"data":{`
  for (const [at, table] of tables.entries()) {
    yield `${at === 0 ? '' : ','}\n${JSON.stringify(table.name)}:${table.isOne ? '' : '['}`
    let written = 0
    for await (const rows of table.batches()) {
      yield rows.map((row, n) => `${written + n === 0 ? '' : ','}\n${JSON.stringify(row)}`).join('')
      written += rows.length
      onRows(rows.length)
    }
    if (table.isOne) yield written === 0 ? 'null' : ''
    else yield written === 0 ? ']' : '\n]'
  }
  yield '\n}}\n'
}
