import type { QueryClient } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { updateProgress } from '../challenges.endpoints.ts'
import { runningQuery } from './challenges.api.ts'
import { challengeKeys } from './challenges-key.ts'

/**
 * After a write of the library what is shown of challenges is asked for again. After a progress update each challenge that is
 * active, incomplete and about hours is told first (R-PROG-09), with nothing in it; what fails of this is nobody's concern
 * (R-PROG-26), the log is saved and the server counts by itself (decision 0043).
 */
export async function followWrite(client: QueryClient, isProgress: boolean): Promise<void> {
  if (isProgress) await tellRunning(client).catch(() => {})
  await client.invalidateQueries({ queryKey: challengeKeys.shown })
}

async function tellRunning(client: QueryClient): Promise<void> {
  const running = await client.fetchQuery(runningQuery())
  const told = running.filter(({ challenge }) => challenge.goals.some(({ type }) => type === 'play_time'))
  const answers = await Promise.allSettled(
    told.map(({ challenge_id }) =>
      call(updateProgress, { params: { challengeId: challenge_id }, body: {} }, { client }),
    ),
  )
  // Completed, ended or left elsewhere: the next log need not be told there.
  if (answers.some((answer) => answer.status === 'rejected' || answer.value.completed))
    await client.invalidateQueries({ queryKey: challengeKeys.running })
}
