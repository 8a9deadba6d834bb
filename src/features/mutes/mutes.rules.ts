import { DAY_MS } from '#shared/durations.ts'
import type { GameId, UserId } from '#shared/ids.ts'

/** What a feed is filtered by; `feed_kind` in the database says which types of activities each has. */
export const FEED_KINDS = ['finished', 'started', 'reviews', 'progress', 'wants', 'other'] as const
export type FeedKind = (typeof FEED_KINDS)[number]

/** What an activity is about, as a mute names it: a member, a game, a genre or theme of games, a word, a kind of activity. */
export type MuteTarget =
  | { kind: 'member'; member_id: UserId }
  | { kind: 'game'; game_id: GameId }
  | { kind: 'genre' | 'theme'; id: number }
  | { kind: 'word'; word: string }
  | { kind: 'feed'; feed_kind: FeedKind; member_id: UserId | null }

/** For how long. */
export const MUTE_SPANS = ['day', 'week', 'month', 'ever'] as const
export type MuteSpan = (typeof MUTE_SPANS)[number]

/** Mutes of one member. */
export const MUTES_MAX = 1000
/** The longest time until an end, in days; what ends later is muted for good. */
export const MUTE_DAYS_MAX = 366

const DAYS: Record<Exclude<MuteSpan, 'ever'>, number> = { day: 1, week: 7, month: 30 }

/** Returns the end of a mute that begins now; null for one without an end. */
export const endOf = (span: MuteSpan, now: Date): Date | null =>
  span === 'ever' ? null : new Date(now.getTime() + DAYS[span] * DAY_MS)

/** Returns a word as it is compared: in small letters, without the # before it. Null if it is not one word of letters and digits. */
export function readMutedWord(typed: string): string | null {
  const word = typed.trim().replace(/^#/, '').normalize('NFC').toLowerCase()
  return /^[\p{Alphabetic}0-9]{2,40}$/u.test(word) ? word : null
}

/** Returns the text by which the database finds a mute (`mutes.target`). */
export function keyOf(target: MuteTarget): string {
  switch (target.kind) {
    case 'member':
      return `member:${target.member_id}`
    case 'game':
      return `game:${target.game_id}`
    case 'word':
      return `word:${target.word}`
    case 'feed':
      return `kind:${target.feed_kind}${target.member_id ? `:${target.member_id}` : ''}`
    default:
      return `${target.kind}:${target.id}`
  }
}

/** Returns what the text of `keyOf` names; null for one that a later version has written. */
export function targetOf(key: string): MuteTarget | null {
  const [kind = '', name = '', member] = key.split(':')
  if (kind === 'member') return { kind, member_id: name as UserId }
  if (kind === 'game') return { kind, game_id: name as GameId }
  if (kind === 'word') return { kind, word: name }
  if (kind === 'genre' || kind === 'theme') return { kind, id: Number(name) }
  const feed_kind = FEED_KINDS.find((known) => known === name)
  if (kind !== 'kind' || !feed_kind) return null
  return { kind: 'feed', feed_kind, member_id: (member as UserId) ?? null }
}
