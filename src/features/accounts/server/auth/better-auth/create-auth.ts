import { setTimeout as wait } from 'node:timers/promises'
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from 'better-auth'
import { APIError, getOAuthState } from 'better-auth/api'
import type { Db } from '#db/db.ts'
import type { Config } from '#server/config.ts'
import type { OidcConfig } from '#server/config-providers.ts'
import { cookieName, isTls } from '#server/cookies.ts'
import type { Log } from '#server/log.ts'
import { Refusal } from '#shared/refusal.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '../../../accounts.rules.ts'
import type { AccountWanted } from '../../accounts.events.ts'
import { findBarriers } from '../../accounts.queries.ts'
import { RENEWAL_SECONDS, SESSION_SECONDS } from '../session-lifetime.ts'
import { ADDRESS_HEADER, COOKIE_PREFIX } from './cookies.ts'
import { ACCOUNT_DISABLED, EMAIL_NOT_CONFIRMED } from './failures.ts'
import { ownEndpoints } from './own-endpoints.ts'
import { oidcProvider, passkeys, secondFactor } from './plugins.ts'

/** Nobody waits longer for a provider that accepts the connection and does not respond. */
const DISCOVERY_MS = 5_000

const NO_TOKENS = { accessToken: null, refreshToken: null, idToken: null }

/** Hashes passwords and verifies them. */
export interface PasswordHashing {
  hash: (password: string) => Promise<string>
  verify: (given: { hash: string; password: string }) => Promise<boolean>
}

export interface AuthDeps {
  db: Db
  config: Config
  log: Log
  /** Defaults to better-auth's own scrypt (N 2^14, r 16), which runs in libuv's threads. Only tests replace it. */
  passwordHashing?: PasswordHashing | undefined
  /** Throws a Refusal if the account must not be created. */
  admit: (wanted: AccountWanted) => Promise<void>
}
export type Auth = ReturnType<typeof createAuth>

/** The origin of this site, for better-auth. */
const siteOf = ({ baseUrl, port }: Config): string => baseUrl ?? `http://localhost:${port}`

/** The options that no feature of the library changes. */
const commonOptions = (deps: AuthDeps) =>
  ({
    appName: deps.config.productName,
    baseURL: siteOf(deps.config),
    secret: deps.config.secret,
    database: { db: deps.db, type: 'postgres' },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    verification: { storeIdentifier: 'hashed' },
    advanced: {
      cookiePrefix: cookieName(COOKIE_PREFIX, isTls(deps)),
      // true would put `__Secure-` before the name.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isTls(deps) },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      // The database generates the ids (uuidv7), and the migrations create the schema.
      database: { generateId: false, validateSchema: false },
    },
    logger: {
      level: 'error',
      log: (_level, message, ...details) => deps.log.error({ details }, `better-auth: ${message}`),
    },
  }) as const satisfies BetterAuthOptions

/**
 * Creates better-auth for calls in process. Its own HTTP handler is never mounted, so only the documented endpoints,
 * with their CSRF check and budgets, give access to it.
 */
export function createAuth(deps: AuthDeps, provider: BetterAuthPlugin[] = []) {
  const { db, config, passwordHashing } = deps
  return betterAuth({
    ...commonOptions(deps),
    basePath: '/api/auth',
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      ...(passwordHashing && { password: passwordHashing }),
    },
    // Fresh sessions are not required here, because the passkeys' service decides how recent a session must be.
    session: { expiresIn: SESSION_SECONDS, updateAge: RENEWAL_SECONDS, freshAge: 0 },
    databaseHooks: {
      // Only the provider's callback creates users here; the form writes its own rows (`signUp`).
      user: { create: { before: (user, context) => admitFromProvider(deps, user, context?.headers ?? null) } },
      // The provider's tokens are needed only during the sign-in. They are not stored, so they cannot be stolen.
      account: {
        create: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) },
        update: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) },
      },
      session: {
        create: {
          // Runs for every sign-in method: refuses a session for a disabled account and for an unconfirmed address.
          before: async (session) => {
            const { isDisabled, isConfirmed, isGone } = await findBarriers(db, session.userId)
            // The account was removed during the sign-in, so its credentials are no longer valid.
            if (isGone) throw new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD' })
            if (isDisabled) throw new APIError('FORBIDDEN', { code: ACCOUNT_DISABLED })
            if (config.requireEmailConfirmation && !isConfirmed)
              throw new APIError('FORBIDDEN', { code: EMAIL_NOT_CONFIRMED })
          },
        },
      },
    },
    account: {
      accountLinking: {
        enabled: true,
        // Linking is possible only in the settings (G11): the owner of an address at the provider may not be the owner
        // of the account here.
        disableImplicitLinking: true,
        trustedProviders: config.oidc.map(({ id }) => id),
        allowDifferentEmails: true,
      },
    },
    plugins: [ownEndpoints, secondFactor(), passkeys(siteOf(config)), ...provider] as unknown as [
      typeof ownEndpoints,
      ReturnType<typeof secondFactor>,
      ReturnType<typeof passkeys>,
    ],
  })
}

/** Asks whether the provider's person may have an account. The redirect of the callback carries the code of a refusal. */
async function admitFromProvider(
  { admit }: AuthDeps,
  { email, emailVerified }: { email: string; emailVerified: boolean },
  headers: Headers | null,
): Promise<void> {
  const state = (await getOAuthState()) as { invitation?: unknown } | null
  const invitation = typeof state?.invitation === 'string' ? state.invitation : null
  const address = headers?.get(ADDRESS_HEADER) ?? null
  await admit({ email, by: 'provider', isProved: emailVerified, address, invitation }).catch((error: unknown) => {
    throw error instanceof Refusal ? new APIError('FORBIDDEN', { code: error.code }) : error
  })
}

/**
 * Creates better-auth with one OpenID Connect provider, so that one that is away does not concern the others. It fetches the provider's discovery document at the first
 * sign-in through the provider, and again after a failure; until then, and while
 * the provider takes longer than a few seconds, it returns null.
 */
export function createProviderAuth(deps: AuthDeps, provider: OidcConfig): () => Promise<Auth | null> {
  let made: Promise<Auth | null> | null = null
  async function make(): Promise<Auth | null> {
    const auth = createAuth(deps, [oidcProvider(deps.config.baseUrl, provider)])
    const { socialProviders } = await auth.$context
    return socialProviders.length > 0 ? auth : null
  }
  return async () => {
    made ??= make().then((auth) => {
      if (auth === null) made = null
      return auth
    })
    return Promise.race([made, wait(DISCOVERY_MS, null, { ref: false })])
  }
}
