import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts'
import { migrate } from '../src/db/migrate.ts'
import { schemaSqlOf } from './schema-sql.ts'

/** Writes src/db/schema.ts and src/db/schema.sql from the migrated schema; a test fails when one of them is stale. */
const ROOT = join(import.meta.dirname, '..')
export const SCHEMA_FILE = join(ROOT, 'src/db/schema.ts')
export const SCHEMA_SQL_FILE = join(ROOT, 'src/db/schema.sql')

/** Returns the types of a migrated database, as kysely-codegen generates them. */
export function typesOf(connectionString: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'savepoint-types-'))
  const file = join(folder, 'schema.ts')
  try {
    execFileSync(
      process.execPath,
      [
        join(ROOT, 'node_modules/kysely-codegen/dist/cli/bin.js'),
        ...['--url', connectionString, '--dialect', 'postgres', '--out-file', file, '--log-level', 'silent'],
        ...['--numeric-parser', 'number', '--date-parser', 'string', '--type-mapping', '{"int8":"number"}'],
        ...['--default-schema', 'public', '--include-pattern', 'public.*', '--exclude-pattern', 'schema_migrations'],
      ],
      { stdio: 'pipe' },
    )
    return readFileSync(file, 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const dataDir = mkdtempSync(join(tmpdir(), 'savepoint-types-db-'))
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false })
  try {
    await migrate(postgres.connectionString)
    writeFileSync(SCHEMA_FILE, typesOf(postgres.connectionString))
    writeFileSync(SCHEMA_SQL_FILE, await schemaSqlOf(postgres.connectionString))
    console.log('src/db/schema.ts and src/db/schema.sql are up to date')
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
