import { type Route, route } from '#server/routes.ts'
import type { OwnAppId } from '#shared/ids.ts'
import * as contract from '../../apps.contract.ts'
import type { AppRow } from './apps.queries.ts'
import * as service from './apps.service.ts'

export const appsRoutes = (deps: service.AppsDeps): Route[] => [
  route(contract.listApps, async ({ viewer }) => ({ apps: (await service.listApps(deps, viewer)).map(viewApp) })),
  route(contract.createApp, async ({ viewer, body, request }) => {
    const { row, secret } = await service.createApp(deps, viewer, body, request)
    return { app: viewApp(row), secret }
  }),
  route(contract.changeApp, async ({ viewer, params, body, request }) => ({
    app: viewApp(await service.changeApp(deps, viewer, params.appId, body, request)),
  })),
  route(contract.removeApp, async ({ viewer, params }) => {
    await service.removeApp(deps, viewer, params.appId)
    return undefined
  }),
  route(contract.readAppRequest, ({ viewer, query, request }) =>
    service.readRequest(deps, viewer, query.search, request),
  ),
  route(contract.decideAppRequest, async ({ viewer, body, request }) => ({
    url: await service.decideAppRequest(deps, viewer, body, request),
  })),
]

const viewApp = ({ id, clientId, name, tokenEndpointAuthMethod, redirectUris, createdAt }: AppRow) => ({
  id: id as OwnAppId,
  client_id: clientId,
  name,
  kind: tokenEndpointAuthMethod === 'none' ? ('public' as const) : ('confidential' as const),
  redirect_uris: redirectUris as string[],
  created_at: createdAt.toISOString(),
})
