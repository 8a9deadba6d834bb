import { feedTime } from '#shared/relative-time.ts'
import type { Profile } from '../profiles.contract.ts'

/** Returns the presence as a text below the name (C14), or null when the member hides it. */
export function presenceText({ presence, last_seen_at }: Profile, now: Date): string | null {
  if (presence === null) return null
  if (presence.status === 'gaming' && presence.currentGame) return `Playing ${presence.currentGame.name}`
  if (presence.status !== 'offline') return 'Online'
  if (last_seen_at === null) return null
  const time = feedTime(new Date(last_seen_at), now)
  return `Last seen ${time.charAt(0).toLowerCase()}${time.slice(1)}`
}
