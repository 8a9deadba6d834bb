import { type Route, route } from '#server/routes.ts'
import type { Viewer } from '#server/session.ts'
import type { Mute } from '../mutes.contract.ts'
import * as contract from '../mutes.contract.ts'
import type { MuteRow } from './mutes.queries.ts'
import * as service from './mutes.service.ts'
import { viewMutes } from './mutes.view.ts'

export const mutesRoutes = (deps: service.MutesDeps): Route[] => [
  route(contract.listMutes, async ({ query, viewer }) => {
    const { rows, nextCursor } = await service.listMutes(deps, viewer, query.cursor)
    return { data: await viewMutes(deps, viewer, rows), nextCursor }
  }),
  route(contract.createMute, async ({ body: { until, ...target }, viewer, reply }) => {
    const { row, isNew } = await service.mute(deps, viewer, target, until)
    if (!isNew) reply.wasThere()
    return viewOne(deps, viewer, row) as Promise<Mute>
  }),
  route(contract.deleteMute, async ({ params, viewer }) => {
    await service.unmute(deps, viewer, params.muteId)
    return undefined
  }),
  route(contract.getMemberMutes, async ({ params, viewer }) => {
    const found = await service.findMemberMutes(deps.db, viewer, params.userId)
    return { ...found, mute: await viewOne(deps, viewer, found.mute) }
  }),
  route(contract.putMemberKinds, async ({ params, body, viewer }) => {
    const found = await service.muteKinds(deps, viewer, params.userId, body.kinds)
    return { ...found, mute: await viewOne(deps, viewer, found.mute) }
  }),
]

async function viewOne(deps: service.MutesDeps, viewer: Viewer, row: MuteRow | null): Promise<Mute | null> {
  return (row && (await viewMutes(deps, viewer, [row]))[0]) ?? null
}
