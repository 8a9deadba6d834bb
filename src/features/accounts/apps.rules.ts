import { TOKEN_SCOPES } from '#shared/token-scopes.ts'

/** The scopes that an app may ask for: those of access tokens, and `offline_access` for a refresh token. */
export const APP_SCOPES = [...TOKEN_SCOPES, 'offline_access'] as const

/** Scanners for secrets find what an app has by these prefixes. */
export const APP_TOKEN_PREFIXES = { access: 'svpa_', refresh: 'svpr_', secret: 'svps_' } as const

/** Lifetimes in seconds. A member has as long as a code lasts to decide about a request. */
export const APP_TOKEN_SECONDS = { access: 3600, refresh: 30 * 24 * 3600, code: 600 } as const
