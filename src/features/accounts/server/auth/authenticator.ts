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
  providerFailureOf,
  throwPasskeyFailure,
  throwSecondFactorFailure,
  throwSecondStepFailure,
  throwSignInFailure,
} from './better-auth/failures.ts'
import { OIDC_PROVIDER } from './provider-ids.ts'

export type { PasswordHashing } from './better-auth/create-auth.ts'
export { AuthFailure }

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
    async hashPassword(password: string): Promise<string> {
      return (await auth.$context).password.hash(password)
    },

    /** Slow on purpose, so transactions must not call this. */
    async isPassword(password: string, hash: string): Promise<boolean> {
      return (await auth.$context).password.verify({ hash, password })
    },

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
     * Completes the second step. Fails with wrong_code, challenge_over, second_factor_off, second_factor_locked, and
     * like `signIn`.
     */
    async passSecondStep(
      draft: { kind: 'app' | 'recovery'; code: string; trustDevice: boolean },
      request: RequestContext,
    ): Promise<SignInStep & { token: string; user: { id: string; email: string } }> {
      const headers = headersOfStep(request)
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
      return { ...signInStep(deps, token, carried, isRemembered), token, user }
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

/** Opens the sign-in through the OpenID Connect provider. Returns null when none is configured or it is unreachable. */
export function openProviderAuthenticator(deps: AuthDeps): () => Promise<ProviderAuthenticator | null> {
  const open = createProviderAuth(deps)
  return async () => {
    const auth = await open()
    return auth && providerAuthenticatorOf(deps, auth)
  }
}

function providerAuthenticatorOf(deps: AuthDeps, { api }: Auth) {
  return {
    /** Returns the URL to redirect the browser to, and the cookies that bind the callback to it. */
    async startSignIn(goOnTo: string): Promise<{ url: string; cookies: readonly string[] }> {
      const { headers, response } = await api.signInSocial({
        body: { provider: OIDC_PROVIDER, callbackURL: goOnTo, errorCallbackURL: '/signin', disableRedirect: true },
        returnHeaders: true,
      })
      return { url: response.url as string, cookies: headers.getSetCookie() }
    },

    /**
     * Like `startSignIn`, to link the provider to the member of these headers. `readLink` returns `session` in the
     * callback.
     */
    async startLink(
      { goOnTo, session }: { goOnTo: string; session: string },
      headers: Headers,
    ): Promise<{ url: string; cookies: readonly string[] }> {
      const answer = await api.linkSocialAccount({
        body: {
          provider: OIDC_PROVIDER,
          callbackURL: goOnTo,
          errorCallbackURL: goOnTo,
          disableRedirect: true,
          additionalData: { session },
        },
        headers,
        returnHeaders: true,
      })
      return { url: answer.response.url, cookies: answer.headers.getSetCookie() }
    },

    /**
     * Returns the pending link for the state that the provider sends back, or null when the state belongs to a sign-in.
     */
    readLink: (state: string): Promise<{ session: string } | null> => api.readLink({ query: { state } }),

    /** Handles the provider's callback. `step` is null when no session was opened and no second factor is required. */
    async finish(query: Record<string, string>, request: RequestContext) {
      const headers = headersForNewSession(request)
      const cookie = request.headers.get('cookie')
      if (cookie !== null) headers.set('cookie', cookie)
      const answer = await api.callbackOAuth({
        params: { id: OIDC_PROVIDER },
        query,
        headers,
        method: 'GET',
        asResponse: true,
      })
      const cookies = answer.headers.getSetCookie()
      const location = new URL(answer.headers.get('location') ?? '/', 'http://here.invalid')
      const error = location.searchParams.get('error')
      const token = sessionTokenIn(cookies)
      const hasStep = token !== null || hasCookie(cookies, COOKIES.challenge)
      return {
        location,
        cookies,
        failure: error === null ? null : providerFailureOf(error),
        step: hasStep ? signInStep(deps, token, cookies, true) : null,
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
