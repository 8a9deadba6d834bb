import type { Context } from 'hono'
import type { Addresses } from '#server/feature.ts'
import { readForm } from '#server/request-body.ts'
import { originOf } from '#server/requests.ts'
import { APP_ADDRESSES } from '#shared/app-addresses.ts'
import { APP_SCOPES } from '../../app-tokens.rules.ts'
import { OAUTH_TEXTS } from '../../oauth.texts.ts'
import { API_DOCS } from '../../tokens.rules.ts'
import type { AppsDeps } from './apps.service.ts'
import { exchange, revoke } from './token-forms.service.ts'

/** Apps that run in the browser call these addresses. No cookie counts here. */
const CORS = { 'access-control-allow-origin': '*' }
const PREFLIGHT = {
  ...CORS,
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': '86400',
}

const MAX_BYTES = 16 * 1024
const FORM = 'application/x-www-form-urlencoded'

/** Serves what apps call themselves: the metadata (RFC 8414), the token endpoint and the revocation endpoint. */
export const oauthAddresses =
  (deps: AppsDeps): Addresses =>
  (app) => {
    app.get(APP_ADDRESSES.metadata, (c) =>
      c.json(metadataOf(deps.config.baseUrl ?? originOf(c, deps.config)), 200, {
        ...CORS,
        'cache-control': 'public, max-age=300',
      }),
    )
    for (const [path, answer] of [
      [APP_ADDRESSES.token, exchange],
      [APP_ADDRESSES.revoke, revoke],
    ] as const) {
      app.options(path, (c) => c.body(null, 204, PREFLIGHT))
      app.post(path, async (c) => {
        const form = await formOf(c)
        const response = form
          ? await answer(deps, form, c.req.header('authorization') ?? null)
          : Response.json({ error: 'invalid_request', error_description: OAUTH_TEXTS.noForm }, { status: 400 })
        const headers = new Headers({ ...CORS, 'content-type': 'application/json', 'cache-control': 'no-store' })
        const challenge = response.headers.get('www-authenticate')
        if (challenge !== null) headers.set('www-authenticate', challenge)
        return new Response(await response.text(), { status: response.status, headers })
      })
      app.all(path, (c) => c.json({ error: 'invalid_request' }, 405, { ...CORS, allow: 'POST, OPTIONS' }))
    }
  }

async function formOf(c: Context): Promise<URLSearchParams | null> {
  const [type = ''] = (c.req.header('content-type') ?? '').split(';')
  return type.trim().toLowerCase() === FORM ? readForm(c.req.raw, MAX_BYTES) : null
}

const AUTH_METHODS = ['none', 'client_secret_basic']

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: issuer + APP_ADDRESSES.authorize,
  token_endpoint: issuer + APP_ADDRESSES.token,
  revocation_endpoint: issuer + APP_ADDRESSES.revoke,
  scopes_supported: APP_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: AUTH_METHODS,
  revocation_endpoint_auth_methods_supported: AUTH_METHODS,
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  service_documentation: issuer + API_DOCS,
})
