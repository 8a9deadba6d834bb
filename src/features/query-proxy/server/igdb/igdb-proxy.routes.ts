import { type Route, route } from '#server/routes.ts'
import { askIgdb } from '../../igdb-proxy.contract.ts'
import { type IgdbProxyDeps, openIgdbProxy } from './igdb-proxy.service.ts'

export function igdbProxyRoutes(deps: IgdbProxyDeps): Route[] {
  const proxy = openIgdbProxy(deps)
  return [route(askIgdb, async ({ body }) => proxy.ask(body.endpoint, body.query))]
}
