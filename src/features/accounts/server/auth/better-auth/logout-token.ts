import { errors, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from 'jose'

/** A logout token is valid for so long. */
export const LOGOUT_TOKEN_MINUTES = 10
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

export interface Logout {
  jti: string
  /** The provider's session; null for all sessions of the person. */
  sid: string | null
  sub: string | null
}

/** Returns whether jose could not read the provider's keys. It names every fault of a token by another code. */
const isUnreachable = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) || ['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC'].includes(error.code)

/**
 * Returns what a logout token says (OpenID Connect Back-Channel Logout 1.0); 'refused' for a token that this provider has not made
 * for this site, or that is no logout token; and 'unreachable' if the provider's keys cannot be read.
 */
export async function readLogoutToken(
  token: string,
  keys: JWTVerifyGetKey,
  known: Pick<JWTVerifyOptions, 'issuer' | 'audience' | 'algorithms'>,
): Promise<Logout | 'refused' | 'unreachable'> {
  const options = { ...known, maxTokenAge: LOGOUT_TOKEN_MINUTES * 60, clockTolerance: 60 }
  const verified = await jwtVerify(token, keys, options).catch((error: unknown) =>
    isUnreachable(error) ? ('unreachable' as const) : ('refused' as const),
  )
  if (typeof verified === 'string') return verified
  const { events, jti, nonce, sub, sid } = verified.payload
  const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events
  if (!isLogout || nonce !== undefined || typeof jti !== 'string') return 'refused'
  const logout = { jti, sub: sub || null, sid: typeof sid === 'string' && sid !== '' ? sid : null }
  return logout.sub === null && logout.sid === null ? 'refused' : logout
}
