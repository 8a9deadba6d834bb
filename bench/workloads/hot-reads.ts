import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import { searchOf } from '#shared/endpoint.ts'
import type { BurstRequest } from '../load/burst.ts'
import { allFilteredLists, cookieOf, FEED } from '../paths.ts'
import type { World } from '../world.ts'

/** A kind of read, from the cache or without it. */
export interface HotRead {
  name: string
  requests: (round: number) => BurstRequest[]
  /** Runs before each round, unmeasured. */
  prepare?: () => Promise<unknown>
}

/** The number of requests in a round. */
const ROUND = 160
/** Each reads this many pages of the own library in a round. */
const LIBRARY_PAGES = 8
const LIBRARY_SORTS = ['recent', 'added', 'hours', 'rating'] as const

const get = (path: string, cookie?: string): BurstRequest => ({
  method: 'GET',
  path,
  headers: cookie === undefined ? {} : { cookie },
})

/** Returns the reads of issue 17, each without a cached answer, and from the cache if it is ever cached. */
export function hotReads(world: World, readerIds: readonly string[]): { uncached: HotRead; cached: HotRead | null }[] {
  const pages = LIBRARY_SORTS.flatMap((sort) =>
    [1, 2].map((page) => `/api/library${searchOf({ sort, page, limit: 48 })}`),
  ).slice(0, LIBRARY_PAGES)
  const library = readerIds.flatMap((_, reader) => pages.map((path) => get(path, cookieOf(world, reader))))
  const lists = allFilteredLists().filter((path) => path.includes('genre=') && path.includes('platform='))
  const beginnings = world.gameNames.flatMap((name) =>
    [3, 4, 5, 6, 7].map((letters) => name.slice(0, letters).toLowerCase()),
  )
  const suggestions = [...new Set(beginnings)].map((text) => `/api/games/suggestions?query=${encodeURIComponent(text)}`)
  /** Addresses that no earlier round has requested, as long as there are such. */
  const next = (paths: readonly string[], round: number) =>
    Array.from({ length: ROUND }, (_, at) => get(paths[(round * ROUND + at) % paths.length] ?? ''))
  const again = (request: BurstRequest) => () => Array.from({ length: ROUND }, () => request)
  return [
    {
      uncached: {
        name: 'feed of 20, signed in',
        requests: () => Array.from({ length: ROUND }, (_, at) => get(FEED, cookieOf(world, at))),
      },
      cached: null,
    },
    {
      uncached: {
        name: 'own library page of 48',
        requests: () => library,
        prepare: () => announce(world.inProcess.db, readerIds.map(tag.shelf)),
      },
      cached: { name: 'own library page of 48, cached', requests: again(get(pages[0] ?? '', cookieOf(world, 0))) },
    },
    {
      uncached: { name: 'catalogue page, two filters', requests: (round) => next(lists, round) },
      cached: { name: 'catalogue page, two filters, cached', requests: again(get(lists[0] ?? '')) },
    },
    {
      uncached: { name: 'suggestions', requests: (round) => next(suggestions, round) },
      cached: { name: 'suggestions, cached', requests: again(get(suggestions[0] ?? '')) },
    },
  ]
}
