import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import { type Moved, recordedRows, recordOf } from './moved-rows.ts'
import { RECORDED_KINDS, type RecordedKind, type RecordedTable } from './recorded-kinds.ts'

/** The tables of which rows move. */
const kindsOf = ({ move }: Moved) =>
  (Object.entries(RECORDED_KINDS) as [RecordedTable, RecordedKind][]).filter(([, { of }]) => !move || of !== 'game')

/** A column of a row `t`, or an expression that says so itself. */
const sqlOf = (column: string) => (/[.(]/.test(column) ? column : `t.${column}`)

/** Puts the ids of both games and the record into a condition. */
function withGames(condition: string, moved: Moved): RawBuilder<unknown> {
  const values: Record<string, RawBuilder<unknown>> = {
    $1: sql`${moved.from}`,
    $2: sql`${moved.to}`,
    $rows: recordedRows(moved),
  }
  const parts = condition.split(/(\$(?:[12]|rows))/)
  return sql.join(
    parts.map((part) => values[part] ?? sql.raw(part)),
    sql``,
  )
}

/** The name of a row of a table, without its game. */
const nameOf = ({ key }: RecordedKind) =>
  sql.raw(`concat_ws('/', ${["''", ...key.map(sqlOf)].slice(key.length ? 1 : 0).join(', ')})`)

/** The key of a row that has one of both games: with the game where a row has another name with another game. */
const keyOf = (kind: RecordedKind, { from }: Moved) =>
  kind.isByGame ? sql`${nameOf(kind)} || case t.game_id when ${from} then '/from' else '/to' end` : nameOf(kind)

const memberOf = ({ member }: RecordedKind) => sql.raw(member ?? 'null::uuid')

function recorded(table: RecordedTable, kind: RecordedKind, moved: Moved): RawBuilder<unknown> {
  const ofGames = rowsOfGames(table, kind, moved)
  return moved.move && kind.of === 'member' ? sql`(${ofGames}) and ${memberOf(kind)} = ${moved.move.userId}` : ofGames
}

function rowsOfGames(table: RecordedTable, kind: RecordedKind, moved: Moved): RawBuilder<unknown> {
  if (kind.isRecorded) return withGames(kind.isRecorded, moved)
  const game = sql.ref(`t.${kind.game}`)
  if (!kind.partner) return sql`${game} = ${moved.from}`
  const same = sql.join(
    kind.partner.map((column) => sql`other.${sql.ref(column)} = t.${sql.ref(column)}`),
    sql` and `,
  )
  return sql`(${game} = ${moved.from} or ${game} = ${moved.to} and exists (
    select from ${sql.table(table)} other where ${sql.ref(`other.${kind.game}`)} = ${moved.from} and ${same}
  ))`
}

/** Whether a row `t` of after the merge is the one that is recorded in `row`. */
function isSame(kind: RecordedKind, moved: Moved): RawBuilder<unknown> {
  if (!kind.isByGame)
    return kind.key.length === 1 && kind.key[0] === 'id' ? sql`row.key::uuid = t.id` : sql`row.key = ${nameOf(kind)}`
  return sql`t.game_id = ${moved.to} and (
    row.key = ${nameOf(kind)} || '/to' or row.key = ${nameOf(kind)} || '/from' and not exists (
      select from ${recordedRows(moved)} joined where joined.kind = row.kind and joined.key = ${nameOf(kind)} || '/to'
    )
  )`
}

const differing = (one: string, other: string) => sql`(
  select coalesce(jsonb_object_agg(part.key, part.value), '{}') from jsonb_each(${sql.raw(one)}) part
  where ${sql.raw(other)} -> part.key is distinct from part.value
)`

/** Records the rows that a merge or a move is about to change. */
export async function recordBefore(db: Db, moved: Moved): Promise<void> {
  const record = recordOf(moved)
  for (const [table, kind] of kindsOf(moved))
    await sql`
      insert into ${record.table} (${record.column}, kind, key, user_id, before)
      select ${record.id}, ${table}, ${keyOf(kind, moved)}, ${memberOf(kind)}, to_jsonb(t)
      from ${sql.table(table)} t where ${recorded(table, kind, moved)}`.execute(db)
}

/** Without it a split of 20,000 members ran into the deadline: the planner expected one row where there were as many. */
export async function countRecorded(db: Db): Promise<void> {
  await sql`analyze game_merge_rows`.execute(db)
}

/** Records what has become of them, and which rows were made; forgets those that have not changed. */
export async function recordAfter(db: Db, moved: Moved): Promise<void> {
  const record = recordOf(moved)
  for (const [table, kind] of kindsOf(moved)) {
    const states = kind.isWhole
      ? sql`after = to_jsonb(t)`
      : sql`before = ${differing('row.before', 'to_jsonb(t)')}, after = ${differing('to_jsonb(t)', 'row.before')}`
    await sql`
      update ${record.table} row set ${states} from ${sql.table(table)} t
      where row.${record.column} = ${record.id} and row.kind = ${table} and ${isSame(kind, moved)}`.execute(db)
    if (kind.isMade)
      await sql`
        insert into ${record.table} (${record.column}, kind, key, user_id, after)
        select ${record.id}, ${table}, ${keyOf(kind, moved)}, ${memberOf(kind)}, to_jsonb(t)
        from ${sql.table(table)} t
        where ${recorded(table, kind, moved)}
        on conflict do nothing`.execute(db)
  }
  await sql`
    delete from ${record.table}
    where ${record.column} = ${record.id} and before = '{}' and after = '{}'`.execute(db)
}

/** The columns that a recorded row has and that can be written. */
async function writtenColumns(
  db: Db,
  moved: Moved,
  table: RecordedTable,
  counts: readonly string[] = [],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
      and column_name <> all(${counts}::text[]) and column_name in (
      select jsonb_object_keys(before) from (
        select before from ${recordedRows(moved)} row where kind = ${table} and after is null limit 1
      ) one
    )`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Puts the rows of a table back to what they were before the merge or the move: those that it moved or changed, except for columns
 * that were written since; those that it removed, if what they refer to is still there; and without those that it made, unless
 * somebody has changed them. Only the owner of the table calls this. Returns whose rows changed.
 */
export async function putBack(db: Db, moved: Moved, table: RecordedTable): Promise<UserId[]> {
  const kind: RecordedKind = RECORDED_KINDS[table]
  const record = sql`${recordedRows(moved)} row`
  const changed = new Set<UserId>()
  const run = async (statement: RawBuilder<{ user_id: UserId | null }>) => {
    for (const { user_id } of (await statement.execute(db)).rows) if (user_id !== null) changed.add(user_id)
  }
  if (kind.isMade === true)
    await run(sql`
      delete from ${sql.table(table)} t using ${record}
      where row.kind = ${table} and row.before is null and ${isSame(kind, moved)} and to_jsonb(t) @> row.after
        and ${withGames(kind.canGo ?? 'true', moved)}
      returning row.user_id`)
  const columns = sql.join(kind.columns.map((column) => sql.ref(column)))
  if (kind.columns.length > 0)
    await run(sql`
      update ${sql.table(table)} t set (${columns}) = (
        select ${columns} from jsonb_populate_record(t, (
          select coalesce(jsonb_object_agg(part.key, part.value), '{}') from jsonb_each(row.before) part
          where to_jsonb(t) -> part.key is not distinct from row.after -> part.key
        ))
      )
      from ${record}
      where row.kind = ${table} and row.before is not null and row.after is not null and ${isSame(kind, moved)}
      returning row.user_id`)
  const written = await writtenColumns(db, moved, table, kind.counts)
  if (written.length > 0) {
    const names = sql.join(written.map((name) => sql.ref(name)))
    await run(sql`
      with removed as (
        select row.user_id as recorded_of, t.* from ${record}
        cross join lateral jsonb_populate_record(null::${sql.table(table)}, row.before) t
        where row.kind = ${table} and row.after is null and ${sql.raw(kind.canReturn ?? 'true')}
      ), written as (
        insert into ${sql.table(table)} (${names}) select ${names} from removed
        ${sql.raw(kind.isDeferred ? '' : 'on conflict do nothing')}
      )
      select recorded_of as user_id from removed`)
  }
  return [...changed]
}
