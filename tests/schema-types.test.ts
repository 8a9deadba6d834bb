import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SCHEMA_FILE, typesOf } from '../scripts/db-types.ts'
import { cloneDatabase } from './support/database.ts'

test('src/db/schema.ts is what the migrated schema says (run `npm run db:types`)', async () => {
  // A clone, because nobody may be connected to the template while others clone it.
  const { connectionString, drop } = await cloneDatabase()
  expect(readFileSync(SCHEMA_FILE, 'utf8')).toBe(typesOf(connectionString))
  await drop()
})
