import { CompiledQuery, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { StoredFiles } from './storage/stored-files.ts'

/** A query builder, or a `sql` template. */
interface Query {
  compile: (db: Db) => CompiledQuery
}

/** The member's rows of one table. */
export interface OwnTable {
  query: Query
  /** The file has one object instead of a list. */
  isOne?: boolean
  /** Returns a row as the file shows it. */
  view?: (row: never) => object | Promise<object>
}

/** The data that a feature stores about a member, named in its module. A test finds tables that no feature exports. */
export interface OwnData {
  /**
   * Returns what reads the member's rows, by table: all that belongs to the member, and nothing that gives access to an
   * account.
   */
  ownTables: (db: Db, userId: string, files: StoredFiles) => Record<string, Query | OwnTable>
}

/** Rows that the server holds at once. */
const ROWS_AT_ONCE = 500

/**
 * Reads the rows of a query a few hundred at a time, so that a member's whole data is never in memory. Needs an open
 * transaction, in which nothing else reads with this function until the reader is done.
 */
export async function* readInBatches<Row>(db: Db, query: CompiledQuery): AsyncGenerator<Row[]> {
  await db.executeQuery(CompiledQuery.raw(`declare own_rows no scroll cursor for ${query.sql}`, [...query.parameters]))
  try {
    for (;;) {
      const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(`fetch ${ROWS_AT_ONCE} from own_rows`))
      if (rows.length > 0) yield rows
      if (rows.length < ROWS_AT_ONCE) break
    }
  } finally {
    // After an error the transaction is over, and the cursor with it.
    await sql`close own_rows`.execute(db).catch(() => {})
  }
}

/** A table of the export: its name, whether it is one object, and its rows in batches, to be read in order. */
export interface TableReader {
  name: string
  isOne: boolean
  batches: () => AsyncGenerator<object[]>
}

/** What the data of a member is read from. */
export interface OwnDataSource {
  ownData: readonly OwnData[]
  files: StoredFiles
}

const tablesOf = (db: Db, { ownData, files }: OwnDataSource, userId: string): [name: string, table: OwnTable][] =>
  ownData
    .flatMap((part) => Object.entries(part.ownTables(db, userId, files)))
    .map(([name, given]) => [name, 'query' in given ? given : { query: given }])

/** Returns readers of all tables of the member, feature by feature. Needs an open transaction (`readInBatches`). */
export const readOwnData = (db: Db, source: OwnDataSource, userId: string): TableReader[] =>
  tablesOf(db, source, userId).map(([name, { query, isOne = false, view }]) => {
    async function* batches(): AsyncGenerator<object[]> {
      for await (const rows of readInBatches<object>(db, query.compile(db)))
        yield view ? await Promise.all(rows.map((row) => view(row as never))) : rows
    }
    return { name, isOne, batches }
  })

/** Counts the rows of all tables of the member. */
export async function countOwnRows(db: Db, source: OwnDataSource, userId: string): Promise<number> {
  let count = 0
  for (const [, { query }] of tablesOf(db, source, userId)) {
    const compiled = query.compile(db)
    const counting = CompiledQuery.raw(`select count(*) as rows from (${compiled.sql}) counted`, [
      ...compiled.parameters,
    ])
    count += Number((await db.executeQuery<{ rows: number }>(counting)).rows[0]?.rows ?? 0)
  }
  return count
}
