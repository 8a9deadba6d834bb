import type { RequestContext } from '#server/routes.ts'
import type { SignIn } from '../../credentials.contract.ts'
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
  /** Null when the second factor comes next: then there is no session yet. */
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
    /** The token in the session cookie once its signature is checked, else null. Sends no query to the database. */
    readSessionToken: (headers: Headers) => api.readSessionToken({ headers }),

    /** Prolongs the session of these headers. 'unchanged' when that was not possible, and the session goes on as it is. */
    async renewSession(
      headers: Headers,
    ): Promise<'ended' | 'unchanged' | { expiresAt: Date; cookies: readonly string[] }> {
      try {
        const renewed = await api.getSession({ headers, returnHeaders: true })
        if (!renewed.response) return 'ended'
        return { expiresAt: renewed.response.session.expiresAt, cookies: renewed.headers.getSetCookie() }
      } catch (error) {
        if (errorCodeOf(error) !== 'FAILED_TO_GET_SESSION') throw error
        // It was ended while it was being renewed.
        return errorStatusOf(error) === 'UNAUTHORIZED' ? 'ended' : 'unchanged'
      }
    },

    /** Cookies that take a session away from the browser. */
    expiredSessionCookies: () => expiredSessionCookies(deps),

    /** Fails with wrong_credentials, account_disabled and email_not_confirmed; the last two only when the password is right. */
    async signIn(draft: SignIn, request: RequestContext): Promise<SignInStep> {
      const headers = headersForNewSession(request, [COOKIES.trustedDevice])
      const answer = await api.signInEmail({ body: draft, headers, returnHeaders: true }).catch(throwSignInFailure)
      return signInStep(deps, tokenOf(answer.response), answer.headers.getSetCookie(), draft.rememberMe)
    },

    /** Opens a session for a member who has proved who they are. Fails with account_disabled and email_not_confirmed. */
    async openSession(userId: string, rememberMe: boolean, request: RequestContext): Promise<SignInStep> {
      const answer = await api
        .openSession({ body: { userId, rememberMe }, headers: headersForNewSession(request), returnHeaders: true })
        .catch(throwSignInFailure)
      return signInStep(deps, tokenOf(answer.response), answer.headers.getSetCookie(), rememberMe)
    },

    /** Slow on purpose: not for transactions. */
    async hashPassword(password: string): Promise<string> {
      return (await auth.$context).password.hash(password)
    },

    /** Slow on purpose: not for transactions. */
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

    /** Makes a secret that no code has confirmed yet; returns its otpauth address. Fails with second_factor_on and signed_out. */
    async begin(password: string, headers: Headers): Promise<string> {
      const answer = await api
        .enableTwoFactor({ body: { password, method: 'totp' }, headers })
        .catch(throwSecondFactorFailure)
      return 'totpURI' in answer ? answer.totpURI : ''
    },

    /** Fails with wrong_code, second_factor_on and signed_out. */
    async confirm(code: string, headers: Headers) {
      const answer = await api
        .verifyTOTP({ body: { code }, headers, returnHeaders: true })
        .catch(throwSecondFactorFailure)
      return replaced(answer.headers)
    },

    /** Fails with second_factor_off and signed_out. */
    async renewRecoveryCodes(password: string, headers: Headers): Promise<string[]> {
      const answer = await api.generateBackupCodes({ body: { password }, headers }).catch(throwSecondFactorFailure)
      return answer.backupCodes
    },

    /** Fails with signed_out. */
    async end(password: string, headers: Headers) {
      const answer = await api
        .disableTwoFactor({ body: { password }, headers, returnHeaders: true })
        .catch(throwSecondFactorFailure)
      return replaced(answer.headers)
    },

    /** The sign-in that this browser has begun; null where none waits for its second step. */
    readChallenge: (request: RequestContext): Promise<Challenge | null> =>
      api.readChallenge({ headers: headersOfStep(request) }),

    /** Lets a sign-in wait again for its second step, which a code has just used up. */
    async renewChallenge(challenge: Challenge): Promise<void> {
      await api.renewChallenge({ body: challenge })
    },

    /** Fails with wrong_code, challenge_over, second_factor_off, second_factor_locked, and what `signIn` fails with. */
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
    /** A challenge for any passkey of this site, and the cookie that binds the response to this browser. */
    async challenge(request: RequestContext) {
      const { headers, response } = await api.generatePasskeyAuthenticationOptions({
        headers: headersForNewSession(request),
        returnHeaders: true,
      })
      // A passkey counts as both factors, so the device must verify its user.
      return { options: { ...response, userVerification: 'required' as const }, cookies: headers.getSetCookie() }
    },

    /** Fails with passkey_unknown, _challenge_over, _not_verified and _not_accepted, and with what `signIn` fails with. */
    async signIn(response: Assertion, request: RequestContext): Promise<SignInStep & { token: string }> {
      const answer = await api
        .verifyPasskeyAuthentication({
          // Its type knows no optional keys that are undefined; JSON has none.
          body: { response: response as never },
          headers: headersForNewSession(request, [COOKIES.passkeyChallenge]),
          returnHeaders: true,
        })
        .catch(throwPasskeyFailure)
      const { token } = answer.response.session
      return { ...signInStep(deps, token, answer.headers.getSetCookie(), true), token }
    },

    /** The options with which a device makes a passkey, and the cookie that binds the response to this browser. */
    async begin(headers: Headers) {
      const answer = await api.generatePasskeyRegistrationOptions({ headers, returnHeaders: true })
      return { options: answer.response, cookies: answer.headers.getSetCookie() }
    },

    /** Fails with passkey_not_made, passkey_not_verified and passkey_challenge_over. */
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

/** Signing in through the OpenID Connect provider; null while there is none, or it cannot be reached. */
export function openProviderAuthenticator(deps: AuthDeps): () => Promise<ProviderAuthenticator | null> {
  const open = createProviderAuth(deps)
  return async () => {
    const auth = await open()
    return auth && providerAuthenticatorOf(deps, auth)
  }
}

function providerAuthenticatorOf(deps: AuthDeps, { api }: Auth) {
  return {
    /** Where the browser goes, and the cookies that bind the way back to it. */
    async startSignIn(goOnTo: string): Promise<{ url: string; cookies: readonly string[] }> {
      const { headers, response } = await api.signInSocial({
        body: { provider: OIDC_PROVIDER, callbackURL: goOnTo, errorCallbackURL: '/signin', disableRedirect: true },
        returnHeaders: true,
      })
      return { url: response.url as string, cookies: headers.getSetCookie() }
    },

    /** As `startSignIn`, to link the member of these headers. `readLink` returns `session` again on the way back. */
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

    /** What was begun with this state; null where it was no linking. */
    readLink: (state: string): Promise<{ session: string } | null> => api.readLink({ query: { state } }),

    /** The provider has sent somebody back. `step` is null when no session was opened and no second factor is required. */
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
  // A session that the browser has goes on until the second step is done.
  const carried = token === null ? withoutCookies(cookies, [COOKIES.session, COOKIES.sessionCache]) : cookies
  return {
    token,
    isRemembered,
    cookies: isRemembered ? [...carried, expiredCookie(deps, COOKIES.doNotRemember)] : carried,
  }
}
