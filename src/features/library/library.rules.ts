import { durationText } from '#shared/dates.ts'

/** The statuses of a game in a library (R-LIB-01). */
export const STATUSES = ['want_to_play', 'playing', 'completed', 'dropped'] as const
export type Status = (typeof STATUSES)[number]

export const STATUS_LABELS: Record<Status, string> = {
  want_to_play: 'Want to Play',
  playing: 'Currently Playing',
  completed: 'Completed',
  dropped: 'Dropped',
}

/**
 * The default direction of a sort: names from A, the queue from its first game, the time to beat from the shortest,
 * everything else descending from the latest or highest.
 */
export const defaultOrder = (sort: string): 'asc' | 'desc' =>
  ['name', 'queue', 'length'].includes(sort) ? 'asc' : 'desc'

/** Upper limits of what can be logged for one game (C04). */
export const MAX_HOURS = 100_000
export const MAX_ACHIEVEMENTS = 100_000
export const NOTES_LENGTH = 5000
/** The largest number of games that one call changes or removes. */
export const BULK_MAX = 500
/**
 * How many of a member's latest bulk changes can be undone, and how many of their latest merges. Each browser tab shows
 * one toast at a time, so this is enough.
 */
export const UNDO_LIMIT = 20
/**
 * Returns the number of completed achievements of a game after its ticks have changed (G15). The number follows the ticks. A
 * number above the ticks was typed in the log: it counts achievements that are not ticked, so it stays until as many are
 * ticked, and then follows them. `ticksBefore` is never more than `number`, because the log refuses a number below the
 * ticks.
 */
export const achievementsAfterTicks = (number: number, ticksBefore: number, ticks: number): number =>
  number > ticksBefore ? Math.max(number, ticks) : ticks

/** The hours that one press of '+ 30 min' adds. */
export const QUICK_HOURS = 0.5

/**
 * Returns the status that the progress button sets: 100 % is completed, any hours or completion is playing, nothing is
 * want_to_play (R-PROG-01..03).
 */
export function statusOfProgress(hours: number, completion: number): Status {
  if (completion >= 100) return 'completed'
  return hours > 0 || completion > 0 ? 'playing' : 'want_to_play'
}

/**
 * Returns the status after a progress update on the server (C06): the status that the request names, else completed at
 * 100 %, else the current status, else playing (R-PROG-05, R-PROG-06).
 */
export function statusAfterProgress(update: {
  sent: Status | undefined
  completion: number | undefined
  current: Status | null
}): Status {
  if (update.sent) return update.sent
  if (update.completion !== undefined && update.completion >= 100) return 'completed'
  return update.current ?? 'playing'
}

/**
 * Returns the completion in percent after a change of an entry: what the member says, else 100 of a game that becomes
 * completed and the earlier figure of one that is no longer completed, and never 0 of a completed one (decision 0102). The
 * trigger `complete_entry` applies the same rule to every
 * write; call this where the figure is needed before the write.
 */
export function completionAfter(change: {
  status: Status
  /** Null for a new entry. */
  previous: Status | null
  said: number | null
  before: number
  /** What a completed entry had before its completion; null where that is not known. */
  earlier?: number | null
}): number {
  const { status, previous, said, before, earlier = null } = change
  if (status !== 'completed') return said ?? (previous === 'completed' ? (earlier ?? before) : before)
  return (said ?? (previous === 'completed' ? before : 100)) || 100
}

/** Returns whether a status ends a playthrough. */
export const isFinished = (status: Status | null) => status === 'completed' || status === 'dropped'

/** The code of the refusal when an undo would remove an entry that has changed since. */
export const ENTRY_CHANGED = 'entry_changed'

/**
 * Returns when the game was finished, for an undo that restores the previous status. The time stays unchanged, also
 * when the game becomes finished again. It becomes null when the undone change itself had set it.
 */
export function stoppedBefore(
  taken: { status: string; stopped_playing_at: Date | null; updated_at: Date },
  status: Status,
): Date | null {
  const isOwn = isFinished(taken.status as Status) && taken.stopped_playing_at?.getTime() === taken.updated_at.getTime()
  return isOwn && !isFinished(status) ? null : taken.stopped_playing_at
}

/**
 * Returns when a game was last played, after a log (undefined: unchanged). `grownAt` is the moment of the log when
 * hours or percentage have grown. The log of a finished game states when it was finished. A game that is added as
 * finished without a date was played at an unknown time. A less exact date that contains the known instant changes
 * nothing, and of several playthroughs the latest counts.
 */
export function lastPlayedAfterLog(log: {
  status: Status
  previous: Status | null
  grownAt: Date | null | undefined
  finished: { at: Date; containsKnown: boolean; isNewPlaythrough: boolean } | null
  /** When the game was last played, as known before the log. */
  known: Date | null
}): Date | null | undefined {
  if (!isFinished(log.status)) return log.grownAt
  if (log.finished) {
    const { at, containsKnown, isNewPlaythrough } = log.finished
    return log.known && (containsKnown || (isNewPlaythrough && log.known > at)) ? undefined : at
  }
  return log.previous === 'playing' || isFinished(log.previous) ? log.grownAt : undefined
}

/**
 * Returns the status after '+ 30 min': a wanted or dropped game becomes playing, and a completed game stays completed.
 */
export function statusAfterPlaying(current: Status | null): Status {
  return current === 'completed' ? 'completed' : 'playing'
}

export type ActivityType = 'want_to_play' | 'started_playing' | 'completed' | 'progress'

/**
 * Returns the one activity that a saved log publishes (C07): completed before progress before started_playing, null for
 * none. A progress activity needs a percentage above 0, so a new entry with hours alone publishes nothing (C70).
 * started_playing needs an entry that became playing, or a status that the member chose by hand.
 */
export function activityOfLog(log: {
  status: Status
  previous: Status | null
  completion: number
  isStatusChosen: boolean
}): Exclude<ActivityType, 'want_to_play'> | null {
  if (log.completion >= 100 || (log.status === 'completed' && log.isStatusChosen)) return 'completed'
  if (log.completion > 0) return 'progress'
  const becamePlaying = log.status === 'playing' && log.previous !== 'playing'
  return becamePlaying && (log.isStatusChosen || log.previous !== null) ? 'started_playing' : null
}

/**
 * Returns the activity for a status that the member chose in the menu (R-LIB-03, R-LIB-10). The dialog of completed
 * publishes its own activity.
 */
export function activityOfChoice(choice: { status: Status; previous: Status | null }): ActivityType | null {
  if (choice.status === 'playing') return 'started_playing'
  if (choice.status === 'want_to_play' && choice.previous === null) return 'want_to_play'
  return choice.status === 'completed' && choice.previous === null ? 'completed' : null
}

export type StatusCounts = Record<Status, number>

/**
 * Counts of a library. `thisYear` counts the entries that were created since the member's 1 January (R-STAT-05, G58)
 * and, as far as dates are known, played since then (decision 0052).
 */
export interface StatusTally {
  all: StatusCounts
  thisYear: StatusCounts
}

const playedOf = (counts: StatusCounts) => counts.completed + counts.playing
const playedOrDroppedOf = (counts: StatusCounts) => playedOf(counts) + counts.dropped
const gamesOf = (counts: StatusCounts) => playedOrDroppedOf(counts) + counts.want_to_play

/** Returns a member's counts for the profile: played is completed plus playing (R-STAT-01..03, R-STAT-06). */
export function memberStats({ all, thisYear }: StatusTally) {
  const total_played = playedOf(all)
  return {
    total_games: gamesOf(all),
    completed_games: all.completed,
    total_played,
    played_this_year: playedOf(thisYear),
    backlog: all.want_to_play,
    playing: all.playing,
  }
}

/**
 * Returns the totals of the library view: here played includes dropped (R-STAT-04, C03); playtime is in whole minutes
 * (C04).
 */
export function libraryTotals({ all, thisYear }: StatusTally, hours: number) {
  return {
    total_played: playedOrDroppedOf(all),
    played_this_year: playedOrDroppedOf(thisYear),
    backlog: all.want_to_play,
    totalGames: gamesOf(all),
    totalPlaytime: Math.round(hours * 60),
    counts: all,
  }
}

/** Formats hours as a duration: 1.5 is '1h 30m', 8 is '8h', 0.5 is '30m'. */
export function hoursText(hours: number): string {
  return durationText(hours * 60)
}

/** Converts stored half stars (1 to 10) to displayed stars (0.5 to 5); null for no rating (C22). */
export function starsOf(userRating: number | null): number | null {
  return userRating === null ? null : userRating / 2
}
/** Returns stars, 0.5 to 5, as the stored rating, which counts half stars; null for none. */
export function ratingOf(stars: number | null): number | null {
  return stars === null || stars <= 0 ? null : Math.round(stars * 2)
}
