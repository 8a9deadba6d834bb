import * as z from 'zod/mini'
import type { Database } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Job } from '#server/jobs.ts'
import { DAY_MS } from '#shared/durations.ts'
import { UserId } from '#shared/ids.ts'
import { STEAM_JOBS } from '../steam-jobs.texts.ts'
import { SYNCS_AT_ONCE } from '../steam-sync.rules.ts'
import { steamState } from './client/ask-steam.ts'
import { takeDue } from './links/steam-links.queries.ts'
import { SYNC_JOB, type SyncOptions } from './links/steam-links.service.ts'
import type { SteamDeps } from './steam.service.ts'
import { syncSteam } from './sync/sync-steam.ts'

const Work = z.object({ userId: UserId, isAutomatic: z.boolean(), offersOpen: z.boolean() })
const BEGIN_JOB = 'begin-steam-syncs'
/** A member who waits comes before the daily syncs. */
const DAILY = { priority: -1 }

export const steamJobs = (deps: SteamDeps & { database: Pick<Database, 'inBackground'> }): Job[] => [
  {
    name: SYNC_JOB,
    about: STEAM_JOBS.sync,
    retry: { limit: 3, delaySeconds: 30 },
    continuedBy: BEGIN_JOB,
    run: (data) => {
      const { userId, ...options } = z.parse(Work, data)
      return deps.database.inBackground(() => syncSteam(deps, userId, options))
    },
  },
  {
    name: BEGIN_JOB,
    about: STEAM_JOBS.beginDaily,
    schedule: '*/5 * * * *',
    run: () => beginSyncs(deps),
  },
]

/** Queues the daily syncs whose time has come, within the limit of the day. While nothing is asked of Steam they wait. */
async function beginSyncs(deps: SteamDeps): Promise<void> {
  if (!deps.steam || (await steamState(deps)).pause) return
  await inTransaction(deps, async ({ db, queue, clock }) => {
    const now = clock()
    // The sync itself sets its next time; this one counts if the job never runs.
    const later = new Date(now.getTime() + DAY_MS)
    const options: SyncOptions = { isAutomatic: true, offersOpen: false }
    for (const userId of await takeDue(db, { now, later, most: SYNCS_AT_ONCE }))
      await queue.send(db, SYNC_JOB, { userId, ...options }, DAILY)
  })
}
