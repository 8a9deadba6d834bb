import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins'
import { RECOVERY_CODES, SECOND_STEP_SECONDS, TRUST_SECONDS } from '../../factors.rules.ts'

/** The address of our own way to open a session, for the hook below. */
export const OPEN_SESSION_PATH = '/savepoint/open-session'
/** Ways in after which the second factor is asked for: password, provider, links in mails. A passkey is both factors. */
const FIRST_STEPS: readonly (string | undefined)[] = ['/sign-in/email', '/callback/:id', OPEN_SESSION_PATH]

/** The cookies of better-auth that carry a sign-in on, without their prefix. */
export const CHALLENGE_COOKIE = 'two_factor'
export const TRUST_COOKIE = 'trust_device'
export const PASSKEY_COOKIE = 'passkey_challenge'

/** A passkey was used without PIN, finger or face: that is one factor, and it must be two. */
export const NOT_VERIFIED = 'PASSKEY_USER_NOT_VERIFIED'

/**
 * Two-factor sign-in with codes of an app (TOTP). The plugin holds back the session of a password alone; here that of every
 * other first step too, so that neither a provider nor a reset link goes around it.
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

/** Passkeys for the site at this address. */
export function passkeys(site: string) {
  const { origin, hostname } = new URL(site)
  const mustBeVerified = (isVerified: boolean | undefined) => {
    if (!isVerified) throw new APIError('FORBIDDEN', { code: NOT_VERIFIED })
  }
  return passkey({
    rpID: hostname,
    origin,
    advanced: { webAuthnChallengeCookie: PASSKEY_COOKIE },
    // Found by the device itself, so that nobody types an address; and never by touch alone.
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
