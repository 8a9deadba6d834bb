import type { ImportedRecord } from '../../../imported-record.rules.ts'
import type { Meaning } from '../../../mapping.rules.ts'
import { noteLoss } from '../records/draft.ts'
import { numberIn } from '../records/numbers.ts'

/** The shelves of a game at Backloggd. A game can be on several. */
export interface BackloggdShelves {
  isPlay: boolean
  isPlaying: boolean
  isBacklog: boolean
  isWishlist: boolean
  /** `game_log.status`; one exporter writes 'completed' for every game. */
  status: string
}

const PLAYED: Readonly<Record<string, Meaning>> = {
  played: 'completed',
  completed: 'completed',
  retired: 'completed',
  shelved: 'paused',
  abandoned: 'dropped',
}
const WITHOUT_FLAGS: Readonly<Record<string, Meaning>> = {
  ...PLAYED,
  playing: 'playing',
  backlog: 'want_to_play',
  wishlist: 'want_to_play',
}

/**
 * Returns what the shelves of a game mean. The four flags come before the status, which says only how a played game
 * ended. Backlog and wishlist are one status here, so their names become tags.
 */
export function shelfOfFlags(shelves: BackloggdShelves): { meaning: Meaning | null; tags: string[] } {
  const { isPlay, isPlaying, isBacklog, isWishlist } = shelves
  const status = shelves.status.toLowerCase()
  const tags = [...(isBacklog ? ['Backlog'] : []), ...(isWishlist ? ['Wishlist'] : [])]
  if (isPlaying) return { meaning: 'playing', tags }
  if (isPlay) return { meaning: own(PLAYED, status) ?? 'completed', tags }
  if (isBacklog || isWishlist) return { meaning: 'want_to_play', tags }
  return { meaning: own(WITHOUT_FLAGS, status) ?? null, tags }
}

const own = <T>(table: Readonly<Record<string, T>>, key: string) => (Object.hasOwn(table, key) ? table[key] : undefined)

/** Returns hours from a pair of hours and minutes; null for none. */
export function hoursOfPair(record: ImportedRecord, field: string, hours: string, minutes: string): number | null {
  const parts = [hours, minutes].map((part) => (part.trim() === '' ? 0 : numberIn(part)))
  if (parts.some((part) => part === null || part < 0)) {
    noteLoss(record, field, `${hours}:${minutes}`, parts.includes(null) ? 'not-a-number' : 'out-of-range')
    return null
  }
  const sum = (parts[0] as number) + (parts[1] as number) / 60
  return sum > 0 ? Math.round(sum * 100) / 100 : null
}
