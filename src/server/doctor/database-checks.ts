import { CompiledQuery, sql } from 'kysely'
import { ExternalDatabaseError, requireExternalDatabase } from '#db/external.ts'
import { listUnfinished, progressText, type Run } from '#db/long-migrations.ts'
import { APPLIED, type AppliedMigration, compareMigrations, countUnknown, OLDEST_POSTGRES } from '#db/migrate.ts'
import { HOUR_MS } from '#shared/durations.ts'
import type { Config } from '../config.ts'
import { CHECK_LABELS, DATABASE_TEXTS, MIGRATION_TEXTS } from './doctor.texts.ts'
import { type Finding, failing, type HealthCheck, ok, STEP_MS, warning, withDatabase } from './health-check.ts'

/** Beside the pool: jobs, their queue, the change feed, a backup. */
const CONNECTIONS_BESIDE_POOL = 7

interface Facts {
  version: string
  role: string
  database: string
  is_read_only: boolean
  may_create: boolean | null
  foreign_tables: number
  has_trigrams: boolean
  connections: number
}

/** Checks the version, the rights of the role, the number of connections, and that no pooler takes sessions away. */
const databaseCheck: HealthCheck = {
  name: 'database',
  label: CHECK_LABELS.database,
  isOutside: false,
  async run(deps) {
    const { database, config } = deps
    if ('problem' in database) return failing(database.problem, DATABASE_TEXTS.seeTo)
    const pooling = await poolingOf(config)
    const { rows } = await sql<Facts>`
      select current_setting('server_version') as version, current_user as role, current_database() as database,
        pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only,
        has_schema_privilege(current_schema(), 'create') as may_create,
        (
          select count(*)::int from pg_class
          where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
            and not pg_has_role(relowner, 'usage')
        ) as foreign_tables,
        exists (select from pg_extension where extname = 'pg_trgm') as has_trigrams,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections
    `.execute(database)
    const found = [...pooling, ...rows.flatMap((facts) => findingsOf(facts, config.databasePoolSize))]
    const [{ version, role } = { version: '', role: '' }] = rows
    return found.some(({ state }) => state !== 'ok') ? found : [ok(DATABASE_TEXTS.fine(version, role)), ...found]
  },
}

function findingsOf(facts: Facts, poolSize: number): Finding[] {
  const { version, role, database, connections } = facts
  const found: Finding[] = []
  if (Number.parseInt(version, 10) < OLDEST_POSTGRES)
    found.push(failing(...DATABASE_TEXTS.tooOld(version, OLDEST_POSTGRES)))
  if (facts.is_read_only) found.push(failing(...DATABASE_TEXTS.readOnly))
  if (!facts.may_create) found.push(failing(...DATABASE_TEXTS.mayNotCreate(role, database)))
  if (facts.foreign_tables > 0) found.push(failing(...DATABASE_TEXTS.foreignTables(role, facts.foreign_tables)))
  if (!facts.has_trigrams) found.push(failing(...DATABASE_TEXTS.noTrigrams))
  const needed = poolSize + CONNECTIONS_BESIDE_POOL
  if (connections < needed) found.push(warning(...DATABASE_TEXTS.fewConnections(connections, needed)))
  return found
}

/** Opens two connections of its own, because only those show whether each has its own session. */
async function poolingOf({ databaseUrl, databaseDirectUrl }: Config): Promise<Finding[]> {
  if (databaseUrl === null) return []
  try {
    const pooling = await requireExternalDatabase({ databaseUrl, databaseDirectUrl }, { timeoutMs: STEP_MS })
    return pooling.kind === 'transaction' ? [ok(DATABASE_TEXTS.pooled(pooling.keepsNames))] : []
  } catch (error) {
    if (!(error instanceof ExternalDatabaseError)) throw error
    return [failing(error.message, DATABASE_TEXTS.pooler)]
  }
}

/** The job of long migrations begins again every hour, so this is more than two failures. */
const STUCK_MS = 3 * HOUR_MS

const migrationsCheck: HealthCheck = {
  name: 'migrations',
  label: CHECK_LABELS.migrations,
  isOutside: false,
  run: withDatabase(async (db, { clock }) => {
    const there = await sql<{ is_there: boolean }>`
      select to_regclass('schema_migrations') is not null as is_there`.execute(db)
    if (there.rows[0]?.is_there !== true) return warning(...MIGRATION_TEXTS.empty)
    const { rows } = await db.executeQuery(CompiledQuery.raw(APPLIED))
    const { missing, unknown, tooNew } = await compareMigrations(rows as AppliedMigration[])
    if (tooNew.length > 0) return failing(...MIGRATION_TEXTS.newer(countUnknown(unknown)))
    if (missing.length > 0) return warning(...MIGRATION_TEXTS.pending(missing.length))
    const run: Run = async (text) => (await db.executeQuery(CompiledQuery.raw(text))).rows as never
    const found = (await listUnfinished(run)).map((long) =>
      clock().getTime() - long.updatedAt.getTime() > STUCK_MS
        ? failing(...MIGRATION_TEXTS.stuck(long.name, progressText(long)))
        : warning(...MIGRATION_TEXTS.unfinished(long.name, progressText(long))),
    )
    if (unknown.length > 0) found.push(warning(...MIGRATION_TEXTS.between(countUnknown(unknown))))
    return found.length > 0 ? found : ok(MIGRATION_TEXTS.fine)
  }),
}

export const DATABASE_CHECKS: readonly HealthCheck[] = [databaseCheck, migrationsCheck]
