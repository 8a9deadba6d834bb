import { TOKEN_SCOPES } from '#shared/token-scopes.ts'

/** The scopes that an app may ask for: those of access tokens, and `offline_access` for a refresh token. */
export const APP_SCOPES = [...TOKEN_SCOPES, 'offline_access'] as const

/** Scanners for secrets find what an app has by these prefixes. */
export const APP_TOKEN_PREFIXES = { access: 'svpa_', refresh: 'svpr_', secret: 'svps_' } as const

/** Lifetimes in seconds. A member has as long as a code lasts to decide about a request. */
export const APP_TOKEN_SECONDS = { access: 3600, refresh: 30 * 24 * 3600, code: 600 } as const

/** Returns the names in a scope parameter (RFC 6749, 3.3), each once. */
export const scopesIn = (text: string): string[] => [...new Set(text.split(' ').filter((name) => name !== ''))]

/**
 * Returns whether an app may ask for these scopes: all exist, and it names at least one besides `offline_access`. Without a
 * scope it would get everything.
 */
export const mayAskFor = (scopes: readonly string[]): boolean =>
  scopes.some((scope) => scope !== 'offline_access') &&
  scopes.every((scope) => APP_SCOPES.some((known) => known === scope))
