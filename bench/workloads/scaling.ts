import type pg from 'pg'
import * as z from 'zod/mini'
import type { Statement } from '../baseline/sql-server.ts'
import { literalOf } from '../database/plan.ts'
import { withClient } from '../database/postgres.ts'
import { figure, type Section } from '../report/report.ts'
import type { World } from '../world.ts'
import { capturedReads, mainReads } from './main-reads.ts'

/** So many tables are listed, the largest first. */
const LISTED = 25
const SHARDS = 4
/** The schema that has an empty copy of each table, partitioned by member. */
const SCHEMA = 'bench_shards'
/**
 * A table that names several members is spread by the first of these columns that it has: who owns a row and not who is named in it.
 */
const KEYS = [
  'user_id',
  'userId',
  'author_id',
  'owner_id',
  'follower_id',
  'sender_id',
  'reporter_id',
  'blocker_id',
  'creator_id',
]

/**
 * Tables that name a member and are not spread: every node has a copy, because pages of everybody read them by other keys. They grow
 * with the members and the catalogue, and not with what members do.
 */
const COPIED: readonly string[] = ['user', 'profiles', 'games', 'challenges', 'news_posts', 'forum_categories']

interface MemberTable {
  name: string
  /** The column that names the member. */
  key: string
}

/**
 * Measures what docs/scaling.md rests on: how large the rows of each table are with their indexes, and how many shards each statement
 * of the main reads would touch if the rows of members were spread by member, as Citus does. The planner answers the second question:
 * in a copy of the schema without rows the tables of members are partitioned by hash, and a plan names the partitions that it reads.
 */
export async function scalingWorkload(world: World): Promise<Section> {
  return withClient(world.dataSet.postgres.connectionString, async (client) => {
    const sizes = await sizesOf(client)
    const tables = await memberTables(client)
    const names = new Set(tables.map(({ name }) => name))
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    const ofMembers = sizes.filter(({ table }) => names.has(table)).reduce((sum, { bytes }) => sum + bytes, 0)
    const reads = await withShards(client, tables, () => spreadOf(world, client))
    return {
      title: 'Scaling',
      method: `Bytes are those of a table with its indexes after vacuum, divided by its rows. The tables of members were partitioned by member into ${SHARDS} in a schema without rows; a statement that reads one partition stays on one shard. Tables without a member, and ${COPIED.join(', ')}, would be copied to every node.`,
      tables: [
        {
          head: ['table', 'spread by', 'rows', 'MB', 'bytes for a row'],
          rows: sizes
            .slice(0, LISTED)
            .map(({ table, rows, bytes }) => [
              table,
              tables.find(({ name }) => name === table)?.key ?? '–',
              figure(rows),
              figure(bytes / 1e6),
              figure(bytes / Math.max(1, rows)),
            ]),
        },
        {
          head: ['what', 'MB', 'share'],
          rows: [
            ['rows of members', figure(ofMembers / 1e6), figure(ofMembers / total)],
            ['all', figure(total / 1e6), '1'],
          ],
        },
        {
          head: ['read', 'statements', 'no member', 'one shard', 'several', 'all', 'tables read in all shards'],
          rows: reads,
        },
      ],
      verdicts: [],
    }
  })
}

const Size = z.object({ table: z.string(), rows: z.coerce.number(), bytes: z.coerce.number() })

async function sizesOf(client: pg.Client) {
  const { rows } = await client.query(
    `select relname as table, reltuples::bigint as rows, pg_total_relation_size(pg_class.oid) as bytes
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by bytes desc`,
  )
  return z.parse(z.array(Size), rows)
}

/** The tables with a foreign key to a member, apart from those that every node has. */
async function memberTables(client: pg.Client): Promise<MemberTable[]> {
  const { rows } = await client.query<{ name: string; column: string }>(
    `select relname as name, attname as column
     from pg_constraint
     join pg_class on pg_class.oid = conrelid
     join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and cardinality(conkey) = 1 and confrelid in ('"user"'::regclass, 'profiles'::regclass)
     order by relname, attname`,
  )
  const columns = Map.groupBy(rows, ({ name }) => name)
  const found = [...columns].map(([name, refs]) => {
    const named = refs.map(({ column }) => column)
    return { name, key: KEYS.find((key) => named.includes(key)) ?? (named[0] as string) }
  })
  return found.filter(({ name }) => !COPIED.includes(name))
}

/** Runs `work` while the search path leads to partitioned copies of the tables, and removes the copies. */
async function withShards<T>(client: pg.Client, tables: readonly MemberTable[], work: () => Promise<T>): Promise<T> {
  await dropShards(client)
  await client.query(`create schema ${SCHEMA}`)
  try {
    for (const { name, key } of tables) {
      const copy = `${SCHEMA}."${name}"`
      await client.query(
        `create table ${copy} (like public."${name}" including generated) partition by hash ("${key}")`,
      )
      for (let shard = 0; shard < SHARDS; shard += 1)
        await client.query(
          `create table ${SCHEMA}."${name}_shard_${shard}" partition of ${copy}
           for values with (modulus ${SHARDS}, remainder ${shard})`,
        )
    }
    await copyFunctions(client)
    // Both sides of a join by member are spread alike, so that a shard joins its own rows.
    await client.query(
      `set search_path = ${SCHEMA}, public; set enable_partitionwise_join = on; set plan_cache_mode = force_custom_plan`,
    )
    return await work()
  } finally {
    await client.query('reset search_path')
    await dropShards(client)
  }
}

/** Copies the functions that take a row of a table, because a row of its copy has another type. */
async function copyFunctions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ text: string }>(
    `select pg_get_functiondef(pg_proc.oid) as text
     from pg_proc join pg_type on pg_type.oid = any (proargtypes) join pg_class on pg_class.oid = typrelid
     where pronamespace = 'public'::regnamespace and relnamespace = 'public'::regnamespace
       and to_regclass($1 || '.' || quote_ident(relname)) is not null
       and prorettype <> 'trigger'::regtype`,
    [SCHEMA],
  )
  for (const { text } of rows)
    await client.query(
      `set search_path = ${SCHEMA}, public; ${text.replace('FUNCTION public.', `FUNCTION ${SCHEMA}.`)}`,
    )
}

/** Drops one table at a time: a transaction may not lock all of them at once. */
async function dropShards(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname = $1 and relkind = 'p'`,
    [SCHEMA],
  )
  for (const { name } of rows) await client.query(`drop table ${SCHEMA}."${name}" cascade`)
  await client.query(`drop schema if exists ${SCHEMA}`)
}

async function spreadOf(world: World, client: pg.Client): Promise<string[][]> {
  const rows: string[][] = []
  for (const read of mainReads(world)) {
    const statements = await capturedReads(world, read)
    const counts = { none: 0, one: 0, several: 0, all: 0 }
    const everywhere = new Set<string>()
    for (const statement of statements) {
      const shards = await shardsOf(client, statement)
      const most = Math.max(0, ...[...shards.values()].map(({ size }) => size))
      counts[most === 0 ? 'none' : most === 1 ? 'one' : most === SHARDS ? 'all' : 'several'] += 1
      for (const [table, { size }] of shards) if (size === SHARDS) everywhere.add(table)
    }
    const { none, one, several, all } = counts
    rows.push([read.name, ...[statements.length, none, one, several, all].map(String), [...everywhere].join(', ')])
  }
  return rows
}

/** Returns the partitions that the plan of a statement reads, by table. */
async function shardsOf(client: pg.Client, { text, values }: Statement): Promise<Map<string, Set<string>>> {
  await client.query(`prepare asked as ${text}`)
  try {
    const literals = values.length > 0 ? `(${values.map(literalOf).join(', ')})` : ''
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (format text) execute asked${literals}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    const shards = new Map<string, Set<string>>()
    for (const [, table = '', shard = ''] of plan.matchAll(/ on "?(\w+?)_shard_(\d+)\b/g))
      shards.set(table, (shards.get(table) ?? new Set()).add(shard))
    return shards
  } finally {
    await client.query('deallocate asked')
  }
}
