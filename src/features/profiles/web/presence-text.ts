import { feedTime } from '#shared/dates.ts'
import type { Profile } from '../profiles.contract.ts'

/** The presence in words, which stand under the name (C14); null where the member keeps it to themselves. */
export function presenceText({ presence, last_seen_at }: Profile, now: Date): string | null {
  if (presence === null) return null
  if (presence.status === 'gaming' && presence.currentGame) return `Playing ${presence.currentGame.name}`
  if (presence.status !== 'offline') return 'Online'
  if (last_seen_at === null) return null
  const time = feedTime(new Date(last_seen_at), now)
  return `Last seen ${time.charAt(0).toLowerCase()}${time.slice(1)}`
}
