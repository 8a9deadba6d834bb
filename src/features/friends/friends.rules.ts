import { type NamedMember, UNKNOWN_MEMBER } from '#shared/member-name.ts'
import type { FriendStatus } from './people.contract.ts'

/** G23. */
export const MOST_FRIENDS = 1000
export const MOST_PENDING_SENT = 50
/** After a refusal the same member may not ask again for this many days (C15). */
const DECLINED_DAYS = 7

const DAY_MS = 86_400_000

/** Where one writes to a member: the thread with them is open there (R-ROUTE-31, R-MSG-02). */
export const messagesHref = (userId: string): string => `/messages?userId=${userId}`

/** A row of `friends`: who asked whom, and what became of it. */
export interface FriendRow {
  user_id: string
  friend_id: string
  status: string
  updated_at: Date
}

/** What a link is to one of its two members; a declined one is to neither anything (C15). */
export function friendStatusFor(
  viewerId: string | null,
  tie: { user_id: string | null; status: string | null },
): FriendStatus {
  if (tie.status === null || tie.status === 'declined') return 'none'
  if (tie.status === 'accepted') return 'accepted'
  return tie.user_id === viewerId ? 'pending_sent' : 'pending_received'
}

/** What asking somebody comes to, given what is between the two (G23, C15). */
export type RequestOutcome = 'ask' | 'accept' | 'already_sent' | 'already_friends'

export function outcomeOfRequest(viewerId: string, tie: FriendRow | null, now: Date): RequestOutcome {
  if (tie === null) return 'ask'
  const isOwn = tie.user_id === viewerId
  if (tie.status === 'accepted') return 'already_friends'
  if (tie.status === 'pending') return isOwn ? 'already_sent' : 'accept'
  // Whoever declined may ask at any time; whoever was declined is told what they know already.
  return isOwn && now.getTime() - tie.updated_at.getTime() < DECLINED_DAYS * DAY_MS ? 'already_sent' : 'ask'
}

/** The first word of the display name, or the username (R-FRIEND-16). */
export function shortNameOf({ display_name, username }: NamedMember): string {
  return display_name?.trim().split(/\s+/u)[0] || username || UNKNOWN_MEMBER
}
