import { createHash, randomBytes } from 'node:crypto'
import { oauthProvider } from '@better-auth/oauth-provider'
import { type BetterAuthPlugin, betterAuth } from 'better-auth'
import { jwt } from 'better-auth/plugins'
import { inTransaction } from '#db/transaction.ts'
import { APP_ADDRESSES } from '#shared/app-addresses.ts'
import { APP_SCOPES, APP_TOKEN_PREFIXES, APP_TOKEN_SECONDS } from '../../../apps.rules.ts'
import { SESSION_SECONDS } from '../session-lifetime.ts'
import { lockAppTokens } from './app-tokens.queries.ts'
import { type AuthDeps, commonOptions } from './create-auth.ts'
import {
  AuthFailure,
  errorCodeOf,
  errorStatusOf,
  FOREIGN_KEY_VIOLATION,
  oauthErrorOf,
  throwAppFailure,
  UNIQUE_VIOLATION,
  UNSTORABLE_TEXT,
} from './failures.ts'

/** Where the plugin leads when the member must sign in, when it wants the consent, and when it trusts no address. */
const PLACES = { signIn: '/signin', consent: APP_ADDRESSES.authorize, error: '/error' }

const HINT = 'token_type_hint'

/** The parameters of requests that count here; RFC 6749 ignores all others. */
const OF_AUTHORIZATION = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
]
const OF_TOKEN = [
  'grant_type',
  'client_id',
  'client_secret',
  'code',
  'code_verifier',
  'redirect_uri',
  'refresh_token',
  'scope',
]
const OF_REVOCATION = ['client_id', 'client_secret', 'token', HINT]

/** 256 random bits: nobody can guess them, so SHA-256 suffices. */
const newSecret = () => randomBytes(32).toString('base64url')
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

const provider = () =>
  oauthProvider({
    scopes: [...APP_SCOPES],
    grantTypes: ['authorization_code', 'refresh_token'],
    loginPage: PLACES.signIn,
    consentPage: PLACES.consent,
    accessTokenExpiresIn: APP_TOKEN_SECONDS.access,
    refreshTokenExpiresIn: APP_TOKEN_SECONDS.refresh,
    codeExpiresIn: APP_TOKEN_SECONDS.code,
    storeClientSecret: { hash: async (secret) => hashOf(secret) },
    storeTokens: { hash: async (token) => hashOf(token) },
    generateClientSecret: newSecret,
    generateOpaqueAccessToken: newSecret,
    generateRefreshToken: newSecret,
    prefix: {
      opaqueAccessToken: APP_TOKEN_PREFIXES.access,
      refreshToken: APP_TOKEN_PREFIXES.refresh,
      clientSecret: APP_TOKEN_PREFIXES.secret,
    },
  })

/**
 * Creates better-auth with its OAuth 2.1 provider. It is an instance of its own, because the plugin has hooks on every
 * sign-in and on the end of every session, and its addresses begin at the root of the site.
 */
export function createAppAuth(deps: AuthDeps) {
  const { api } = betterAuth({
    ...commonOptions(deps),
    basePath: '/',
    session: { expiresIn: SESSION_SECONDS, freshAge: 0, disableSessionRefresh: true },
    // The first one signs nothing: all tokens are opaque. Without it the provider would store secrets that can be decrypted.
    plugins: [jwt({ disableSettingJwtHeader: true }), provider()] as unknown as BetterAuthPlugin[],
  })
  return { api: api as unknown as ReturnType<typeof provider>['endpoints'] }
}

export interface AppDraft {
  name: string
  /** A public app, on a device or in a browser, cannot keep a secret and has none. */
  kind: 'public' | 'confidential'
  redirectUris: readonly string[]
}

/** What becomes of a request of an app for access. */
export type AppRequest =
  /** The member decides. `signed` is the request with the signature of this site, for `decide`. */
  | { kind: 'ask'; signed: string; clientId: string; redirectUri: string; scopes: string[] }
  /** The browser may go back to the app at this URL, which notifies the app of its mistake. */
  | { kind: 'back'; url: string; error: string }
  /** Nobody can trust the address to return to, so the browser stays here. The code says why. */
  | { kind: 'invalid'; code: string }

export type AppAuthorization = ReturnType<typeof appAuthorizationOf>

/** OAuth 2.1 for apps of members, in our own terms. */
export function appAuthorizationOf(deps: AuthDeps) {
  let made: ReturnType<typeof createAppAuth> | null = null
  /** Made at the first use: most sites start without an app. */
  const api = () => {
    made ??= createAppAuth(deps)
    return made.api
  }

  return {
    /** Registers an app of the member of these headers. The secret is null for a public one. Fails with app_not_accepted. */
    async register({ name, kind, redirectUris }: AppDraft, headers: Headers) {
      const registered = await api()
        .createOAuthClient({
          body: {
            client_name: name,
            redirect_uris: [...redirectUris],
            token_endpoint_auth_method: kind === 'public' ? 'none' : 'client_secret_basic',
            // 'web' would refuse http on this machine, which developers use.
            application_type: 'native',
            grant_types: ['authorization_code', 'refresh_token'],
          },
          headers,
        })
        .catch((error: unknown) => throwAppFailure(error, 'app_not_accepted'))
      return { clientId: registered.client_id, secret: registered.client_secret ?? null }
    },

    /**
     * Changes the name and the redirect addresses of an app of the member of these headers. Does nothing when it is gone.
     * Fails with app_not_accepted and signed_out.
     */
    async change(clientId: string, { name, redirectUris }: Omit<AppDraft, 'kind'>, headers: Headers): Promise<void> {
      await api()
        .updateOAuthClient({
          body: { client_id: clientId, update: { client_name: name, redirect_uris: [...redirectUris] } },
          headers,
        })
        .catch((error: unknown) => {
          // Deleted before the plugin has looked for it, or after.
          const isGone = errorStatusOf(error) === 'NOT_FOUND' || oauthErrorOf(error) === 'invalid_client'
          if (!isGone) throwAppFailure(error, 'app_not_accepted')
        })
    },

    /** Checks the request of an app, given as the search of its URL. Fails with signed_out. Writes nothing. */
    async readRequest(search: string, headers: Headers): Promise<AppRequest> {
      const query = fieldsOf(new URLSearchParams(search), OF_AUTHORIZATION)
      // An app says what it wants: without a scope it would get everything.
      if (!namesScope(query.scope)) query.scope = 'none'
      // The member is asked each time, because another program can claim to be a public app (RFC 8252, 8.6).
      const asked = { ...query, prompt: 'consent' } as never
      const answer = await api()
        .oauth2Authorize({
          method: 'GET',
          body: {},
          query: asked,
          ...inProcess('/oauth2/authorize', headers),
          asResponse: false,
        })
        .catch((error: unknown) => {
          if (errorCodeOf(error) === UNSTORABLE_TEXT) return { url: `${PLACES.error}?error=invalid_client` }
          throw error
        })
      return requestAt(urlOf(answer))
    },

    /**
     * Stores the decision of the member of these headers about a signed request. Returns the URL for the browser. Fails with
     * app_request_over and signed_out.
     */
    async decide({ signed, isAllowed }: { signed: string; isAllowed: boolean }, headers: Headers): Promise<string> {
      const store = () =>
        api().oauth2Consent({
          body: { accept: isAllowed, oauth_query: signed },
          ...inProcess('/oauth2/consent', headers, { method: 'POST' }),
          asResponse: false,
        })
      const answer = await store()
        // Two decisions at once: the first has stored the consent, so the second finds it.
        .catch((error: unknown) => (errorCodeOf(error) === UNIQUE_VIOLATION ? store() : Promise.reject(error)))
        .catch((error: unknown) => throwAppFailure(error, 'app_request_over'))
      const url = urlOf(answer)
      // The app was removed or changed since the request.
      if (requestAt(url).kind !== 'back') throw new AuthFailure('app_request_over', null)
      return url
    },

    /** Answers the token endpoint: exchanges a code or a refresh token. */
    exchange: (form: URLSearchParams, authorization: string | null): Promise<Response> =>
      answered(secretOf(form), (to) =>
        to.oauth2Token({
          body: fieldsOf(form, OF_TOKEN) as never,
          ...formRequest('/oauth2/token', form, OF_TOKEN, authorization),
          asResponse: true,
        }),
      ),

    /** Answers the revocation endpoint (RFC 7009). The prefix says which token it is; the hint of the app does not count. */
    async revoke(given: URLSearchParams, authorization: string | null): Promise<Response> {
      const form = new URLSearchParams(given)
      // Without a hint the plugin would look for keys of signed tokens, which do not exist here.
      form.set(HINT, form.get('token')?.startsWith(APP_TOKEN_PREFIXES.access) ? 'access_token' : 'refresh_token')
      const response = await answered(storedFormOf(form.get('token')), (to) =>
        to.oauth2Revoke({
          body: fieldsOf(form, OF_REVOCATION) as never,
          ...formRequest('/oauth2/revoke', form, OF_REVOCATION, authorization),
          asResponse: true,
        }),
      )
      // A token that opens nothing is what the app wants (RFC 7009, 2.2).
      return response.status === 400 && OF_NO_TOKEN.test(await response.clone().text()) ? Response.json(null) : response
    },

    /** Returns the stored form of an access token of an app, or null for another text. */
    storedToken(token: string): string | null {
      const { access } = APP_TOKEN_PREFIXES
      return token.startsWith(access) ? hashOf(token.slice(access.length)) : null
    },

    /** Returns the issuer, which every answer to an app names. */
    issuer: async (): Promise<string> => (await api().getOAuthServerConfig()).issuer,
  }

  /**
   * Answers a form of an app in one transaction, so that a failure leaves nothing half-written. Forms about the
   * same code wait for each other, so a second use of a code or a refresh token ends what the first use has created.
   */
  async function answered(
    secret: string,
    work: (to: ReturnType<typeof createAppAuth>['api']) => Promise<unknown>,
  ): Promise<Response> {
    try {
      return await inTransaction({ db: deps.db }, async ({ db }) => {
        await lockAppTokens(db, secret)
        return renamed((await work(createAppAuth({ ...deps, db }).api)) as Response)
      })
    } catch (error) {
      // The member has withdrawn the access of the app, or lost it, while the code or the refresh token was under way.
      if (errorCodeOf(error) === FOREIGN_KEY_VIOLATION) return invalidGrant('The access has ended')
      if (errorCodeOf(error) === UNSTORABLE_TEXT) return Response.json({ error: 'invalid_request' }, { status: 400 })
      throw error
    }
  }

  /** Reads where the plugin leads the browser. */
  function requestAt(target: string): AppRequest {
    const site = commonOptions(deps).baseURL
    const url = new URL(target, site)
    const at = (place: string) => url.origin === new URL(site).origin && url.pathname === place
    if (at(PLACES.signIn)) throw new AuthFailure('signed_out', null)
    if (at(PLACES.error)) return { kind: 'invalid', code: url.searchParams.get('error') ?? 'invalid_request' }
    if (!at(PLACES.consent) || !url.searchParams.has('sig')) return { kind: 'back', url: target, error: errorIn(url) }
    const { searchParams: given } = url
    return {
      kind: 'ask',
      signed: url.search.slice(1),
      clientId: given.get('client_id') ?? '',
      redirectUri: given.get('redirect_uri') ?? '',
      scopes: (given.get('scope') ?? '').split(' ').filter((scope) => scope !== ''),
    }
  }

  /** The plugin reads a request beside its parsed parts. With this header it returns a URL instead of redirecting. */
  function inProcess(path: string, given: Headers, init: RequestInit = {}) {
    const headers = new Headers({ accept: 'application/json', cookie: given.get('cookie') ?? '' })
    return { headers, request: new Request(commonOptions(deps).baseURL + path, { ...init, headers }) }
  }

  function formRequest(path: string, form: URLSearchParams, names: readonly string[], authorization: string | null) {
    const body = new URLSearchParams([...form].filter(([name]) => names.includes(name)))
    const headers = new Headers({
      'content-type': 'application/x-www-form-urlencoded',
      ...(authorization && { authorization }),
    })
    return { headers, request: new Request(commonOptions(deps).baseURL + path, { method: 'POST', headers, body }) }
  }
}

/** Returns the stored form of the code or the refresh token that a form of the token endpoint names. */
const secretOf = (form: URLSearchParams): string =>
  storedFormOf(form.get(form.get('grant_type') === 'refresh_token' ? 'refresh_token' : 'code'))

/** Returns the hash of a code or a token; prefixes are not stored. */
function storedFormOf(text: string | null): string {
  const prefix = Object.values(APP_TOKEN_PREFIXES).find((start) => text?.startsWith(start)) ?? ''
  return hashOf((text ?? '').slice(prefix.length))
}

/** A repeated scope is an array, which the plugin refuses. */
const namesScope = (scope: unknown) =>
  Array.isArray(scope) ||
  String(scope ?? '')
    .split(' ')
    .some((name) => name !== '' && name !== 'offline_access')

/** Returns these parameters; one that is repeated is an array, which the plugin refuses. */
function fieldsOf(given: URLSearchParams, names: readonly string[]): Record<string, string | string[]> {
  return Object.fromEntries(
    names
      .filter((name) => given.has(name))
      .map((name) => {
        const values = given.getAll(name)
        return [name, values.length === 1 ? (values[0] as string) : values]
      }),
  )
}

/** Returns the error in the query or, after an implicit request, in the fragment. */
const errorIn = ({ searchParams, hash }: URL): string =>
  searchParams.get('error') ?? new URLSearchParams(hash.slice(1)).get('error') ?? 'invalid_request'

const urlOf = (answer: unknown): string => (answer as { url: string }).url

/** Names the errors of the plugin that RFC 6749 and RFC 7636 name otherwise. */
async function renamed(response: Response): Promise<Response> {
  if (response.status < 400) return response
  const body = (await response.clone().json()) as { error?: string; error_description?: string }
  const description = body.error_description ?? ''
  const isWrongVerifier = response.status === 401 && body.error === 'invalid_request'
  const isSignedOut = description === SESSION_ENDED
  return isWrongVerifier || isSignedOut || body.error === 'invalid_user' ? invalidGrant(description) : response
}

/** The plugin's texts when a token to revoke is unknown or has ended. */
const OF_NO_TOKEN = /token not found|Invalid access token|token revoked/

/** The plugin's text when the session of the consent has ended before the exchange. It has no code of its own. */
const SESSION_ENDED = 'session no longer exists'

const invalidGrant = (description: string) =>
  Response.json({ error: 'invalid_grant', error_description: description }, { status: 400 })
