import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { loadGameCards } from '#features/catalogue/server/catalogue.service.ts'
import type { Viewer } from '#server/routes.ts'
import type { GameId } from '#shared/ids.ts'
import { daysOfMonth } from '../../journal.rules.ts'
import { type EntryRow, listEntriesOnDay } from '../journal.queries.ts'
import type { JournalDeps } from '../journal.service.ts'
import { gamesOf } from '../journal.view.ts'
import * as queries from './days.queries.ts'

/** The maximum number of covers of a day in the calendar; `gamesCount` counts all games. */
const GAMES_OF_DAY = 4
/** The maximum number of covers of a month in the year; `gamesCount` counts all games. */
const GAMES_OF_MONTH = 8
/** The maximum number of entries that `loadOnThisDay` returns. */
const MAX_ON_DAY = 100

interface YearQuery {
  year: number
  finished: boolean
}

export interface LoadedDay {
  date: string
  minutes: number
  entries: number
  games: GameCard[]
  gamesCount: number
}

/** Lists the days of a month 'YYYY-MM' on which the viewer played or wrote, from play sessions and entries. */
export async function loadMonth(deps: JournalDeps, viewer: Viewer, month: string): Promise<LoadedDay[]> {
  const { first, last } = daysOfMonth(month)
  const rows = await queries.listDays(deps.db, viewer.id, first, last)
  const shown = rows.map((row) => ({ ...row, first: row.game_ids.slice(0, GAMES_OF_DAY) as GameId[] }))
  const cards = await loadGameCards(deps, [...new Set(shown.flatMap(({ first }) => first))], deps.clock(), viewer.id)
  return shown.map(({ date, minutes, entries, game_ids, first }) => ({
    date,
    minutes,
    entries,
    games: first.flatMap((id) => cards.get(id) ?? []),
    gamesCount: game_ids.length,
  }))
}

/**
 * Sums each day of a year, and if `finished` says so, lists the games that were finished in each month; `firstYear` is the first
 * year with a play session or an entry.
 */
export async function loadYear(deps: JournalDeps, viewer: Viewer, { year, finished: isWanted }: YearQuery) {
  const [first, last] = [`${year}-01-01`, `${year}-12-31`]
  const [days, firstYear, months] = await Promise.all([
    queries.listDayTotals(deps.db, viewer.id, first, last),
    queries.findFirstYear(deps.db, viewer.id),
    isWanted ? queries.listFinished(deps.db, viewer.id, first, last) : [],
  ])
  const shown = months.map((row) => ({ ...row, first: row.game_ids.slice(0, GAMES_OF_MONTH) as GameId[] }))
  const ids = [...new Set(shown.flatMap(({ first }) => first))]
  const cards = ids.length > 0 ? await loadGameCards(deps, ids, deps.clock(), viewer.id) : new Map<GameId, GameCard>()
  const finished = shown.map(({ month, game_ids, first }) => ({
    month,
    games: first.flatMap((id) => cards.get(id) ?? []),
    gamesCount: game_ids.length,
  }))
  return { year, days, finished, firstYear }
}

/** Lists what the viewer played and wrote on this day of earlier years, latest year first. */
export async function loadOnThisDay(deps: JournalDeps, viewer: Viewer, day: string) {
  const [played, written] = await Promise.all([
    queries.listPlayedOnDay(deps.db, viewer.id, day),
    listEntriesOnDay(deps.db, viewer.id, day, MAX_ON_DAY),
  ])
  const playedIds = played.flatMap(({ game_ids }) => game_ids) as GameId[]
  const cards = await loadGameCards(deps, [...new Set([...playedIds, ...gamesOf(written)])], deps.clock(), viewer.id)
  const yearOf = (row: EntryRow) => Number(row.date.slice(0, 4))
  const years = [...new Set([...played.map(({ year }) => year), ...written.map(yearOf)])].sort((a, b) => b - a)
  return {
    cards,
    years: years.map((year) => {
      const session = played.find((each) => each.year === year)
      return {
        year,
        minutes: session?.minutes ?? 0,
        games: (session?.game_ids ?? []).flatMap((id) => cards.get(id as GameId) ?? []),
        entries: written.filter((row) => yearOf(row) === year),
      }
    }),
  }
}
