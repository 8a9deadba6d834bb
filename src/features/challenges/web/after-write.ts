import type { QueryClient } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { updateProgress } from '../challenges.endpoints.ts'
import { runningQuery } from './challenges.api.ts'
import { challengeKeys } from './challenges-key.ts'

/**
 * Invalidates the challenges after a write of the library. After a progress update it first calls the progress endpoint
 * of each challenge that is active, incomplete and about hours (R-PROG-09), with an empty body. Failures are ignored
 * (R-PROG-26): the log is saved, and the server counts by itself (decision 0043).
 */
export async function followWrite(client: QueryClient, isProgress: boolean): Promise<void> {
  if (isProgress) await updateRunning(client).catch(() => {})
  await client.invalidateQueries({ queryKey: challengeKeys.shown })
}

async function updateRunning(client: QueryClient): Promise<void> {
  const running = await client.fetchQuery(runningQuery())
  const hourChallenges = running.filter(({ challenge }) => challenge.goals.some(({ type }) => type === 'play_time'))
  const answers = await Promise.allSettled(
    hourChallenges.map(({ challenge_id }) =>
      call(updateProgress, { params: { challengeId: challenge_id }, body: {} }, { client }),
    ),
  )
  // The challenge was completed, ended or left on another device, so the next log need not update it.
  if (answers.some((answer) => answer.status === 'rejected' || answer.value.completed))
    await client.invalidateQueries({ queryKey: challengeKeys.running })
}
