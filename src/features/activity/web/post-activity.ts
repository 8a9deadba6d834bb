import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { CallError, call } from '#web/call.ts'
import { deleteActivity } from '../activity.endpoints.ts'
import { waitMinutesOf } from '../activity.rules.ts'
import { ActivityError, activityKeys, createActivityMutation, type NewActivity } from './activity.api.ts'

/** What the library asks of whoever tells friends (its `PostActivity`; app/document.tsx joins the two). */
type PostActivity = (
  update: NewActivity,
) => Promise<{ ok: true; retract?: () => Promise<void> } | { ok: false; waitMinutes: number | null }>

/**
 * How the library tells friends what happened. Never throws: a 429 answers with the minutes to wait (C65), every other
 * failure with null. `retract` takes the activity back.
 */
export function postActivityWith(client: QueryClient): PostActivity {
  const refresh = () => void client.invalidateQueries({ queryKey: activityKeys.lists })
  return async (update) => {
    try {
      const activity = await new MutationObserver(client, createActivityMutation()).mutate(update)
      if (!activity) return { ok: true }
      refresh()
      return {
        ok: true,
        retract: async () => {
          await call(deleteActivity, { params: { activityId: activity.id } }, { client }).catch(() => {})
          refresh()
        },
      }
    } catch (error) {
      const cause = error instanceof ActivityError ? error.cause : error
      const isTooSoon = cause instanceof CallError && cause.status === 429
      return { ok: false, waitMinutes: isTooSoon ? waitMinutesOf(cause.message, cause.retryAfter) : null }
    }
  }
}
