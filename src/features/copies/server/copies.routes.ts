import type { LibraryDeps } from '#features/library/server/library.service.ts'
import { cachedForMember, type Route, route } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import * as contract from '../copies.contract.ts'
import * as service from './copies.service.ts'

export const copiesRoutes = (deps: LibraryDeps): Route[] => [
  cachedForMember(
    route(contract.getCopySummary, ({ viewer, reply }) => {
      reply.shows(tag.shelf(viewer.id))
      return service.countCopies(deps, viewer)
    }),
  ),
  route(contract.listCopies, async ({ viewer, params }) => ({
    copies: await service.listCopies(deps, viewer, params.gameId),
  })),
  route(contract.addCopy, async ({ viewer, params, body }) => ({
    copy: await service.addCopy(deps, viewer, params.gameId, body),
  })),
  route(contract.changeCopy, async ({ viewer, params, body }) => ({
    copy: await service.changeCopy(deps, viewer, params.gameId, params.copyId, body),
  })),
  route(contract.deleteCopy, async ({ viewer, params }) => {
    await service.deleteCopy(deps, viewer, params.gameId, params.copyId)
    return undefined
  }),
]
