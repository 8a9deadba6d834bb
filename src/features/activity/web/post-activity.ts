import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import type { SharingResult } from '#features/library/web/library.slots.ts'
import { CallError, call } from '#web/call.ts'
import { deleteActivity } from '../activity.endpoints.ts'
import { waitMinutesOf } from '../activity.rules.ts'
import { ActivityError, activityKeys, createActivityMutation, type NewActivity } from './activity.api.ts'

/** Implements the library's `shareActivity`. A 429 returns the minutes to wait (C65), every other failure null. */
export async function postActivity(client: QueryClient, update: NewActivity): Promise<SharingResult> {
  const refresh = () => void client.invalidateQueries({ queryKey: activityKeys.lists })
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
