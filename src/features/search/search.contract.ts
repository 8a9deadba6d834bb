import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { PublicProfile } from '#features/profiles/profiles.contract.ts'
import { contract, numberUpTo } from '#shared/contract.ts'
import * as endpoints from './search.endpoints.ts'
import { PAGE_RESULTS, PALETTE_RESULTS, TEXT_MAX } from './search.endpoints.ts'

/** The picture before a result. */
const Picture = z.union([
  z.object({ game: GameCard }),
  z.object({ member: PublicProfile }),
  z.object({ icon: z.enum(['list', 'news', 'chat']) }),
])

export const FoundItem = z.object({
  id: z.string(),
  /** The page of the item. */
  path: z.string(),
  title: z.string(),
  facts: z.array(z.string()),
  picture: Picture,
})
export type FoundItem = z.infer<typeof FoundItem>

export const FoundGroup = z.object({
  /** 'games', 'members', … */
  group: z.string(),
  title: z.string(),
  /** The reason for the group, in words after the title: 'whose title has “zel”'. */
  why: z.string(),
  items: z.array(FoundItem),
  /** There are more results than `items`. */
  hasMore: z.boolean(),
  /** The page that lists all of them; null if there is none, or if there are no more. */
  more: z.nullable(z.string()),
})
export type FoundGroup = z.infer<typeof FoundGroup>

export const searchEverything = contract(endpoints.searchEverything, {
  access: 'anyone',
  summary:
    'Search everything that the viewer may see, in groups, from two characters on; a text that begins with @ searches members',
  query: z.object({
    q: z._default(z.string().check(z.trim(), z.maxLength(TEXT_MAX)), ''),
    /** The most results of a group. */
    limit: numberUpTo(PAGE_RESULTS, PALETTE_RESULTS),
  }),
  response: z.object({
    groups: z.array(FoundGroup),
    /** The titles of groups that could not be searched just now. */
    missing: z.array(z.string()),
    /** What a text without results may mean, if a name is like it. */
    meant: z.optional(z.object({ title: z.string(), path: z.string() })),
  }),
  budget: 'search',
  isSharedByVisitors: true,
})
