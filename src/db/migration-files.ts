import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PROJECT_FOLDER } from './project-folder.ts'

export const MIGRATIONS_FOLDER = join(PROJECT_FOLDER, 'src/db/migrations')

/** A migration, and what its first line says about code of other versions (docs/decisions: "Migrations expand first"). */
export interface MigrationFile {
  name: string
  sql: string
  hash: string
  /** `unmarked`: from the time before first lines said anything. */
  kind: 'expansion' | 'contraction' | 'unmarked'
  /** The migration that code must know to run on a database with this one; null if older code goes on working. */
  needs: string | null
  /** The long migration that must be finished before this one. */
  waitsFor: string | null
  /** It makes indexes while others write, which PostgreSQL does only outside of a transaction. */
  isConcurrent: boolean
}

const EXPANSION = /^-- expansion(?<concurrent>, concurrently)?$/
const CONTRACTION = /^-- contraction after (?<needs>[\d]+-[a-z\d-]+)(?:, when (?<waitsFor>[a-z\d-]+) is finished)?$/

/** Reads the first line of a migration. A line that says nothing of both means that older code must not run. */
export function readMigration(name: string, sql: string): MigrationFile {
  const [first = ''] = sql.split('\n', 1)
  const hash = createHash('sha256').update(sql).digest('hex')
  const common = { name, sql, hash, waitsFor: null, isConcurrent: false }
  const expansion = EXPANSION.exec(first)
  if (expansion)
    return { ...common, kind: 'expansion', needs: null, isConcurrent: expansion.groups?.concurrent !== undefined }
  const { needs, waitsFor } = CONTRACTION.exec(first)?.groups ?? {}
  if (needs !== undefined) return { ...common, kind: 'contraction', needs: `${needs}.sql`, waitsFor: waitsFor ?? null }
  return { ...common, kind: 'unmarked', needs: name }
}

/** Returns the names of all migrations, in their order. */
export async function listMigrations(folder = MIGRATIONS_FOLDER): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

export const loadMigration = async (name: string, folder = MIGRATIONS_FOLDER): Promise<MigrationFile> =>
  readMigration(name, await readFile(join(folder, name), 'utf8'))

/** Returns the statements of a migration that runs concurrently, which has nothing but statements and comments. */
export const statementsOf = ({ sql }: MigrationFile): string[] =>
  sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')

/** Returns the SQL of a migration for an open transaction, in which nobody else writes. */
export const sqlInTransaction = ({ sql, isConcurrent }: MigrationFile): string =>
  isConcurrent ? sql.replaceAll(/\bconcurrently\b/gi, '') : sql
