import { type Route, route } from '#server/routes.ts'
import { type SubjectRef, subjectRef } from '#shared/subject.ts'
import * as contract from '../reports.contract.ts'
import * as service from './reports.service.ts'
import { viewItem } from './reports.view.ts'

export function reportsRoutes(deps: service.ReportsDeps): Route[] {
  const { subjects } = deps
  const endpoints = contract.endpointsFor(subjects.all().map(({ kind }) => kind))
  const itemOf = (type: string, id: string): SubjectRef => subjectRef(subjects.require(type).kind, id.toLowerCase())
  return [
    route(endpoints.createReport, async ({ body, viewer }) => {
      const item = itemOf(body.item_type, body.item_id)
      const { id, reason, text, at } = await service.createReport(deps, viewer, item, body)
      const report = { id, item_type: item.subjectType, item_id: item.subjectId, reason, text }
      return { report: { ...report, status: 'open' as const, created_at: at.toISOString() } }
    }),
    route(endpoints.reportFact, async ({ body, viewer }) => {
      const item = itemOf(body.item_type, body.item_id)
      const { id, fact, text, source, at } = await service.reportFact(deps, viewer, item, body)
      const report = { id, item_type: item.subjectType, item_id: item.subjectId, fact, text, source }
      return { report: { ...report, status: 'open' as const, created_at: at.toISOString() } }
    }),
    route(contract.listReports, async ({ query, viewer }) => {
      const { items, nextCursor } = await service.listReports(deps, viewer, query.show, query.cursor)
      return { items: items.map((item) => viewItem(item, viewer)), nextCursor }
    }),
    route(endpoints.handleReports, async ({ params, body, viewer }) => {
      await service.handleReports(deps, viewer, itemOf(params.itemType, params.itemId), body)
      return { success: true as const }
    }),
    route(endpoints.putContentBack, async ({ params, body, viewer }) => {
      await service.putContentBack(deps, viewer, itemOf(params.itemType, params.itemId), body.note)
      return { success: true as const }
    }),
  ]
}
