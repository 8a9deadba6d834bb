import type { TokenScope } from '#shared/token-scopes.ts'
import { TOKEN_SCOPES } from '#shared/token-scopes.ts'
import type { Member } from './members.ts'
import { type Answer, ORIGIN, type TestApp } from './test-app.ts'

interface WantedToken {
  scopes?: readonly TokenScope[]
  days?: number | null
  name?: string
}

/** A script with an access token: it sends the token and no cookie. */
export interface Script {
  id: string
  secret: string
  send: (method: string, path: string, given?: { body?: unknown; headers?: Record<string, string> }) => Promise<Answer>
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>
}

/** Creates a token through the settings, and returns a script that uses it. */
export async function newScript(
  app: TestApp,
  member: Member,
  { scopes = TOKEN_SCOPES, days = null, name = 'A script' }: WantedToken = {},
): Promise<Script> {
  const { status, body } = await member.post('/api/tokens', { name, scopes, days })
  if (status !== 201) throw new Error(`no token: ${status} ${JSON.stringify(body)}`)
  const { secret } = body as { secret: string }
  const send: Script['send'] = (method, path, given = {}) =>
    sendTo(app, method, path, { ...given, headers: { authorization: `Bearer ${secret}`, ...given.headers } })
  return { id: body.token.id, secret, send, get: (path, headers = {}) => send('GET', path, { headers }) }
}

/** Sends a request with exactly these headers. */
export async function sendTo(
  { app }: TestApp,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await app.request(ORIGIN + path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers }
}
