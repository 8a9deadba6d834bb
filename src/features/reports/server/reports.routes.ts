import { type Route, route } from '#server/routes.ts'
import * as contract from '../reports.contract.ts'
import * as service from './reports.service.ts'
import { viewItem } from './reports.view.ts'

export const reportsRoutes = (deps: service.ReportsDeps): Route[] => [
  route(contract.createReport, async ({ body, viewer }) => {
    const item = { itemType: body.item_type, itemId: body.item_id.toLowerCase() }
    const { id, reason, text, at } = await service.createReport(deps, viewer, item, body)
    const report = { id, item_type: item.itemType, item_id: item.itemId, reason, text }
    return { report: { ...report, status: 'open' as const, created_at: at.toISOString() } }
  }),
  route(contract.listReports, async ({ query, viewer }) => {
    const { items, nextCursor } = await service.listReports(deps, query.show, query.cursor)
    return { items: items.map((item) => viewItem(item, viewer)), nextCursor }
  }),
  route(contract.handleReports, async ({ params, body, viewer }) => {
    const item = { itemType: params.itemType, itemId: params.itemId.toLowerCase() }
    await service.handleReports(deps, viewer, item, body)
    return { success: true as const }
  }),
  route(contract.putContentBack, async ({ params, body, viewer }) => {
    const item = { itemType: params.itemType, itemId: params.itemId.toLowerCase() }
    await service.putContentBack(deps, viewer, item, body.note)
    return { success: true as const }
  }),
]
