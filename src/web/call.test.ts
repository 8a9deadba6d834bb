import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import { endpointsOf } from '#shared/endpoint.ts'
import { type CallError, call, discardCsrfToken, networkTextOf } from './call.ts'

// Tests the fetch helper over real HTTP; only the clock is fake.

const ok = { access: 'anyone', summary: 'A thing', response: z.object({ ok: z.boolean() }) } as const
const contracts = {
  read: contract({ method: 'GET', path: '/api/thing' }, ok),
  write: contract({ method: 'PUT', path: '/api/thing' }, ok),
}
const endpoint = endpointsOf<typeof contracts>()
const read = endpoint('GET', '/api/thing')
const write = endpoint('PUT', '/api/thing')

let server: Server
let asked: string[]
let askedAt: number[]
let answer: (response: ServerResponse, count: number) => void
/** The tokens that the server has issued, the latest last, and those that came with the calls. */
let issued: string[]
let tokens: (string | undefined)[]
let issueToken: (response: ServerResponse) => void

beforeEach(async () => {
  asked = []
  askedAt = []
  issued = []
  tokens = []
  issueToken = (response) => {
    issued.push(`t${issued.length + 1}`)
    response.end(JSON.stringify({ csrfToken: issued.at(-1) }))
  }
  discardCsrfToken()
  server = createServer((request, response) => {
    if (request.url === '/api/auth/csrf') {
      issueToken(response)
      return
    }
    asked.push(request.method ?? '')
    tokens.push(request.headers['x-csrf-token'] as string | undefined)
    askedAt.push(Date.now())
    answer(response, asked.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const real = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => real(`http://127.0.0.1:${port}${address}`, init))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const say = (status: number, body: unknown) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify(body))
}
const hangUp = (response: ServerResponse) => response.destroy()
const hang = () => {}

/** Returns the outcome of a call and skips its waits. Real sockets need real turns of the event loop in between. */
async function outcome(promise: Promise<unknown>): Promise<unknown> {
  let ended: { with: unknown } | undefined
  promise.then(
    (value) => {
      ended = { with: value }
    },
    (error: unknown) => {
      ended = { with: error }
    },
  )
  while (!ended) {
    for (let turn = 0; turn < 20 && !ended; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    if (!ended) await vi.advanceTimersByTimeAsync(250)
  }
  return ended.with
}
const failed = async (promise: Promise<unknown>) => (await outcome(promise)) as CallError
const waits = () => askedAt.slice(1).map((at, index) => Math.round((at - (askedAt[index] as number)) / 1000))

test('a read whose connection fails is retried three times, after 1, 2 and 4 seconds [R-NET-06][R-NET-10]', async () => {
  answer = hangUp
  const error = await failed(call(read, {}))
  expect(asked).toHaveLength(4)
  expect(waits()).toEqual([1, 2, 4])
  expect(error).toMatchObject({ status: 0, code: 'network', retried: true })
  expect(networkTextOf(error)).toBe('Network error - please check your connection and try again')
})

test('a read is retried after a 5xx, and returns the response of the retry [R-NET-06]', async () => {
  answer = (response, count) =>
    (count < 3 ? say(503, { error: 'Busy', requestId: 'r' }) : say(200, { ok: true }))(response)
  expect(await outcome(call(read, {}))).toEqual({ ok: true })
  expect(asked).toHaveLength(3)
})

test('a lasting 5xx is thrown with the message of the server, and marked as retried', async () => {
  answer = say(500, { error: 'Broken', requestId: 'r' })
  const error = await failed(call(read, {}))
  expect(asked).toHaveLength(4)
  expect(error).toMatchObject({ status: 500, message: 'Broken', retried: true })
  expect(networkTextOf(error)).toBeNull()
})

test.each([400, 401, 404, 429])('a %i is not retried [R-NET-07]', async (status) => {
  answer = say(status, { error: 'No', requestId: 'r' })
  expect(await failed(call(read, {}))).toMatchObject({ status, retried: false })
  expect(asked).toEqual(['GET'])
})

test('a body that a proxy refuses with its own page: the sentence says what the operator must change; our own 413 has its sentence', async () => {
  answer = (response) => {
    response.writeHead(413, { 'content-type': 'text/html' }).end('<html><h1>413 Request Entity Too Large</h1></html>')
  }
  expect(await failed(call(write, {}))).toMatchObject({
    status: 413,
    message:
      'A proxy in front of this site refuses files of this size. Whoever runs the site must let it accept 51 MB.',
  })
  answer = say(413, { error: 'The picture is too large', requestId: 'r' })
  expect(await failed(call(write, {}))).toMatchObject({ status: 413, message: 'The picture is too large' })
})

test('a write is never retried, whatever happens to it', async () => {
  answer = say(500, { error: 'Broken', requestId: 'r' })
  expect(await failed(call(write, {}))).toMatchObject({ status: 500, retried: false })
  answer = hangUp
  expect(await failed(call(write, {}))).toMatchObject({ status: 0, code: 'network' })
  expect(asked).toEqual(['PUT', 'PUT'])
})

describe('an error body of a proxy or an older node', () => {
  const ended = async (status: number, body: unknown) => {
    answer = say(status, body)
    return failed(call(read, {}))
  }

  test('gives its sentence without a request id, too [R-NEWS-17][R-FORUM-07]', async () => {
    const error = await ended(400, { error: 'relation "news_posts" does not exist' })
    expect(error).toMatchObject({ status: 400, message: 'relation "news_posts" does not exist', code: 'unknown' })
    expect(await ended(409, { error: 'Taken', code: 'taken', details: { name: 'Taken' }, hint: 'Ann' })).toMatchObject({
      message: 'Taken',
      code: 'taken',
      details: { name: 'Taken' },
      body: { hint: 'Ann' },
    })
  })

  test.each([{ error: '' }, { error: '  ' }, { error: { text: 'No' } }, { message: 'No' }, ['No'], 'No', null, 7])(
    'without a sentence (%o) says that something went wrong',
    async (body) => {
      expect(await ended(400, body)).toMatchObject({
        message: 'Something went wrong.',
        code: 'no_sentence',
        details: {},
      })
    },
  )

  test('has only parts of the documented kind', async () => {
    const error = await ended(429, { error: 'Later', code: 429, details: 'none', retryAfter: 'soon' })
    expect(error).toMatchObject({ message: 'Later', code: 'unknown', details: {}, retryAfter: null })
  })
})

describe('the CSRF token of writes', () => {
  const invalid = say(403, { error: 'Invalid token', code: 'csrf_invalid', requestId: 'r' })

  test('is read once, and no read has it', async () => {
    answer = say(200, { ok: true })
    for (const endpoint of [write, read, write]) await outcome(call(endpoint, {}))
    expect(tokens).toEqual(['t1', undefined, 't1'])
    expect(issued).toEqual(['t1'])
  })

  test('is renewed when it has expired, and the call is sent again with the new one (C66)', async () => {
    answer = say(200, { ok: true })
    await outcome(call(write, {}))
    answer = (response) => (tokens.at(-1) === 't1' ? invalid : say(200, { ok: true }))(response)
    expect(await outcome(call(write, {}))).toEqual({ ok: true })
    expect(tokens).toEqual(['t1', 't1', 't2'])
    expect(await outcome(call(write, {}))).toEqual({ ok: true })
    expect(tokens.at(-1)).toBe('t2')
    expect(issued).toEqual(['t1', 't2'])
  })

  test('is renewed once per call: a second refusal reaches the person', async () => {
    answer = invalid
    expect(await failed(call(write, {}))).toMatchObject({ status: 403, code: 'csrf_invalid', message: 'Invalid token' })
    expect(tokens).toEqual(['t1', 't2'])
  })

  test('is not renewed for another refusal', async () => {
    answer = say(403, { error: 'This is not yours', code: 'not_yours', requestId: 'r' })
    expect(await failed(call(write, {}))).toMatchObject({ status: 403, code: 'not_yours' })
    expect(tokens).toEqual(['t1'])
  })

  test('is requested again by the next call when it could not be read', async () => {
    const issue = issueToken
    issueToken = say(403, { error: 'Not now', requestId: 'r' })
    answer = say(200, { ok: true })
    expect(await failed(call(write, {}))).toMatchObject({ status: 403 })
    expect(asked).toEqual([])
    issueToken = issue
    expect(await outcome(call(write, {}))).toEqual({ ok: true })
  })
})

test('a request without a response is aborted after 15 seconds, once [R-NET-05][R-NET-08][R-NET-09]', async () => {
  answer = hang
  const from = Date.now()
  const error = await failed(call(read, {}))
  expect(Math.round((Date.now() - from) / 1000)).toBe(15)
  expect(asked).toHaveLength(1)
  expect(error.message).toBe('Request timed out - please check your internet connection and try again')
  expect((error.cause as Error).message).toBe('Request timeout after 15000ms.')
})

test('a response that stops in the middle is aborted too [R-NET-05]', async () => {
  answer = (response) => void response.writeHead(200).write('{"ok":')
  expect(await failed(call(read, {}))).toMatchObject({ code: 'timeout' })
})

test.each([{ effectiveType: '3g' }, { effectiveType: '2g' }, { effectiveType: '4g', saveData: true }])(
  'on a slow connection (%o) the time-out says so [R-NET-11]',
  async (connection) => {
    vi.stubGlobal('navigator', { onLine: true, connection })
    answer = hang
    const error = await failed(call(read, {}))
    expect(error.message).toBe('Request took too long - this might be due to a slow connection')
  },
)

test('a phone on 4g waits 36 seconds [R-MOB-05][R-MOB-06]', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('navigator', { onLine: true, connection: { effectiveType: '4g' } })
  answer = hang
  const from = Date.now()
  const error = await failed(call(read, {}))
  expect(Math.round((Date.now() - from) / 1000)).toBe(36)
  expect((error.cause as Error).message).toBe('Request timeout after 36000ms.')
})

test('without a network nothing is retried, and the person reads why [R-NET-12]', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  answer = hangUp
  const error = await failed(call(read, {}))
  expect(asked).toHaveLength(1)
  expect(error).toMatchObject({
    code: 'offline',
    message: 'No internet connection - please check your network and try again',
  })
})

test('a caller can abort it at once, also between two attempts', async () => {
  answer = hangUp
  const interest = new AbortController()
  const promise = call(read, {}, { signal: interest.signal })
  const ended = outcome(promise)
  while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve))
  interest.abort()
  expect(await ended).toMatchObject({ name: 'AbortError' })
  expect(asked).toHaveLength(1)
})
