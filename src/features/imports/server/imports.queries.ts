import { sql } from 'kysely'
import { lockName } from '#db/advisory-lock.ts'
import type { Db } from '#db/db.ts'
import type { ImportId, UserId } from '#shared/ids.ts'
import type { Preset } from '../imported-record.rules.ts'
import { type ImportRules, type ImportState, OPEN_STATES, type SyncKind } from '../imports.rules.ts'
import type { Mapping } from '../mapping.rules.ts'
import { insertFile } from './stored/import-files.queries.ts'

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
    select ${IMPORT} from imports where user_id = ${userId} and not is_expired order by id desc limit 100`.execute(db)
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
    where id = ${id} and user_id = ${userId} and not is_expired ${isLocked ? sql`for update` : sql``}`.execute(db)
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
  await lockName(sql`${`imports of ${userId}`}`).execute(db)
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
  await insertFile(db, id, bytes)
  return id
}

const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** Finds the columns of a table that waits for its mapping; null for other imports. */
export async function findColumns(db: Db, id: ImportId): Promise<TableColumn[] | null> {
  const { rows } = await sql<{ columns: TableColumn[] | null }>`
    select columns from imports where id = ${id} and state = 'mapping'`.execute(db)
  return rows[0]?.columns ?? null
}

export interface ImportChanges {
  state?: ImportState
  preset?: Preset
  mapping?: Mapping | null
  columns?: readonly TableColumn[] | null
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
  const { mapping, columns, rules, unstored, ...rest } = changes
  await db
    .updateTable('imports')
    .set({
      ...rest,
      ...(mapping !== undefined && { mapping: json(mapping) }),
      ...(columns !== undefined && { columns: json(columns) }),
      ...(rules && { rules: JSON.stringify(rules) }),
      ...(unstored && { unstored: JSON.stringify(unstored) }),
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteImport(db: Db, id: ImportId): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute()
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
