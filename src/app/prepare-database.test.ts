import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { checkBackup } from '#db/backup/restore-backup.ts'
import { applyMigrations, listMigrations } from '#db/migrate.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { createEmptyDatabase } from '#tests/support/database.ts'
import { prepareDatabase } from './prepare-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'savepoint-prepare-'))
afterAll(() => rmSync(folder, { recursive: true }))
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Makes a database that lacks the last migration, or all of them, and returns how a start prepares it. */
async function database({ isEmpty = false } = {}) {
  const { connectionString, drop } = await createEmptyDatabase()
  closing.push(drop)
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    return client.query(text).finally(() => client.end())
  }
  if (!isEmpty) {
    const client = new pg.Client({ connectionString })
    await client.connect()
    for (const name of (await listMigrations()).slice(0, -1)) await applyMigrations(client, [name])
    await client.end()
  }
  const backups = mkdtempSync(join(folder, 'backups-'))
  const count = async () => (await query('select count(*)::int as done from schema_migrations')).rows[0].done as number
  const start = (settings: Record<string, string> = {}) => {
    const config = readConfig({ DATABASE_URL: connectionString, DATA_DIR: folder, BACKUP_DIR: backups, ...settings })
    return prepareDatabase(config, createLog('silent'), {})
  }
  return { backups, count, start }
}

test('a start that migrates makes a backup first, and the next one makes none', async () => {
  const { backups, start } = await database()
  const all = await listMigrations()
  expect(await start()).toMatchObject({ applied: all.slice(-1), wasEmpty: false })
  const [file = '', ...others] = readdirSync(backups)
  expect(others).toEqual([])
  expect((await checkBackup(join(backups, file))).head.migrations).toEqual(all.slice(0, -1))
  expect((await start()).applied).toEqual([])
  expect(readdirSync(backups)).toEqual([file])
})

test('a backup that fails ends the start, and nothing was migrated', async () => {
  const { backups, count, start } = await database()
  rmSync(backups, { recursive: true })
  const before = await count()
  await expect(start()).rejects.toThrow(
    /^The backup before the migration failed, so nothing was migrated: .*does not exist/,
  )
  expect(await count()).toBe(before)
  expect((await start({ BACKUP_BEFORE_MIGRATION: 'off' })).applied).toHaveLength(1)
  mkdirSync(backups)
  expect(readdirSync(backups)).toEqual([])
})

test('an empty database gets its tables without a backup', async () => {
  const { backups, start } = await database({ isEmpty: true })
  expect(await start()).toMatchObject({ wasEmpty: true })
  expect(readdirSync(backups)).toEqual([])
})
