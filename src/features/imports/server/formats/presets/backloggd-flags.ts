import type { ImportedRecord } from '../../../imported-record.rules.ts'
import type { Meaning } from '../../../mapping.rules.ts'
import { noteLoss, noteSaid } from '../records/draft.ts'
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
 * ended; `other` is what contradicts it. Backlog and wishlist are one status here, so their names become tags.
 */
export function shelfOfFlags(shelves: BackloggdShelves): { meaning: Meaning | null; other: Meaning[]; tags: string[] } {
  const { isPlay, isPlaying, isBacklog, isWishlist } = shelves
  const status = shelves.status.toLowerCase()
  const ended = own(PLAYED, status)
  const waiting = isBacklog || isWishlist ? (['want_to_play'] as const) : []
  const tags = [...(isBacklog ? ['Backlog'] : []), ...(isWishlist ? ['Wishlist'] : [])]
  if (isPlaying) return { meaning: 'playing', other: [], tags }
  if (isPlay) return { meaning: ended ?? 'completed', other: [...waiting], tags }
  if (isBacklog || isWishlist) return { meaning: 'want_to_play', other: ended ? [ended] : [], tags }
  return { meaning: own(WITHOUT_FLAGS, status) ?? null, other: [], tags }
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
  if (sum > 0) noteSaid(record, field, [hours, minutes].filter((part) => part.trim() !== '').join(':'))
  return sum > 0 ? Math.round(sum * 100) / 100 : null
}
