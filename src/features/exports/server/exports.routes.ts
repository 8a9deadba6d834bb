import { type Route, route } from '#server/routes.ts'
import * as contract from '../exports.contract.ts'
import * as service from './exports.service.ts'

export const exportsRoutes = (deps: service.ExportsDeps): Route[] => [
  route(contract.listExports, async ({ viewer }) => ({
    exports: await service.listOwnExports(deps, viewer),
    weekly_kept: deps.config.weeklyExportsKept,
  })),
  route(contract.startExport, async ({ viewer }) => ({ export: await service.startExport(deps, viewer) })),
  route(contract.discardExport, async ({ viewer, params }) => {
    await service.discardExport(deps, viewer, params.exportId)
    return undefined
  }),
]
