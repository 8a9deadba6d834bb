import type { Context } from 'hono'
import { APP_ADDRESSES } from '#shared/app-addresses.ts'
import { type Budget, isWrittenByVisitors } from '#shared/contract.ts'
import { Refusal } from '#shared/refusal.ts'
import type { AppDeps } from './app.ts'
import { cookieName, isTls, readCookie } from './cookies.ts'
import { CSRF_COOKIE, CSRF_HEADER, isCsrfTokenValid, isSameSite, unexpectedOrigin } from './csrf.ts'
import type { ProxyCheck } from './proxy-check.ts'
import { budgetRefusal, type Caller } from './rate-limit.ts'
import { failedOutcome, type Outcome, type RequestContext, type Route } from './routes.ts'
import { REQUEST_REFUSALS, wrongOrigin } from './server.texts.ts'

/** The rate limits of addresses that are not endpoints of a contract. */
export const BUDGETS_OF_ADDRESSES: readonly (readonly [string, Budget])[] = [
  ['/api/openapi.json', 'read'],
  ['/api/docs/*', 'read'],
  ['/api/imports/:importId/report.csv', 'export'],
  ['/api/exports/schema.json', 'read'],
  ['/api/exports/:exportId/files/:file', 'read'],
  ['/api/admin/backups/:name/file', 'export'],
  ['/api/lists/:listId/games.csv', 'profile-read'],
  ['/api/lists/:listId/games.json', 'profile-read'],
  ['/api/image', 'image'],
  ['/covers/*', 'image'],
  ['/avatars/*', 'image'],
  ['/feeds/*', 'read'],
  ['/info/news/atom.xml', 'read'],
  ['/releases.ics', 'read'],
  ['/sitemap.xml', 'read'],
  ['/sitemaps/*', 'read'],
  ['/robots.txt', 'read'],
  ['/share', 'read'],
  ['/auth/callback', 'callback'],
  ['/auth/backchannel-logout', 'app-token'],
  ['/mail/unsubscribe', 'app-token'],
  [APP_ADDRESSES.token, 'app-token'],
  [APP_ADDRESSES.revoke, 'app-token'],
  [APP_ADDRESSES.metadata, 'read'],
]

/** Returns whether visitors with this address may not write. */
export type ClosedAddresses = (address: string) => Promise<boolean>

export const callerOf = ({ session, ip }: RequestContext): Caller => ({
  memberId: session?.viewer.id ?? null,
  address: ip,
})

/**
 * Checks the token of a write (G09), then the budget (G56), then whether a visitor may write from this address. Returns null
 * when the call may proceed.
 */
export async function guard(
  c: Context,
  { endpoint }: Route,
  request: RequestContext,
  deps: Pick<AppDeps, 'config' | 'clock' | 'limits' | 'log' | 'isClosedTo'> & { proxyCheck: ProxyCheck },
): Promise<Outcome | null> {
  const refused = (refusal: Refusal): Outcome => failedOutcome(refusal, { requestId: request.requestId }, deps.log)
  if (endpoint.method !== 'GET') {
    const given = {
      header: c.req.header(CSRF_HEADER) ?? null,
      cookie: readCookie(c.req.header('cookie'), cookieName(CSRF_COOKIE, isTls(deps))),
      sessionToken: request.session?.token ?? null,
    }
    const received = unexpectedOrigin(request.headers, request.origin)
    if (received !== null) {
      const { method, path } = endpoint
      deps.proxyCheck.refused({ received, expected: request.origin, method, path })
      return refused(new Refusal('forbidden', 'csrf_invalid', wrongOrigin(received, request.origin)))
    }
    const isOurs =
      isSameSite(request.headers, request.origin) &&
      (endpoint.isBeacon || isCsrfTokenValid(deps.config.secret, given, deps.clock()))
    if (!isOurs) return refused(new Refusal('forbidden', 'csrf_invalid', REQUEST_REFUSALS.csrf))
  }
  const retryAfter = await deps.limits.draw(endpoint.budget, callerOf(request))
  if (retryAfter !== null) return refused(budgetRefusal(endpoint.budget, retryAfter))
  return isWrittenByVisitors(endpoint) && request.session === null && (await deps.isClosedTo?.(request.ip))
    ? refused(new Refusal('forbidden', 'address_closed', REQUEST_REFUSALS.addressClosed))
    : null
}
