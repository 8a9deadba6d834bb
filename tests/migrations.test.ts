import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { MigrationError, migrate } from '../src/db/migrate.ts'
import { cloneDatabase } from './support/database.ts'

async function emptyDatabase(): Promise<{ connectionString: string; drop: () => Promise<void> }> {
  const name = `empty_${Math.random().toString(36).slice(2)}`
  const admin = new URL(inject('templateUrl'))
  admin.pathname = '/postgres'
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: admin.href })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await run(`create database ${name}`)
  const url = new URL(admin)
  url.pathname = `/${name}`
  return { connectionString: url.href, drop: () => run(`drop database ${name} with (force)`) }
}

test('app nodes that start together migrate once', async () => {
  const { connectionString, drop } = await emptyDatabase()
  const results = await Promise.all([1, 2, 3, 4].map(() => migrate(connectionString)))
  const applied = results.map((result) => result.applied.length)
  expect(applied.filter((count) => count > 0)).toHaveLength(1)
  expect((await migrate(connectionString)).applied).toEqual([])
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
  await expect(migrate(connectionString)).rejects.toThrow('made by a newer Savepoint')
  await drop()
})
