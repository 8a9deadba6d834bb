import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Ledger } from '#features/library/imported.rules.ts'
import type { GameId, ImportId, UserId } from '#shared/ids.ts'
import type { ImportedRecord, Preset, SizedRecord } from '../imported-record.rules.ts'
import {
  FILE_ROWS_SHOWN,
  type ImportRules,
  type ImportState,
  LOSSES_SHOWN,
  OPEN_STATES,
  type RowFilter,
  type SyncKind,
} from '../imports.rules.ts'
import type { Mapping } from '../mapping.rules.ts'

export interface ImportRecordRow {
  id: ImportId
  user_id: UserId
  file_name: string
  preset: Preset
  state: ImportState
  mapping: Mapping | null
  rules: ImportRules
  unstored: string[]
  read_records: number
  error: string | null
  is_cancelled: boolean
  is_shared: boolean
  /** Null for a file of the member. */
  sync: SyncKind | null
  created_at: Date
  finished_at: Date | null
  undone_at: Date | null
}

const IMPORT = sql`
  id, user_id, file_name, preset, state, mapping, rules, unstored, read_records, error, is_cancelled, is_shared, sync, created_at,
  finished_at, undone_at`

export async function listImports(db: Db, userId: UserId): Promise<ImportRecordRow[]> {
  const { rows } = await sql<ImportRecordRow>`
    select ${IMPORT} from imports where user_id = ${userId} order by id desc limit 100`.execute(db)
  return rows
}

/** Finds an import of this member. With `isLocked` nothing else changes it until the transaction ends. */
export async function findImport(
  db: Db,
  userId: UserId,
  id: ImportId,
  { isLocked = false } = {},
): Promise<ImportRecordRow | undefined> {
  const { rows } = await sql<ImportRecordRow>`
    select ${IMPORT} from imports
    where id = ${id} and user_id = ${userId} ${isLocked ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

/** Locks an import for a step of its job. Undefined when it has been deleted. */
export async function lockImport(db: Db, id: ImportId): Promise<ImportRecordRow | undefined> {
  const { rows } = await sql<ImportRecordRow>`select ${IMPORT} from imports where id = ${id} for update`.execute(db)
  return rows[0]
}

/** Finds an import for its job. Undefined when it has been deleted. */
export async function findImportOfJob(db: Db, id: ImportId): Promise<ImportRecordRow | undefined> {
  const { rows } = await sql<ImportRecordRow>`select ${IMPORT} from imports where id = ${id}`.execute(db)
  return rows[0]
}

/** Lets the writes that open an import of this member wait for each other. */
export async function lockOpening(db: Db, userId: UserId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`imports of ${userId}`}, 0))`.execute(db)
}

export async function hasOpenImport(db: Db, userId: UserId): Promise<boolean> {
  const { rows } = await sql`
    select 1 from imports where user_id = ${userId} and state = any(${[...OPEN_STATES]}) limit 1`.execute(db)
  return rows.length > 0
}

interface NewImport {
  user_id: UserId
  file_name: string
  preset: Preset
  state: ImportState
  mapping: Mapping | null
  columns: readonly TableColumn[] | null
  rules: ImportRules
  sync: SyncKind | null
  at: Date
}

/** A column of a table that no preset knows, with its first different values. */
export interface TableColumn {
  name: string
  filled: number
  values: string[]
}

/** Inserts the change set of a sync, which has no file. */
export async function insertChangeSet(
  db: Db,
  { userId, name, rules, at }: { userId: UserId; name: string; rules: ImportRules; at: Date },
): Promise<ImportId> {
  const { rows } = await sql<{ id: ImportId }>`
    insert into imports (user_id, file_name, preset, state, rules, sync, created_at, finished_at)
    values (${userId}, ${name}, 'steam', 'done', ${json(rules)}::jsonb, 'time', ${at}, ${at})
    returning id`.execute(db)
  return rows[0]!.id
}

export async function insertImport(db: Db, { at, ...row }: NewImport, bytes: Uint8Array): Promise<ImportId> {
  const { rows } = await sql<{ id: ImportId }>`
    insert into imports (user_id, file_name, preset, state, mapping, columns, rules, sync, created_at)
    values (
      ${row.user_id}, ${row.file_name}, ${row.preset}, ${row.state}, ${json(row.mapping)}::jsonb,
      ${json(row.columns)}::jsonb, ${json(row.rules)}::jsonb, ${row.sync}, ${at}
    )
    returning id`.execute(db)
  const { id } = rows[0]!
  for (let n = 0; n * PIECE_BYTES < bytes.length; n += 1) {
    const piece = bytes.subarray(n * PIECE_BYTES, (n + 1) * PIECE_BYTES)
    await db
      .insertInto('import_files')
      .values({ import_id: id, n, bytes: Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength) })
      .execute()
  }
  return id
}

const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** Finds the columns of a table that waits for its mapping; null for other imports. */
export async function findColumns(db: Db, id: ImportId): Promise<TableColumn[] | null> {
  const { rows } = await sql<{ columns: TableColumn[] | null }>`
    select columns from imports where id = ${id} and state = 'mapping'`.execute(db)
  return rows[0]?.columns ?? null
}

/** The driver holds a parameter several times, and receives bytes as text of twice the length: a file comes in pieces. */
const PIECE_BYTES = 1024 * 1024

/** Reads the file of an import, in a buffer of its size and not more. Undefined when it is no longer there. */
export async function findFile(db: Db, id: ImportId): Promise<Buffer | undefined> {
  const { rows } = await sql<{ n: number; size: number }>`
    select n, octet_length(bytes) as size from import_files where import_id = ${id} order by n`.execute(db)
  if (rows.length === 0) return undefined
  const file = Buffer.allocUnsafe(rows.reduce((sum, { size }) => sum + size, 0))
  let end = 0
  // A file of an earlier version of the app is one piece.
  for (const { n, size } of rows)
    for (let at = 0; at < size; at += PIECE_BYTES) {
      const piece = await sql<{ bytes: Buffer }>`
        select substring(bytes from ${at + 1}::integer for ${PIECE_BYTES}::integer) as bytes
        from import_files where import_id = ${id} and n = ${n}`.execute(db)
      // Discarded meanwhile.
      if (!piece.rows[0]) return undefined
      end += piece.rows[0].bytes.copy(file, end)
    }
  return file
}

export async function deleteFile(db: Db, id: ImportId): Promise<void> {
  await db.deleteFrom('import_files').where('import_id', '=', id).execute()
}

export interface ImportChanges {
  state?: ImportState
  preset?: Preset
  mapping?: Mapping | null
  rules?: ImportRules
  unstored?: readonly string[]
  read_records?: number
  error?: string | null
  is_cancelled?: boolean
  is_shared?: boolean
  finished_at?: Date | null
  undone_at?: Date | null
}

export async function updateImport(db: Db, id: ImportId, changes: ImportChanges): Promise<void> {
  const { mapping, rules, unstored, ...rest } = changes
  await db
    .updateTable('imports')
    .set({
      ...rest,
      ...(mapping !== undefined && { mapping: json(mapping) }),
      ...(rules && { rules: JSON.stringify(rules) }),
      ...(unstored && { unstored: JSON.stringify(unstored) }),
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteImport(db: Db, id: ImportId): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute()
}

/** Lists the games of the member's own that rows of an import are. */
export async function listOwnGames(db: Db, id: ImportId): Promise<GameId[]> {
  const { rows } = await sql<{ game_id: GameId }>`
    select distinct game_id from import_rows where import_id = ${id} and is_own_game(game_id)`.execute(db)
  return rows.map(({ game_id }) => game_id)
}

/** Deletes imports that began, or ended, before this instant; their undo has expired. */
export async function deleteImportsBefore(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('imports')
    .where(sql<boolean>`coalesce(finished_at, created_at) < ${before}`)
    .where('state', 'not in', ['applying', 'undoing'])
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Lists the imports on which a job works. */
export async function listWorking(db: Db): Promise<ImportId[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('state', 'in', ['reading', 'planning', 'applying', 'undoing'])
    .execute()
  return rows.map(({ id }) => id as ImportId)
}

/** A row as it is planned and shown. Its record has the number of its sessions and points, not themselves. */
export interface RowRecord<Record = SizedRecord> {
  n: number
  title: string
  record: Record | null
  state: string
  outcome: string | null
  reason: string | null
  matched_by: string | null
  game_id: string | null
  candidates: { gameId: string; doubt: string }[]
  /** What the import has left alone, in sentences; only of written rows. */
  remarks: string[]
}

/** Of rows and losses only those that are shown: one game can have tens of thousands. */
const SHOWN = sql`record || jsonb_build_object(
  'rows', jsonb_path_query_array(record, '$.rows[0 to ${sql.lit(FILE_ROWS_SHOWN - 1)}]'),
  'losses', jsonb_path_query_array(record, '$.losses[0 to ${sql.lit(LOSSES_SHOWN - 1)}]')
)`
const rowWith = (record: typeof SHOWN) =>
  sql`n, title, ${record} as record, state, outcome, reason, matched_by, game_id, candidates, remarks`
const ROW = rowWith(SHOWN)
const WHOLE_ROW = rowWith(sql`record || coalesce(ledger, '{}')`)

export async function insertRows(
  db: Db,
  id: ImportId,
  rows: readonly Omit<RowRecord<ImportedRecord>, 'remarks'>[],
): Promise<void> {
  const given = rows.map((row) => ({ ...row, ...(row.record && storedParts(row.record)) }))
  await sql`
    insert into import_rows (
      import_id, n, title, record, ledger, state, outcome, reason, matched_by, game_id, candidates
    )
    select ${id}::uuid, n, title, nullif(record, 'null'::jsonb), ledger, state, outcome, reason, matched_by, game_id,
      candidates
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(
      n integer, title text, record jsonb, ledger jsonb, state text, outcome text, reason text, matched_by text,
      game_id text, candidates jsonb
    )`.execute(db)
}

/** Divides a record into what a page of rows shows, and the lists that only the writing needs. */
function storedParts(record: ImportedRecord): { record: SizedRecord; ledger?: Partial<Ledger> } {
  const { sessions, history } = record
  if (!sessions && !history) return { record }
  const sized = {
    ...(sessions && { sessions: { length: sessions.length } }),
    ...(history && { history: { length: history.length } }),
  }
  return { record: { ...record, ...sized }, ledger: { ...(sessions && { sessions }), ...(history && { history }) } }
}

/** Counts the rows of these imports by state and outcome. */
export async function tallyRows(db: Db, ids: readonly ImportId[]) {
  const { rows } = await sql<{ import_id: ImportId; state: string; outcome: string | null; count: number }>`
    select import_id, state, outcome, count(*) as count
    from import_rows where import_id = any(${ids}::uuid[]) group by import_id, state, outcome`.execute(db)
  return rows
}

/** The rows of a filter: those that will become so, and those that have. */
const isIn = (filter: RowFilter) => {
  if (filter === 'all') return sql<boolean>`true`
  if (filter === 'new' || filter === 'changed') return sql<boolean>`outcome = ${filter}`
  if (filter === 'same') return sql<boolean>`outcome in ('same', 'joined')`
  return sql<boolean>`state = ${filter}`
}

export async function listRows(
  db: Db,
  id: ImportId,
  { filter, limit, offset }: { filter: RowFilter; limit: number; offset: number },
): Promise<{ rows: RowRecord[]; total: number }> {
  const { rows } = await sql<RowRecord>`
    select ${ROW} from import_rows where import_id = ${id} and ${isIn(filter)}
    order by n limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from import_rows where import_id = ${id} and ${isIn(filter)}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Lists rows after a place, for the report. */
export async function listRowsAfter(db: Db, id: ImportId, after: number, limit: number): Promise<RowRecord[]> {
  const { rows } = await sql<RowRecord>`
    select ${ROW} from import_rows where import_id = ${id} and n > ${after} order by n limit ${limit}`.execute(db)
  return rows
}

export async function findRow(db: Db, id: ImportId, n: number): Promise<RowRecord | undefined> {
  const { rows } = await sql<RowRecord>`select ${ROW} from import_rows where import_id = ${id} and n = ${n}`.execute(db)
  return rows[0]
}

const decidedOf = (id: ImportId, gameIds: readonly string[]) => sql`
  from import_rows where import_id = ${id} and game_id = any(${gameIds}) and state = 'ready' order by n`

/** Lists the rows of these games that are decided and not yet written, in the order of the file. */
export async function listRowsOfGames(db: Db, id: ImportId, gameIds: readonly string[]): Promise<RowRecord[]> {
  const { rows } = await sql<RowRecord>`select ${ROW} ${decidedOf(id, gameIds)}`.execute(db)
  return rows
}

/** Lists the same rows with all that their records say, for the writing. */
export async function listWholeRowsOfGames(
  db: Db,
  id: ImportId,
  gameIds: readonly string[],
): Promise<RowRecord<ImportedRecord>[]> {
  const { rows } = await sql<RowRecord<ImportedRecord>>`select ${WHOLE_ROW} ${decidedOf(id, gameIds)}`.execute(db)
  return rows
}

/**
 * Lists games whose rows are decided: those that are not planned yet, or all. It reads the next rows in the order of an index, so a
 * batch costs the same at the end of a long file as at its beginning.
 */
export async function listReadyGames(
  db: Db,
  id: ImportId,
  { isUnplanned, limit }: { isUnplanned: boolean; limit: number },
): Promise<GameId[]> {
  const { rows } = await sql<{ game_id: GameId }>`
    select distinct game_id from (
      select game_id from import_rows
      where import_id = ${id} and state = 'ready' and game_id is not null
        ${isUnplanned ? sql`and outcome is null` : sql``}
      order by state, outcome, n limit ${sql.lit(limit)}
    ) next`.execute(db)
  return rows.map(({ game_id }) => game_id)
}

export interface RowChange {
  n: number
  state: string
  outcome: string | null
  reason: string | null
  remarks?: readonly string[]
}

export async function updateRows(db: Db, id: ImportId, changes: readonly RowChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    update import_rows one
    set state = given.state, outcome = given.outcome, reason = given.reason, remarks = coalesce(given.remarks, '[]')
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as given(n integer, state text, outcome text, reason text, remarks jsonb)
    where one.import_id = ${id} and one.n = given.n`.execute(db)
}

/** Forgets the plans of all rows that are not written yet. Rows that the rules left out are planned again. */
export async function forgetPlans(db: Db, id: ImportId): Promise<void> {
  await sql`
    update import_rows set state = 'ready', outcome = null, reason = null
    where import_id = ${id} and (state = 'ready' or (state = 'skipped' and reason = 'left-out'))`.execute(db)
}
