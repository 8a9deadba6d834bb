import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { type GameCard, listGames } from '#features/catalogue/catalogue.contract.ts'
import { getUserStats } from '#features/library/library.contract.ts'
import { call } from '#web/call.ts'

/** Posters of a strip across the whole page. */
export const STRIP = 9
/** Posters of the shelf that a newcomer begins with. */
export const FIRST_SHELF = 18

type Query = z.input<typeof listGames.query>

const strip = (name: string, query: Query) =>
  queryOptions({
    queryKey: ['home', name, query] as const,
    queryFn: async ({ client, signal }): Promise<GameCard[]> => {
      const { games } = await call(listGames, { query }, { client, signal })
      // Only what a poster shows goes into the page.
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
/** The best known of a year's releases. */
export const ofYearQuery = (year: number) => strip('year', { sort: 'popularity', year: String(year), limit: STRIP })

/** How many games the viewer has. Under the library's key, so that a write to the library refreshes it. */
export const gameCountQuery = () =>
  queryOptions({
    queryKey: ['library', 'stats', 'count'] as const,
    queryFn: async ({ client, signal }) => (await call(getUserStats, {}, { client, signal })).total_games,
  })
