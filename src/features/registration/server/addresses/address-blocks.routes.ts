import type { AdminDeps } from '#features/admin/server/admin.service.ts'
import { type Route, route } from '#server/routes.ts'
import * as contract from '../../registration.contract.ts'
import { viewBlock } from '../registration.view.ts'
import * as service from './address-blocks.service.ts'

export const addressBlocksRoutes = (deps: AdminDeps): Route[] => [
  route(contract.listAddressBlocks, async ({ query }) => {
    const { rows, nextCursor } = await service.listBlocks(deps, query.cursor)
    return { blocks: rows.map(viewBlock), nextCursor }
  }),
  route(contract.blockAddress, async ({ body, viewer, request }) =>
    viewBlock(await service.blockAddress(deps, viewer, body, request.ip)),
  ),
  route(contract.unblockAddress, async ({ params, viewer }) => {
    await service.unblockAddress(deps, viewer, params.blockId)
    return { success: true as const }
  }),
]
