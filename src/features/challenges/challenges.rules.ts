import { counted, numberText } from '#shared/counted.ts'
import { shortDate } from '#shared/dates.ts'
import { DAY_MS, HOUR_MS } from '#shared/durations.ts'

/**
 * The types of a challenge's goals (G13). `play_time` is in hours, the others are numbers of games, reviews or
 * achievements.
 */
export const GOAL_TYPES = ['play_time', 'games_completed', 'games_added', 'reviews_written', 'achievements'] as const
export type GoalType = (typeof GOAL_TYPES)[number]

export const STATUSES = ['upcoming', 'active', 'ended'] as const
export type ChallengeStatus = (typeof STATUSES)[number]

export const TITLE_MIN = 3
export const TITLE_MAX = 100
export const DESCRIPTION_MAX = 2000
export const GOALS_MAX = 5
export const MAX_HOURS_TARGET = 10_000
export const MAX_GAMES_TARGET = 1_000
export const MAX_ACHIEVEMENTS_TARGET = 10_000

/** Returns the status of a challenge at a time: active from its start on, ended from its end on (G13). */
export function statusOf({ starts_at, ends_at }: { starts_at: Date; ends_at: Date }, now: Date): ChallengeStatus {
  if (now < starts_at) return 'upcoming'
  return now < ends_at ? 'active' : 'ended'
}

interface Measured {
  target: number
  amount: number
}

/** Returns the share that is done, 0 to 1: each goal has the same weight, and exceeding a target adds nothing. */
export function shareOf(goals: readonly Measured[]): number {
  if (goals.length === 0) return 0
  return goals.reduce((sum, { target, amount }) => sum + Math.min(1, Math.max(0, amount) / target), 0) / goals.length
}

/** Returns the remainder that the ranking stores, with five decimals: 0 only when every goal is reached. */
export function remainingOf(goals: readonly Measured[]): number {
  if (goals.length > 0 && goals.every(({ target, amount }) => amount >= target)) return 0
  return Math.max(0.00001, Math.round((1 - shareOf(goals)) * 100_000) / 100_000)
}

/** Returns the progress in whole percent; 100 only when the challenge is completed. */
export const percentOf = (remaining: number): number =>
  remaining === 0 ? 100 : Math.min(99, Math.floor((1 - remaining) * 100 + 1e-6))

const toLibrary = (what: string) => `Add ${what} to your library`

const WORDS: Record<GoalType, (target: number) => string> = {
  play_time: (target) => `Play ${counted(target, 'hour')}`,
  games_completed: (target) => `Complete ${counted(target, 'game')}`,
  games_added: (target) => toLibrary(counted(target, 'game')),
  reviews_written: (target) => `Write ${counted(target, 'review')}`,
  achievements: (target) => `Earn ${counted(target, 'achievement')}`,
}

/** Returns the text of a goal: 'Play 20 hours', 'Play 20 hours of Hades', 'Complete Hades'. */
export function goalText({ type, target, game }: { type: GoalType; target: number; game: { name: string } | null }) {
  if (game === null) return WORDS[type](target)
  if (type === 'games_completed') return `Complete ${game.name}`
  if (type === 'games_added') return toLibrary(game.name)
  return `${WORDS[type](target)} ${type === 'achievements' ? 'in' : 'of'} ${game.name}`
}

/** Returns the text of an amount: '3.5 of 20 h', '1 of 3'. */
export function amountText({ type, target, amount }: { type: GoalType; target: number; amount: number }): string {
  const round = (value: number) => numberText(Math.floor(value * 10) / 10)
  return `${round(amount)} of ${round(target)}${type === 'play_time' ? ' h' : ''}`
}

/** Instants as the API returns them, ISO 8601. */
interface Span {
  starts_at: string
  ends_at: string
}

/** Returns the status of a challenge whose times are those of an answer. */
export const statusNow = ({ starts_at, ends_at }: Span, now: Date): ChallengeStatus =>
  statusOf({ starts_at: new Date(starts_at), ends_at: new Date(ends_at) }, now)

/** Returns the first and last day in UTC: 'Dec 1 – Dec 31, 2026'. The end itself is excluded. */
export function daysText({ starts_at, ends_at }: Span): string {
  const [first, last] = [shortDate(new Date(starts_at)), shortDate(new Date(new Date(ends_at).getTime() - 1))]
  if (first === last) return first
  const [day = '', year] = first.split(', ')
  return `${last.endsWith(`, ${year}`) ? day : first} – ${last}`
}

/** Returns the text 'Starts in 3 days', 'Ends in 5 hours' or 'Ended'. */
export function timeLeftText(span: Span, now: Date): string {
  const status = statusNow(span, now)
  if (status === 'ended') return 'Ended'
  const left = new Date(status === 'upcoming' ? span.starts_at : span.ends_at).getTime() - now.getTime()
  const hours = Math.max(1, Math.ceil(left / HOUR_MS))
  const words = left < 2 * DAY_MS ? counted(hours, 'hour') : counted(Math.floor(left / DAY_MS), 'day')
  return `${status === 'upcoming' ? 'Starts' : 'Ends'} in ${words}`
}

/** The position of a participant in a ranking. */
export interface RankingPosition {
  /** 0: completed. */
  remaining: number
  /** The time when the participant reached this remainder, in ms. */
  at: number
}

/**
 * Returns whether two participants have an equal rank: both completed at the same time, or both with the same
 * remainder.
 */
const isTied = (a: RankingPosition, b: RankingPosition): boolean =>
  a.remaining === b.remaining && (a.remaining > 0 || a.at === b.at)

/** The last participant of the previous page: the number of participants up to it, and its rank. */
export interface RankedBefore extends RankingPosition {
  count: number
  rank: number
}

/** Returns the ranks of one page of a ranking in its order; `next` is the first participant after it. */
export function rankedOf(
  part: readonly RankingPosition[],
  before: RankedBefore | null,
  next: RankingPosition | null,
): { rank: number; isShared: boolean }[] {
  let rank = before?.rank ?? 0
  return part.map((one, at) => {
    const previous = part[at - 1] ?? before
    const following = part[at + 1] ?? next
    const isLikePrevious = previous !== null && isTied(one, previous)
    if (!isLikePrevious) rank = (before?.count ?? 0) + at + 1
    return { rank, isShared: isLikePrevious || (following !== null && isTied(one, following)) }
  })
}
