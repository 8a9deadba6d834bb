import { createHash } from 'node:crypto'
import { inTransaction } from '#db/transaction.ts'
import type { RequestContext } from '#server/routes.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { safeTarget } from '../../accounts.rules.ts'
import { ACCOUNT_REFUSALS } from '../../accounts.texts.ts'
import { deleteSignInMethod, listSignInMethods } from '../accounts.queries.ts'
import { type AccountsDeps, appointAdmin, completeFirstStep } from '../accounts.service.ts'
import type { ProviderAuthenticator } from '../auth/authenticator.ts'
import { type CallbackRedirect, redirectAfterFailure, redirectAfterSignIn } from '../auth/callback-redirect.ts'
import { OIDC_PROVIDER, PASSWORD_PROVIDER } from '../auth/provider-ids.ts'
import { requestMail } from '../mails/mail-requests.ts'
import { requireProof } from '../security/proof.service.ts'
import { requireOwnSession } from '../security/security.service.ts'

/** The provider's name for the button, and for the error of Ctrl+G without a provider (R-AUTH-69). */
export const providerName = (deps: AccountsDeps) => deps.config.oidc?.name ?? 'Google'

/** The page that shows the result of linking. */
const LINK_PAGE = '/settings/account'

interface ProviderRedirect {
  url: string
  /** Bind the provider's callback to this browser. */
  cookies: readonly string[]
}

/** Returns the provider. Refuses provider_not_configured (503, G11) and provider_unreachable. */
async function requireSocial(deps: AccountsDeps): Promise<ProviderAuthenticator> {
  if (deps.config.oidc === null)
    refuse('not_found', 'provider_not_configured', ACCOUNT_REFUSALS.noProvider, {
      status: 503,
    })
  const social = await deps.social()
  return social ?? refuse('upstream', 'provider_unreachable', ACCOUNT_REFUSALS.providerSilent(providerName(deps)))
}

/** Starts a sign-in or sign-up through the provider, with PKCE, state and nonce (R-AUTH-49, R-SESS-07). */
export async function startSignIn(deps: AccountsDeps, redirect: string | undefined): Promise<ProviderRedirect> {
  return (await requireSocial(deps)).startSignIn(safeTarget(redirect))
}

/**
 * Starts to link an account of the provider. Refuses already_linked (the settings could not distinguish a second one),
 * and like `requireProof`.
 */
export async function startLink(
  deps: AccountsDeps,
  password: string | undefined,
  request: RequestContext,
): Promise<ProviderRedirect> {
  const social = await requireSocial(deps)
  const { viewer, token } = requireOwnSession(request)
  if ((await viewSignInMethods(deps, viewer.id)).social !== null)
    refuse('conflict', 'already_linked', ACCOUNT_REFUSALS.linkedAlready(providerName(deps)))
  await requireProof(deps, request, password)
  return social.startLink({ goOnTo: LINK_PAGE, session: hashSessionToken(token) }, request.headers)
}

export async function viewSignInMethods(deps: AccountsDeps, userId: UserId) {
  const methods = await listSignInMethods(deps.db, userId)
  const social = methods.find(({ providerId }) => providerId === OIDC_PROVIDER)
  return {
    password: methods.some(({ providerId }) => providerId === PASSWORD_PROVIDER),
    social: social ? { linked_at: social.createdAt.toISOString() } : null,
  }
}

/** Binds a pending link to this session: it becomes invalid when the session ends. */
const hashSessionToken = (sessionToken: string) => createHash('sha256').update(sessionToken).digest('base64url')

/**
 * Removes the link. Refuses last_sign_in_way for a member without a password (G08), not_linked, and like
 * `requireProof`.
 */
export async function unlinkProvider(
  deps: AccountsDeps,
  password: string | undefined,
  request: RequestContext,
): Promise<void> {
  const { viewer, email } = requireOwnSession(request)
  const methods = await viewSignInMethods(deps, viewer.id)
  const name = providerName(deps)
  const refuseMissing = () => refuse('not_found', 'not_linked', ACCOUNT_REFUSALS.notLinked(name))
  if (methods.social === null) refuseMissing()
  if (!methods.password) refuse('invalid', 'last_sign_in_way', ACCOUNT_REFUSALS.onlyProvider(name))
  await requireProof(deps, request, password)
  await inTransaction(deps, async ({ db }) => {
    // The same statement checks the password again, and a password cannot be removed.
    if (!(await deleteSignInMethod(db, viewer.id, OIDC_PROVIDER))) refuseMissing()
    await requestMail({ db, queue: deps.queue }, { mail: 'security', what: 'provider-unlinked', email })
  })
}

/** Handles the provider's callback, with a code or an error (R-AUTH-82). */
export async function finishSocial(
  deps: AccountsDeps,
  query: Record<string, string>,
  request: RequestContext,
): Promise<CallbackRedirect> {
  const social = deps.config.oidc === null ? null : await deps.social()
  if (social === null) return redirectAfterFailure('oauth_failed')
  const { session } = request
  const link = await social.readLink(query.state ?? '')
  // The session that started the link has ended, or belongs to another member.
  if (link && (session === null || link.session !== hashSessionToken(session.token)))
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
  const result = await completeFirstStep(deps, request, step)
  if (result.session) {
    // The profile exists now. The provider must have verified the address, whatever the setting for confirmations.
    await appointAdmin(deps, true)
    deps.sessions.evictMember(result.session.viewer.id)
  }
  return redirectAfterSignIn(pathname + search + hash, result)
}
