import { createHash } from 'node:crypto'
import { inTransaction } from '#db/transaction.ts'
import type { RequestContext } from '#server/routes.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { ProviderProof, SignInMethods } from '../../accounts.contract.ts'
import { safeTarget } from '../../accounts.rules.ts'
import { ACCOUNT_REFUSALS } from '../../accounts.texts.ts'
import { hashInvitation } from '../accounts.events.ts'
import { deleteSignInMethod, listSignInMethods, lockSignInMethods } from '../accounts.queries.ts'
import { type AccountsDeps, appointAdmin, completeFirstStep } from '../accounts.service.ts'
import type { ProviderAuthenticator } from '../auth/authenticator.ts'
import { type CallbackRedirect, redirectAfterFailure, redirectAfterSignIn } from '../auth/callback-redirect.ts'
import { OIDC_PROVIDER, PASSWORD_PROVIDER } from '../auth/provider-ids.ts'
import { requestMail } from '../mails/mail-requests.ts'
import { readSuspension } from '../roles-and-status/roles-and-status.service.ts'
import { requireProof } from '../security/proof.service.ts'
import { requireOwnSession } from '../security/security.service.ts'
import { findMemberAt, setProviderSession } from './provider-sessions.queries.ts'
import { applyRole } from './provider-sessions.service.ts'

/** The name of a provider: for the button, and for the error of Ctrl+G without a provider (R-AUTH-69). */
const providerName = ({ config }: Pick<AccountsDeps, 'config'>, id: string = OIDC_PROVIDER) =>
  config.oidc.find((provider) => provider.id === id)?.name ?? 'Google'

/** Returns which providers can sign in here, and whether passwords do. `google` and `name` are those of the first. */
export const viewProviders = ({ config }: Pick<AccountsDeps, 'config'>) => ({
  google: config.oidc.length > 0,
  name: providerName({ config }, config.oidc[0]?.id),
  password: config.passwordSignIn,
  providers: config.oidc.map(({ id, name }) => ({ id, name })),
})

/** The page that shows the result of linking. */
const LINK_PAGE = '/settings/account'

interface ProviderRedirect {
  url: string
  /** Bind the provider's callback to this browser. */
  cookies: readonly string[]
}

/** Returns the id of the provider that a request names; without a name the first. */
const idOf = ({ config }: AccountsDeps, id: string | undefined) => id ?? config.oidc[0]?.id ?? OIDC_PROVIDER

/** Returns the provider. Refuses provider_not_configured (503, G11) and provider_unreachable. */
async function requireSocial(deps: AccountsDeps, id: string): Promise<ProviderAuthenticator> {
  if (!deps.config.oidc.some((provider) => provider.id === id))
    refuse('not_found', 'provider_not_configured', ACCOUNT_REFUSALS.noProvider, {
      status: 503,
    })
  const social = await deps.social(id)
  return social ?? refuse('upstream', 'provider_unreachable', ACCOUNT_REFUSALS.providerSilent(providerName(deps, id)))
}

/** Starts a sign-in or sign-up through the provider, with PKCE, state and nonce (R-AUTH-49, R-SESS-07). */
export async function startSignIn(
  deps: AccountsDeps,
  wanted: { provider?: string | undefined; redirect?: string | undefined; invitation?: string | undefined },
): Promise<ProviderRedirect> {
  const { provider, redirect, invitation } = wanted
  const social = await requireSocial(deps, idOf(deps, provider))
  return social.startSignIn(safeTarget(redirect), invitation ? hashInvitation(invitation) : null)
}

/**
 * Starts to link an account of the provider. Refuses already_linked (the settings could not distinguish a second one),
 * and like `requireProof`.
 */
export async function startLink(
  deps: AccountsDeps,
  { provider, password }: ProviderProof,
  request: RequestContext,
): Promise<ProviderRedirect> {
  const id = idOf(deps, provider)
  const social = await requireSocial(deps, id)
  const { viewer, token } = requireOwnSession(request)
  if (linkOf(await viewSignInMethods(deps, viewer.id), id) !== null)
    refuse('conflict', 'already_linked', ACCOUNT_REFUSALS.linkedAlready(providerName(deps, id)))
  await requireProof(deps, request, password)
  return social.startLink({ goOnTo: LINK_PAGE, session: hashSessionToken(token) }, request.headers)
}

/** Lists the providers of this site, and those that the member has linked while they were. */
export async function viewSignInMethods(deps: AccountsDeps, userId: UserId): Promise<SignInMethods> {
  const methods = await listSignInMethods(deps.db, userId)
  const linked = methods.filter(({ providerId }) => providerId !== PASSWORD_PROVIDER)
  const ids = new Set([...deps.config.oidc.map(({ id }) => id), ...linked.map(({ providerId }) => providerId)])
  return {
    password: methods.some(({ providerId }) => providerId === PASSWORD_PROVIDER),
    providers: [...ids].map((id) => ({
      id,
      name: providerName(deps, id),
      linked_at: linked.find(({ providerId }) => providerId === id)?.createdAt.toISOString() ?? null,
    })),
  }
}

const linkOf = ({ providers }: SignInMethods, id: string) => providers.find((one) => one.id === id)?.linked_at ?? null

/** Binds a pending link to this session: it becomes invalid when the session ends. */
const hashSessionToken = (sessionToken: string) => createHash('sha256').update(sessionToken).digest('base64url')

/**
 * Removes the link. Refuses last_sign_in_way for a member without a password and without another provider (G08),
 * not_linked, and like `requireProof`.
 */
export async function unlinkProvider(
  deps: AccountsDeps,
  { provider, password }: ProviderProof,
  request: RequestContext,
): Promise<void> {
  const { viewer, email } = requireOwnSession(request)
  const id = idOf(deps, provider)
  const methods = await viewSignInMethods(deps, viewer.id)
  const name = providerName(deps, id)
  const refuseMissing = () => refuse('not_found', 'not_linked', ACCOUNT_REFUSALS.notLinked(name))
  if (linkOf(methods, id) === null) refuseMissing()
  const others = [PASSWORD_PROVIDER, ...deps.config.oidc.map((one) => one.id).filter((other) => other !== id)]
  const hasOther = methods.password || others.some((other) => linkOf(methods, other) !== null)
  if (!hasOther) refuse('invalid', 'last_sign_in_way', ACCOUNT_REFUSALS.onlyProvider(name))
  await requireProof(deps, request, password)
  await inTransaction(deps, async ({ db }) => {
    // Two links that are removed at once must not both see the other one.
    await lockSignInMethods(db, viewer.id)
    if (!(await deleteSignInMethod(db, viewer.id, id, others))) refuseMissing()
    await requestMail({ db, queue: deps.queue }, { mail: 'security', what: 'provider-unlinked', email })
  })
}

/** Handles the provider's callback, with a code or an error (R-AUTH-82). */
export async function finishSocial(
  deps: AccountsDeps,
  query: Record<string, string>,
  request: RequestContext,
): Promise<CallbackRedirect> {
  const state = await deps.auth.readState(query.state ?? '')
  const provider = deps.config.oidc.find(({ id }) => id === (state?.provider ?? OIDC_PROVIDER))
  const social = provider ? await deps.social(provider.id) : null
  if (!provider || social === null) return redirectAfterFailure('oauth_failed')
  const { session } = request
  const link = state?.link ?? null
  // Says for which one, where there are several.
  const named = provider === deps.config.oidc[0] ? '' : `&provider=${provider.id}`
  // The session that started the link has ended, or belongs to another member.
  if (link && (session === null || link.session !== hashSessionToken(session.token)))
    return session
      ? { location: `${LINK_PAGE}?error=oauth_failed${named}` }
      : redirectAfterFailure('oauth_failed', [], named)
  const { location, cookies, failure, step, claims, provided, challenge } = await social.finish(query, request)
  const { pathname, search, hash } = location
  const isLinking = pathname === LINK_PAGE
  if (failure !== null)
    return isLinking
      ? { location: `${LINK_PAGE}?error=${failure}${named}`, cookies }
      : redirectAfterFailure(failure, cookies, named + (await appealOf(deps, provider.id, claims)))
  if (isLinking) {
    if (session) await requestMail(deps, { mail: 'security', what: 'provider-linked', email: session.email })
    return { location: `${LINK_PAGE}?linked=1${named}`, cookies }
  }
  if (step === null) return redirectAfterFailure('no_session', cookies)
  if (step.token !== null) await setProviderSession(deps.db, step.token, provided)
  const result = await completeFirstStep(deps, request, step)
  if (result.session) {
    // The profile exists now. The provider must have verified the address, whatever the setting for confirmations.
    await appointAdmin(deps, true)
    deps.sessions.evictMember(result.session.viewer.id)
  }
  const userId = result.session?.viewer.id ?? challenge?.userId
  if (userId) await applyRole(deps, userId, provider, claims)
  return redirectAfterSignIn(pathname + search + hash, result)
}

/**
 * Returns the part of the address with a token for an appeal, if the person that the provider names is a suspended member. No
 * server or log sees a fragment.
 */
async function appealOf(deps: AccountsDeps, provider: string, { sub }: Record<string, unknown>): Promise<string> {
  const userId = typeof sub === 'string' ? await findMemberAt(deps.db, provider, sub) : null
  const suspension = userId === null ? undefined : await readSuspension(deps, userId)
  return suspension?.appealToken ? `#${new URLSearchParams({ appeal: suspension.appealToken })}` : ''
}
