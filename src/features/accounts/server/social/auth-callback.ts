import type { Context } from 'hono'
import { cookieName, isTls, readCookie } from '#server/cookies.ts'
import { CSRF_COOKIE, isCsrfTokenValid, isSameSite } from '#server/csrf.ts'
import type { App } from '#server/http.ts'
import { readForm } from '#server/request-body.ts'
import type { RequestContext } from '#server/routes.ts'
import { Refusal } from '#shared/refusal.ts'
import { ACCOUNT_REFUSALS } from '../../accounts.texts.ts'
import type { AccountsDeps } from '../accounts.service.ts'
import { type CallbackRedirect, redirectAfterFailure, redirectAfterSignIn } from '../auth/callback-redirect.ts'
import { findCode } from '../codes/codes.queries.ts'
import { type ChangingLink, changingLinkOf, mailLinkPage } from '../recovery/mail-link-page.ts'
import { confirmSignUp, openRecovery } from '../recovery/recovery.service.ts'
import { confirmEmailChange } from '../security/security.service.ts'
import { endByProvider } from './provider-sessions.service.ts'
import { finishSocial } from './social.service.ts'

/** A form with a code and a CSRF token. */
const MAX_BYTES = 4096
/** A token may carry the certificates of its key. */
const LOGOUT_MAX_BYTES = 16 * 1024

/**
 * GET /auth/callback: handles the links of mails and the redirects from the provider (G02). It redirects, which removes
 * code and state from the URL. A HEAD request and a prefetch change nothing, and get an empty answer. Nor does a GET that no
 * browser has sent because somebody followed the link: a valid link that changes something then gets a page, whose button
 * sends POST /auth/callback. Its errors are those of R-AUTH-82.
 */
export function authCallback(
  deps: AccountsDeps,
): (app: App, contextOf: (c: Context) => Promise<RequestContext>) => void {
  return (app, contextOf) => {
    app.get('/auth/callback', async (c) => {
      if (isOnlyLook(c)) return c.body(null, 204, { 'cache-control': 'no-store' })
      const query = c.req.query()
      const request = await contextOf(c)
      const link = changingLinkOf(query)
      if (link && !isFollowed(c) && (await isUsable(deps, link))) return mailLinkPage(deps, link, request, 200)
      return redirectTo(await landingOf(deps, query, request).catch(redirectAfterRefusal), 302)
    })
    // The provider's server sends it, without cookies: the signature of the token is the proof.
    app.post('/auth/backchannel-logout', async (c) => {
      const form = await readForm(c.req.raw, LOGOUT_MAX_BYTES)
      const outcome = await endByProvider(deps, form.get('logout_token') ?? '')
      const headers = { 'cache-control': 'no-store' }
      if (outcome === 'ended') return c.body(null, 200, headers)
      if (outcome === 'unreachable') return c.json({ error: 'temporarily_unavailable' }, 503, headers)
      return c.json({ error: 'invalid_request', error_description: ACCOUNT_REFUSALS.logoutToken }, 400, headers)
    })
    app.post('/auth/callback', async (c) => {
      const { csrf = '', ...fields } = Object.fromEntries(await readForm(c.req.raw, MAX_BYTES))
      const request = await contextOf(c)
      const link = changingLinkOf(fields)
      if (link === null) return redirectTo(redirectAfterFailure('no_code'), 303)
      if (!isOurForm(deps, csrf, request) && (await isUsable(deps, link))) return mailLinkPage(deps, link, request, 403)
      return redirectTo(await landingOf(deps, { ...link }, request).catch(redirectAfterRefusal), 303)
    })
  }
}

function redirectTo({ location, cookies = [] }: CallbackRedirect, status: 302 | 303): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status, headers })
}

const isUsable = async (deps: AccountsDeps, { type, code }: ChangingLink): Promise<boolean> =>
  (await findCode(deps.db, type, code, deps.clock())) !== null

/** Browsers say so over HTTPS. Mail scanners fetch the links of a mail without this header. */
const isFollowed = ({ req }: Context): boolean => req.header('sec-fetch-mode') === 'navigate'

/** The rule of every write (G09); the form repeats the token of the cookie. */
function isOurForm(deps: AccountsDeps, token: string, { headers, origin, session }: RequestContext): boolean {
  const cookie = readCookie(headers.get('cookie'), cookieName(CSRF_COOKIE, isTls(deps)))
  const given = { header: token, cookie, sessionToken: session?.token ?? null }
  return isSameSite(headers, origin) && isCsrfTokenValid(deps.config.secret, given, deps.clock())
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
