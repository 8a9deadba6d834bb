import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type LongMigration, listUnfinished, type Run } from '../src/db/long-migrations.ts'
import { migrate } from '../src/db/migrate.ts'
import { MIGRATIONS_FOLDER } from '../src/db/migration-files.ts'
import { useTestApp } from './support/test-app.ts'

const world = useTestApp()

let folder: string
let client: pg.Client
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'savepoint-migrations-'))
  cpSync(MIGRATIONS_FOLDER, folder, { recursive: true })
  client = await connected()
})
afterEach(async () => {
  await client.query(`
    drop table if exists moods; alter table games drop column if exists mood;
    delete from schema_migrations where name like '2999%'; delete from long_migrations`)
  await client.end()
  rmSync(folder, { recursive: true })
})

async function connected(): Promise<pg.Client> {
  const one = new pg.Client({ connectionString: world.connectionString })
  one.on('error', () => {})
  await one.connect()
  return one
}
const add = (name: string, sql: string) => writeFileSync(join(folder, `${name}.sql`), sql)
const ADD_MOODS = '-- expansion\ncreate table moods (id integer primary key, name text, feeling text);\n'
const ADD = '29990101000000-add-moods'
const update = (options: object = {}) => migrate(world.connectionString, { folder, tableLockMs: 100, ...options })
const count = async (condition = 'true') =>
  (await client.query(`select count(*)::int as found from moods where ${condition}`)).rows[0].found as number

test('the database keeps which code may run on it', async () => {
  add(ADD, ADD_MOODS)
  add('29990201000000-drop-names', `-- contraction after ${ADD}\nalter table moods drop column name;\n`)
  add('29990301000000-say-nothing', 'create index moods_feeling on moods (feeling);\n')
  await update()
  const { rows } = await client.query("select name, needs from schema_migrations where name like '2999%' order by name")
  expect(rows.map(({ needs }) => needs)).toEqual([null, `${ADD}.sql`, '29990301000000-say-nothing.sql'])
  // The version that knows the first and not the second goes on, if nothing else stood in its way.
  rmSync(join(folder, '29990301000000-say-nothing.sql'))
  rmSync(join(folder, '29990201000000-drop-names.sql'))
  await expect(update()).rejects.toThrow('this version can no longer work with it')
  await client.query("delete from schema_migrations where name like '29990301%'")
  expect((await update()).newer).toEqual(['29990201000000-drop-names.sql'])
  // This version does not know the first.
  await expect(migrate(world.connectionString)).rejects.toThrow('this version can no longer work with it')
})

test('a migration lets readers go on while somebody holds a table, and says who', async () => {
  add(ADD, '-- expansion\nalter table games add column mood text;\n')
  const holder = await connected()
  await holder.query('begin; select count(*) from games')
  const said: string[] = []
  const migrating = update({ onWait: (line: string) => said.push(line) })
  await expect.poll(() => said.length).toBeGreaterThan(0)
  expect(said[0]).toMatch(/^Others hold what the next migration has to lock\. The longest open transaction is that of /)
  const visitor = world.visitor()
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      await wait(n * 40)
      return (await visitor.get('/api/games/igdb_1942')).status
    }),
  )
  expect(statuses.every((status) => status < 500)).toBe(true)
  await holder.query('rollback')
  expect((await migrating).applied).toEqual([`${ADD}.sql`])
  await holder.end()
})

test('a migration that never gets its locks ends with a sentence, and has changed nothing', async () => {
  add(ADD, `${ADD_MOODS}alter table games add column mood text;\n`)
  const holder = await connected()
  await holder.query('begin; select count(*) from games')
  await expect(update({ timeoutMs: 0 })).rejects.toThrow('Nothing was changed; the next start tries again.')
  expect((await client.query("select to_regclass('moods') as moods")).rows).toEqual([{ moods: null }])
  await holder.end()
})

test('an index is made while others write, also after an attempt that was killed', async () => {
  add(ADD, ADD_MOODS)
  add(
    '29990102000000-index-names',
    '-- expansion, concurrently\ndrop index concurrently if exists moods_name;\ncreate unique index concurrently moods_name on moods (name);\n',
  )
  const others = [await connected()]
  rmSync(join(folder, '29990102000000-index-names.sql'))
  await update()
  await client.query("insert into moods (id, name) values (1, 'calm'), (2, 'calm')")
  add(
    '29990102000000-index-names',
    '-- expansion, concurrently\ndrop index concurrently if exists moods_name;\ncreate unique index concurrently moods_name on moods (name);\n',
  )
  // The rows are not unique, so PostgreSQL leaves an index that is not valid, as after a kill.
  await expect(update()).rejects.toThrow('29990102000000-index-names.sql failed: could not create unique index')
  await client.query('delete from moods where id = 2')
  expect((await Promise.all([update(), update()])).flatMap(({ applied }) => applied)).toEqual([
    '29990102000000-index-names.sql',
  ])
  const { rows } = await client.query("select indisvalid from pg_index where indexrelid = 'moods_name'::regclass")
  expect(rows).toEqual([{ indisvalid: true }])
  for (const other of others) await other.end()
})

/** Fills `feeling` from `name`, in batches of ten rows, and counts how often it changes a row. */
const fillFeelings = (onStep: (run: Run) => Promise<void> = async () => {}): LongMigration => ({
  name: 'fill-feelings',
  count: async (run) => (await run<{ n: number }>('select count(*)::int as n from moods'))[0]?.n ?? 0,
  async step(run, place) {
    const rows = await run<{ id: number }>(
      `update moods set feeling = coalesce(feeling, '') || name where id in (
        select id from moods where id > $1 order by id limit 10) returning id`,
      [Number(place ?? 0)],
    )
    await onStep(run)
    return rows.length === 0 ? null : { place: String(Math.max(...rows.map(({ id }) => id))), rows: rows.length }
  },
})

async function withMoods(): Promise<void> {
  add(ADD, ADD_MOODS)
  await update()
  await client.query("insert into moods (id, name) select n, 'calm' from generate_series(1, 95) n")
}
const addContraction = () =>
  add(
    '29990201000000-drop-names',
    `-- contraction after ${ADD}, when fill-feelings is finished\nalter table moods drop column name;\n`,
  )
const run: Run = async (text, values) => (await client.query(text, values)).rows

test('a contraction first finishes the long migration that it needs, changes each row once and goes on after a kill', async () => {
  await withMoods()
  addContraction()
  let steps = 0
  const killed = fillFeelings(async (own) => {
    steps += 1
    if (steps === 4) await own('select pg_terminate_backend(pg_backend_pid())')
  })
  await expect(update({ longMigrations: [killed] })).rejects.toThrow('terminating connection')
  expect(await listUnfinished(run)).toMatchObject([{ name: 'fill-feelings', rowsDone: 30, rowsTotal: 95 }])
  expect(await count("feeling = 'calm'")).toBe(30)
  // Two nodes go on at once.
  const both = await Promise.all([1, 2].map(() => update({ longMigrations: [fillFeelings()] })))
  expect(both.flatMap(({ applied }) => applied)).toEqual(['29990201000000-drop-names.sql'])
  expect(await count("feeling = 'calm'")).toBe(95)
  expect(await listUnfinished(run)).toEqual([])
})

test('a contraction that waits for what does not exist ends with a sentence', async () => {
  await withMoods()
  addContraction()
  await expect(update({ longMigrations: [] })).rejects.toThrow('waits for fill-feelings, which does not exist')
})
