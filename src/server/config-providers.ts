import * as z from 'zod/mini'
import { ConfigError } from './config-error.ts'
import { parsed, Settings } from './config-schema.ts'

export interface OidcConfig {
  /** Names the provider in the database: `oidc`, and `oidc-2` for `OIDC_2_ISSUER`. */
  id: string
  issuer: string
  clientId: string
  clientSecret: string
  /** The name on the button. */
  name: string
  scopes: readonly string[]
  /** The claim whose values decide the role at each sign-in; null leaves the roles to the admins. */
  roles: { claim: string; admin: readonly string[]; moderator: readonly string[] } | null
  /** Signing out here also ends the session at the provider. */
  isSignOutShared: boolean
}

export const NEEDS_BASE_URL =
  'needs BASE_URL: links in mails and from the provider must not depend on the Host header of a request.'

const PROVIDER_SETTINGS = {
  BASE_URL: true,
  OIDC_ISSUER: true,
  OIDC_CLIENT_ID: true,
  OIDC_CLIENT_SECRET: true,
  OIDC_NAME: true,
  OIDC_SCOPES: true,
  OIDC_ROLE_CLAIM: true,
  OIDC_ADMIN_GROUPS: true,
  OIDC_MODERATOR_GROUPS: true,
  OIDC_SIGN_OUT: true,
} as const
const ProviderSettings = z.pick(Settings, PROVIDER_SETTINGS)
const PROVIDERS_MAX = 9

/** Reads the provider of OIDC_ISSUER, that of OIDC_2_ISSUER, and so on. */
export function providersOf(given: Record<string, string | undefined>): OidcConfig[] {
  return Array.from({ length: PROVIDERS_MAX }, (_, at) => {
    const nameOf = (name: string) => (at === 0 ? name : name.replace(/^OIDC_/, `OIDC_${at + 1}_`))
    const own = Object.fromEntries(Object.keys(PROVIDER_SETTINGS).map((name) => [name, given[nameOf(name)]]))
    return providerOf(at === 0 ? 'oidc' : `oidc-${at + 1}`, parsed(ProviderSettings, own, nameOf), nameOf)
  }).filter((provider) => provider !== null)
}

function providerOf(
  id: string,
  s: z.infer<typeof ProviderSettings>,
  nameOf: (name: string) => string,
): OidcConfig | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = s
  if (!issuer && !clientId && !clientSecret) return null
  if (!issuer || !clientId || !clientSecret) {
    const [first, second, last] = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'].map(nameOf)
    throw new ConfigError(`${first}, ${second} and ${last} belong together, and one of them is missing.`)
  }
  if (!s.BASE_URL) throw new ConfigError(`The setting ${nameOf('OIDC_ISSUER')} ${NEEDS_BASE_URL}`)
  const { hostname } = new URL(issuer)
  const { OIDC_ADMIN_GROUPS: admin, OIDC_MODERATOR_GROUPS: moderator, OIDC_ROLE_CLAIM: claim } = s
  return {
    id,
    issuer: issuer.replace(/\/+$/, ''),
    clientId,
    clientSecret,
    name: name ?? (hostname === 'accounts.google.com' ? 'Google' : hostname),
    scopes: s.OIDC_SCOPES.split(/\s+/).filter(Boolean),
    roles: admin.length + moderator.length > 0 ? { claim, admin, moderator } : null,
    isSignOutShared: s.OIDC_SIGN_OUT,
  }
}

/** @throws ConfigError when nobody could sign in. */
export function passwordSignInOf(s: Settings, providers: readonly OidcConfig[]): boolean {
  if (!s.PASSWORD_SIGN_IN && providers.length === 0)
    throw new ConfigError('The setting PASSWORD_SIGN_IN can be off only with OIDC_ISSUER: nobody could sign in.')
  return s.PASSWORD_SIGN_IN
}
