import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { recordChallengeActivity } from '#features/activity/server/recording/activity-recording.service.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Events } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import type { ChallengeId, UserId } from '#shared/ids.ts'
import { remainingOf } from '../../challenges.rules.ts'
import { challengeCompleted } from '../challenges.events.ts'
import {
  type AmountRow,
  listParticipants,
  lockRunning,
  measureGoals,
  type RunningRow,
  saveProgress,
} from './progress.queries.ts'

export { listRunningParticipants } from './progress.queries.ts'

interface ProgressDeps {
  db: Db
  clock: Clock
  events: Events
}

/**
 * Recomputes a member's progress from library and reviews, for joined challenges that are running and not completed
 * (G13). It runs in the transaction of every change of either, and on request. The result depends only on the rows.
 */
export function refreshProgress(
  deps: ProgressDeps,
  userId: UserId,
  { only = null, isPublished = true }: { only?: ChallengeId | null; isPublished?: boolean } = {},
): Promise<void> {
  return inTransaction(deps, async (inside) => {
    const refresh = await startRefresh(inside, userId, { only, isPublished })
    await refresh()
  })
}

/**
 * Locks the rows that `refreshProgress` recomputes, in the open transaction, and returns the rest of its work, which reads
 * them. A statement of the caller in between is sent with the lock.
 */
export async function startRefresh(
  { db, clock, events }: ProgressDeps,
  userId: UserId,
  { only = null, isPublished = true }: { only?: ChallengeId | null; isPublished?: boolean } = {},
): Promise<() => Promise<void>> {
  const at = clock()
  const locked = await lockRunning.send(db, { userId, now: at, only })
  return async () => {
    const running = await locked.rows()
    if (running.length === 0) return
    const amounts = Map.groupBy(await measureGoals(db, userId, running), ({ challenge_id }) => challenge_id)
    const changed = running.flatMap((row) => changedProgress(row, amounts.get(row.challenge_id) ?? []) ?? [])
    if (changed.length === 0) return
    await saveProgress(db, userId, changed, at)
    await announce(db, [tag.joined(userId), ...changed.map(({ challenge_id }) => tag.challenge(challenge_id))])
    if (!isPublished) return
    for (const { challenge_id, title } of changed.filter(({ remaining }) => remaining === 0)) {
      const challengeId = challenge_id as ChallengeId
      await recordChallengeActivity(db, { userId, challengeId, title, completed: true, at })
      await events.publish(db, challengeCompleted, { userId, challengeId })
    }
  }
}

/**
 * Recomputes everybody's progress after libraries were written without the app, as for the demo world. No activity is
 * published.
 */
export async function refreshEverybody(deps: ProgressDeps): Promise<void> {
  for (const userId of await listParticipants(deps.db)) await refreshProgress(deps, userId, { isPublished: false })
}

/** Returns the new progress of a row; null when it has not changed. */
function changedProgress(row: RunningRow, amounts: readonly AmountRow[]) {
  const progress = Object.fromEntries(amounts.map(({ goal_id, amount }) => [goal_id, amount]))
  const before = (row.progress ?? {}) as Record<string, number>
  const isSame = amounts.every(({ goal_id, amount }) => amount === (before[goal_id] ?? 0))
  if (isSame) return null
  return { challenge_id: row.challenge_id, title: row.title, progress, remaining: remainingOf(amounts) }
}
