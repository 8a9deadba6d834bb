import { randomBytes } from 'node:crypto'
import { evaluateQuery, matchingRows } from '../../src/features/catalogue/server/proxies/apicalypse/evaluate.ts'
import { parseQuery } from '../../src/features/catalogue/server/proxies/apicalypse/parse.ts'
import {
  MAX_LIMIT,
  type Query,
  QuerySyntaxError,
  type Row,
} from '../../src/features/catalogue/server/proxies/apicalypse/query.ts'
import { tokensOf } from '../../src/features/catalogue/server/proxies/apicalypse/tokens.ts'
import { buildFakeWorld } from './fake-igdb-world.ts'
import { type FakeUpstream, startFakeUpstream, type UpstreamAnswer, type UpstreamRequest } from './fake-upstream.ts'

export interface FakeIgdbOptions {
  /** What 'days from now' counts from; the moment of the start unless told. */
  now?: Date
  /** Seconds that a token is said to live; 60 days unless told. */
  expiresIn?: number
  /** IGDB's own limits unless told; null for none. */
  limits?: { perSecond: number; open: number } | null
  /** How long every answer of the API takes. Requests are open so long. */
  delayMs?: number
  /** Leave `x-count` out, which no documentation promises. */
  withoutCount?: boolean
}

/** An IGDB of our own, over real HTTP. Make it fail with `upstream.failWith`. */
export interface FakeIgdb {
  /** The API with its version: what IGDB_URL is. */
  url: string
  /** What TWITCH_URL is: `/oauth2/token` comes after it. */
  tokenUrl: string
  clientId: string
  clientSecret: string
  upstream: FakeUpstream
  /** The rows of `/games`, with everything they refer to in them. */
  games: readonly Row[]
  /** The rows of any endpoint. */
  rows: (endpoint: string) => readonly Row[]
  /** Requests to the API, without those for tokens. */
  apiRequests: () => UpstreamRequest[]
  tokenRequests: () => UpstreamRequest[]
  /** Every token so far is refused from now on. */
  revokeTokens: () => void
  close: () => Promise<void>
}

const CLIENT_ID = 'fake-client-id'
const CLIENT_SECRET = 'fake-client-secret'
const SIXTY_DAYS = 60 * 24 * 60 * 60
const LIMITS = { perSecond: 4, open: 8 }
/** A client's clock and ours see the same second a little differently. */
const SECOND_MS = 950
const MAX_TOKENS = 25
const MAX_BODY_BYTES = 64 * 1024
const MAX_MULTIQUERY = 10
/** Clients that do not say who they are. */
const NAMELESS = /^(node|undici|axios\/.*)?$/

/** Starts the fake on a free port. */
export async function startFakeIgdb(options: FakeIgdbOptions = {}): Promise<FakeIgdb> {
  const { now = new Date(), expiresIn = SIXTY_DAYS, limits = LIMITS, delayMs = 0, withoutCount = false } = options
  const world = buildFakeWorld(now)
  let tokens: string[] = []
  let accepted: number[] = []
  let open = 0

  function issueToken(request: UpstreamRequest): UpstreamAnswer {
    const form = new URLSearchParams(request.body)
    const given = (name: string) => request.query.get(name) ?? form.get(name)
    const refusal = (status: number, message: string) => ({ status, body: { status, message } })
    if (request.method !== 'POST') return { status: 404, body: '404 page not found' }
    if (!given('client_id')) return refusal(400, 'missing client id')
    if (given('client_id') !== CLIENT_ID) return refusal(400, 'invalid client')
    if (given('client_secret') !== CLIENT_SECRET) return refusal(403, 'invalid client secret')
    if (given('grant_type') !== 'client_credentials') return refusal(400, 'invalid grant type')
    const token = randomBytes(15).toString('hex')
    tokens = [...tokens, token].slice(-MAX_TOKENS)
    return { body: { access_token: token, expires_in: expiresIn, token_type: 'bearer' } }
  }

  function isAuthorised(headers: UpstreamRequest['headers']): boolean {
    const token = /^bearer (.+)$/i.exec(String(headers.authorization ?? ''))?.[1]
    return headers['client-id'] === CLIENT_ID && token !== undefined && tokens.includes(token)
  }

  async function answerApi(request: UpstreamRequest): Promise<UpstreamAnswer> {
    if (NAMELESS.test(String(request.headers['user-agent'] ?? '')))
      return { status: 403, headers: { 'content-type': 'text/plain' }, body: 'error code: 1010' }
    if (!isAuthorised(request.headers)) return { status: 401, body: UNAUTHORISED }
    if (limits) {
      const moment = performance.now()
      accepted = accepted.filter((at) => moment - at < SECOND_MS)
      if (accepted.length >= limits.perSecond || open >= limits.open)
        return { status: 429, body: { message: 'Too Many Requests' } }
      accepted.push(moment)
    }
    open += 1
    try {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
      return answerQuery(request)
    } finally {
      open -= 1
    }
  }

  function answerQuery(request: UpstreamRequest): UpstreamAnswer {
    const endpoint = request.path.slice('/v4/'.length)
    if (request.method !== 'POST') return { status: 405, headers: PLAIN, body: 'Method Not Allowed' }
    try {
      if (endpoint === 'multiquery') return { body: multiquery(request.body, one) }
      const { body, count } = one(endpoint, request.body)
      return { body, ...(count !== null && !withoutCount && { headers: { 'x-count': String(count) } }) }
    } catch (error) {
      if (error instanceof UnknownEndpoint) return { status: 404, headers: PLAIN, body: 'Not Found' }
      if (!(error instanceof QuerySyntaxError)) throw error
      return { status: 400, body: [{ title: 'Syntax Error', status: 400, cause: error.message }] }
    }
  }

  function one(endpoint: string, text: string): { body: unknown; count: number | null } {
    const isCount = endpoint.endsWith('/count')
    const rows = world.get(isCount ? endpoint.slice(0, -'/count'.length) : endpoint)
    if (!rows) throw new UnknownEndpoint()
    const query = parsed(text)
    const count = matchingRows(query, rows).length
    return isCount ? { body: { count }, count: null } : { body: evaluateQuery(query, rows), count }
  }

  const upstream = await startFakeUpstream((request) => {
    if (request.path === '/oauth2/token') return issueToken(request)
    if (request.path.startsWith('/v4/')) return answerApi(request)
    return { status: 404, headers: PLAIN, body: 'Not Found' }
  })
  const isApi = (request: UpstreamRequest) => request.path.startsWith('/v4/')
  return {
    url: `${upstream.url}/v4`,
    tokenUrl: upstream.url,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    upstream,
    games: world.get('games') as readonly Row[],
    rows: (endpoint) => world.get(endpoint) ?? [],
    apiRequests: () => upstream.requests.filter(isApi),
    tokenRequests: () => upstream.requests.filter((request) => !isApi(request)),
    revokeTokens: () => {
      tokens = []
    },
    close: upstream.close,
  }
}

class UnknownEndpoint extends Error {}

const PLAIN = { 'content-type': 'text/plain' }
const UNAUTHORISED = {
  message: 'Authorization Failure. Have you tried:',
  'Tip 1': 'Ensure you are sending Authorization and Client-ID as headers.',
  'Tip 2': "Ensure Authorization value starts with 'Bearer ', including the space",
  'Tip 3': 'Ensure Authorization value ends with the App Access Token you generated, NOT your Client Secret.',
  Docs: 'https://api-docs.igdb.com/#authentication',
  Discord: 'https://discord.gg/FrvfwQg',
}

function parsed(text: string): Query {
  const query = parseQuery(text, { maxBytes: MAX_BODY_BYTES })
  if ((query.limit ?? 0) > MAX_LIMIT) throw new QuerySyntaxError(`limit must be at most ${MAX_LIMIT}`, text, 0)
  return query
}

/** `query games "A name" { fields name; limit 1; };` up to ten times; answered in order, under their names. */
function multiquery(text: string, one: (endpoint: string, text: string) => { body: unknown }): unknown[] {
  const tokens = tokensOf(text)
  const answers: unknown[] = []
  let at = 0
  const take = (what: string | RegExp) => {
    const token = tokens[at]
    const isRight = token && (typeof what === 'string' ? token.text === what : what.test(token.text))
    if (!isRight) throw new QuerySyntaxError(`Expecting ${what} and not ${token?.text}`, text, token?.at ?? text.length)
    at += 1
    return token
  }
  while (tokens[at]?.kind !== 'end') {
    take('query')
    let endpoint = take(/^\w+$/).text
    if (tokens[at]?.text === '/') {
      at += 1
      endpoint += `/${take('count').text}`
    }
    const name = JSON.parse(take(/^".*"$/).text) as string
    const from = take('{').at + 1
    for (let depth = 1; tokens[at]?.kind !== 'end'; at++) {
      if (tokens[at]?.text === '{') depth += 1
      if (tokens[at]?.text === '}') depth -= 1
      if (depth === 0) break
    }
    const body = text.slice(from, take('}').at)
    take(';')
    if (answers.length === MAX_MULTIQUERY) throw new QuerySyntaxError(`At most ${MAX_MULTIQUERY} queries`, text, from)
    const answer = one(endpoint, body).body
    answers.push(Array.isArray(answer) ? { name, result: answer } : { name, ...(answer as object) })
  }
  return answers
}
