import { STATUSES } from '#features/library/library.rules.ts'
import type { UserId } from '#shared/ids.ts'
import type { LibraryStatistics, Names, Statistics } from '../statistics.contract.ts'
import { backlogAt, contrastBars, hoursBars, ratingBars, releaseBars, withoutStart } from '../statistics.rules.ts'
import type { CountRow } from './statistics.queries.ts'
import type { LoadedLibrary, LoadedStatistics } from './statistics.service.ts'

export function viewStatistics({ profile, library, ...shown }: LoadedStatistics): Statistics {
  const { id, username, display_name, avatar_url } = profile.row
  return {
    ...shown,
    user: { id: id as UserId, username, display_name, avatar_url },
    library: library && viewLibrary(library, shown.today),
    seenAs: profile.seenAs,
  }
}

const toHundredths = (value: number) => Math.round(value * 100) / 100
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

function viewLibrary(loaded: LoadedLibrary, today: string): LibraryStatistics {
  const { unit, isAllTime, counts } = loaded
  const of = (chart: CountRow['chart']) => counts.filter((row) => row.chart === chart)
  const total = of('total')[0]
  const { parts, weekdays, periodMinutes } = viewPlays(loaded)
  const minutes = (isAllTime ? total?.minutes : periodMinutes) ?? 0
  const statuses = new Map(of('status').map(({ key, games }) => [key, games]))
  const hours = new Map(of('hours').map(({ key, games }) => [Number(key), games]))
  return {
    games: total?.games ?? 0,
    minutes,
    minutesWithoutPart: Math.max(0, minutes - sumOf(parts.map((part) => part.minutes))),
    unit,
    parts: isAllTime ? withoutStart(parts, ({ games }) => games) : parts,
    weekdays,
    released: releaseBars(new Map(of('released').map(({ key, games }) => [key === null ? null : Number(key), games]))),
    playedOn: namesOf(of('played_on')),
    platforms: namesOf(of('platforms')),
    genres: namesOf(of('genres')),
    statuses: STATUSES.map((status) => ({ status, games: statuses.get(status) ?? 0 })),
    hours: hoursBars(Array.from({ length: hours.size === 0 ? 0 : 8 }, (_, at) => hours.get(at) ?? 0)),
    ratings: viewRatings(of('rating')),
    community: viewCommunity(loaded),
    backlog: viewBacklog(loaded, today),
  }
}

function viewPlays({ parts, plays, seesDays }: LoadedLibrary) {
  const at = (chart: string, place: number) => {
    const row = plays.find((each) => each.chart === chart && each.at === place)
    return { minutes: row?.minutes ?? 0, games: row?.games ?? 0 }
  }
  return {
    parts: parts.map((part, place) => ({ ...part, ...at('part', place + 1) })),
    weekdays: seesDays ? Array.from({ length: 7 }, (_, day) => at('weekday', day + 1)) : null,
    periodMinutes: at('period', 0).minutes,
  }
}

const namesOf = (rows: readonly CountRow[]): Names => ({
  names: rows.flatMap(({ key, games }) => (key === null ? [] : [{ name: key, games }])),
  others: rows.find(({ key }) => key === null)?.games ?? null,
})

function viewRatings(rows: readonly CountRow[]): LibraryStatistics['ratings'] {
  const rated = rows.filter(({ key }) => key !== null)
  const count = sumOf(rated.map(({ games }) => games))
  const halfStars = sumOf(rated.map(({ key, games }) => Number(key) * games))
  return {
    rated: count,
    unrated: rows.find(({ key }) => key === null)?.games ?? 0,
    average: count === 0 ? null : toHundredths(halfStars / count / 2),
    bars: ratingBars(new Map(rated.map(({ key, games }) => [Number(key), games]))),
  }
}

function viewCommunity({ contrasts }: LoadedLibrary): LibraryStatistics['community'] {
  const games = sumOf(contrasts.map((row) => row.games))
  if (games === 0) return null
  const byPlace = new Map(contrasts.map((row) => [row.place, row.games]))
  return {
    games,
    own: toHundredths(sumOf(contrasts.map(({ stars }) => stars)) / games),
    others: toHundredths(sumOf(contrasts.map(({ others }) => others)) / games),
    bars: contrastBars(Array.from({ length: 5 }, (_, place) => byPlace.get(place) ?? 0)),
  }
}

/** The last part may end after today, when the games that wait are those of today. */
function viewBacklog({ parts, waits, isAllTime }: LoadedLibrary, today: string): LibraryStatistics['backlog'] {
  const counts = backlogAt(waits, parts.length)
  const begun = parts.flatMap(({ first, last }, at) =>
    first > today ? [] : [{ on: last < today ? last : today, games: counts[at] ?? 0 }],
  )
  return isAllTime ? withoutStart(begun, ({ games }) => games) : begun
}
