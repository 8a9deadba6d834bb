/** The days of a year in games: when a member played, and the longest run of days. Pure. Minutes are whole. */

import { DAY_MS } from '#shared/durations.ts'
import type { GameId } from '#shared/ids.ts'
import type { GameOfYear } from './years.rules.ts'

/** The play sessions of a day. */
export interface PlayedDay {
  /** 'YYYY-MM-DD'. */
  date: string
  minutes: number
}

export interface DatedGame {
  date: string
  gameId: GameId
}

const isNextDay = (day: string, next: string) => Date.parse(next) - Date.parse(day) === DAY_MS

/** Returns the longest run of consecutive days, the first one of equal length; null without a day. */
function longestRun(days: readonly string[]): { days: number; first: string; last: string } | null {
  let longest: { days: number; first: string; last: string } | null = null
  let from = 0
  for (const [at, day] of days.entries()) {
    if (at > 0 && !isNextDay(days[at - 1] as string, day)) from = at
    const length = at - from + 1
    if (length > (longest?.days ?? 0)) longest = { days: length, first: days[from] as string, last: day }
  }
  return longest
}

/**
 * Returns the days played, the run of days, and the games with which the year began and ended. `days` are in order;
 * `edges` are the games played longest on the first and on the last of them.
 */
export function daysSummary(
  games: readonly GameOfYear[],
  { days, edges }: { days: readonly PlayedDay[]; edges: readonly DatedGame[] },
) {
  return { days, streak: longestRun(days.map(({ date }) => date)), ...firstAndLast(games, edges) }
}
export type DaysSummary = ReturnType<typeof daysSummary>

/** A game finished without a session counts for its day. Of one day, a game played comes before one only finished. */
function firstAndLast(
  games: readonly GameOfYear[],
  edges: readonly DatedGame[],
): { firstGame: DatedGame | null; lastGame: DatedGame | null } {
  let firstGame: DatedGame | null = null
  let lastGame: DatedGame | null = null
  const add = (date: string, gameId: GameId) => {
    if (firstGame === null || date < firstGame.date) firstGame = { date, gameId }
    if (lastGame === null || date > lastGame.date) lastGame = { date, gameId }
  }
  for (const { date, gameId } of edges) add(date, gameId)
  for (const { finishedOn, gameId } of games) if (finishedOn?.length === 'YYYY-MM-DD'.length) add(finishedOn, gameId)
  return { firstGame, lastGame }
}
