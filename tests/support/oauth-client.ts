import * as oauth from 'oauth4webapi'
import type { OwnApp } from '#features/public-api/apps.contract.ts'
import type { Member } from './members.ts'
import { type Client, ORIGIN, type TestApp } from './test-app.ts'

export const REDIRECT = 'https://deck.example.org/back'

/** An app that a member has registered. */
export interface RegisteredApp {
  app: OwnApp
  secret: string | null
}

/** Registers an app through the settings. */
export async function registerApp(
  member: Client,
  {
    name = 'Deck',
    kind = 'public',
    redirect_uris = [REDIRECT],
  }: Partial<Pick<OwnApp, 'name' | 'kind' | 'redirect_uris'>> = {},
): Promise<RegisteredApp> {
  const { status, body } = await member.post('/api/apps', { name, kind, redirect_uris })
  if (status !== 201) throw new Error(`no app: ${status} ${JSON.stringify(body)}`)
  return body
}

/** What an app asks for. */
export interface Asked {
  scope: string
  state: string
  verifier: string
  redirect: string
}

/** An app of others, played by a library for clients: it discovers this server and speaks to it over HTTP. */
export async function openOAuthClient(test: TestApp, { app, secret }: RegisteredApp) {
  const server = await test.listen()
  const http = {
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: (url: string, init: RequestInit) => fetch(url.replace(ORIGIN, server), init),
  } as never as oauth.TokenEndpointRequestOptions
  const site = new URL(ORIGIN)
  const discovered = await oauth.discoveryRequest(site, { ...(http as object), algorithm: 'oauth2' } as never)
  const as = await oauth.processDiscoveryResponse(site, discovered)
  const client: oauth.Client = { client_id: app.client_id }
  const proof = secret === null ? oauth.None() : oauth.ClientSecretBasic(secret)

  /** Returns the search of the address to which the app sends a member. */
  async function address(asked: Partial<Asked> & { more?: Record<string, string> }): Promise<string> {
    return `?${new URLSearchParams({
      response_type: 'code',
      client_id: app.client_id,
      redirect_uri: asked.redirect ?? REDIRECT,
      scope: asked.scope ?? 'read:library offline_access',
      state: asked.state ?? 'state-1',
      code_challenge: await oauth.calculatePKCECodeChallenge(asked.verifier ?? VERIFIER),
      code_challenge_method: 'S256',
      ...asked.more,
    })}`
  }

  /** The member reads the request of the app. */
  const ask = async (member: Client, asked: Parameters<typeof address>[0] = {}) =>
    readRequest(member, await address(asked))

  /** The member reads the request and allows it. Returns the address that the browser goes to. */
  async function allow(member: Client, asked: Parameters<typeof address>[0] = {}): Promise<URL> {
    const { body } = await ask(member, asked)
    const { signed } = body.question
    const decision = await member.post('/api/apps/request', { signed, allow: true })
    if (decision.status !== 200) throw new Error(`not allowed: ${JSON.stringify(decision.body)}`)
    return new URL(decision.body.url)
  }

  /** Exchanges the code at this address, as the library does it, and throws what it refuses. */
  async function exchange(back: URL, { verifier = VERIFIER, state = 'state-1', redirect = REDIRECT } = {}) {
    const parameters = oauth.validateAuthResponse(as, client, back, state)
    const sent = await oauth.authorizationCodeGrantRequest(as, client, proof, parameters, redirect, verifier, http)
    return oauth.processAuthorizationCodeResponse(as, client, sent)
  }

  async function refresh(token: string, scope?: string) {
    const more = scope === undefined ? {} : { additionalParameters: { scope } }
    const sent = await oauth.refreshTokenGrantRequest(as, client, proof, token, { ...http, ...more })
    return oauth.processRefreshTokenResponse(as, client, sent)
  }

  const revoke = async (token: string) =>
    oauth.processRevocationResponse(await oauth.revocationRequest(as, client, proof, token, http as never))

  /** Calls the API with an access token. */
  const call = (token: string, path: string, method = 'GET') =>
    fetch(server + path, { method, headers: { authorization: `Bearer ${token}` } })

  /** Sends a form to the token endpoint, which no well-behaved client would send. */
  async function send(form: Record<string, string> | [string, string][], headers: Record<string, string> = {}) {
    const body = new URLSearchParams(form)
    const response = await fetch(`${server}/oauth/token`, { method: 'POST', body, headers })
    return { status: response.status, body: (await response.json()) as { error: string }, headers: response.headers }
  }

  /** The member allows the app, which then has tokens. */
  const connect = async (member: Client, asked: Parameters<typeof address>[0] = {}) =>
    exchange(await allow(member, asked))

  return { server, as, client, ask, address, allow, exchange, refresh, revoke, call, send, connect }
}

export const VERIFIER = 'a-verifier-of-the-tests-that-is-long-enough-1234567'

export const readRequest = (member: Pick<Member, 'get'>, search: string) =>
  member.get(`/api/apps/request?${new URLSearchParams({ search })}`)
