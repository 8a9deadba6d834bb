import { readText } from '#shared/text.ts'
import type { Activity, ActivityType } from './activity.contract.ts'

/** Details of an activity are kept up to this size, in bytes of JSON (G25). */
const MAX_DETAILS_BYTES = 2048
/** Activities that a member may share within an hour (G25). */
export const MOST_PER_HOUR = 60

const HOUR_MS = 3_600_000

/** Details as they were sent: an object or the JSON text of one (C57); null when it is neither. */
export function readDetails(given: unknown): Record<string, unknown> | null {
  if (typeof given !== 'string') return isRecord(given) ? given : null
  try {
    const parsed: unknown = JSON.parse(given)
    return isRecord(parsed) ? parsed : null
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isDetailsSizeAllowed(details: Record<string, unknown>): boolean {
  try {
    return new TextEncoder().encode(JSON.stringify(details)).length <= MAX_DETAILS_BYTES
  } catch {
    // Nested too deeply to be written down.
    return false
  }
}

/** The percentage that the details carry, as a number or its text (C57); null unless it is 1 to 100. */
export function progressOf(details: Record<string, unknown>): number | null {
  const { progress } = details
  const value = typeof progress === 'string' && progress.trim() !== '' ? Number(progress) : progress
  return typeof value === 'number' && value >= 1 && value <= 100 ? value : null
}

/** Seconds, rounded up, until the same update may be shared again; 0 when it may be now (G25). */
export function coolDownLeft(lastAt: Date | null, now: Date, coolDownMinutes: number): number {
  if (lastAt === null) return 0
  return secondsUntil(lastAt.getTime() + coolDownMinutes * 60_000, now)
}

/** Seconds until the oldest of the last 60 activities is an hour old; 0 with fewer (G25). `oldest` is the 60th latest. */
export function hourlyLimitLeft(oldest: Date | null, now: Date): number {
  return oldest === null ? 0 : secondsUntil(oldest.getTime() + HOUR_MS, now)
}

function secondsUntil(at: number, now: Date): number {
  return Math.max(0, Math.ceil((at - now.getTime()) / 1000))
}

/** Refuses an activity of progress without any progress. */
export const PROGRESS_RANGE_TEXT = 'Progress must be between 1 and 100'

/** N of 'Please wait N minutes': whole minutes, rounded up, at least 1 (C65). */
function waitMinutes(seconds: number): number {
  return Math.max(1, Math.ceil(seconds / 60))
}

const minutesText = (seconds: number) => {
  const minutes = waitMinutes(seconds)
  return `${minutes} minute${minutes === 1 ? '' : 's'}`
}

export function coolDownSentence(seconds: number): string {
  return `Please wait ${minutesText(seconds)} before sharing another update for this game.`
}

export function hourlyLimitSentence(seconds: number): string {
  return `Please wait ${minutesText(seconds)} before sharing another update.`
}

/** N as the server's sentence says it, else from `retryAfter` in seconds; null when the answer names neither (C65). */
export function waitMinutesOf(message: string, retryAfter: number | null): number | null {
  const named = /Please wait (\d+) minutes?/.exec(message)?.[1]
  if (named !== undefined) return Math.max(1, Number(named))
  return retryAfter === null ? null : waitMinutes(retryAfter)
}

/** What stands between the name and the game: 'is' + '45 %' + 'through'. `strong` is set bold. */
export interface Sentence {
  verb: string
  strong?: string
  rest?: string
  /** Where `strong` leads. */
  href?: string
}

const VERBS: Record<Exclude<ActivityType, 'progress'>, string> = {
  want_to_play: 'wants to play',
  started_playing: 'started playing',
  completed: 'completed',
  review: 'reviewed',
  achievement: 'earned an achievement in',
  friend_added: 'made a new friend',
  joined_challenge: 'joined a challenge',
  badge: 'earned a badge',
}

export function sentenceOf(type: ActivityType, details: Record<string, unknown>): Sentence {
  if (type === 'joined_challenge' && typeof details.title === 'string') return aboutChallenge(details.title, details)
  if (type !== 'progress') return { verb: VERBS[type] }
  const progress = progressOf(details)
  if (progress === null) return { verb: 'made progress in' }
  return { verb: 'is', strong: `${Math.round(progress)} %`, rest: 'through' }
}

/** Without an id the challenge is gone. */
function aboutChallenge(title: string, { challenge_id, completed }: Record<string, unknown>): Sentence {
  const verb = `${completed === true ? 'completed' : 'joined'} the challenge`
  return { verb, strong: title, ...(typeof challenge_id === 'string' && { href: `/challenges/${challenge_id}` }) }
}

/** Whether the sentence goes on with a game's name. */
export function isAboutGame(type: ActivityType): boolean {
  return type !== 'friend_added' && type !== 'joined_challenge' && type !== 'badge'
}

/** What a member put into words of their own, as far as the details carry it; null for none. */
export function ownTextOf({ text }: Record<string, unknown>): string | null {
  return (typeof text === 'string' && readText(text)) || null
}

/** One thing in a list of activities: a single one, a run of progress, or games marked one after the other. */
export type FeedItem =
  | { kind: 'one'; key: string; activity: Activity }
  | { kind: 'run'; key: string; activities: Activity[]; latest: Activity }
  | { kind: 'marks'; key: string; activities: Activity[]; latest: Activity }

/** Progress items of one member and game that are folded into one (G26). */
const MOST_IN_A_RUN = 3
/** Marks of one member, one after the other, from which on they are one card. */
const LEAST_MARKS = 2

/** Marks of a game, and the status that each stands for. */
export const MARKS: Partial<Record<ActivityType, 'want_to_play' | 'playing' | 'completed'>> = {
  want_to_play: 'want_to_play',
  started_playing: 'playing',
  completed: 'completed',
}

/**
 * Folds what belongs together, newest first: up to three consecutive progress items of one member and game (G26), and two
 * or more consecutive games that one member marked alike. A mark with words stands alone. In the list of one game, marks
 * are not games one after the other: there `leastMarks` is infinite.
 */
export function foldActivities(activities: readonly Activity[], leastMarks: number = LEAST_MARKS): FeedItem[] {
  const groups: Activity[][] = []
  for (const activity of activities) {
    const group = groups.at(-1)
    if (group && isContinued(group, activity)) group.push(activity)
    else groups.push([activity])
  }
  return groups.flatMap((group): FeedItem[] => {
    const latest = group[0] as Activity
    if (group.length > 1 && latest.type === 'progress')
      return [{ kind: 'run', key: latest.id, activities: group, latest }]
    if (group.length >= leastMarks) return [{ kind: 'marks', key: latest.id, activities: group, latest }]
    return group.map((activity) => ({ kind: 'one', key: activity.id, activity }))
  })
}

/** Every activity by itself. */
export function unfolded(activities: readonly Activity[]): FeedItem[] {
  return activities.map((activity) => ({ kind: 'one', key: activity.id, activity }))
}

function isContinued(group: readonly Activity[], next: Activity): boolean {
  const last = group.at(-1) as Activity
  if (last.type !== next.type || last.user_id !== next.user_id) return false
  // What was hidden says so by itself.
  if (last.isHidden || next.isHidden) return false
  if (next.type === 'progress') return last.game_id === next.game_id && group.length < MOST_IN_A_RUN
  // A game that was marked twice is not two games.
  return isBareMark(last) && isBareMark(next) && !group.some(({ game_id }) => game_id === next.game_id)
}

const isBareMark = ({ type, game, details }: Activity) => type in MARKS && game !== null && ownTextOf(details) === null

/** The activities that a feed item stands for. */
export function activitiesOf(item: FeedItem): readonly Activity[] {
  return item.kind === 'one' ? [item.activity] : item.activities
}

/** More are not counted: it is as many as a part of the feed has. */
export const MOST_NEWS = 20

/** What the feed says of activities that are not in it yet. */
export const newsText = (count: number): string =>
  count === 1 ? '1 new activity' : `${count >= MOST_NEWS ? `${MOST_NEWS}+` : count} new activities`
