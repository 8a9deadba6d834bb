import { mayAskFor, scopesIn } from '../../app-tokens.rules.ts'
import { isOnSite, isRegistered } from '../../apps.rules.ts'

/** An app as a request names it. */
export interface AskingApp {
  clientId: string
  redirectUris: readonly string[]
  isDisabled: boolean
}

/** What becomes of a request of an app for access (RFC 6749, 4.1.1). */
export type AppRequest =
  /** The member decides. */
  | {
      kind: 'ask'
      clientId: string
      redirectUri: string
      scopes: string[]
      challenge: string
      state: string | null
      /** The parameters that count. */
      parameters: URLSearchParams
    }
  /** The browser may go back to the app at this address, which tells the app of its mistake. */
  | { kind: 'back'; redirectUri: string; url: string; error: string }
  /** Nobody can trust the address to return to, so the browser stays here. */
  | { kind: 'invalid'; code: 'invalid_client' | 'client_disabled' | 'invalid_redirect' }

/** The parameters that count; all others are ignored. */
const PARAMETERS = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const
type Parameter = (typeof PARAMETERS)[number]

/** The SHA-256 of a verifier (RFC 7636, 4.2). */
const CHALLENGE = /^[\w-]{43}$/

/** Returns the client id that a request names, or null if there is none that could be stored. */
export function clientIdIn(given: URLSearchParams): string | null {
  const [clientId = '', ...more] = given.getAll('client_id')
  return clientId === '' || more.length > 0 || clientId.includes('\0') ? null : clientId
}

/** Checks the request of an app. `site` is the origin of this site, which is also the issuer. */
export function checkRequest(given: URLSearchParams, app: AskingApp | undefined, site: string): AppRequest {
  if (!app) return { kind: 'invalid', code: 'invalid_client' }
  if (app.isDisabled) return { kind: 'invalid', code: 'client_disabled' }
  /** A parameter without a value is as if it were not there (RFC 6749, 3.1). */
  const all = (name: Parameter) => given.getAll(name).filter((value) => value !== '')
  const one = (name: Parameter) => all(name)[0] ?? null
  const redirectUri = one('redirect_uri')
  const isTrusted = redirectUri !== null && isRegistered(redirectUri, app.redirectUris)
  // On the machine of a developer an app may use every port (RFC 8252, 7.3), also the one of this site.
  if (!isTrusted || all('redirect_uri').length > 1 || isOnSite(redirectUri, site))
    return { kind: 'invalid', code: 'invalid_redirect' }
  const isRepeated = PARAMETERS.some((name) => all(name).length > 1)
  const state = all('state').length > 1 ? null : one('state')
  const challenge = one('code_challenge') ?? ''
  const scopes = scopesIn(one('scope') ?? '')
  const error = mistakeIn()
  if (error !== null)
    return { kind: 'back', redirectUri, url: addressOfAnswer({ redirectUri, state, site }, { error }), error }
  const parameters = new URLSearchParams()
  for (const name of PARAMETERS) for (const value of all(name)) parameters.set(name, value)
  return { kind: 'ask', clientId: app.clientId, redirectUri, scopes, challenge, state, parameters }

  function mistakeIn(): string | null {
    const responseType = one('response_type')
    if (isRepeated || responseType === null) return 'invalid_request'
    if (responseType !== 'code') return 'unsupported_response_type'
    if (one('code_challenge_method') !== 'S256' || !CHALLENGE.test(challenge)) return 'invalid_request'
    return mayAskFor(scopes) ? null : 'invalid_scope'
  }
}

/** Returns the address that leads the browser back to the app with an answer, which names the issuer (RFC 9207). */
export function addressOfAnswer(
  { redirectUri, state, site }: { redirectUri: string; state: string | null; site: string },
  answer: Record<string, string>,
): string {
  const parameters = new URLSearchParams({ ...answer, ...(state !== null && { state }), iss: site })
  // Added to the text, so that the address stays as the app has registered it.
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters}`
}
