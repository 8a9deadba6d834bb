import { durationText } from '#shared/dates.ts'

/** What a game can be in a library (R-LIB-01). */
export const STATUSES = ['want_to_play', 'playing', 'completed', 'dropped'] as const
export type Status = (typeof STATUSES)[number]

export const STATUS_LABELS: Record<Status, string> = {
  want_to_play: 'Want to Play',
  playing: 'Currently Playing',
  completed: 'Completed',
  dropped: 'Dropped',
}

/** The order in which a sort of a library begins: names from A on, everything else from its latest or highest. */
export const defaultOrder = (sort: string): 'asc' | 'desc' => (sort === 'name' ? 'asc' : 'desc')

/** The most that can be logged for one game (C04). */
export const MOST_HOURS = 100_000
export const MOST_ACHIEVEMENTS = 100_000
export const NOTES_LENGTH = 5000
/** Games that one call changes or removes. */
export const BULK_MOST = 500
/** Of a member's changes of many, and of their merges, so many can be undone; toasts are there one at a time, in each tab. */
export const UNDO_KEPT = 20
/** What one press of '+ 30 min' adds, in hours. */
export const QUICK_HOURS = 0.5

/** The progress button's status: 100 % is completed, any hours or completion is playing, nothing is want_to_play (R-PROG-01..03). */
export function statusOfProgress(hours: number, completion: number): Status {
  if (completion >= 100) return 'completed'
  return hours > 0 || completion > 0 ? 'playing' : 'want_to_play'
}

/**
 * The status after a progress update on the server (C06): the one that was sent, else completed at 100 %, else the one it
 * had, else playing (R-PROG-05, R-PROG-06).
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

export const isFinished = (status: Status | null) => status === 'completed' || status === 'dropped'

/**
 * When a game was marked as finished, once a status before is put back: as it was, also where it becomes finished again. A mark
 * that said so itself is taken back with that.
 */
export function stoppedBefore(
  taken: { status: string; stopped_playing_at: Date | null; updated_at: Date },
  status: Status,
): Date | null {
  const isOwn = isFinished(taken.status as Status) && taken.stopped_playing_at?.getTime() === taken.updated_at.getTime()
  return isOwn && !isFinished(status) ? null : taken.stopped_playing_at
}

/**
 * When a game was last played, after a log (undefined: as before). `grownAt` is the moment of the log where hours or percentage
 * have grown. A log of a finished game says when it was finished; a game that comes as finished without a date was played at
 * some time that nobody knows. A date that contains the instant that is known is no news of it, and of several playthroughs
 * the latest counts.
 */
export function lastPlayedAfterLog(log: {
  status: Status
  previous: Status | null
  grownAt: Date | null | undefined
  finished: { at: Date; containsKnown: boolean; isNewPlaythrough: boolean } | null
  /** When it was last played, as far as that was known before the log. */
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
 * '+ 30 min' says that it was played: what was wanted or dropped is played again, and a completed game stays completed.
 */
export function statusAfterPlaying(current: Status | null): Status {
  return current === 'completed' ? 'completed' : 'playing'
}

export type ActivityType = 'want_to_play' | 'started_playing' | 'completed' | 'progress'

/**
 * The one activity of a saved log (C07): completed before progress before started_playing, null for none. Progress tells of
 * a percentage above 0, so a new entry with hours alone tells nothing (C70); started_playing needs an entry that became
 * playing, or a status that was chosen by hand.
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

/** The activity of a status that was chosen in the menu (R-LIB-03, R-LIB-10). Completed is recorded by its dialog. */
export function activityOfChoice(choice: { status: Status; previous: Status | null }): ActivityType | null {
  if (choice.status === 'playing') return 'started_playing'
  if (choice.status === 'want_to_play' && choice.previous === null) return 'want_to_play'
  return choice.status === 'completed' && choice.previous === null ? 'completed' : null
}

export type StatusCounts = Record<Status, number>

/**
 * Counts of a library; `thisYear` are those of entries created since the member's 1 January (R-STAT-05, G58) and played since
 * then, as far as the dates say (decision 0052).
 */
export interface StatusTally {
  all: StatusCounts
  thisYear: StatusCounts
}

const playedOf = (counts: StatusCounts) => counts.completed + counts.playing
const playedOrDroppedOf = (counts: StatusCounts) => playedOf(counts) + counts.dropped
const gamesOf = (counts: StatusCounts) => playedOrDroppedOf(counts) + counts.want_to_play

/** A member's counts as the profile shows them: played is completed and playing (R-STAT-01..03, R-STAT-06). */
export function memberStats({ all, thisYear }: StatusTally) {
  const total_played = playedOf(all)
  return {
    total_games: gamesOf(all),
    completed_games: all.completed,
    total_played,
    played_this_year: playedOf(thisYear),
    backlog: all.want_to_play,
    playing: playingCount(total_played, all.completed),
  }
}

/** The library's own view: here played includes dropped (R-STAT-04, C03); playtime in whole minutes (C04). */
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

/** Of combined data: never below 0, also where the two counts disagree (R-STAT-07). */
export function playingCount(totalPlayed: number, completedGames: number): number {
  return Math.max(0, totalPlayed - completedGames)
}

/** Hours as a duration: 1.5 is '1h 30m', 8 is '8h', 0.5 is '30m'. */
export function hoursText(hours: number): string {
  return durationText(hours * 60)
}

/** Half stars as they are stored (1 to 10) and stars as they are shown (0.5 to 5); null for none (C22). */
export function starsOf(userRating: number | null): number | null {
  return userRating === null ? null : userRating / 2
}
export function ratingOf(stars: number | null): number | null {
  return stars === null || stars <= 0 ? null : Math.round(stars * 2)
}
