import { type Route, route } from '#server/routes.ts'
import * as contract from '../blocks.contract.ts'
import * as service from './blocks.service.ts'

export const blocksRoutes = (deps: service.BlocksDeps): Route[] => [
  route(contract.blockMember, async ({ body, viewer, reply }) => {
    const { block, isNew } = await service.blockMember(deps, viewer, body.user_id)
    if (!isNew) reply.wasThere()
    return { ...block, created_at: block.created_at.toISOString() }
  }),
  route(contract.unblockMember, async ({ params, viewer }) => {
    await service.unblockMember(deps, viewer, params.userId)
    return undefined
  }),
  route(contract.listBlocks, async ({ query, viewer }) => {
    const { rows, nextCursor } = await service.listBlocked(deps, viewer, query.cursor)
    return { data: rows.map((row) => ({ ...row, blocked_at: row.blocked_at.toISOString() })), nextCursor }
  }),
]
