import type { QueryClient } from '@tanstack/react-query'
import type { GameId } from '#shared/ids.ts'
import { CallError, call } from '#web/call.ts'
import { createActivity, deleteActivity, type SharedType } from '../activity.contract.ts'
import { waitMinutesOf } from '../activity.rules.ts'
import { activityKeys } from './activity.api.ts'

/** What the library asks of whoever tells friends (its `PostActivity`; app/document.tsx joins the two). */
type PostActivity = (update: {
  type: SharedType
  gameId: GameId
  details?: { progress?: number }
}) => Promise<{ ok: true; retract: () => Promise<void> } | { ok: false; waitMinutes: number | null }>

/**
 * How the library tells friends what happened. Never throws: a 429 answers with the minutes to wait (C65), every other
 * failure with null. `retract` takes the activity back.
 */
export function postActivityWith(client: QueryClient): PostActivity {
  const refresh = () => void client.invalidateQueries({ queryKey: activityKeys.lists })
  return async ({ type, gameId, details }) => {
    try {
      const body = { activity_type: type, game_id: gameId, ...(details && { details }) }
      const { activity } = await call(createActivity, { body }, { client })
      refresh()
      return {
        ok: true,
        retract: async () => {
          await call(deleteActivity, { params: { activityId: activity.id } }, { client }).catch(() => {})
          refresh()
        },
      }
    } catch (error) {
      const isTooSoon = error instanceof CallError && error.status === 429
      return { ok: false, waitMinutes: isTooSoon ? waitMinutesOf(error.message, error.retryAfter) : null }
    }
  }
}
