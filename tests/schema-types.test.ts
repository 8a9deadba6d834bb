import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SCHEMA_FILE, SCHEMA_SQL_FILE, typesOf } from '../scripts/db-types.ts'
import { schemaSqlOf } from '../scripts/schema-sql.ts'
import { cloneDatabase } from './support/database.ts'

test('src/db/schema.ts and schema.sql match the migrated schema (run `npm run db:types`)', async () => {
  // Uses a clone, because the template allows no connections while other files clone it.
  const { connectionString, drop } = await cloneDatabase()
  expect(readFileSync(SCHEMA_FILE, 'utf8')).toBe(typesOf(connectionString))
  expect(readFileSync(SCHEMA_SQL_FILE, 'utf8')).toBe(await schemaSqlOf(connectionString))
  await drop()
})
