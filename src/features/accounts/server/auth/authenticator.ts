import type { RequestContext } from '#server/routes.ts'
import type { SignIn } from '../../credentials.schemas.ts'
import type { Assertion, Attestation } from '../../factors.contract.ts'
import {
  COOKIES,
  expiredCookie,
  expiredSessionCookies,
  hasCookie,
  headersForNewSession,
  sessionTokenIn,
  withoutCookies,
} from './better-auth/cookies.ts'
import { type Auth, type AuthDeps, createAuth, createProviderAuth } from './better-auth/create-auth.ts'
import {
  AuthFailure,
  errorCodeOf,
  errorStatusOf,
  isDoorFailure,
  providerFailureOf,
  throwPasskeyFailure,
  throwSecondFactorFailure,
  throwSecondStepFailure,
  throwSignInFailure,
} from './better-auth/failures.ts'
import { LOGOUT_TOKEN_MINUTES, readLogoutToken } from './better-auth/logout-token.ts'
import type { ProviderSession } from './better-auth/own-endpoints.ts'
import { providerClaims } from './better-auth/plugins.ts'

export type { PasswordHashing } from './better-auth/create-auth.ts'
export type { ProviderSession }
export { AuthFailure, isDoorFailure, LOGOUT_TOKEN_MINUTES }

/** The result of one step of a sign-in, with the cookies for the browser. */
export interface SignInStep {
  /** Null when the second factor is required: no session exists yet. */
  token: string | null
  cookies: readonly string[]
  isRemembered: boolean
}

/** A sign-in that waits for its second step. */
export interface Challenge {
  id: string
  userId: string
  expiresAt: Date
}

/**
 * Everything that Savepoint uses of its authentication library. Only this file and the folder `better-auth/` know which
 * library it is; `README.md` describes what they assume of it and how to upgrade it. Failures that a member can do something
 * about are thrown as `AuthFailure`.
 */
export type Authenticator = ReturnType<typeof openAuthenticator>

export function openAuthenticator(deps: AuthDeps) {
  const auth = createAuth(deps)
  const { api } = auth

  return {
    /** Returns the token in the session cookie if its signature is valid, else null. Makes no database query. */
    readSessionToken: (headers: Headers) => api.readSessionToken({ headers }),

    /** Renews the session of these headers. Returns 'unchanged' when it could not be renewed but is still valid. */
    async renewSession(
      headers: Headers,
    ): Promise<'ended' | 'unchanged' | { expiresAt: Date; cookies: readonly string[] }> {
      try {
        const renewed = await api.getSession({ headers, returnHeaders: true })
        if (!renewed.response) return 'ended'
        return { expiresAt: renewed.response.session.expiresAt, cookies: renewed.headers.getSetCookie() }
      } catch (error) {
        if (errorCodeOf(error) !== 'FAILED_TO_GET_SESSION') throw error
        // UNAUTHORIZED: the session was ended during the renewal.
        return errorStatusOf(error) === 'UNAUTHORIZED' ? 'ended' : 'unchanged'
      }
    },

    /** Returns cookies that delete the session in the browser. */
    expiredSessionCookies: () => expiredSessionCookies(deps),

    /**
     * Signs a member in. Fails with wrong_credentials, account_disabled and email_not_confirmed; the last two only
     * after the right password.
     */
    async signIn({ email, password, rememberMe }: SignIn, request: RequestContext): Promise<SignInStep> {
      const headers = headersForNewSession(request, [COOKIES.trustedDevice])
      const body = { email, password, rememberMe }
      const answer = await api.signInEmail({ body, headers, returnHeaders: true }).catch(throwSignInFailure)
      return signInStep(deps, tokenOf(answer.response), answer.headers.getSetCookie(), rememberMe)
    },

    /** Opens a session for a member whose identity is proved. Fails with account_disabled and email_not_confirmed. */
    async openSession(userId: string, rememberMe: boolean, request: RequestContext): Promise<SignInStep> {
      const answer = await api
        .openSession({ body: { userId, rememberMe }, headers: headersForNewSession(request), returnHeaders: true })
        .catch(throwSignInFailure)
      return signInStep(deps, tokenOf(answer.response), answer.headers.getSetCookie(), rememberMe)
    },

    /** Slow on purpose, so transactions must not call this. */
    hashPassword: async (password: string): Promise<string> => (await auth.$context).password.hash(password),

    /** Slow on purpose, so transactions must not call this. */
    isPassword: async (password: string, hash: string): Promise<boolean> =>
      (await auth.$context).password.verify({ hash, password }),

    /** Returns what belongs to the state that a provider sends back. */
    readState: (state: string) => api.readState({ query: { state } }),

    secondFactor: secondFactorOf(deps, auth),
    passkeys: passkeysOf(deps, auth),
  }
}

function secondFactorOf(deps: AuthDeps, { api }: Auth) {
  /** Turning it on or off replaces the session of the browser that sent the request. */
  const replaced = (headers: Headers) => {
    const cookies = headers.getSetCookie()
    return { token: sessionTokenIn(cookies), cookies }
  }
  const headersOfStep = (request: RequestContext) =>
    headersForNewSession(request, [COOKIES.challenge, COOKIES.doNotRemember])

  return {
    async listRecoveryCodes(userId: string): Promise<string[]> {
      return (await api.viewBackupCodes({ body: { userId } })).backupCodes
    },

    /** Creates an unconfirmed secret and returns its otpauth URL. Fails with second_factor_on and signed_out. */
    async begin(password: string, headers: Headers): Promise<string> {
      const answer = await api
        .enableTwoFactor({ body: { password, method: 'totp' }, headers })
        .catch(throwSecondFactorFailure)
      return 'totpURI' in answer ? answer.totpURI : ''
    },

    /** Confirms the secret by a code. Fails with wrong_code, second_factor_on and signed_out. */
    async confirm(code: string, headers: Headers) {
      const answer = await api
        .verifyTOTP({ body: { code }, headers, returnHeaders: true })
        .catch(throwSecondFactorFailure)
      return replaced(answer.headers)
    },

    /** Replaces the recovery codes. Fails with second_factor_off and signed_out. */
    async renewRecoveryCodes(password: string, headers: Headers): Promise<string[]> {
      const answer = await api.generateBackupCodes({ body: { password }, headers }).catch(throwSecondFactorFailure)
      return answer.backupCodes
    },

    /** Turns the second factor off. Fails with signed_out. */
    async end(password: string, headers: Headers) {
      const answer = await api
        .disableTwoFactor({ body: { password }, headers, returnHeaders: true })
        .catch(throwSecondFactorFailure)
      return replaced(answer.headers)
    },

    /**
     * Returns whether the account has a second factor and this is the code of its app. Neither consumes the code nor
     * counts a wrong one.
     */
    isCode: (email: string, code: string): Promise<boolean> => api.isAppCode({ body: { email, code } }),

    /** Returns the pending sign-in of this browser, or null when none waits for its second step. */
    readChallenge: (request: RequestContext): Promise<Challenge | null> =>
      api.readChallenge({ headers: headersOfStep(request) }),

    /** Makes a sign-in wait for its second step again, after a code has consumed it. */
    async renewChallenge(challenge: Challenge): Promise<void> {
      await api.renewChallenge({ body: challenge })
    },

    /**
     * Completes the second step. `provided` is the provider's session in which the first step was done; null for a password. Fails with wrong_code, challenge_over, second_factor_off, second_factor_locked, and
     * like `signIn`.
     */
    async passSecondStep(
      draft: { kind: 'app' | 'recovery'; code: string; trustDevice: boolean },
      request: RequestContext,
    ): Promise<SignInStep & { token: string; user: { id: string; email: string }; provided: ProviderSession | null }> {
      const headers = headersOfStep(request)
      const challenge = await api.readChallenge({ headers })
      const isRemembered = !(headers.get('cookie') ?? '').includes(`${COOKIES.doNotRemember}=`)
      const { code, trustDevice } = draft
      const verify = draft.kind === 'app' ? api.verifyTOTP : api.verifyBackupCode
      const answer = await verify({ body: { code, trustDevice }, headers, returnHeaders: true }).catch(
        throwSecondStepFailure,
      )
      const { token, user } = answer.response as { token: string; user: { id: string; email: string } }
      const cookies = answer.headers.getSetCookie()
      if (!hasCookie(cookies, COOKIES.session)) throw new AuthFailure('challenge_over', null)
      // For a trusted device better-auth removes the cookie that ends the session with the browser.
      const carried = isRemembered ? cookies : withoutCookies(cookies, [COOKIES.doNotRemember])
      const provided = challenge && (await api.readProviderSession({ query: { id: challenge.id } }))
      return { ...signInStep(deps, token, carried, isRemembered), token, user, provided }
    },
  }
}

function passkeysOf(deps: AuthDeps, { api }: Auth) {
  return {
    /** Returns a challenge for any passkey of this site, and the cookie that binds the response to this browser. */
    async challenge(request: RequestContext) {
      const { headers, response } = await api.generatePasskeyAuthenticationOptions({
        headers: headersForNewSession(request),
        returnHeaders: true,
      })
      // A passkey counts as both factors, so the device must verify its user.
      return { options: { ...response, userVerification: 'required' as const }, cookies: headers.getSetCookie() }
    },

    /**
     * Signs a member in with a passkey. Fails with passkey_unknown, _challenge_over, _not_verified and _not_accepted,
     * and like `signIn`.
     */
    async signIn(response: Assertion, request: RequestContext): Promise<SignInStep & { token: string }> {
      const answer = await api
        .verifyPasskeyAuthentication({
          // The library's type does not allow undefined for optional keys; JSON contains none.
          body: { response: response as never },
          headers: headersForNewSession(request, [COOKIES.passkeyChallenge]),
          returnHeaders: true,
        })
        .catch(throwPasskeyFailure)
      const { token } = answer.response.session
      return { ...signInStep(deps, token, answer.headers.getSetCookie(), true), token }
    },

    /**
     * Returns the options with which a device creates a passkey, and the cookie that binds the response to this
     * browser.
     */
    async begin(headers: Headers) {
      const answer = await api.generatePasskeyRegistrationOptions({ headers, returnHeaders: true })
      return { options: answer.response, cookies: answer.headers.getSetCookie() }
    },

    /** Adds a passkey. Fails with passkey_not_made, passkey_not_verified and passkey_challenge_over. */
    async add(
      draft: { name: string; response: Attestation },
      headers: Headers,
    ): Promise<{ id: string; createdAt: Date }> {
      const { id, createdAt } = await api.verifyPasskeyRegistration({ body: draft, headers }).catch(throwPasskeyFailure)
      return { id, createdAt }
    },
  }
}

export type ProviderAuthenticator = ReturnType<typeof providerAuthenticatorOf>

/** Opens the sign-in through the provider with this id. Returns null when it is not configured or unreachable. */
export function openProviderAuthenticator(deps: AuthDeps): (id: string) => Promise<ProviderAuthenticator | null> {
  const all = new Map(deps.config.oidc.map((provider) => [provider.id, createProviderAuth(deps, provider)]))
  return async (id) => {
    const auth = await all.get(id)?.()
    return auth ? providerAuthenticatorOf(deps, auth, id) : null
  }
}

function providerAuthenticatorOf(deps: AuthDeps, { api, $context }: Auth, id: string) {
  const provider = async () => (await $context).socialProviders[0]
  return {
    /** Reads a logout token of this provider. See `readLogoutToken`. */
    async readLogout(token: string) {
      const known = (await provider())?.idToken
      if (!known || !('jwks' in known) || !known.issuer) return 'unreachable' as const
      const { issuer, audience, algorithms, jwks } = known
      return readLogoutToken(token, jwks, { issuer, audience, ...(algorithms && { algorithms }) })
    },

    /** Returns the address at which the provider ends its session (RP-Initiated Logout); null if it has none. */
    async signOutUrl(back: string): Promise<string | null> {
      const url = await (await provider())?.createEndSessionURL?.({ postLogoutRedirectURI: back })
      return url?.href ?? null
    },

    /** Returns the URL to redirect the browser to, and the cookies that bind the callback to it. */
    async startSignIn(goOnTo: string, invitation: string | null): Promise<{ url: string; cookies: readonly string[] }> {
      const { headers, response } = await api.signInSocial({
        body: {
          provider: id,
          callbackURL: goOnTo,
          errorCallbackURL: '/signin',
          disableRedirect: true,
          additionalData: { provider: id, ...(invitation !== null && { invitation }) },
        },
        returnHeaders: true,
      })
      return { url: response.url as string, cookies: headers.getSetCookie() }
    },

    /**
     * Like `startSignIn`, to link the provider to the member of these headers. `readState` returns `session` in the
     * callback.
     */
    async startLink(
      { goOnTo, session }: { goOnTo: string; session: string },
      headers: Headers,
    ): Promise<{ url: string; cookies: readonly string[] }> {
      const answer = await api.linkSocialAccount({
        body: {
          provider: id,
          callbackURL: goOnTo,
          errorCallbackURL: goOnTo,
          disableRedirect: true,
          additionalData: { provider: id, session },
        },
        headers,
        returnHeaders: true,
      })
      return { url: answer.response.url, cookies: answer.headers.getSetCookie() }
    },

    /** Handles the provider's callback. `claims` is what the provider says of the person, `provided` its session. `step` is null when no session was opened and no second factor is required. */
    async finish(query: Record<string, string>, request: RequestContext) {
      const headers = headersForNewSession(request)
      const cookie = request.headers.get('cookie')
      if (cookie !== null) headers.set('cookie', cookie)
      const said: { claims: Record<string, unknown> } = { claims: {} }
      const answer = await providerClaims.run(said, () =>
        api.callbackOAuth({ params: { id }, query, headers, method: 'GET', asResponse: true }),
      )
      const cookies = answer.headers.getSetCookie()
      const location = new URL(answer.headers.get('location') ?? '/', 'http://here.invalid')
      const error = location.searchParams.get('error')
      const token = sessionTokenIn(cookies)
      const provided = { provider: id, sid: typeof said.claims.sid === 'string' ? said.claims.sid : '' }
      const challenge = token === null ? await api.readChallenge({ headers: headersWith(cookies) }) : null
      if (challenge) await api.keepProviderSession({ body: { ...challenge, session: provided } })
      return {
        ...{ claims: said.claims, provided, challenge },
        location,
        cookies,
        failure: error === null ? null : providerFailureOf(error),
        step: token !== null || challenge ? signInStep(deps, token, cookies, true) : null,
      }
    },
  }
}

/** Null when better-auth requires the second factor first; its types do not contain that case. */
const tokenOf = (response: { token: string }): string | null =>
  'twoFactorRedirect' in response ? null : response.token

function signInStep(
  deps: AuthDeps,
  token: string | null,
  cookies: readonly string[],
  isRemembered: boolean,
): SignInStep {
  // The browser's existing session stays valid until the second step is done.
  const carried = token === null ? withoutCookies(cookies, [COOKIES.session, COOKIES.sessionCache]) : cookies
  return {
    token,
    isRemembered,
    cookies: isRemembered ? [...carried, expiredCookie(deps, COOKIES.doNotRemember)] : carried,
  }
}

/** The headers of a browser that has just got these cookies. */
const headersWith = (cookies: readonly string[]) =>
  new Headers({ cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') })
