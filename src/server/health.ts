import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Backups } from './backups.ts'
import type { Clock } from './clock.ts'
import { type Route, route } from './routes.ts'

export const getHealth = endpoint({
  access: 'anyone',
  method: 'GET',
  path: '/api/health',
  summary: 'Whether this app node can do its work',
  response: z.object({
    status: z.literal('ok'),
    db: z.literal('ok'),
    catalogue: z.string(),
    backup: z.nullable(z.object({ latest: z.nullable(z.iso.datetime()), age_seconds: z.nullable(z.int()) })),
  }),
  refusals: ['database_unavailable'],
  budget: 'none',
})

/**
 * 200 when the database answers, 503 when it does not (G61). `catalogue` says which sources are on (G39), `backup` how
 * old the latest backup is, or null where none are made by night.
 */
export const healthRoutes = (deps: {
  db: Db
  clock: Clock
  catalogueState: () => string
  backups?: Backups | null | undefined
}): Route[] => [
  route(getHealth, async () => {
    try {
      await sql`select 1`.execute(deps.db)
    } catch {
      throw new Refusal('upstream', 'database_unavailable', 'The database does not answer.')
    }
    return { status: 'ok' as const, db: 'ok' as const, catalogue: deps.catalogueState(), backup: backupState(deps) }
  }),
]

function backupState({ backups, clock }: { backups?: Backups | null | undefined; clock: Clock }) {
  if (!backups) return null
  const latest = backups.latest()
  if (latest === null) return { latest: null, age_seconds: null }
  return { latest: latest.toISOString(), age_seconds: Math.round((clock().getTime() - latest.getTime()) / 1000) }
}
