import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { contract } from '#shared/contract.ts'
import * as endpoints from './members.endpoints.ts'
import { MEMBER_ORDERS } from './members.endpoints.ts'
import { PublicProfile } from './profiles.contract.ts'

/** A member in the public page of members. */
export const ListedMember = z.extend(PublicProfile, {
  /** At most four: the favourites in the member's order, or without any the games with the most stars. */
  games: z.array(GameCard),
  /** The number of games in the library. */
  games_count: z.number(),
  /** How many of them are in the viewer's library; null for a visitor. */
  common_count: z.nullable(z.number()),
})
export type ListedMember = z.infer<typeof ListedMember>

export const listMembers = contract(endpoints.listMembers, {
  access: 'anyone',
  summary:
    'List the members with games whose library the viewer may see: those who show their presence, the last here first, or those with shelves like the viewer’s, the most similar first',
  query: z.object({
    show: z.catch(z._default(z.enum(MEMBER_ORDERS), 'active'), 'active'),
    cursor: z.optional(z.string()),
  }),
  response: z.object({ data: z.array(ListedMember), nextCursor: z.nullable(z.string()) }),
  refusals: { 401: ['sign_in_required'] },
  isSharedByVisitors: true,
})
