import type { Context } from 'hono'
import type { App } from '#server/http.ts'
import type { RequestContext } from '#server/routes.ts'
import { Refusal } from '#shared/refusal.ts'
import type { AccountsDeps } from '../accounts.service.ts'
import { type CallbackRedirect, redirectAfterFailure, redirectAfterSignIn } from '../auth/callback-redirect.ts'
import { confirmSignUp, openRecovery } from '../recovery/recovery.service.ts'
import { confirmEmailChange } from '../security/security.service.ts'
import { finishSocial } from './social.service.ts'

/**
 * GET /auth/callback: handles the links of mails and the redirects from the provider (G02). It redirects, which removes
 * code and state from the URL. A HEAD request and a prefetch change nothing, and get an empty answer. Its errors are those of R-AUTH-82.
 */
export function authCallback(
  deps: AccountsDeps,
): (app: App, contextOf: (c: Context) => Promise<RequestContext>) => void {
  return (app, contextOf) => {
    app.get('/auth/callback', async (c) => {
      if (isOnlyLook(c)) return c.body(null, 204, { 'cache-control': 'no-store' })
      const query = c.req.query()
      const { location, cookies = [] } = await landingOf(deps, query, await contextOf(c)).catch(redirectAfterRefusal)
      const headers = new Headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      for (const cookie of cookies) headers.append('set-cookie', cookie)
      return new Response(null, { status: 302, headers })
    })
  }
}

/** Mail scanners ask with HEAD whether an address exists, and browsers fetch pages ahead: nobody has followed the link. */
const isOnlyLook = ({ req }: Context): boolean =>
  req.method === 'HEAD' ||
  /prefetch|preview/i.test(`${req.header('sec-purpose')} ${req.header('purpose')} ${req.header('x-moz')}`)

async function landingOf(
  deps: AccountsDeps,
  query: Record<string, string>,
  request: RequestContext,
): Promise<CallbackRedirect> {
  const { type, code, error } = query
  // Only the provider sends a state, also with its errors.
  if (type === undefined && query.state !== undefined) return finishSocial(deps, query, request)
  if (error !== undefined) return redirectAfterFailure('oauth_failed')
  if (!code) return redirectAfterFailure('no_code')
  switch (type) {
    case 'recovery': {
      const cookie = await openRecovery(deps, code)
      return cookie
        ? { location: '/reset-password', cookies: [cookie] }
        : { location: '/reset-password?error=invalid_grant' }
    }
    case 'signup': {
      const outcome = await confirmSignUp(deps, code, request)
      if (outcome.is === 'already') return redirectAfterFailure('already_confirmed')
      if (outcome.is === 'invalid') return redirectAfterFailure('callback_failed')
      return redirectAfterSignIn(outcome.target, outcome.entered)
    }
    case 'email-old':
    case 'email-new':
      return { location: `/settings/account?email=${await confirmEmailChange(deps, type, code)}` }
    default:
      return redirectAfterFailure('callback_failed')
  }
}

/** Redirects after a valid link that opened no session. */
function redirectAfterRefusal(error: unknown): CallbackRedirect {
  if (!(error instanceof Refusal)) throw error
  return redirectAfterFailure(error.code === 'account_disabled' ? 'auth_failed' : 'no_session')
}
