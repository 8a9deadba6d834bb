import type { GameId } from '#shared/ids.ts'
import { ascending, compareInTurn, descending } from '#shared/order.ts'
import { weightedRating } from '../../../catalogue.rules.ts'
import { normaliseForSearch } from '../../../search-name.rules.ts'
import type { Source, SourceGame, SourceQuestion } from '../source.ts'
import { gameModes, genres, platforms, themes } from '../vocabulary.ts'
import { readStarterFiles } from './starter-files.ts'

let games: Promise<ReadonlyMap<GameId, SourceGame>> | null = null

async function all(): Promise<ReadonlyMap<GameId, SourceGame>> {
  games ??= readStarterFiles().then((files) => new Map(files.parse().map((game) => [game.id, game])))
  return games
}

const listAll = async () => [...(await all()).values()]

/** The starter catalogue that comes with the project. */
export const localSource: Source = {
  name: 'local',
  fetchGame: async (id) => (await all()).get(id) ?? null,
  fetchGames: async (ids) => {
    const known = await all()
    return ids.flatMap((id) => known.get(id) ?? [])
  },
  searchGames: async (text, { limit, offset }) => {
    const words = normaliseForSearch(text).split(' ').filter(Boolean)
    if (words.length === 0) return { games: [], total: 0 }
    const named = (game: SourceGame) => {
      const names = [game.name, ...game.alternativeNames].map(normaliseForSearch)
      return names.some((name) => words.every((word) => ` ${name}`.includes(` ${word}`)))
    }
    const found = (await listAll()).filter(named).sort(byRenown)
    return { games: found.slice(offset, offset + limit), total: found.length }
  },
  listGames: async (question) => {
    const found = (await listAll()).filter((game) => answers(game, question)).sort(ORDERS[question.sort])
    return { games: found.slice(question.offset, question.offset + question.limit), total: found.length }
  },
  fetchAchievements: async () => null,
  listTerms: async () => ({
    platforms: platforms.terms,
    genres: genres.terms,
    themes: themes.terms,
    gameModes: gameModes.terms,
  }),
}

const byRenown = compareInTurn<SourceGame>(
  descending(({ renown }) => renown),
  ascending(({ id }) => id),
)
const ORDERS: Record<SourceQuestion['sort'], (a: SourceGame, b: SourceGame) => number> = {
  popularity: byRenown,
  rating: (a, b) => (weightedRating(b) ?? -1) - (weightedRating(a) ?? -1) || byRenown(a, b),
  release: (a, b) => (b.firstReleaseDate ?? -Infinity) - (a.firstReleaseDate ?? -Infinity) || byRenown(a, b),
  coming: (a, b) => (a.firstReleaseDate ?? Infinity) - (b.firstReleaseDate ?? Infinity) || byRenown(a, b),
  name: (a, b) => a.name.localeCompare(b.name, 'en') || byRenown(a, b),
}

function answers(game: SourceGame, question: SourceQuestion): boolean {
  const { releasedFrom, releasedUntil, minRating, maxRating, anyModeOf } = question
  const has = (terms: SourceGame['genres'], id: number | null) => id === null || terms.some((term) => term.id === id)
  const isWithin = (value: number | null, least: number | null, most: number | null) =>
    (least === null && most === null) ||
    (value !== null && value >= (least ?? -Infinity) && value <= (most ?? Infinity))
  return (
    has(game.platforms, question.platformId) &&
    has(game.genres, question.genreId) &&
    has(game.themes, question.themeId) &&
    has(game.gameModes, question.gameModeId) &&
    (anyModeOf === null || game.gameModes.some(({ id }) => anyModeOf.includes(id))) &&
    isWithin(game.firstReleaseDate, releasedFrom, releasedUntil === null ? null : releasedUntil - 1) &&
    isWithin(game.totalRating, minRating, maxRating)
  )
}
