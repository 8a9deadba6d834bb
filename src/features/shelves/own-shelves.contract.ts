import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { contract, NoContent, numberUpTo } from '#shared/contract.ts'
import { LibraryGameId, OwnShelfId } from '#shared/ids.ts'
import * as endpoints from './own-shelves.endpoints.ts'
import { OWN_SHELVES_MAX, QUEUE_MAX } from './own-shelves.rules.ts'
import { shelfColor, shelfName } from './own-shelves.schemas.ts'
import { OWN_SHELF_TEXTS } from './own-shelves.texts.ts'

// The shelves that a member makes. Games are put on them and taken from them by changeShelf of bulk.contract.ts.

/** A shelf of the viewer. */
export const OwnShelf = z.object({
  id: OwnShelfId,
  name: z.string(),
  color: shelfColor,
  /** Whether others see it, where they see the library. */
  is_shown: z.boolean(),
  /** The queue of what the viewer plays next: only games that they want to play are on it. */
  is_queue: z.boolean(),
  games_count: z.number(),
  /** Whether the requested game is on it; false without one. */
  has_game: z.boolean(),
})
export type OwnShelf = z.infer<typeof OwnShelf>

const OneShelf = z.object({ shelfId: OwnShelfId })
const refusals = { 404: ['shelf_not_found'], 409: ['shelf_exists'] } as const

export const listOwnShelves = contract(endpoints.listOwnShelves, {
  access: 'member',
  summary: 'List the shelves that the viewer has made, in their order; with game_id also whether the game is on each',
  query: z.object({ game_id: z.catch(z.optional(LibraryGameId), undefined) }),
  response: z.object({ shelves: z.array(OwnShelf) }),
})

export const createShelf = contract(endpoints.createShelf, {
  access: 'member',
  summary: 'Make a shelf, as the last one, which only the viewer sees unless the request shows it',
  body: z.object({
    name: shelfName,
    color: z._default(shelfColor, 'grey'),
    is_shown: z._default(z.boolean(), false),
  }),
  response: z.object({ shelf: OwnShelf }),
  status: 201,
  refusals: { 409: ['shelf_exists', 'too_many_shelves'] },
})

export const editShelf = contract(endpoints.editShelf, {
  access: 'member',
  summary: 'Change name, color and visibility of a shelf; omitted fields stay unchanged',
  params: OneShelf,
  body: z.object({
    name: z.optional(shelfName),
    color: z.optional(shelfColor),
    is_shown: z.optional(z.boolean()),
  }),
  response: z.object({ shelf: OwnShelf }),
  refusals,
})

export const orderShelves = contract(endpoints.orderShelves, {
  access: 'member',
  summary: 'Set the order of the viewer’s shelves; those that are not named follow in their order',
  body: z.object({
    shelf_ids: z
      .array(OwnShelfId)
      .check(z.minLength(1, OWN_SHELF_TEXTS.missing), z.maxLength(OWN_SHELVES_MAX, OWN_SHELF_TEXTS.tooMany)),
  }),
  response: NoContent,
  status: 204,
  refusals: { 404: ['shelf_not_found'] },
})

export const deleteShelf = contract(endpoints.deleteShelf, {
  access: 'member',
  summary: 'Delete a shelf; its games stay in the library',
  params: OneShelf,
  response: NoContent,
  status: 204,
  refusals: { 404: ['shelf_not_found'] },
})

export const listQueue = contract(endpoints.listQueue, {
  access: 'member',
  summary: 'List the games that the viewer plays next, in their order; games that they have begun are omitted',
  query: z.object({
    limit: numberUpTo(QUEUE_MAX, QUEUE_MAX),
  }),
  response: z.object({ games: z.array(GameCard), total: z.number() }),
})

export const moveInQueue = contract(endpoints.moveInQueue, {
  access: 'member',
  idempotencyKey: true,
  summary: 'Move a game of the queue behind another one, or to the top (`after` null)',
  body: z.object({ game_id: LibraryGameId, after: z.nullable(LibraryGameId) }),
  response: NoContent,
  status: 204,
  refusals: { 404: ['not_queued'] },
})
