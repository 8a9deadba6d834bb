import { shareWaitText } from '#features/library/library.texts.ts'
import type { FeedKind } from '#features/mutes/mutes.rules.ts'
import { counted, gamesText, plural } from '#shared/counted.ts'
import { HOUR_MS } from '#shared/durations.ts'
import { readText } from '#shared/text.ts'
import type { Activity, ActivityType } from './activity.contract.ts'
import { waitText } from './activity.texts.ts'

/** Largest stored size of an activity's details, in bytes of JSON (G25). */
const MAX_DETAILS_BYTES = 2048
/** Activities that a member may share within an hour (G25). */
export const MAX_PER_HOUR = 60

/** Parses the details of a request: an object or the JSON text of one (C57). Returns null when it is neither. */
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

/** Returns whether the details fit into `MAX_DETAILS_BYTES` as JSON. */
export function isDetailsSizeAllowed(details: Record<string, unknown>): boolean {
  try {
    return new TextEncoder().encode(JSON.stringify(details)).length <= MAX_DETAILS_BYTES
  } catch {
    // The object is nested too deeply to serialise.
    return false
  }
}

/** Returns the percentage in the details, as a number or its text (C57); null unless it is 1 to 100. */
export function progressOf(details: Record<string, unknown>): number | null {
  const { progress } = details
  const value = typeof progress === 'string' && progress.trim() !== '' ? Number(progress) : progress
  return typeof value === 'number' && value >= 1 && value <= 100 ? value : null
}

/** Returns the seconds, rounded up, until the same update may be shared again; 0 when it may be shared now (G25). */
export function coolDownLeft(lastAt: Date | null, now: Date, coolDownMinutes: number): number {
  if (lastAt === null) return 0
  return secondsUntil(lastAt.getTime() + coolDownMinutes * 60_000, now)
}

/**
 * Returns the seconds until the oldest of the last 60 activities is an hour old; 0 with fewer (G25). `oldest` is the
 * 60th latest.
 */
export function hourlyLimitLeft(oldest: Date | null, now: Date): number {
  return oldest === null ? 0 : secondsUntil(oldest.getTime() + HOUR_MS, now)
}

function secondsUntil(at: number, now: Date): number {
  return Math.max(0, Math.ceil((at - now.getTime()) / 1000))
}

/** Returns N of 'Please wait N minutes': whole minutes, rounded up, at least 1 (C65). */
function waitMinutes(seconds: number): number {
  return Math.max(1, Math.ceil(seconds / 60))
}

const minutesText = (seconds: number) => {
  const minutes = waitMinutes(seconds)
  return counted(minutes, 'minute')
}

export function coolDownSentence(seconds: number): string {
  return shareWaitText(minutesText(seconds))
}

export function hourlyLimitSentence(seconds: number): string {
  return waitText(minutesText(seconds))
}

/**
 * Returns N from the server's sentence, otherwise from `retryAfter` in seconds; null when the response contains neither
 * (C65).
 */
export function waitMinutesOf(message: string, retryAfter: number | null): number | null {
  const named = /Please wait (\d+) minutes?/.exec(message)?.[1]
  if (named !== undefined) return Math.max(1, Number(named))
  return retryAfter === null ? null : waitMinutes(retryAfter)
}

/** The words between the name and the game: 'is' + '45 %' + 'through'. `strong` is shown in bold. */
export interface Sentence {
  verb: string
  strong?: string
  rest?: string
  /** The target of a link on `strong`. */
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
  imported: 'imported games',
}

/** Returns what stands between the member and the game; an unknown part of the details is left out. */
export function sentenceOf(type: ActivityType, details: Record<string, unknown>): Sentence {
  if (type === 'joined_challenge' && typeof details.title === 'string') return aboutChallenge(details.title, details)
  if (type === 'badge' && typeof details.name === 'string') return { verb: 'earned the badge', strong: details.name }
  if (type === 'imported' && typeof details.games === 'number')
    return { verb: 'imported', strong: gamesText(details.games) }
  if (type !== 'progress') return { verb: VERBS[type] }
  const progress = progressOf(details)
  if (progress === null) return { verb: 'made progress in' }
  return { verb: 'is', strong: `${Math.round(progress)} %`, rest: 'through' }
}

/** A challenge without an id has been deleted. */
function aboutChallenge(title: string, { challenge_id, completed }: Record<string, unknown>): Sentence {
  const verb = `${completed === true ? 'completed' : 'joined'} the challenge`
  return { verb, strong: title, ...(typeof challenge_id === 'string' && { href: `/challenges/${challenge_id}` }) }
}

/** Returns the sentence as text: 'is 40 % through Hades'. */
export function sentenceText(type: ActivityType, details: Record<string, unknown>, gameName: string | null): string {
  const { verb, strong, rest } = sentenceOf(type, details)
  return [verb, strong, rest, isAboutGame(type) && (gameName ?? 'Unknown Game')].filter(Boolean).join(' ')
}

/** The kinds by which feeds are filtered, as `feed_kind` in the database says; all other types are 'other'. */
const KINDS: Partial<Record<ActivityType, FeedKind>> = {
  completed: 'finished',
  started_playing: 'started',
  want_to_play: 'wants',
  progress: 'progress',
  review: 'reviews',
}

export const feedKindOf = (type: ActivityType): FeedKind => KINDS[type] ?? 'other'

const NOT_ABOUT_GAMES: readonly ActivityType[] = ['friend_added', 'joined_challenge', 'badge', 'imported']

/** Returns whether the sentence continues with a game's name. */
export function isAboutGame(type: ActivityType): boolean {
  return !NOT_ABOUT_GAMES.includes(type)
}

/** Returns the member's own words in the details; null for none. */
export function ownTextOf({ text }: Record<string, unknown>): string | null {
  return (typeof text === 'string' && readText(text)) || null
}

/** One item in a list of activities: a single activity, a run of progress, or consecutive marks of several games. */
export type FeedItem =
  | { kind: 'one'; key: string; activity: Activity }
  | { kind: 'run'; key: string; activities: Activity[]; latest: Activity }
  | { kind: 'marks'; key: string; activities: Activity[]; latest: Activity }

/** The largest number of progress items of one member and game that are folded into one (G26). */
const MAX_IN_A_RUN = 3
/** The smallest number of consecutive marks by one member that are folded into one card. */
const LEAST_MARKS = 2

/** The activity types that mark a game, with the status of each. */
export const MARKS: Partial<Record<ActivityType, 'want_to_play' | 'playing' | 'completed'>> = {
  want_to_play: 'want_to_play',
  started_playing: 'playing',
  completed: 'completed',
}

/**
 * Folds related activities, newest first: up to three consecutive progress items of one member and game (G26), and two
 * or more consecutive games with the same mark by one member. A mark with the member's own text is not folded. In the
 * list of one game there are no marks of other games, so `leastMarks` is infinite there.
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

/** Returns every activity as an item of its own. */
export function unfolded(activities: readonly Activity[]): FeedItem[] {
  return activities.map((activity) => ({ kind: 'one', key: activity.id, activity }))
}

/**
 * Returns the keys of the `most` newest items about games by others than the viewer, each by another member. If only one
 * member has any, they are all by this one.
 */
export function newestOfOthers(items: readonly FeedItem[], viewerId: string, most: number): string[] {
  const theirs = items.filter((item) => {
    const [{ user_id, game, isHidden } = {} as Activity] = activitiesOf(item)
    return user_id !== viewerId && game && !isHidden
  })
  const seen = new Set<string>()
  const firsts = theirs.filter((item) => {
    const { user_id } = activitiesOf(item)[0] as Activity
    return !seen.has(user_id) && seen.add(user_id)
  })
  return (firsts.length > 1 ? firsts : theirs).slice(0, most).map(({ key }) => key)
}

function isContinued(group: readonly Activity[], next: Activity): boolean {
  const last = group.at(-1) as Activity
  if (last.type !== next.type || last.user_id !== next.user_id) return false
  // A hidden activity shows its own note, so it is not folded.
  if (last.isHidden || next.isHidden) return false
  if (next.type === 'progress') return last.game_id === next.game_id && group.length < MAX_IN_A_RUN
  // Two marks of the same game do not count as two games.
  return isBareMark(last) && isBareMark(next) && !group.some(({ game_id }) => game_id === next.game_id)
}

const isBareMark = ({ type, game, details }: Activity) => type in MARKS && game !== null && ownTextOf(details) === null

/** Returns the activities of a feed item. */
export function activitiesOf(item: FeedItem): readonly Activity[] {
  return item.kind === 'one' ? [item.activity] : item.activities
}

/** The largest number of new activities that a feed announces: one page of the feed. */
export const MAX_NEWS = 20

/** Returns the text about activities that the feed does not show yet. */
export const newsText = (count: number): string =>
  `${count >= MAX_NEWS ? `${MAX_NEWS}+` : count} new ${plural(count, 'activity', 'activities')}`
