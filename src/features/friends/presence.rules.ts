/** Who is here counts as online for this long after the last request (G49). */
const ONLINE_MINUTES = 5
/** What was started or moved on counts as being played for this long, while online (G49). */
export const PLAYING_HOURS = 4

export type PresenceStatus = 'online' | 'gaming' | 'offline'

export function isOnline(lastSeenAt: Date | null, now: Date): boolean {
  return lastSeenAt !== null && now.getTime() - lastSeenAt.getTime() < ONLINE_MINUTES * 60_000
}

/** C14: playing needs being here. */
export function presenceStatus(isHere: boolean, isPlaying: boolean): PresenceStatus {
  if (!isHere) return 'offline'
  return isPlaying ? 'gaming' : 'online'
}

/**
 * The ring around a friend (R-FRIEND-13..15): what the server knows where it says so (C14), else what the documented
 * fields say.
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
