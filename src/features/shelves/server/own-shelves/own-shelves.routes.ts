import type { LibraryDeps } from '#features/library/server/library.service.ts'
import { runOnce } from '#server/once/once.ts'
import { cachedForMember, type Route, route } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import * as contract from '../../own-shelves.contract.ts'
import * as service from './own-shelves.service.ts'

export const ownShelvesRoutes = (deps: LibraryDeps): Route[] => [
  cachedForMember(
    route(contract.listOwnShelves, async ({ viewer, query, reply }) => {
      reply.shows(tag.shelf(viewer.id))
      return { shelves: await service.listShelves(deps, viewer, query.game_id) }
    }),
  ),
  route(contract.createShelf, async ({ viewer, body }) => ({ shelf: await service.createShelf(deps, viewer, body) })),
  // Registered before the routes with an id.
  route(contract.orderShelves, async ({ viewer, body }) => {
    await service.orderShelves(deps, viewer, body.shelf_ids)
    return undefined
  }),
  route(contract.editShelf, async ({ viewer, params, body }) => ({
    shelf: await service.editShelf(deps, viewer, params.shelfId, withoutUndefined(body)),
  })),
  route(contract.deleteShelf, async ({ viewer, params }) => {
    await service.deleteShelf(deps, viewer, params.shelfId)
    return undefined
  }),
  cachedForMember(
    route(contract.listQueue, async ({ viewer, query, reply }) => {
      const queue = await service.listQueue(deps, viewer, query.limit)
      reply.shows(tag.shelf(viewer.id), tag.games, ...queue.games.map(({ id }) => tag.game(id)))
      return queue
    }),
  ),
  route(contract.moveInQueue, async ({ viewer, body, request, reply }) => {
    const write = (inside: typeof deps) => service.moveInQueue(inside, viewer, body)
    await runOnce(deps, { request, reply, body }, { address: 'PUT queue', write, withoutKey: () => write(deps) })
    return undefined
  }),
]

/** Kysely would write an undefined field as null. */
const withoutUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
