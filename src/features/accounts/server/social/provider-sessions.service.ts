import { decodeJwt } from 'jose'
import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import type { OidcConfig } from '#server/config-providers.ts'
import type { RequestContext } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Role } from '#shared/roles.ts'
import { findEmail } from '../accounts.queries.ts'
import { type AccountsDeps, signOut } from '../accounts.service.ts'
import { LOGOUT_TOKEN_MINUTES } from '../auth/authenticator.ts'
import { changeRole, readPresentRole } from '../roles-and-status/roles-and-status.service.ts'
import * as queries from './provider-sessions.queries.ts'

export type Claims = Record<string, unknown>

/** Returns the values of a claim; a name with dots leads into objects, such as `realm_access.roles`. */
export function valuesOf(claims: Claims, name: string): string[] {
  const own = claims[name] ?? name.split('.').reduce<unknown>((value, key) => (value as Claims | null)?.[key], claims)
  return (Array.isArray(own) ? own : [own]).filter((value) => typeof value === 'string')
}

/**
 * Gives the member the role that the provider's claim says, at each sign-in, and takes it back. The account of ADMIN_EMAIL and the
 * last admin stay admins.
 */
export async function applyRole(
  deps: AccountsDeps,
  userId: string,
  { roles }: Pick<OidcConfig, 'roles'>,
  claims: Claims,
): Promise<void> {
  const { adminEmail } = deps.config
  if (!roles || (adminEmail !== null && (await findEmail(deps.db, userId)) === adminEmail)) return
  const values = valuesOf(claims, roles.claim)
  const has = (names: readonly string[]) => names.some((name) => values.includes(name))
  const role: Role = has(roles.admin) ? 'admin' : has(roles.moderator) ? 'moderator' : 'user'
  const present = await readPresentRole(deps, userId)
  if (present === null || present === role) return
  try {
    await changeRole(deps, userId, role)
    deps.log.info({ userId, from: present, to: role }, 'the provider has changed the role of a member')
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'last_admin')) throw error
    deps.log.warn({ userId }, 'the provider says that the last admin is none; the role stays')
  }
}

/**
 * Ends the session, and returns the address at which the provider ends its own, where OIDC_SIGN_OUT is on and the member came
 * through the provider.
 */
export async function signOutEverywhere(
  deps: AccountsDeps,
  request: RequestContext,
): Promise<{ cookies: readonly string[]; url: string | null }> {
  const { session } = request
  const shared = deps.config.oidc.filter(({ isSignOutShared }) => isSignOutShared).map(({ id }) => id)
  const provided = shared.length > 0 && session ? await queries.findProviderSession(deps.db, session.token) : null
  const cookies = await signOut(deps, request)
  const social = provided && shared.includes(provided.provider) ? await deps.social(provided.provider) : null
  return { cookies, url: social ? await social.signOutUrl(`${deps.config.baseUrl}/`) : null }
}

/**
 * Handles a logout token of the provider (OpenID Connect Back-Channel Logout 1.0): ends the sessions that it names, on all nodes.
 * A token that is not valid or that was sent before is refused. A session that is not known is no error.
 */
export async function endByProvider(deps: AccountsDeps, token: string): Promise<'ended' | 'refused' | 'unreachable'> {
  const provider = deps.config.oidc.find(({ issuer }) => issuer === issuerOf(token))
  if (!provider) return 'refused'
  const social = await deps.social(provider.id)
  if (social === null) return 'unreachable'
  const logout = await social.readLogout(token)
  if (typeof logout === 'string') return logout
  const members = await inTransaction(deps, async ({ db }) => {
    const expiresAt = new Date(deps.clock().getTime() + 2 * LOGOUT_TOKEN_MINUTES * MINUTE_MS)
    // Each provider numbers its tokens on its own.
    if (!(await queries.insertLogout(db, `${provider.id} ${logout.jti}`, expiresAt))) return null
    const ended = await queries.endProviderSessions(db, provider.id, logout)
    await announce(db, ended.map(tag.member))
    return ended
  })
  for (const id of members ?? []) deps.sessions.evictMember(id)
  return members === null ? 'refused' : 'ended'
}

/** Returns the issuer that a token claims, without a slash at its end; nothing is verified here. */
function issuerOf(token: string): string | null {
  try {
    return decodeJwt(token).iss?.replace(/\/+$/, '') ?? null
  } catch {
    return null
  }
}
