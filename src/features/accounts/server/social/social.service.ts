import { createHash } from 'node:crypto'
import { inTransaction } from '#db/transaction.ts'
import type { RequestContext } from '#server/routes.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { safeTarget } from '../../accounts.rules.ts'
import { deleteSignInMethod, listSignInMethods } from '../accounts.queries.ts'
import { type AccountsDeps, appointAdmin, completeFirstStep } from '../accounts.service.ts'
import { type Auth, PROVIDER_ID } from '../auth/better-auth.ts'
import { type CallbackRedirect, redirectAfterFailure, redirectAfterSignIn } from '../auth/callback-redirect.ts'
import { CHALLENGE_COOKIE } from '../auth/factors.ts'
import { hasCookie, headersForNewSession, sessionTokenIn } from '../auth/session-cookies.ts'
import { requestMail } from '../mails/mail-requests.ts'
import { requireProof } from '../security/proof.service.ts'
import { requireOwnSession } from '../security/security.service.ts'

/** What the button calls it, and what Ctrl+G says where there is none (R-AUTH-69). */
export const providerName = (deps: AccountsDeps) => deps.config.oidc?.name ?? 'Google'

/** Where the settings are told what came of linking. */
const LINK_PAGE = '/settings/account'

interface Departure {
  url: string
  /** Bind the way back to this browser. */
  cookies: readonly string[]
}

/** Refuses provider_not_configured (503, G11) and provider_unreachable. */
async function requireSocial(deps: AccountsDeps): Promise<Auth> {
  if (deps.config.oidc === null)
    refuse('not_found', 'provider_not_configured', 'Signing in through a provider is not set up here.', { status: 503 })
  const social = await deps.social()
  return (
    social ?? refuse('upstream', 'provider_unreachable', `${providerName(deps)} cannot be reached. Please try again.`)
  )
}

/** Signing in, or up, through the provider, with PKCE, state and nonce (R-AUTH-49, R-SESS-07). */
export async function start(deps: AccountsDeps, redirect: string | undefined): Promise<Departure> {
  const social = await requireSocial(deps)
  const { headers, response } = await social.api.signInSocial({
    body: {
      provider: PROVIDER_ID,
      callbackURL: safeTarget(redirect),
      errorCallbackURL: '/signin',
      disableRedirect: true,
    },
    returnHeaders: true,
  })
  return { url: response.url as string, cookies: headers.getSetCookie() }
}

/** Refuses already_linked (a second one would have no name in the settings), and what `requireProof` refuses. */
export async function startLink(
  deps: AccountsDeps,
  password: string | undefined,
  request: RequestContext,
): Promise<Departure> {
  const social = await requireSocial(deps)
  const { viewer, token } = requireOwnSession(request)
  if ((await viewSignInMethods(deps, viewer.id)).social !== null)
    refuse('conflict', 'already_linked', `Your account is linked to ${providerName(deps)} already.`)
  await requireProof(deps, request, password)
  const { headers, response } = await social.api.linkSocialAccount({
    body: {
      provider: PROVIDER_ID,
      callbackURL: LINK_PAGE,
      errorCallbackURL: LINK_PAGE,
      disableRedirect: true,
      additionalData: { session: hashOf(token) },
    },
    headers: request.headers,
    returnHeaders: true,
  })
  return { url: response.url, cookies: headers.getSetCookie() }
}

export async function viewSignInMethods(deps: AccountsDeps, userId: UserId) {
  const ways = await listSignInMethods(deps.db, userId)
  const social = ways.find(({ providerId }) => providerId === PROVIDER_ID)
  return {
    password: ways.some(({ providerId }) => providerId === 'credential'),
    social: social ? { linked_at: social.createdAt.toISOString() } : null,
  }
}

/** A link that was begun counts for this very session: after its end it is void. */
const hashOf = (sessionToken: string) => createHash('sha256').update(sessionToken).digest('base64url')

/** Refuses last_sign_in_way where there is no password (G08), not_linked, and what `requireProof` refuses. */
export async function unlink(deps: AccountsDeps, password: string | undefined, request: RequestContext): Promise<void> {
  const { viewer, email } = requireOwnSession(request)
  const ways = await viewSignInMethods(deps, viewer.id)
  const name = providerName(deps)
  const refuseMissing = () => refuse('not_found', 'not_linked', `Your account is not linked to ${name}.`)
  if (ways.social === null) refuseMissing()
  if (!ways.password)
    refuse('invalid', 'last_sign_in_way', `Set a password first: ${name} is the only way into your account.`)
  await requireProof(deps, request, password)
  await inTransaction(deps, async ({ db }) => {
    // The password is looked at again in the same statement, and cannot be taken away.
    if (!(await deleteSignInMethod(db, viewer.id, PROVIDER_ID))) refuseMissing()
    await requestMail({ db, queue: deps.queue }, { mail: 'security', what: 'provider-unlinked', email })
  })
}

/** The provider has sent somebody back, with a code or an error (R-AUTH-82). */
export async function finishSocial(
  deps: AccountsDeps,
  query: Record<string, string>,
  request: RequestContext,
): Promise<CallbackRedirect> {
  const social = deps.config.oidc === null ? null : await deps.social()
  if (social === null) return redirectAfterFailure('oauth_failed')
  const { session } = request
  const link = await social.api.readLink({ query: { state: query.state ?? '' } })
  // Begun in a session that has ended, or is another member's by now.
  if (link && (session === null || link.session !== hashOf(session.token)))
    return session ? { location: `${LINK_PAGE}?error=oauth_failed` } : redirectAfterFailure('oauth_failed')
  const headers = headersForNewSession(request)
  const cookie = request.headers.get('cookie')
  if (cookie !== null) headers.set('cookie', cookie)
  const answer = await social.api.callbackOAuth({
    params: { id: PROVIDER_ID },
    query,
    headers,
    method: 'GET',
    asResponse: true,
  })
  const cookies = answer.headers.getSetCookie()
  const { pathname, search, hash, searchParams } = new URL(answer.headers.get('location') ?? '/', 'http://here.invalid')
  const error = searchParams.get('error')
  const isLinking = pathname === LINK_PAGE
  if (error !== null) {
    const code = landingCode(error)
    return isLinking ? { location: `${LINK_PAGE}?error=${code}`, cookies } : redirectAfterFailure(code, cookies)
  }
  if (isLinking) {
    if (session) await requestMail(deps, { mail: 'security', what: 'provider-linked', email: session.email })
    return { location: `${LINK_PAGE}?linked=1`, cookies }
  }
  const token = sessionTokenIn(cookies)
  if (token === null && !hasCookie(cookies, CHALLENGE_COOKIE)) return redirectAfterFailure('no_session', cookies)
  const made = await completeFirstStep(deps, request, { token, cookies, isRemembered: true })
  if (made.session) {
    // The profile is there by now. The provider's word for an address is needed, whatever the setting.
    await appointAdmin(deps, true)
    deps.sessions.forgetMember(made.session.viewer.id)
  }
  return redirectAfterSignIn(pathname + search + hash, made)
}

/** better-auth's word for what went wrong, as ours (G02, G11). */
function landingCode(error: string): string {
  switch (error) {
    case 'account_not_linked':
      return 'account_exists'
    case 'account_already_linked_to_different_user':
      return 'identity_used'
    case 'ACCOUNT_DISABLED':
      return 'auth_failed'
    case 'EMAIL_NOT_CONFIRMED':
      return 'email_not_confirmed'
    case 'invalid_code':
    case 'issuer_mismatch':
    case 'issuer_missing':
    case 'nonce_binding_missing':
    case 'unable_to_get_user_info':
    case 'email_not_found':
    case 'no_code':
      return 'callback_failed'
    default:
      // The provider's own errors, and a state that is not this browser's.
      return 'oauth_failed'
  }
}
