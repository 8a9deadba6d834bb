import { createHash } from 'node:crypto'
import { inTransaction } from '#db/transaction.ts'
import type { RequestContext } from '#server/routes.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { safeTarget } from '../../accounts.rules.ts'
import { deleteSignInMethod, listSignInMethods } from '../accounts.queries.ts'
import { type AccountsDeps, appointAdmin, completeFirstStep } from '../accounts.service.ts'
import type { ProviderAuthenticator } from '../auth/authenticator.ts'
import { type CallbackRedirect, redirectAfterFailure, redirectAfterSignIn } from '../auth/callback-redirect.ts'
import { OIDC_PROVIDER, PASSWORD_PROVIDER } from '../auth/provider-ids.ts'
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
async function requireSocial(deps: AccountsDeps): Promise<ProviderAuthenticator> {
  if (deps.config.oidc === null)
    refuse('not_found', 'provider_not_configured', 'Signing in through a provider is not set up here.', { status: 503 })
  const social = await deps.social()
  return (
    social ?? refuse('upstream', 'provider_unreachable', `${providerName(deps)} cannot be reached. Please try again.`)
  )
}

/** Signing in, or up, through the provider, with PKCE, state and nonce (R-AUTH-49, R-SESS-07). */
export async function start(deps: AccountsDeps, redirect: string | undefined): Promise<Departure> {
  return (await requireSocial(deps)).startSignIn(safeTarget(redirect))
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
  return social.startLink({ goOnTo: LINK_PAGE, session: hashOf(token) }, request.headers)
}

export async function viewSignInMethods(deps: AccountsDeps, userId: UserId) {
  const ways = await listSignInMethods(deps.db, userId)
  const social = ways.find(({ providerId }) => providerId === OIDC_PROVIDER)
  return {
    password: ways.some(({ providerId }) => providerId === PASSWORD_PROVIDER),
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
    if (!(await deleteSignInMethod(db, viewer.id, OIDC_PROVIDER))) refuseMissing()
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
  const link = await social.readLink(query.state ?? '')
  // Begun in a session that has ended, or is another member's by now.
  if (link && (session === null || link.session !== hashOf(session.token)))
    return session ? { location: `${LINK_PAGE}?error=oauth_failed` } : redirectAfterFailure('oauth_failed')
  const { location, cookies, failure, step } = await social.finish(query, request)
  const { pathname, search, hash } = location
  const isLinking = pathname === LINK_PAGE
  if (failure !== null)
    return isLinking ? { location: `${LINK_PAGE}?error=${failure}`, cookies } : redirectAfterFailure(failure, cookies)
  if (isLinking) {
    if (session) await requestMail(deps, { mail: 'security', what: 'provider-linked', email: session.email })
    return { location: `${LINK_PAGE}?linked=1`, cookies }
  }
  if (step === null) return redirectAfterFailure('no_session', cookies)
  const made = await completeFirstStep(deps, request, step)
  if (made.session) {
    // The profile is there by now. The provider's word for an address is needed, whatever the setting.
    await appointAdmin(deps, true)
    deps.sessions.forgetMember(made.session.viewer.id)
  }
  return redirectAfterSignIn(pathname + search + hash, made)
}
