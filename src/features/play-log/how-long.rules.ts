import { TIMED_LEVELS, type TimedLevel } from '#features/catalogue/time-to-beat.rules.ts'
import type { PlayTime, TimeToBeat } from '#features/catalogue/time-to-beat.schemas.ts'
import { ascending, compareInTurn } from '#shared/order.ts'

/**
 * How long games take: the times of this site from finished playthroughs, the viewer's own pace, and the hours that are left. All
 * times are minutes. Decision 0123 has the reasons. Pure.
 */

/** The finished playthrough of one member, at one finish level. */
export interface FinishedRun {
  level: TimedLevel
  platform: string | null
  minutes: number
}

/** With fewer runs than this, a number would say more about those players than about the game. */
const MIN_RUNS = 5
/** A run that took less than a quarter of the median of its finish level, or more than four times of it, is a slip or an idle timer. */
const TRIMMED_FROM = 4

/**
 * Returns median and middle half of the runs of a game: of each finish level, and of each platform of it, that has at least five runs
 * after trimming. Each member counts once for a finish level; the caller chooses the run.
 */
export function playTimesOf(runs: readonly FinishedRun[]): PlayTime[] {
  return TIMED_LEVELS.flatMap((level) => {
    const trimmed = trimmedRuns(runs.filter((run) => run.level === level))
    if (trimmed.length < MIN_RUNS) return []
    const platforms = [...Map.groupBy(trimmed, ({ platform }) => platform)]
      .filter(([platform, of]) => platform !== null && of.length >= MIN_RUNS)
      .map(([platform, of]) => summary(level, platform, of))
      .sort(
        compareInTurn(
          ascending(({ runs }) => -runs),
          ascending(({ platform }) => platform ?? ''),
        ),
      )
    return [summary(level, null, trimmed), ...platforms]
  })
}

function trimmedRuns(runs: readonly FinishedRun[]): readonly FinishedRun[] {
  const median = quantile(sortedMinutes(runs), 0.5)
  return runs.filter(({ minutes }) => minutes * TRIMMED_FROM >= median && minutes <= median * TRIMMED_FROM)
}

const sortedMinutes = (runs: readonly FinishedRun[]) => runs.map(({ minutes }) => minutes).sort((a, b) => a - b)

function summary(level: TimedLevel, platform: string | null, runs: readonly FinishedRun[]): PlayTime {
  const sorted = sortedMinutes(runs)
  const [lower, median, upper] = [0.25, 0.5, 0.75].map((share) => Math.round(quantile(sorted, share)))
  return {
    level,
    platform,
    runs: runs.length,
    lower: lower as number,
    median: median as number,
    upper: upper as number,
  }
}

/** Interpolates between the two values beside the place; 0 for no values. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? 0
  const above = sorted[Math.ceil(place)] ?? below
  return below + (above - below) * (place - Math.floor(place))
}

/** What is known of a game, from its source and from this site. */
export interface GameTimes {
  time_to_beat: TimeToBeat | null
  play_times: readonly PlayTime[]
}

/** The keys of the times of a source. */
export const SOURCE_KEYS = { main_story: 'story', main_extras: 'extras', completionist: 'all' } as const

/** Returns how long the game takes at a finish level: what its source says, else the median of this site, else null. */
export function typicalMinutes({ time_to_beat, play_times }: GameTimes, level: TimedLevel): number | null {
  const own = play_times.find((time) => time.level === level && time.platform === null)
  return time_to_beat?.[SOURCE_KEYS[level]] ?? own?.median ?? null
}

/** The first finish level of which a time is known: what "yours" and "left" are about. */
export const firstLevel = (game: GameTimes): TimedLevel | undefined =>
  TIMED_LEVELS.find((level) => typicalMinutes(game, level) !== null)

/** How a member's runs compare with what their games take: 1.1 is a tenth longer. */
export interface Pace {
  ratio: number
  /** The number of runs that it comes from. */
  runs: number
}

/** As many runs at exactly the usual pace are added, so that few runs say little. */
const USUAL_RUNS = 4
/** A run counts as at most four times as long, or as short, as usual. */
const EXTREME = 4

/** Returns the pace of runs as a geometric mean, shrunk towards 1; null for no runs. */
export function paceOf(runs: readonly { minutes: number; typical: number }[]): Pace | null {
  if (runs.length === 0) return null
  const logs = runs.map(({ minutes, typical }) => Math.log(Math.min(EXTREME, Math.max(1 / EXTREME, minutes / typical))))
  const mean = logs.reduce((sum, each) => sum + each, 0) / (runs.length + USUAL_RUNS)
  return { ratio: Math.round(Math.exp(mean) * 1000) / 1000, runs: runs.length }
}

/** Returns how long the game may take the member. */
export function ownMinutes(game: GameTimes, pace: Pace | null): number | null {
  const level = firstLevel(game)
  if (!level || !pace) return null
  return Math.max(1, Math.round((typicalMinutes(game, level) as number) * pace.ratio))
}

/** An entry of the member's library: hours and percent. */
interface PlayedEntry {
  status: string
  play_time: number
  completion_percentage: number
}

/**
 * Returns the minutes that are left of a game that the member plays: by the percentage if there is one, else by the hours. Null if
 * the game is not being played or nothing is known, and when the hours are past the time, which says nothing about the end.
 */
export function minutesLeft(entry: PlayedEntry, expected: number | null): number | null {
  if (entry.status !== 'playing' || expected === null) return null
  const share = entry.completion_percentage / 100
  if (share >= 1) return null
  const left = share > 0 ? expected * (1 - share) : expected - entry.play_time * 60
  return left >= 1 ? Math.round(left) : null
}

/** Formats a time as one says it: half hours below ten, whole hours above, minutes below one. */
export function timeText(minutes: number): string {
  if (minutes < 57) return `${Math.max(1, minutes < 10 ? minutes : Math.round(minutes / 5) * 5)} min`
  const halves = Math.round(minutes / 30)
  if (minutes >= 570) return `${Math.round(minutes / 60)} h`
  return halves % 2 === 0 ? `${halves / 2} h` : `${Math.floor(halves / 2) || ''}½ h`
}
