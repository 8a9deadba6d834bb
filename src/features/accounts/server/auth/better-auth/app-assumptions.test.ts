import { describe, expect, test } from 'vitest'
import { useBetterAuth } from '#tests/support/better-auth-app.ts'
import { ORIGIN } from '#tests/support/test-app.ts'
import { createAppAuth } from './app-authorization.ts'
import { errorCodeOf, FOREIGN_KEY_VIOLATION, oauthErrorOf } from './failures.ts'

// What app-authorization.ts assumes of the OAuth 2.1 provider. The whole flow is tested in features/public-api.

const { configOf, log, db, someone, signIn, browser } = await useBetterAuth()
const { api } = createAppAuth({ db, config: configOf(), log })
const REDIRECT = 'https://deck.example.org/back'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

async function member() {
  const { id, email } = await someone()
  const at = browser()
  await signIn(email, { at })
  return { id, headers: () => at.headers({ accept: 'application/json' }) }
}

async function registered(headers: Headers) {
  const body = {
    client_name: 'Deck',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none' as const,
    application_type: 'native' as const,
    grant_types: ['authorization_code' as const, 'refresh_token' as const],
  }
  return (await api.createOAuthClient({ body, headers })).client_id
}

const requestTo = (path: string, headers: Headers, method = 'GET') => new Request(ORIGIN + path, { method, headers })

async function ask(client_id: string, headers: Headers, more: Record<string, string> = {}): Promise<URL> {
  const query = {
    response_type: 'code',
    client_id,
    redirect_uri: REDIRECT,
    scope: 'read:library',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    prompt: 'consent',
    ...more,
  }
  const request = requestTo('/oauth2/authorize', headers)
  const answer = await api.oauth2Authorize({
    method: 'GET',
    body: {},
    query: query as never,
    headers,
    request,
    asResponse: false,
  })
  return new URL((answer as unknown as { url: string }).url, ORIGIN)
}

const allow = (signed: string, headers: Headers) =>
  api.oauth2Consent({
    body: { accept: true, oauth_query: signed },
    headers,
    request: requestTo('/oauth2/consent', headers, 'POST'),
    asResponse: false,
  })

async function exchange(form: Record<string, string>) {
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' })
  const request = new Request(`${ORIGIN}/oauth2/token`, { method: 'POST', headers, body: new URLSearchParams(form) })
  const response = (await api.oauth2Token({ body: form as never, headers, request, asResponse: true })) as unknown
  return response as Response
}

async function codeOf(client_id: string, headers: Headers): Promise<string> {
  const { search } = await ask(client_id, headers)
  const { url } = (await allow(search.slice(1), headers)) as unknown as { url: string }
  return new URL(url).searchParams.get('code') ?? ''
}

describe('the places to which the provider leads', () => {
  test('are the page of the consent with a signature, the sign-in, and the page of errors', async () => {
    const { headers } = await member()
    const client = await registered(headers())
    const consent = await ask(client, headers())
    expect([consent.pathname, consent.searchParams.has('sig')]).toEqual(['/oauth/authorize', true])
    expect((await ask(client, new Headers({ accept: 'application/json' }))).pathname).toBe('/signin')
    const stranger = await ask('nobody', headers())
    expect([stranger.pathname, stranger.searchParams.get('error')]).toEqual(['/error', 'invalid_client'])
    const elsewhere = await ask(client, headers(), { redirect_uri: 'https://evil.example.org/' })
    expect([elsewhere.pathname, elsewhere.searchParams.get('error')]).toEqual(['/error', 'invalid_redirect'])
    const mistaken = await ask(client, headers(), { scope: 'none' })
    expect([mistaken.origin, mistaken.searchParams.get('error')]).toEqual([new URL(REDIRECT).origin, 'invalid_scope'])
  })
})

describe('errors (failures.ts, app-authorization.ts)', () => {
  test('of a changed request', async () => {
    const { headers } = await member()
    const { search } = await ask(await registered(headers()), headers())
    const error = await allow(`${search.slice(1)}0`, headers()).catch((thrown: unknown) => thrown)
    expect(oauthErrorOf(error)).toBe('invalid_signature')
  })

  test('of a wrong verifier', async () => {
    const { headers } = await member()
    const client_id = await registered(headers())
    const code = await codeOf(client_id, headers())
    const form = { grant_type: 'authorization_code', client_id, code, redirect_uri: REDIRECT }
    const response = await exchange({ ...form, code_verifier: 'x'.repeat(43) })
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([401, 'invalid_request'])
  })

  test('of an access that has ended since the code, from PostgreSQL (tables)', async () => {
    const { id, headers } = await member()
    const client_id = await registered(headers())
    const code = await codeOf(client_id, headers())
    await db.deleteFrom('access_tokens').where('user_id', '=', id).execute()
    const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
    const form = { grant_type: 'authorization_code', client_id, code, redirect_uri: REDIRECT, code_verifier }
    const error = await exchange(form).catch((thrown: unknown) => thrown)
    expect(errorCodeOf(error)).toBe(FOREIGN_KEY_VIOLATION)
  })
})

test('the issuer is the site itself, and nothing signs (tables)', async () => {
  expect((await api.getOAuthServerConfig()).issuer).toBe(ORIGIN)
})
