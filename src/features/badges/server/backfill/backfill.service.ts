import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import { tag } from '#server/tags.ts'
import { readRule } from '../../badges.rules.ts'
import * as queries from './backfill.queries.ts'

interface BackfillDeps {
  db: Db
  clock: Clock
}

/** The number of members per transaction, which keeps each transaction short. */
const MEMBERS_AT_ONCE = 500

/**
 * Gives new badges to the members who have reached their rules before the badges existed, in batches. It continues where
 * an earlier run has stopped, and a repetition changes nothing. It is quiet: no feed line, notification or toast.
 */
export async function backfillBadges(deps: BackfillDeps, membersAtOnce = MEMBERS_AT_ONCE): Promise<void> {
  while (await backfillBatch(deps, membersAtOnce));
}

/** Returns false when no badge is left. */
function backfillBatch(deps: BackfillDeps, most: number): Promise<boolean> {
  return inTransaction(deps, async ({ db, clock }) => {
    const badge = await queries.lockPending(db)
    const rule = readRule(badge?.rule)
    if (!badge || !rule) return false
    const { last, earned } = await queries.backfillMembers(db, {
      badgeId: badge.id,
      rule,
      after: badge.backfilled_to,
      most,
    })
    await queries.saveBackfill(db, badge.id, last, clock())
    await announce(db, earned.map(tag.badgesOf))
    return true
  })
}
