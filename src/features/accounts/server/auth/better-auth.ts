import { type BetterAuthPlugin, betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { genericOAuth } from 'better-auth/plugins'
import * as z from 'zod'
import type { Db } from '#db/db.ts'
import type { Config } from '#server/config.ts'
import { cookieName, isTls } from '#server/cookies.ts'
import type { Log } from '#server/log.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '../../accounts.rules.ts'
import { findBarriers } from '../accounts.queries.ts'
import { CHALLENGE_COOKIE, OPEN_SESSION_PATH, passkeys, secondFactor } from './factors.ts'

export const ACCOUNT_DISABLED = 'ACCOUNT_DISABLED'
export const EMAIL_NOT_CONFIRMED = 'EMAIL_NOT_CONFIRMED'

const DAY = 24 * 60 * 60
/** A remembered session lives this long after its last renewal (C66). One that is not lives a day: better-auth's own. */
export const SESSION_SECONDS = 30 * DAY
/** A session in use is renewed at most this often. */
export const RENEWAL_SECONDS = DAY

/** Carries the address of the client to better-auth; whatever a client sends under this name is overwritten. */
export const ADDRESS_HEADER = 'x-savepoint-address'

/** The one provider, by whatever name (G11). */
export const PROVIDER_ID = 'oidc'
const NO_TOKENS = { accessToken: null, refreshToken: null, idToken: null }
/** Written beside a session that ends with the browser, so that nobody prolongs it. */
export const DO_NOT_REMEMBER_COOKIE = 'dont_remember'

export type Auth = ReturnType<typeof createAuth>

/** How passwords become hashes and are checked against them. */
export interface PasswordHashing {
  hash: (password: string) => Promise<string>
  verify: (given: { hash: string; password: string }) => Promise<boolean>
}

interface AuthDeps {
  db: Db
  config: Config
  log: Log
  /** Absent: better-auth's own scrypt (N 2^14, r 16), which runs in libuv's threads. Only tests bring another one. */
  passwordHashing?: PasswordHashing | undefined
}

/**
 * better-auth, called in process: its own HTTP handler is never mounted, so the documented endpoints, their CSRF rule and
 * their budgets are the only way in.
 */
export function createAuth(deps: AuthDeps, provider: BetterAuthPlugin[] = []) {
  const { db, config, log, passwordHashing } = deps
  const site = config.baseUrl ?? `http://localhost:${config.port}`
  return betterAuth({
    appName: config.productName,
    baseURL: site,
    basePath: '/api/auth',
    secret: config.secret,
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      ...(passwordHashing && { password: passwordHashing }),
    },
    // How recent a session must be is the passkeys' service's question.
    session: { expiresIn: SESSION_SECONDS, updateAge: RENEWAL_SECONDS, freshAge: 0 },
    verification: { storeIdentifier: 'hashed' },
    advanced: {
      cookiePrefix: cookieName('savepoint', isTls(deps)),
      // That would put `__Secure-` before the name.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isTls(deps) },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      // The ids are the database's (uuidv7), and the schema is the migrations' business.
      database: { generateId: false, validateSchema: false },
    },
    logger: {
      level: 'error',
      log: (_level, message, ...details) => log.error({ details }, `better-auth: ${message}`),
    },
    databaseHooks: {
      // The provider's tokens are for the moment of signing in: what is not kept cannot be stolen.
      account: {
        create: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) },
        update: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) },
      },
      session: {
        create: {
          // However somebody comes in: a disabled account gets no session, nor one whose address has not answered.
          before: async (session) => {
            const { isDisabled, isConfirmed, isGone } = await findBarriers(db, session.userId)
            // Removed while they signed in: what they typed is nobody's any more.
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
        // Only from the settings (G11): whoever holds an address at the provider need not be who has the account here.
        disableImplicitLinking: true,
        trustedProviders: [PROVIDER_ID],
        allowDifferentEmails: true,
      },
    },
    plugins: [inProcess, secondFactor(), passkeys(site), ...provider] as unknown as [
      typeof inProcess,
      ReturnType<typeof secondFactor>,
      ReturnType<typeof passkeys>,
    ],
  })
}

/**
 * better-auth with the OpenID Connect provider: PKCE with S256, state and nonce. It asks the provider what it can do when it
 * is made, so it is made when somebody first signs in through it, and again when the provider could not be reached.
 */
export function createSocialAuth(deps: AuthDeps): () => Promise<Auth | null> {
  let made: Promise<Auth | null> | null = null
  async function make({ issuer, clientId, clientSecret }: NonNullable<Config['oidc']>): Promise<Auth | null> {
    const auth = createAuth(deps, [
      genericOAuth({
        config: [
          {
            providerId: PROVIDER_ID,
            discoveryUrl: `${issuer}/.well-known/openid-configuration`,
            clientId,
            clientSecret,
            redirectURI: `${deps.config.baseUrl}/auth/callback`,
            scopes: ['openid', 'email', 'profile'],
            // What every OpenID Connect provider understands.
            authentication: 'basic',
            requireIdTokenVerification: true,
          },
        ],
      }),
    ])
    const { socialProviders } = await auth.$context
    return socialProviders.length > 0 ? auth : null
  }
  return async () => {
    const { oidc } = deps.config
    if (oidc === null) return null
    made ??= make(oidc)
    const auth = await made
    if (auth === null) made = null
    return auth
  }
}

/** What the documented endpoints need of better-auth's insides, as a plugin of its own kind. */
const inProcess = {
  id: 'savepoint',
  endpoints: {
    /** The token in the session cookie once its signature is checked, else null. Asks no database. */
    readSessionToken: createAuthEndpoint({ method: 'GET', requireHeaders: true }, async (ctx) => {
      const { authCookies, secret } = ctx.context
      const [token, doNotRemember] = await Promise.all([
        ctx.getSignedCookie(authCookies.sessionToken.name, secret),
        ctx.getSignedCookie(authCookies.dontRememberToken.name, secret),
      ])
      return { token: token || null, isRemembered: !doNotRemember }
    }),
    /** The sign-in that waits for its second step, by the cookie that carries it; null where there is none. */
    readChallenge: createAuthEndpoint({ method: 'GET', requireHeaders: true }, async (ctx) => {
      const { createAuthCookie, internalAdapter, secret } = ctx.context
      const id = await ctx.getSignedCookie(createAuthCookie(CHALLENGE_COOKIE).name, secret)
      const found = id ? await internalAdapter.findVerificationValue(id) : null
      return id && found ? { id, userId: found.value, expiresAt: found.expiresAt } : null
    }),
    /** Lets a sign-in wait for its second step again, which a code has just used up. */
    renewChallenge: createAuthEndpoint(
      '/savepoint/renew-challenge',
      { method: 'POST', body: z.object({ id: z.string(), userId: z.string(), expiresAt: z.date() }) },
      async (ctx) => {
        const { id, userId, expiresAt } = ctx.body
        const { internalAdapter } = ctx.context
        await internalAdapter.createVerificationValue({ identifier: id, value: userId, expiresAt })
        // How many wrong codes there were; the plugin has forgotten it with the right one.
        await internalAdapter.createVerificationValue({ identifier: `2fa-attempts-${id}`, value: '0', expiresAt })
        return null
      },
    ),
    /** What a member has begun to link, by the state that the provider sends back; null where it is no linking. */
    readLink: createAuthEndpoint(
      { method: 'GET', query: z.object({ state: z.string() }) },
      async (ctx): Promise<{ session: string } | null> => {
        const identifier = `auth-state:${ctx.query.state}`
        const found = await ctx.context.internalAdapter.findVerificationValue(identifier)
        const data = found ? (JSON.parse(found.value) as { link?: object; session?: unknown }) : null
        return data?.link ? { session: String(data.session) } : null
      },
    ),
    /** A session and its cookie for a member who has proved who they are, as right after signing up. */
    openSession: createAuthEndpoint(
      OPEN_SESSION_PATH,
      {
        method: 'POST',
        requireHeaders: true,
        body: z.object({ userId: z.string(), rememberMe: z.boolean() }),
      },
      async (ctx) => {
        const { userId, rememberMe } = ctx.body
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.findUserById(userId)
        const session = user && (await internalAdapter.createSession(userId, !rememberMe))
        if (!session) throw new APIError('INTERNAL_SERVER_ERROR', { code: 'FAILED_TO_CREATE_SESSION' })
        await setSessionCookie(ctx, { session, user }, !rememberMe)
        return { token: session.token }
      },
    ),
  },
} as const
