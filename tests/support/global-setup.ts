import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts'
import { migrate } from '../../src/db/migrate.ts'

/** Starts one PostgreSQL for the whole run, with a migrated template that each test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'savepoint-tests-'))
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, settings: { max_connections: '200' } })
  const url = new URL(postgres.connectionString)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query('create database template_savepoint')
  await client.end()
  url.pathname = '/template_savepoint'
  await migrate(url.href)
  project.provide('templateUrl', url.href)
  return async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
