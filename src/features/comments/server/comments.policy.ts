import type { Viewer } from '#server/session.ts'

/** Members delete only their own comments (R-ACT-20); moderation hides, it does not delete (G27). */
export function mayDelete(viewer: Viewer | null, comment: { userId: string | null }): boolean {
  return viewer !== null && viewer.id === comment.userId
}
