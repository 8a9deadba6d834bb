import type { QueryClient } from '@tanstack/react-query'
import type { ActivityType } from '#features/library/library.rules.ts'
import { shareWaitText } from '#features/library/library.texts.ts'
import { shareActivity } from '#features/library/web/library.slots.ts'
import { isOwnGameId } from '#shared/canonical-ids.ts'
import { counted } from '#shared/counted.ts'
import type { GameId } from '#shared/ids.ts'
import { publish } from '#web/slots.tsx'

export interface PostedActivity {
  /** The second half of 'Status updated, but …'; null when the activity was shared or there was none. */
  failed: string | null
  wait?: string
  retract?: () => Promise<void>
}

/** Shares the activity of a save with friends (C07). A failure never undoes the save (C65). */
export async function shareWithFriends(
  { client, gameId }: { client: QueryClient; gameId: GameId },
  type: ActivityType | null,
  progress?: number,
): Promise<PostedActivity> {
  // Only its owner sees an own game, so there is nothing to share.
  if (type === null || isOwnGameId(gameId)) return { failed: null }
  const details = type === 'progress' && progress !== undefined ? { details: { progress } } : undefined
  const [answer] = await Promise.all(publish(shareActivity, client, { type, gameId, ...details }))
  if (!answer || answer.ok) return { failed: null, ...(answer?.retract && { retract: answer.retract }) }
  if (answer.waitMinutes === null) return { failed: "couldn't share the activity with your friends" }
  const minutes = counted(answer.waitMinutes, 'minute')
  const wait = shareWaitText(minutes)
  return { failed: `we couldn't post the activity yet. ${wait}`, wait }
}
