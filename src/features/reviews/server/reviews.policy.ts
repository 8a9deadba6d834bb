import type { Viewer } from '#server/session.ts'

/** Members edit and delete only their own reviews (G28). */
export const mayEdit = (viewer: Viewer | null, review: { userId: string }): boolean => viewer?.id === review.userId

/** Every other member may like a review (G28). */
export const mayLike = (viewer: Viewer | null, review: { userId: string }): boolean =>
  viewer !== null && viewer.id !== review.userId
