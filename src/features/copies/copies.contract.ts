import * as z from 'zod/mini'
import { FacetCount } from '#features/library/library.contract.ts'
import { contract, NoContent } from '#shared/contract.ts'
import { CopyId, LibraryGameId } from '#shared/ids.ts'
import * as endpoints from './copies.endpoints.ts'
import { CopyDraft } from './copies.schemas.ts'

// Copies of games that the viewer owns. No answer to another member contains them.

export const Copy = z.object({
  id: CopyId,
  platform: z.nullable(z.string()),
  store: z.nullable(z.string()),
  edition: z.nullable(z.string()),
  is_physical: z.boolean(),
  /** 'YYYY', 'YYYY-MM' or 'YYYY-MM-DD'. */
  got_on: z.nullable(z.string()),
  price: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  lent_to: z.nullable(z.string()),
  lent_on: z.nullable(z.string()),
})
export type Copy = z.infer<typeof Copy>

const OneGame = z.object({ gameId: LibraryGameId })
const OneCopy = z.object({ gameId: LibraryGameId, copyId: CopyId })

export const getCopySummary = contract(endpoints.getCopySummary, {
  access: 'member',
  summary: 'Count the copies in the viewer’s library, with what they can be filtered by, most frequent first',
  response: z.object({
    total: z.number(),
    lent: z.number(),
    platforms: z.array(FacetCount),
    stores: z.array(FacetCount),
    editions: z.array(FacetCount),
    /** In which copies were got. */
    years: z.array(FacetCount),
    borrowers: z.array(FacetCount),
    has_prices: z.boolean(),
    /** The currency of the latest copy with a price. */
    currency: z.nullable(z.string()),
  }),
})

export const listCopies = contract(endpoints.listCopies, {
  access: 'member',
  summary: 'List the viewer’s copies of a game, oldest first; empty if the game is not in the library',
  params: OneGame,
  response: z.object({ copies: z.array(Copy) }),
})

export const addCopy = contract(endpoints.addCopy, {
  access: 'member',
  summary: 'Note a copy of a game of the library',
  params: OneGame,
  body: CopyDraft,
  response: z.object({ copy: Copy }),
  status: 201,
  refusals: { 400: ['day_in_future', 'lent_too_early'], 404: ['entry_not_found'], 409: ['too_many_copies'] },
})

export const changeCopy = contract(endpoints.changeCopy, {
  access: 'member',
  summary: 'Replace what is noted for a copy',
  params: OneCopy,
  /** `seen`: what the caller saw. With it, a request does not overwrite the change of another device. */
  body: z.safeExtend(CopyDraft, { seen: z.optional(CopyDraft) }),
  response: z.object({ copy: Copy }),
  refusals: { 400: ['day_in_future', 'lent_too_early'], 404: ['copy_not_found'], 409: ['changed_by_somebody'] },
})

export const deleteCopy = contract(endpoints.deleteCopy, {
  access: 'member',
  summary: 'Delete a copy; the game stays in the library',
  params: OneCopy,
  response: NoContent,
  status: 204,
  refusals: { 404: ['copy_not_found'] },
})
