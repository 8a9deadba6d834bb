import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Ledger } from '#features/play-log/imported-sessions.rules.ts'
import type { GameId, ImportId } from '#shared/ids.ts'
import type { ImportedRecord, SizedRecord } from '../../imported-record.rules.ts'
import { FILE_ROWS_SHOWN, LOSSES_SHOWN, type RowFilter, type RowQuestion } from '../../imports.rules.ts'

/** Lists the games of the member's own that rows of an import are. */
export async function listOwnGames(db: Db, id: ImportId): Promise<GameId[]> {
  const { rows } = await sql<{ game_id: GameId }>`
    select distinct game_id from import_rows where import_id = ${id} and is_own_game(game_id)`.execute(db)
  return rows.map(({ game_id }) => game_id)
}

/** Forgets all rows and other items of an import that has written nothing. */
export async function forgetRows(db: Db, id: ImportId): Promise<void> {
  await db.deleteFrom('import_rows').where('import_id', '=', id).execute()
  await db.deleteFrom('import_items').where('import_id', '=', id).execute()
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
  losses: string[]
}

/** Of rows and losses only those that are shown: one game can have tens of thousands. */
const SHOWN = sql`record || jsonb_build_object(
  'rows', jsonb_path_query_array(record, '$.rows[0 to ${sql.lit(FILE_ROWS_SHOWN - 1)}]'),
  'losses', jsonb_path_query_array(record, '$.losses[0 to ${sql.lit(LOSSES_SHOWN - 1)}]')
)`
const rowWith = (record: typeof SHOWN) =>
  sql`n, title, ${record} as record, state, outcome, reason, matched_by, game_id, candidates, remarks as losses`
const ROW = rowWith(SHOWN)
const WHOLE_ROW = rowWith(sql`record || coalesce(ledger, '{}')`)

export async function insertRows(
  db: Db,
  id: ImportId,
  rows: readonly Omit<RowRecord<ImportedRecord>, 'losses'>[],
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

/** What a row asks that is doubtful or unknown, by what is doubtful about its first candidate. */
const QUESTION = sql<RowQuestion>`case
  when state = 'unknown' then 'unknown'
  when candidates @> '[{"doubt": "other-name"}]' or candidates -> 0 ->> 'doubt' = 'other-id' then 'id'
  when candidates -> 0 ->> 'doubt' in ('same-name', 'other-year', 'other-platform') then 'same-name'
  else 'similar-name' end`
const ASKS = sql<boolean>`state in ('doubtful', 'unknown') and record is not null`

/** Counts what the rows of these imports ask, and those whose file contradicts itself. */
export async function tallyQuestions(db: Db, ids: readonly ImportId[]) {
  const { rows } = await sql<{ import_id: ImportId; kind: RowQuestion | 'contradiction'; count: number }>`
    select import_id, ${QUESTION} as kind, count(*) as count from import_rows
    where import_id = any(${ids}::uuid[]) and ${ASKS} group by 1, 2
    union all
    select import_id, 'contradiction', count(*) from import_rows
    where import_id = any(${ids}::uuid[]) and record ? 'or_status' and state <> 'applied' group by 1`.execute(db)
  return rows
}

/** Lists rows after a place of the file that ask this, in its order. */
export async function listAsking(
  db: Db,
  id: ImportId,
  { question, after, limit }: { question: RowQuestion; after: number; limit: number },
): Promise<RowRecord[]> {
  const { rows } = await sql<RowRecord>`
    select ${ROW} from import_rows
    where import_id = ${id} and n > ${after} and ${ASKS} and ${QUESTION} = ${question}
    order by n limit ${limit}`.execute(db)
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
  {
    filter,
    question,
    limit,
    offset,
  }: { filter: RowFilter; question?: RowQuestion | undefined; limit: number; offset: number },
): Promise<{ rows: RowRecord[]; total: number }> {
  const isOne = question ? sql`${isIn(filter)} and ${ASKS} and ${QUESTION} = ${question}` : isIn(filter)
  const { rows } = await sql<RowRecord>`
    select ${ROW} from import_rows where import_id = ${id} and ${isOne}
    order by ${filter === 'all' ? sql`(state in ('doubtful', 'unknown')) desc,` : sql``} n
    limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from import_rows where import_id = ${id} and ${isOne}`.execute(db)
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
  losses?: readonly string[]
}

export async function updateRows(db: Db, id: ImportId, changes: readonly RowChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    update import_rows one
    set state = given.state, outcome = given.outcome, reason = given.reason, remarks = coalesce(given.losses, '[]')
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as given(n integer, state text, outcome text, reason text, losses jsonb)
    where one.import_id = ${id} and one.n = given.n`.execute(db)
}

/** Forgets the plans of all rows that are not written yet. Rows that the rules left out are planned again. */
export async function forgetPlans(db: Db, id: ImportId): Promise<void> {
  await sql`
    update import_rows set state = 'ready', outcome = null, reason = null
    where import_id = ${id} and (state = 'ready' or (state = 'skipped' and reason = 'left-out'))`.execute(db)
}
