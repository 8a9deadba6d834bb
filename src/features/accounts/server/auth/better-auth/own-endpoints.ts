import { createOTP } from '@better-auth/utils/otp'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { symmetricDecrypt } from 'better-auth/crypto'
import * as z from 'zod'
import { COOKIES } from './cookies.ts'
import { OPEN_SESSION_PATH } from './plugins.ts'

/** The session at a provider: the provider's id in the configuration, and its `sid`, '' if that is not known. */
const ProviderSession = z.object({ provider: z.string(), sid: z.string() })
export type ProviderSession = z.infer<typeof ProviderSession>

/** What the sign-in or the link through a provider has left for its callback. */
export interface ProviderState {
  /** Null for a state of the version that knew one provider alone. */
  provider: string | null
  /** Null when the state belongs to a sign-in; else the session that asked for the link. */
  link: { session: string } | null
}

/** Our own plugin: endpoints that the documented API needs and better-auth does not offer. */
export const ownEndpoints = {
  id: 'savepoint',
  endpoints: {
    /** Returns the token in the session cookie if its signature is valid, else null. Makes no database query. */
    readSessionToken: createAuthEndpoint({ method: 'GET', requireHeaders: true }, async (ctx) => {
      const { authCookies, secret } = ctx.context
      const [token, doNotRemember] = await Promise.all([
        ctx.getSignedCookie(authCookies.sessionToken.name, secret),
        ctx.getSignedCookie(authCookies.dontRememberToken.name, secret),
      ])
      return { token: token || null, isRemembered: !doNotRemember }
    }),
    /** Returns the pending sign-in of the cookie, or null when there is none. */
    readChallenge: createAuthEndpoint({ method: 'GET', requireHeaders: true }, async (ctx) => {
      const { createAuthCookie, internalAdapter, secret } = ctx.context
      const id = await ctx.getSignedCookie(createAuthCookie(COOKIES.challenge).name, secret)
      const found = id ? await internalAdapter.findVerificationValue(id) : null
      return id && found ? { id, userId: found.value, expiresAt: found.expiresAt } : null
    }),
    /** Returns whether this is a code of the app of the member with this email address. Changes nothing. */
    isAppCode: createAuthEndpoint(
      '/savepoint/is-app-code',
      { method: 'POST', body: z.object({ email: z.string(), code: z.string() }) },
      async (ctx) => {
        const { adapter, internalAdapter, secretConfig } = ctx.context
        const found = await internalAdapter.findUserByEmail(ctx.body.email)
        if (!found) return false
        const where = [{ field: 'userId', value: found.user.id }]
        const factor = await adapter.findOne<{ secret: string; verified: boolean }>({ model: 'twoFactor', where })
        if (!factor?.verified) return false
        const secret = await symmetricDecrypt({ key: secretConfig, data: factor.secret })
        return createOTP(secret, { period: 30, digits: 6 }).verify(ctx.body.code)
      },
    ),
    /** Makes a sign-in wait for its second step again, after a code has consumed it. */
    renewChallenge: createAuthEndpoint(
      '/savepoint/renew-challenge',
      { method: 'POST', body: z.object({ id: z.string(), userId: z.string(), expiresAt: z.date() }) },
      async (ctx) => {
        const { id, userId, expiresAt } = ctx.body
        const { internalAdapter } = ctx.context
        await internalAdapter.createVerificationValue({ identifier: id, value: userId, expiresAt })
        // Resets the count of wrong codes, which the plugin has deleted after the right code.
        await internalAdapter.createVerificationValue({ identifier: `2fa-attempts-${id}`, value: '0', expiresAt })
        return null
      },
    ),
    /** Returns for the state that a provider sends back which provider was asked, and the pending link; null for a state that is not known. */
    readState: createAuthEndpoint(
      { method: 'GET', query: z.object({ state: z.string() }) },
      async (ctx): Promise<ProviderState | null> => {
        const identifier = `auth-state:${ctx.query.state}`
        const found = await ctx.context.internalAdapter.findVerificationValue(identifier)
        if (!found) return null
        const { provider, link, session } = JSON.parse(found.value) as Record<string, unknown>
        return {
          provider: typeof provider === 'string' ? provider : null,
          link: link ? { session: String(session) } : null,
        }
      },
    ),
    /** Stores the provider's session of a sign-in that waits for its second step. */
    keepProviderSession: createAuthEndpoint(
      '/savepoint/keep-provider-session',
      { method: 'POST', body: z.object({ id: z.string(), session: ProviderSession, expiresAt: z.date() }) },
      async (ctx) => {
        const { id, session, expiresAt } = ctx.body
        await ctx.context.internalAdapter.createVerificationValue({
          identifier: `provider-${id}`,
          value: JSON.stringify(session),
          expiresAt,
        })
        return null
      },
    ),
    /** Returns what `keepProviderSession` has stored; null for a sign-in with a password. */
    readProviderSession: createAuthEndpoint(
      { method: 'GET', query: z.object({ id: z.string() }) },
      async (ctx): Promise<ProviderSession | null> => {
        const found = await ctx.context.internalAdapter.findVerificationValue(`provider-${ctx.query.id}`)
        return found ? ProviderSession.parse(JSON.parse(found.value)) : null
      },
    ),
    /** Opens a session with its cookie for a member whose identity is proved, such as after signing up. */
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
