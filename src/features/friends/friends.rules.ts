import { DAY_MS } from '#shared/durations.ts'
import { type NamedMember, UNKNOWN_MEMBER } from '#shared/member-name.ts'
import type { FriendStatus } from './people.contract.ts'

/** The limit of friends (G23). */
export const FRIENDS_MAX = 1000
export const PENDING_SENT_MAX = 50
/** After a declined request the same member may not send another one for this many days (C15). */
const DECLINED_DAYS = 7

/** Returns the path of the message thread with a member (R-ROUTE-31, R-MSG-02). */
export const messagesHref = (userId: string): string => `/messages?userId=${userId}`

/** A row of `friends`: `user_id` sent the request to `friend_id`; `status` is its result. */
export interface FriendRow {
  user_id: string
  friend_id: string
  status: string
  updated_at: Date
}

/** Returns the friend status for one of the two members. A declined request counts as none for both (C15). */
export function friendStatusFor(
  viewerId: string | null,
  link: { user_id: string | null; status: string | null },
): FriendStatus {
  if (link.status === null || link.status === 'declined') return 'none'
  if (link.status === 'accepted') return 'accepted'
  return link.user_id === viewerId ? 'pending_sent' : 'pending_received'
}

/** The outcome of a new friend request, given the existing row (G23, C15). */
export type RequestOutcome = 'ask' | 'accept' | 'already_sent' | 'already_friends'

/**
 * Returns what a request for friendship does, by the row of the two members (null for none): a request to a member who has
 * sent one accepts that, and a declined member may not ask again for `DECLINED_DAYS`, without learning why.
 */
export function outcomeOfRequest(viewerId: string, link: FriendRow | null, now: Date): RequestOutcome {
  if (link === null) return 'ask'
  const isOwn = link.user_id === viewerId
  if (link.status === 'accepted') return 'already_friends'
  if (link.status === 'pending') return isOwn ? 'already_sent' : 'accept'
  // The member who declined may send a request at any time. The member who was declined gets the response for a pending
  // request.
  return isOwn && now.getTime() - link.updated_at.getTime() < DECLINED_DAYS * DAY_MS ? 'already_sent' : 'ask'
}

/** Returns the first word of the display name, or the username (R-FRIEND-16). */
export function shortNameOf({ display_name, username }: NamedMember): string {
  return display_name?.trim().split(/\s+/u)[0] || username || UNKNOWN_MEMBER
}
