import { type Route, route } from '#server/routes.ts'
import { pathOf, searchOf } from '#shared/endpoint.ts'
import { getRawgGame, listRawgGames, listRawgScreenshots, listRawgStores } from '../../rawg-proxy.contract.ts'
import { openRawgProxy, type RawgProxyDeps } from './rawg-proxy.service.ts'

export function rawgProxyRoutes(deps: RawgProxyDeps): Route[] {
  const proxy = openRawgProxy(deps)
  const OURS = '/api/rawg'

  /** Returns a page in RAWG's shape; its links to other pages point to our own server. */
  async function page(address: string, query: { page?: number | undefined }, origin: string) {
    const { results, count, hasNext } = await proxy.list(address, query)
    const at = query.page ?? 1
    const other = (number: number) => `${origin}${OURS}${address}${searchOf({ ...query, page: number })}`
    return { count, next: hasNext ? other(at + 1) : null, previous: at > 1 ? other(at - 1) : null, results }
  }
  const part = (path: string, handle: string) => pathOf(path.slice(OURS.length), { handle })

  return [
    route(listRawgGames, ({ query, request }) => page('/games', query, request.origin)),
    route(getRawgGame, ({ params }) => proxy.find(params.handle)),
    route(listRawgScreenshots, ({ params, query, request }) =>
      page(part(listRawgScreenshots.path, params.handle), query, request.origin),
    ),
    route(listRawgStores, ({ params, query, request }) =>
      page(part(listRawgStores.path, params.handle), query, request.origin),
    ),
  ]
}
