import type { Viewer } from '#server/session.ts'

interface Link {
  user_id: string
  friend_id: string
}

/** A link is its two members' alone. */
export const isParty = (viewer: Viewer, link: Link): boolean =>
  viewer.id === link.user_id || viewer.id === link.friend_id

/** Whoever was asked answers (C15). */
export const mayAnswer = (viewer: Viewer, link: Link): boolean => viewer.id === link.friend_id
