import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LongMigration } from '#db/long-migrations.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { createLog } from './log.ts'
import { beginLongMigrations, longMigrationsJob } from './long-migrations.ts'

const world = useTestApp()
let lines: string[] = []
const log = createLog('info', { write: (line: string) => void lines.push(line) })

beforeEach(async () => {
  lines = []
  await sql`create table moods (id integer primary key, feeling text not null default '')`.execute(world.db)
  await sql`insert into moods select n from generate_series(1, 95) n`.execute(world.db)
})
afterEach(() => sql`drop table moods; delete from long_migrations`.execute(world.db))

/** Adds a letter to each row, ten rows at a time. */
const migration = (onStep = (_: number) => {}): LongMigration => ({
  name: 'fill-feelings',
  count: async (run) => (await run<{ n: number }>('select count(*)::int as n from moods'))[0]?.n ?? 0,
  async step(run, place) {
    const from = Number(place ?? 0)
    const rows = await run<{ id: number }>(
      "update moods set feeling = feeling || 'x' where id > $1 and id <= $1 + 10 returning id",
      [from],
    )
    onStep(from)
    return rows.length === 0 ? null : { place: String(from + 10), rows: rows.length }
  },
})
const deps = () => {
  const queue = { send: async (_: unknown, name: string) => void sent.push(name) }
  return { db: world.db, log, queue }
}
let sent: string[] = []
beforeEach(() => {
  sent = []
})
const changedOnce = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from moods where feeling = 'x'`.execute(world.db)).rows[0]?.n

test('a start queues the job until the long migration is finished, and the log says how far it is', async () => {
  await beginLongMigrations(world.db, deps().queue, [migration()])
  expect(sent).toEqual(['finish-long-migrations'])
  await longMigrationsJob(deps(), [migration()]).run(null)
  expect(await changedOnce()).toBe(95)
  expect(lines.join('\n')).toMatch(/fill-feelings goes on beside the app: 10 % \(10 of 95 rows\)/)
  expect(lines.join('\n')).toMatch(/fill-feelings is finished/)
  await beginLongMigrations(world.db, deps().queue, [migration()])
  expect(sent).toHaveLength(1)
})

test('a batch that is cut off counts as nothing, and two nodes change each row once', async () => {
  const broken = migration((from) => {
    if (from === 30) throw new Error('the node was killed')
  })
  await expect(longMigrationsJob(deps(), [broken]).run(null)).rejects.toThrow('killed')
  expect(await changedOnce()).toBe(30)
  await Promise.all([1, 2].map(() => longMigrationsJob(deps(), [migration()]).run(null)))
  expect(await changedOnce()).toBe(95)
})

test('a node of the version before leaves the work to the newer one', async () => {
  await beginLongMigrations(world.db, deps().queue, [migration()])
  sent = []
  await longMigrationsJob(deps(), []).run(null)
  expect(sent).toEqual(['finish-long-migrations'])
  expect(await changedOnce()).toBe(0)
})
