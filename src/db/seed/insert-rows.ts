import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Inserts all rows with one statement; `columns` has the syntax of a table definition. */
export async function insertRows(db: Db, table: string, rows: readonly object[], columns: string): Promise<void> {
  const names = columns
    .split(',')
    .map((column) => column.trim().split(' ')[0])
    .join(', ')
  await sql`
    insert into ${sql.table(table)} (${sql.raw(names)})
    select ${sql.raw(names)} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(${sql.raw(columns)})`.execute(
    db,
  )
}
