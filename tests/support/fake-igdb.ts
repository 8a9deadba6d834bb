import { randomBytes } from 'node:crypto'
import { evaluateQuery, matchingRows } from '../../src/features/query-proxy/server/apicalypse/evaluate.ts'
import { parseQuery } from '../../src/features/query-proxy/server/apicalypse/parse.ts'
import {
  MAX_LIMIT,
  type Query,
  QuerySyntaxError,
  type Row,
} from '../../src/features/query-proxy/server/apicalypse/query.ts'
import { tokensOf } from '../../src/features/query-proxy/server/apicalypse/tokens.ts'
import { buildFakeWorld } from './fake-igdb-world.ts'
import { type FakeUpstream, startFakeUpstream, type UpstreamAnswer, type UpstreamRequest } from './fake-upstream.ts'

export interface FakeIgdbOptions {
  /** The time to which relative dates refer; the start of the fake by default. */
  now?: Date
  /** Lifetime of a token in seconds; 60 days by default. */
  expiresIn?: number
  /** IGDB's own limits by default; null for none. */
  limits?: { perSecond: number; open: number } | null
  /** Every response of the API waits for it. The request counts as open during that time. */
  answersAfter?: Promise<void>
  /** Omits `x-count`, which no documentation promises. */
  withoutCount?: boolean
}

/** A fake IGDB server, over real HTTP. `upstream.failWith` makes it fail. */
export interface FakeIgdb {
  /** The address of the API with its version, for IGDB_URL. */
  url: string
  /** The address for TWITCH_URL, to which the client appends `/oauth2/token`. */
  tokenUrl: string
  clientId: string
  clientSecret: string
  upstream: FakeUpstream
  /** The rows of `/games`, with all objects that they refer to. */
  games: readonly Row[]
  /** Returns the rows of any endpoint. */
  rows: (endpoint: string) => readonly Row[]
  /** Returns the requests to the API, without those for tokens. */
  apiRequests: () => UpstreamRequest[]
  tokenRequests: () => UpstreamRequest[]
  /** Makes the server refuse every token that it has issued so far. */
  revokeTokens: () => void
  close: () => Promise<void>
}

const CLIENT_ID = 'fake-client-id'
const CLIENT_SECRET = 'fake-client-secret'
const SIXTY_DAYS = 60 * 24 * 60 * 60
const LIMITS = { perSecond: 4, open: 8 }
/** Slightly less than a second, because the clocks of client and server differ a little. */
const SECOND_MS = 950
const MAX_TOKENS = 25
const MAX_BODY_BYTES = 64 * 1024
const MAX_MULTIQUERY = 10
/** User agents that do not identify the client. */
const NAMELESS = /^(node|undici|axios\/.*)?$/

/** Starts the fake on a free port. */
export async function startFakeIgdb(options: FakeIgdbOptions = {}): Promise<FakeIgdb> {
  const { now = new Date(), expiresIn = SIXTY_DAYS, limits = LIMITS, answersAfter, withoutCount = false } = options
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
      await answersAfter
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

/**
 * Parses up to ten `query games "A name" { fields name; limit 1; };` and returns their results in order, under their
 * names.
 */
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
