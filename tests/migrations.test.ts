import pg from 'pg'
import { expect, test } from 'vitest'
import { listMigrations, MigrationError, migrate } from '../src/db/migrate.ts'
import { cloneDatabase, createEmptyDatabase } from './support/database.ts'

test('app nodes that start together migrate once', async () => {
  const { connectionString, drop } = await createEmptyDatabase()
  const results = await Promise.all([1, 2, 3, 4].map(() => migrate(connectionString)))
  expect(results.flatMap((result) => result.applied).sort()).toEqual(await listMigrations())
  expect((await migrate(connectionString)).applied).toEqual([])
  await drop()
})

test('a node names the holder of the migration lock, gives up after a while, and does not wait when nothing is missing', async () => {
  const { connectionString, drop } = await createEmptyDatabase()
  // Takes the lock as an older Savepoint does whose session a pooler left open.
  const holder = new pg.Client({ connectionString, application_name: 'savepoint-old' })
  await holder.connect()
  const { rows } = await holder.query('select pg_advisory_lock(5430001), pg_backend_pid() as pid')
  const who = `process ${rows[0].pid} (savepoint-old, from this machine, since 20`
  const lines: string[] = []
  const onWait = (line: string) => lines.push(line)
  await expect(migrate(connectionString, { timeoutMs: 0, reportEveryMs: 20, onWait })).rejects.toThrow(who)
  expect(lines).toEqual([])

  const { applied } = await migrate(connectionString, {
    reportEveryMs: 20,
    onWait(line) {
      onWait(line)
      void holder.query('select pg_advisory_unlock(5430001)')
    },
  })
  expect(applied).toEqual(await listMigrations())
  expect(lines[0]).toContain(who)

  await holder.query('select pg_advisory_lock(5430001)')
  expect((await migrate(connectionString, { timeoutMs: 0, reportEveryMs: 20 })).applied).toEqual([])
  await holder.end()
  await drop()
})

test('a database of a newer Savepoint is refused with a sentence', async () => {
  const { connectionString, drop } = await cloneDatabase()
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(
    "insert into schema_migrations (name, content_hash) values ('299901010000-from-the-future.sql', '')",
  )
  await client.end()
  await expect(migrate(connectionString)).rejects.toThrow(MigrationError)
  await expect(migrate(connectionString)).rejects.toThrow('created by a newer version of Savepoint')
  await drop()
})
