import { beforeAll, expect, test } from 'vitest'
import { type Member, signUp } from './support/members.ts'
import { type Client, ORIGIN, useTestApp } from './support/test-app.ts'

// The server refuses every write of the OpenAPI document that does not come from our own page, before it checks
// anything else.

const world = useTestApp()

/** A beacon cannot carry a header (G09). */
const EXEMPT = ['POST /api/error-log']

let member: Member
let stranger: Client
const writes: [method: string, path: string][] = []

beforeAll(async () => {
  member = await signUp(world)
  stranger = world.visitor()
  const { body } = await world.visitor().get('/api/openapi.json')
  for (const [path, methods] of Object.entries(body.paths as Record<string, object>))
    for (const method of Object.keys(methods))
      if (method !== 'get' && !EXEMPT.includes(`${method.toUpperCase()} ${path}`))
        writes.push([method.toUpperCase(), path.replace(/\{\w+\}/g, 'igdb_1942')])
})

const cookiesOf = (client: Client, without?: string) =>
  [...client.cookies]
    .filter(([name]) => name !== without)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')

/** Sends a body that is not JSON: a request that passes the CSRF check is refused after it, and nothing is written. */
async function send(method: string, path: string, headers: Record<string, string>) {
  const answer = await world.app.request(ORIGIN + path, { method, headers, body: '{' })
  return { status: answer.status, code: ((await answer.json()) as { code: string }).code }
}

test('the document contains all writes', () => {
  // The public API takes no cookie, so another site cannot use one.
  const own = world.routes.filter(({ endpoint }) => endpoint.scope === null)
  const all = own.filter(({ endpoint: { method } }) => method !== 'GET').length
  const exempt = own.filter(({ endpoint: { method, path } }) => EXEMPT.includes(`${method} ${path}`)).length
  expect(writes.length).toBe(all - exempt)
  expect(writes.length).toBeGreaterThan(20)
})

test('each write accepts our own page and nothing else [R-SESS-18, R-SESS-19]', { timeout: 180_000 }, async () => {
  const { csrfToken: token } = (await member.get('/api/auth/csrf')).body
  const { csrfToken: ofStranger } = (await stranger.get('/api/auth/csrf')).body
  const cookie = cookiesOf(member)
  const sound = { cookie, 'x-csrf-token': token }
  const ours: Record<string, string>[] = [
    sound,
    { ...sound, origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
    { cookie: cookiesOf(stranger), 'x-csrf-token': ofStranger },
  ]
  const foreign: Record<string, Record<string, string>> = {
    'no token': { cookie },
    'an empty token': { cookie, 'x-csrf-token': '' },
    'a token without its cookie': { cookie: cookiesOf(member, 'savepoint.csrf'), 'x-csrf-token': token },
    'a token that is not the cookie’s': { cookie, 'x-csrf-token': ofStranger },
    'the token of another session': {
      cookie: `${cookiesOf(member, 'savepoint.csrf')}; savepoint.csrf=${ofStranger}`,
      'x-csrf-token': ofStranger,
    },
    'a forged token': {
      cookie: `${cookiesOf(member, 'savepoint.csrf')}; savepoint.csrf=a.99999999999.c`,
      'x-csrf-token': 'a.99999999999.c',
    },
    'another origin': { ...sound, origin: 'https://evil.example' },
    'an origin that begins like ours': { ...sound, origin: `${ORIGIN}.evil.example` },
    'the same host on another port': { ...sound, origin: 'http://localhost:3001' },
    'no origin to speak of': { ...sound, origin: 'null' },
    'another site': { ...sound, 'sec-fetch-site': 'cross-site' },
    'a sibling site': { ...sound, 'sec-fetch-site': 'same-site' },
  }
  for (const [method, path] of writes) {
    for (const headers of ours)
      expect([method, path, (await send(method, path, headers)).code]).not.toEqual([method, path, 'csrf_invalid'])
    for (const [why, headers] of Object.entries(foreign))
      expect([method, path, why, await send(method, path, headers)]).toEqual([
        method,
        path,
        why,
        { status: 403, code: 'csrf_invalid' },
      ])
  }
  expect((await member.get('/api/auth/session')).body.authenticated).toBe(true)
})
