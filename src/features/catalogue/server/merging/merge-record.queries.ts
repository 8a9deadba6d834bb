import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { RECORDED_KINDS, type RecordedKind, type RecordedTable } from './recorded-kinds.ts'

interface Pair {
  from: GameId
  to: GameId
}

const KINDS = Object.entries(RECORDED_KINDS) as [RecordedTable, RecordedKind][]

/** A column of a row `t`, or an expression that says so itself. */
const sqlOf = (column: string) => (/[.(]/.test(column) ? column : `t.${column}`)

/** Puts the ids of both games into a condition. */
const withGames = (condition: string, { from, to }: Pair): RawBuilder<unknown> =>
  sql.join(
    condition
      .split(/(\$[12])/)
      .map((part) => (part === '$1' ? sql`${from}` : part === '$2' ? sql`${to}` : sql.raw(part))),
    sql``,
  )

/** The name of a row of a table, without its game. */
const nameOf = ({ key }: RecordedKind) =>
  sql.raw(`concat_ws('/', ${["''", ...key.map(sqlOf)].slice(key.length ? 1 : 0).join(', ')})`)

/** The key of a row that has one of both games: with the game where a row has another name with another game. */
const keyOf = (kind: RecordedKind, { from }: Pair) =>
  kind.isByGame ? sql`${nameOf(kind)} || case t.game_id when ${from} then '/from' else '/to' end` : nameOf(kind)

function recorded(table: RecordedTable, kind: RecordedKind, pair: Pair): RawBuilder<unknown> {
  if (kind.isRecorded) return withGames(kind.isRecorded, pair)
  const game = sql.ref(`t.${kind.game}`)
  if (!kind.partner) return sql`${game} = ${pair.from}`
  const same = sql.join(
    kind.partner.map((column) => sql`other.${sql.ref(column)} = t.${sql.ref(column)}`),
    sql` and `,
  )
  return sql`(${game} = ${pair.from} or ${game} = ${pair.to} and exists (
    select from ${sql.table(table)} other where ${sql.ref(`other.${kind.game}`)} = ${pair.from} and ${same}
  ))`
}

/** Whether a row `t` of after the merge is the one that is recorded in `row`. */
function isSame(kind: RecordedKind, { from, to }: Pair): RawBuilder<unknown> {
  if (!kind.isByGame)
    return kind.key.length === 1 && kind.key[0] === 'id' ? sql`row.key::uuid = t.id` : sql`row.key = ${nameOf(kind)}`
  return sql`t.game_id = ${to} and (
    row.key = ${nameOf(kind)} || '/to' or row.key = ${nameOf(kind)} || '/from' and not exists (
      select from game_merge_rows joined
      where joined.from_id = ${from} and joined.kind = row.kind and joined.key = ${nameOf(kind)} || '/to'
    )
  )`
}

const differing = (one: string, other: string) => sql`(
  select coalesce(jsonb_object_agg(part.key, part.value), '{}') from jsonb_each(${sql.raw(one)}) part
  where ${sql.raw(other)} -> part.key is distinct from part.value
)`

/** Records the rows that a merge is about to change. */
export async function recordBefore(db: Db, pair: Pair): Promise<void> {
  for (const [table, kind] of KINDS)
    await sql`
      insert into game_merge_rows (from_id, kind, key, user_id, before)
      select ${pair.from}, ${table}, ${keyOf(kind, pair)}, ${sql.raw(kind.member ?? 'null::uuid')}, to_jsonb(t)
      from ${sql.table(table)} t where ${recorded(table, kind, pair)}`.execute(db)
}

/** Records what the merge has made of them, and which rows it has made; forgets those that it has not changed. */
export async function recordAfter(db: Db, pair: Pair): Promise<void> {
  for (const [table, kind] of KINDS) {
    const states = kind.isWhole
      ? sql`after = to_jsonb(t)`
      : sql`before = ${differing('row.before', 'to_jsonb(t)')}, after = ${differing('to_jsonb(t)', 'row.before')}`
    await sql`
      update game_merge_rows row set ${states} from ${sql.table(table)} t
      where row.from_id = ${pair.from} and row.kind = ${table} and ${isSame(kind, pair)}`.execute(db)
    if (kind.isMade)
      await sql`
        insert into game_merge_rows (from_id, kind, key, user_id, after)
        select ${pair.from}, ${table}, ${keyOf(kind, pair)}, ${sql.raw(kind.member ?? 'null::uuid')}, to_jsonb(t)
        from ${sql.table(table)} t
        where ${recorded(table, kind, pair)}
        on conflict do nothing`.execute(db)
  }
  await sql`
    delete from game_merge_rows
    where from_id = ${pair.from} and before = '{}' and after = '{}'`.execute(db)
}

/** The columns that a recorded row has and that can be written. */
async function writtenColumns(
  db: Db,
  from: GameId,
  table: RecordedTable,
  counts: readonly string[] = [],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
      and column_name <> all(${counts}::text[]) and column_name in (
      select jsonb_object_keys(before) from (
        select before from game_merge_rows where from_id = ${from} and kind = ${table} and after is null limit 1
      ) one
    )`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Puts the rows of a table back to what they were before the merge: those that it moved or changed, except for columns that
 * were written since; those that it removed, if what they refer to is still there; and without those that it made, unless
 * somebody has changed them. Only the owner of the table calls this. Returns whose rows changed.
 */
export async function putBack(db: Db, pair: Pair, table: RecordedTable): Promise<UserId[]> {
  const kind: RecordedKind = RECORDED_KINDS[table]
  const rows = sql`row.from_id = ${pair.from} and row.kind = ${table}`
  const changed = new Set<UserId>()
  const run = async (statement: RawBuilder<{ user_id: UserId | null }>) => {
    for (const { user_id } of (await statement.execute(db)).rows) if (user_id !== null) changed.add(user_id)
  }
  if (kind.isMade === true)
    await run(sql`
      delete from ${sql.table(table)} t using game_merge_rows row
      where ${rows} and row.before is null and ${isSame(kind, pair)} and to_jsonb(t) @> row.after
        and ${withGames(kind.canGo ?? 'true', pair)}
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
      from game_merge_rows row
      where ${rows} and row.before is not null and row.after is not null and ${isSame(kind, pair)}
      returning row.user_id`)
  const written = await writtenColumns(db, pair.from, table, kind.counts)
  if (written.length > 0) {
    const names = sql.join(written.map((name) => sql.ref(name)))
    await run(sql`
      with removed as (
        select row.user_id as recorded_of, t.* from game_merge_rows row
        cross join lateral jsonb_populate_record(null::${sql.table(table)}, row.before) t
        where ${rows} and row.after is null and ${sql.raw(kind.canReturn ?? 'true')}
      ), written as (
        insert into ${sql.table(table)} (${names}) select ${names} from removed
        ${sql.raw(kind.isDeferred ? '' : 'on conflict do nothing')}
      )
      select recorded_of as user_id from removed`)
  }
  return [...changed]
}
