import { AsyncLocalStorage } from 'node:async_hooks'
import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { genericOAuth, twoFactor } from 'better-auth/plugins'
import { decodeJwt } from 'jose'
import type { OidcConfig } from '#server/config-providers.ts'
import { RECOVERY_CODES, SECOND_STEP_SECONDS, TRUST_SECONDS } from '../../../factors.rules.ts'
import { COOKIES } from './cookies.ts'
import { PASSKEY_NOT_VERIFIED } from './failures.ts'

/** The path of our own endpoint that opens a session, used by the hook below. */
export const OPEN_SESSION_PATH = '/savepoint/open-session'
/**
 * The paths of sign-ins that require the second factor: password, provider, links in mails. A passkey counts as both
 * factors.
 */
const FIRST_STEPS: readonly (string | undefined)[] = ['/sign-in/email', '/callback/:id', OPEN_SESSION_PATH]

/**
 * Returns the plugin for two-factor sign-in with codes of an app (TOTP). Its hook withholds the session after a
 * password only. We replace the hook's matcher so that it covers every other first step too, and neither a provider nor
 * a reset link bypasses the second factor.
 */
export function secondFactor() {
  const plugin = twoFactor({
    trustDeviceMaxAge: TRUST_SECONDS,
    twoFactorCookieMaxAge: SECOND_STEP_SECONDS,
    backupCodeOptions: { amount: RECOVERY_CODES },
  })
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: ({ path }: { path?: string }) => FIRST_STEPS.includes(path),
  }))
  return { ...plugin, hooks: { after } }
}

/** Returns the plugin for passkeys of the site with this URL. */
export function passkeys(site: string) {
  const { origin, hostname } = new URL(site)
  const mustBeVerified = (isVerified: boolean | undefined) => {
    if (!isVerified) throw new APIError('FORBIDDEN', { code: PASSKEY_NOT_VERIFIED })
  }
  return passkey({
    rpID: hostname,
    origin,
    advanced: { webAuthnChallengeCookie: COOKIES.passkeyChallenge },
    // Discoverable passkeys need no typed address, and user verification prevents signing in by touch alone.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification }) => {
        mustBeVerified(verification.registrationInfo?.userVerified)
      },
    },
    authentication: {
      afterVerification: async ({ verification }) => mustBeVerified(verification.authenticationInfo.userVerified),
    },
  })
}

/** What the provider says of the person in the callback that is being handled: the claims of the ID token and of the profile. */
export const providerClaims = new AsyncLocalStorage<{ claims: Record<string, unknown> }>()

/** Returns the plugin for an OpenID Connect provider, with PKCE (S256), state and nonce. */
export function oidcProvider(baseUrl: string | null, { id, issuer, clientId, clientSecret, scopes }: OidcConfig) {
  return genericOAuth({
    config: [
      {
        providerId: id,
        discoveryUrl: `${issuer}/.well-known/openid-configuration`,
        clientId,
        clientSecret,
        redirectURI: `${baseUrl}/auth/callback`,
        scopes: [...scopes],
        // The method that every OpenID Connect provider supports.
        authentication: 'basic',
        requireIdTokenVerification: true,
        // better-auth has verified the ID token before it asks.
        accountSubject({ tokens, profile }) {
          const claims: Record<string, unknown> = { ...profile, ...(tokens.idToken && decodeJwt(tokens.idToken)) }
          const store = providerClaims.getStore()
          if (store) store.claims = claims
          return String(claims.sub ?? '')
        },
      },
    ],
  })
}
