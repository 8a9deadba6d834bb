import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#db/db.ts'
import { addressOf, endOf, REPLAYED, WRITTEN } from '#db/replicas.ts'
import { CHECK_LABELS, REPLICA_TEXTS } from './doctor.texts.ts'
import { type Finding, failing, type HealthCheck, ok, STEP_MS, warning, withDatabase } from './health-check.ts'

const PAUSE_MS = 20

interface Position {
  cluster: string
}

/** Measures how long each replica takes to replay what the primary has written when the check begins. */
export const replicaCheck: HealthCheck = {
  name: 'replicas',
  label: CHECK_LABELS.replicas,
  isOutside: false,
  async run(deps) {
    const replicas = deps.config.databaseReplicas
    if (replicas === null) return []
    const check = withDatabase(async (db) => {
      const written = await writtenBy(db)
      return Promise.all(replicas.urls.map((url) => examine(url, written, replicas.maxLagMs)))
    })
    return check(deps)
  },
}

async function writtenBy(db: Db): Promise<Position & { written: number }> {
  const { rows } = await sql<Position & { written: number }>`${sql.raw(WRITTEN)}`.execute(db)
  return rows[0] as Position & { written: number }
}

async function examine(url: string, primary: Position & { written: number }, maxLagMs: number): Promise<Finding> {
  const address = addressOf(url)
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: STEP_MS, query_timeout: STEP_MS })
  client.on('error', () => undefined)
  const began = performance.now()
  const mostMs = Math.min(STEP_MS, maxLagMs)
  try {
    await client.connect()
    for (;;) {
      const { rows } = await client.query<Position & { replayed: number | null }>(REPLAYED)
      const [found] = rows
      if (!found || found.replayed === null) return failing(...REPLICA_TEXTS.noReplica(address))
      if (found.cluster !== primary.cluster) return failing(...REPLICA_TEXTS.otherServer(address))
      const tookMs = performance.now() - began
      if (found.replayed >= endOf(primary.written)) return ok(REPLICA_TEXTS.fine(address, Math.ceil(tookMs)))
      if (tookMs > mostMs) return warning(...REPLICA_TEXTS.behind(address, Math.floor(mostMs / 1000)))
      await sleep(PAUSE_MS)
    }
  } catch (error) {
    return warning(...REPLICA_TEXTS.away(address, error instanceof Error ? error.message : String(error)))
  } finally {
    await client.end().catch(() => undefined)
  }
}
