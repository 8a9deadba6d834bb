import { type Route, route } from '#server/routes.ts'
import { reportError } from '../error-log.contract.ts'
import { type ErrorLogDeps, storeReport } from './error-log.service.ts'

export const errorLogRoutes = (deps: ErrorLogDeps): Route[] => [
  route(reportError, async ({ body, viewer, request }) => {
    await storeReport(deps, body, viewer, request)
    return { success: true as const }
  }),
]
