import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { isOfPath } from '../requests.ts'
import type { Traces } from './traces.ts'

/** Names the span of each request by the pattern of its address: an address has the names of members. */
export const nameRoutes =
  ({ traces, pagePaths }: { traces: Traces; pagePaths: readonly string[] }): MiddlewareHandler =>
  async (c, next) => {
    await next()
    const route = matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path
    traces.nameRoute(route ?? pagePaths.find((pattern) => isOfPath(pattern, c.req.path)) ?? 'not found')
  }
