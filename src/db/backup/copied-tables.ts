import pg from 'pg'
import { to } from 'pg-copy-streams'
import type { BackedUpTable, TableSum } from './format.ts'
import { RowChecksum } from './row-checksum.ts'

/**
 * Makes both sides read and write values in the same format, whatever the server's settings are, and removes the time
 * limits, which are meant for pages.
 */
export const COPY_SETTINGS = `
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local row_security = off;
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local transaction_timeout = 0`

/**
 * Lists the tables that a backup contains. Unlogged ones (shared counters) are empty after every crash and are omitted;
 * so is the schema of the job queue, which is created again.
 */
export async function listTables(client: pg.ClientBase): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    group by c.oid, c.relname
    order by c.relname`,
  )
  return rows
}

export const copyOf = ({ name, columns }: BackedUpTable) =>
  `copy ${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`

/** Streams the rows of a table in the text format of COPY. */
export const rowsOf = (client: pg.ClientBase, table: BackedUpTable) =>
  client.query(to(`${copyOf(table)} to stdout`, { highWaterMark: 64 * 1024 })) as AsyncIterable<Buffer>

export async function sumOf(client: pg.ClientBase, table: BackedUpTable): Promise<TableSum> {
  const sum = new RowChecksum()
  for await (const chunk of rowsOf(client, table)) sum.update(chunk)
  return { name: table.name, ...sum.digest() }
}
