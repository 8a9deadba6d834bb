/** How many minutes after the last request a member counts as online (G49). */
const ONLINE_MINUTES = 5
/** How many hours an online member counts as playing a game after starting it or making progress (G49). */
export const PLAYING_HOURS = 4

export type PresenceStatus = 'online' | 'gaming' | 'offline'

/** Returns whether a member was seen within the last `ONLINE_MINUTES`. */
export function isOnline(lastSeenAt: Date | null, now: Date): boolean {
  return lastSeenAt !== null && now.getTime() - lastSeenAt.getTime() < ONLINE_MINUTES * 60_000
}

/** Returns the presence status. Only an online member can be playing (C14). */
export function presenceStatus(isHere: boolean, isPlaying: boolean): PresenceStatus {
  if (!isHere) return 'offline'
  return isPlaying ? 'gaming' : 'online'
}

/**
 * Returns the ring around a friend's picture (R-FRIEND-13..15): from `presence` if the response contains it (C14), or
 * else from the documented fields.
 */
export function ringOf(friend: {
  presence?: { status: PresenceStatus } | undefined
  online_status?: string | undefined
  currentGame?: unknown
}): PresenceStatus {
  if (friend.presence) return friend.presence.status
  if (friend.currentGame || friend.online_status === 'gaming') return 'gaming'
  return friend.online_status === 'online' ? 'online' : 'offline'
}
