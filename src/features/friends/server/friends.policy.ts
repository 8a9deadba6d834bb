import type { Viewer } from '#server/session.ts'

interface Link {
  user_id: string
  friend_id: string
}

/** Only its two members may see or end a friendship or request. */
export const isParty = (viewer: Viewer, link: Link): boolean =>
  viewer.id === link.user_id || viewer.id === link.friend_id

/** Only the member who received a request may accept or decline it (C15). */
export const mayAnswer = (viewer: Viewer, link: Link): boolean => viewer.id === link.friend_id
