import type { TableReader } from './own-data.ts'

/** What stands at the head of the file. */
export interface ExportHead {
  exportedAt: Date
  member: { id: string; username: string | null; email: string }
}

/**
 * Writes everything of a member as JSON, one row a line, without holding it in memory: the file of an export, and the answer
 * of `GET /api/user/export`. `docs/data-export.md` describes it. Waits for `onRows` after each batch, with its number of rows.
 */
export async function* ownDataFile(
  { exportedAt, member }: ExportHead,
  tables: readonly TableReader[],
  onRows: (count: number) => void | Promise<void>,
): AsyncGenerator<string> {
  const head = { format: 'savepoint-export', version: 1, exported_at: exportedAt.toISOString(), member }
  yield `${JSON.stringify(head).slice(0, -1)},"data":{`
  for (const [at, table] of tables.entries()) {
    yield `${at === 0 ? '' : ','}\n${JSON.stringify(table.name)}:${table.isOne ? '' : '['}`
    let written = 0
    for await (const rows of table.batches()) {
      yield rows.map((row, n) => `${written + n === 0 ? '' : ','}\n${JSON.stringify(row)}`).join('')
      written += rows.length
      await onRows(rows.length)
    }
    if (table.isOne) yield written === 0 ? 'null' : ''
    else yield written === 0 ? ']' : '\n]'
  }
  yield '\n}}\n'
}
