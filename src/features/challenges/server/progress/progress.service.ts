import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { recordChallengeActivity } from '#features/activity/server/activity.service.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import { tag } from '#server/tags.ts'
import type { ChallengeId, UserId } from '#shared/ids.ts'
import { remainingOf } from '../../challenges.rules.ts'
import {
  type AmountRow,
  listParticipants,
  lockRunning,
  measureGoals,
  type RunningRow,
  saveProgress,
} from './progress.queries.ts'

/**
 * Works out from the library how far a member is in what they have joined, is under way and not completed yet (G13). Called
 * in the transaction of every change of a library, and by whoever asks for it; from the same rows it comes to the same.
 */
export function refreshProgress(
  deps: { db: Db; clock: Clock },
  userId: UserId,
  { only = null, isTold = true }: { only?: ChallengeId | null; isTold?: boolean } = {},
): Promise<void> {
  return inTransaction(deps, async ({ db, clock }) => {
    const at = clock()
    const running = await lockRunning(db, userId, at, only)
    if (running.length === 0) return
    const amounts = Map.groupBy(await measureGoals(db, userId, running), ({ challenge_id }) => challenge_id)
    const changed = running.flatMap((row) => standingOf(row, amounts.get(row.challenge_id) ?? []) ?? [])
    if (changed.length === 0) return
    await saveProgress(db, userId, changed, at)
    await announce(db, [tag.joined(userId), ...changed.map(({ challenge_id }) => tag.challenge(challenge_id))])
    for (const { challenge_id, title, remaining } of changed)
      if (remaining === 0 && isTold)
        await recordChallengeActivity(db, { userId, challengeId: challenge_id, title, completed: true, at })
  })
}

/** For libraries that were written past the app: the demo world's. Friends are not told. */
export async function refreshEverybody(deps: { db: Db; clock: Clock }): Promise<void> {
  for (const userId of await listParticipants(deps.db)) await refreshProgress(deps, userId, { isTold: false })
}

/** Null when it is as it was. */
function standingOf(row: RunningRow, amounts: readonly AmountRow[]) {
  const progress = Object.fromEntries(amounts.map(({ goal_id, amount }) => [goal_id, amount]))
  const before = (row.progress ?? {}) as Record<string, number>
  const isSame = amounts.every(({ goal_id, amount }) => amount === (before[goal_id] ?? 0))
  if (isSame) return null
  return { challenge_id: row.challenge_id, title: row.title, progress, remaining: remainingOf(amounts) }
}
