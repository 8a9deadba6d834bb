import type { Viewer } from '#server/session.ts'

/** Members delete only their own activities (G25); moderation hides, it does not delete. */
export function mayDelete(viewer: Viewer | null, activity: { user_id: string }): boolean {
  return viewer?.id === activity.user_id
}
