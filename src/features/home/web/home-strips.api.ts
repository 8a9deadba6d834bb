import { queryOptions } from '@tanstack/react-query'
import { activitiesOfPages, feedQuery } from '#features/activity/web/activity.api.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { listGames } from '#features/catalogue/catalogue.endpoints.ts'
import { getUserStats, listProfileGames } from '#features/library/library.endpoints.ts'
import { libraryKeys } from '#features/library/web/library.api.ts'
import { memberName } from '#shared/member-name.ts'
import { call, type QueryOf } from '#web/call.ts'

/** Posters of a strip across the whole page. */
export const STRIP = 9
/** Covers of the wall at the top of the visitor's home. */
export const WALL = 15
/** Posters of the first shelf of a newcomer. */
export const FIRST_SHELF = 18

type Query = QueryOf<typeof listGames>

const strip = (name: string, query: Query) =>
  queryOptions({
    queryKey: ['home', name, query] as const,
    queryFn: async ({ client, signal }): Promise<GameCard[]> => {
      const { games } = await call(listGames, { query }, { client, signal })
      // The page contains only the fields that a poster shows.
      return games.map(({ id, name, year, genre, developer, cover_url }) => ({
        id,
        name,
        year,
        genre,
        developer,
        cover_url,
      }))
    },
    staleTime: 10 * 60_000,
  })

export const popularQuery = (limit: number) => strip('popular', { sort: 'popularity', limit })
export const bestQuery = () => strip('best', { sort: 'rating', limit: STRIP })
/** The best known releases of a year. */
export const ofYearQuery = (year: number) => strip('year', { sort: 'popularity', year: String(year), limit: STRIP })

/** Games of the shelf that a visitor sees. */
const SHELF = 5
/** The number of recently active members who are checked for a library that visitors may see. */
const ASKED = 8

/** Loads the library of a recently active member, best rated first; null if nobody shows enough games to visitors. */
export const visitorShelfQuery = () =>
  queryOptions({
    queryKey: ['home', 'shelf'] as const,
    queryFn: async ({ client, signal }) => {
      const feed = await client.ensureInfiniteQueryData(feedQuery('everyone'))
      const authors = new Map(activitiesOfPages(feed.pages).map(({ user }) => [user.id, user]))
      const named = [...authors.values()].filter(({ username }) => username !== null).slice(0, ASKED)
      for (const { id, username, display_name, avatar_url } of named) {
        const asked = { params: { handle: id }, query: { sort: 'rating', limit: SHELF } } as const
        // A library that visitors may not see is refused.
        const page = await call(listProfileGames, asked, { client, signal }).catch(() => null)
        if (page && page.data.length === SHELF)
          return {
            member: { id, name: memberName({ display_name, username }), avatar_url },
            total: page.total,
            rows: page.data,
          }
      }
      return null
    },
    staleTime: 10 * 60_000,
  })

/** Counts the viewer's games. Its key is below the library's key, so that a write to the library refreshes it. */
export const gameCountQuery = () =>
  queryOptions({
    queryKey: [...libraryKeys.stats, 'count'] as const,
    queryFn: async ({ client, signal }) => (await call(getUserStats, {}, { client, signal })).total_games,
  })
