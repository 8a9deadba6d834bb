import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { notifyEach } from '#features/notifications/server/notifications.service.ts'
import { dayIn } from '#features/profiles/profiles.rules.ts'
import type { Changes } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Job } from '#server/jobs.ts'
import type { Log } from '#server/log.ts'
import { addDays, utcDay } from '#shared/calendar-days.ts'
import { GAME_RELEASED } from '../releases.notifications.ts'
import { secondsOf } from '../releases.rules.ts'
import { outToday, RELEASES_JOB } from '../releases.texts.ts'
import { insertNotices, listWaiting, type Waiting, type WaitingRow } from './notices/notices.queries.ts'

const RELEASE_JOB = 'notify-of-releases'

export interface NoticeDeps {
  db: Db
  clock: Clock
  log: Log
  changes: Changes
}

/** The members of a transaction, which keeps it short. */
const AT_ONCE = 500

export const releasesJobs = (deps: NoticeDeps): Job[] => [
  {
    name: RELEASE_JOB,
    about: RELEASES_JOB,
    // Days begin at another time in each time zone, some of them at a half or a quarter of an hour.
    schedule: '*/15 * * * *',
    run: () => notifyOfReleases(deps),
  },
]

/**
 * Notifies each member of the games to play that are released on the member's day, once for each game. A notice is stored
 * in the same transaction, so neither a second node nor a restart notifies again, nor a date that moves.
 */
async function notifyOfReleases(deps: NoticeDeps): Promise<void> {
  const now = deps.clock()
  // It is the day before in the west and the day after in the east.
  const period = { from: secondsOf(addDays(utcDay(now), -1)), until: secondsOf(addDays(utcDay(now), 2)) }
  const isToday = ({ released, zone }: WaitingRow) => released === dayIn(zone, now)
  let after: Waiting | null = null
  let told = 0
  for (;;) {
    const batch: WaitingRow[] = await listWaiting(deps.db, period, { after, most: AT_ONCE })
    told += await notify(deps, batch.filter(isToday), now)
    after = batch.at(-1) ?? null
    if (batch.length < AT_ONCE) break
  }
  if (told > 0) deps.log.debug({ notifications: told }, 'members know of releases')
}

async function notify(deps: NoticeDeps, rows: readonly WaitingRow[], at: Date): Promise<number> {
  if (rows.length === 0) return 0
  return inTransaction(deps, async ({ db }) => {
    const names = new Map(rows.map(({ game_id, name }) => [game_id, name]))
    const fresh = await insertNotices(db, rows, at)
    const lines = fresh.map(({ user_id, game_id }) => ({
      to: user_id,
      game: game_id,
      sentence: outToday(names.get(game_id) ?? 'A game'),
    }))
    await notifyEach(db, { type: GAME_RELEASED.type, lines, at })
    return lines.length
  })
}
