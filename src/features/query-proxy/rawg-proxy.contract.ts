import * as z from 'zod/mini'
import { contract, yesOrNo } from '#shared/contract.ts'
import * as endpoints from './rawg-proxy.endpoints.ts'

/** The largest page of games that RAWG allows. */
const MAX_RAWG_PAGE = 40

const upTo = (most: number) => z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(most)))
const pattern = (form: RegExp, words: string) => z.optional(z.string().check(z.maxLength(300), z.regex(form, words)))
const ids = pattern(/^\d{1,7}(,\d{1,7})*$/, 'Ids are numbers with commas between them')
const names = pattern(/^[\w-]+(,[\w-]+)*$/, 'These are ids or names in addresses, with commas between them')
const days = pattern(
  /^\d{4}-\d{2}-\d{2},\d{4}-\d{2}-\d{2}(\.\d{4}-\d{2}-\d{2},\d{4}-\d{2}-\d{2})*$/,
  'Dates are YYYY-MM-DD,YYYY-MM-DD',
)
const maybe = z.optional(yesOrNo())

const page = {
  page: upTo(1_000_000),
  // A larger page is limited, not refused.
  page_size: z.pipe(
    upTo(1_000_000),
    z.transform((size) => size && Math.min(size, MAX_RAWG_PAGE)),
  ),
}

/** The documented parameters; the proxy does not forward others, above all `key`. */
const RawgFilter = z.object({
  ...page,
  search: z.optional(z.string().check(z.maxLength(200))),
  search_precise: maybe,
  search_exact: maybe,
  ordering: pattern(/^-?(name|released|added|created|updated|rating|metacritic)$/, 'Unknown ordering'),
  dates: days,
  updated: days,
  platforms: ids,
  parent_platforms: ids,
  stores: ids,
  genres: names,
  tags: names,
  developers: names,
  publishers: names,
  creators: names,
  metacritic: pattern(/^\d{1,3},\d{1,3}$/, 'Metacritic is two numbers with a comma between them'),
  platforms_count: upTo(100),
  exclude_collection: upTo(10_000_000),
  exclude_additions: maybe,
  exclude_parents: maybe,
  exclude_game_series: maybe,
  exclude_stores: ids,
})

/** RAWG's id, with or without our prefix, or RAWG's slug of the game. */
const RawgHandle = z.pipe(
  z.string().check(z.regex(/^[\w-]{1,200}$/, 'Invalid game id')),
  z.transform((handle) => handle.replace(/^rawg_(?=\d+$)/, '')),
)
const Thing = z.record(z.string(), z.unknown())
const Page = z.object({
  count: z.nullable(z.number()),
  /** An address on our own server, without a key. */
  next: z.nullable(z.string()),
  previous: z.nullable(z.string()),
  results: z.array(z.unknown()),
})
const refusals = {
  429: ['rate_limit_exceeded'],
  502: ['upstream_failed'],
  503: ['rawg_off'],
  504: ['upstream_timeout'],
}
const budget = 'catalogue-query'

export const listRawgGames = contract(endpoints.listRawgGames, {
  access: 'anyone',
  summary: 'List a page of RAWG’s games with RAWG’s own parameters and response shape; the server adds its key',
  query: RawgFilter,
  response: Page,
  refusals,
  budget,
})

export const getRawgGame = contract(endpoints.getRawgGame, {
  access: 'anyone',
  summary: 'Get one of RAWG’s games, from RAWG or from the stored catalogue',
  params: z.object({ handle: RawgHandle }),
  response: Thing,
  refusals: { ...refusals, 404: ['game_not_found'] },
  budget,
})

export const listRawgScreenshots = contract(endpoints.listRawgScreenshots, {
  access: 'anyone',
  summary: 'List the screenshots of one of RAWG’s games',
  params: z.object({ handle: RawgHandle }),
  query: z.object(page),
  response: Page,
  refusals,
  budget,
})

export const listRawgStores = contract(endpoints.listRawgStores, {
  access: 'anyone',
  summary: 'List the stores that sell one of RAWG’s games',
  params: z.object({ handle: RawgHandle }),
  query: z.object(page),
  response: Page,
  refusals,
  budget,
})
