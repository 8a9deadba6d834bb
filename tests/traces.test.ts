import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openTraces } from '#server/traces/open-traces.ts'
import { describeStatement } from '#server/traces/statement-names.ts'
import { setTraces, wantsTraces } from '#server/traces/traces.ts'
import { UpstreamError } from '#server/upstream-error.ts'
import { signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

/** A collector that decodes what arrives (OTLP over HTTP, JSON). */
const received: ReceivedSpan[] = []
const raw: string[] = []
const resources: string[] = []
let isSilent = false
const collector = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  if (isSilent) return
  const body = Buffer.concat(chunks).toString()
  raw.push(body)
  for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
    resources.push(JSON.stringify(resource.attributes))
    for (const { spans } of scopeSpans) received.push(...spans)
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
Object.assign(process.env, {
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_SERVICE_NAME: 'our-games',
  OTEL_TRACES_SAMPLER: 'always_on',
  OTEL_BSP_SCHEDULE_DELAY: '50',
})
const traces = openTraces({ trustsParents: false })
setTraces(traces)
const world = useTestApp({}, { traces })
afterAll(async () => {
  for (const name of [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_SERVICE_NAME',
    'OTEL_TRACES_SAMPLER',
    'OTEL_BSP_SCHEDULE_DELAY',
  ])
    delete process.env[name]
  setTraces(null)
  isSilent = false
  await traces.close()
  collector.closeAllConnections()
  collector.close()
})
beforeEach(() => {
  isSilent = false
  received.length = 0
  raw.length = 0
})

const attributeOf = (span: ReceivedSpan | undefined, key: string) => {
  const value = span?.attributes.find((each) => each.key === key)?.value
  return value?.stringValue ?? value?.intValue
}
const spanOf = async (name: string) => {
  await expect.poll(() => received.find((span) => span.name === name)).toBeDefined()
  return received.find((span) => span.name === name) as ReceivedSpan
}
const PARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`

test('a request has a span with its pattern, and one for each statement, without names or values of members', async () => {
  const origin = await world.listen()
  const ann = await signUp(world, { username: 'ann-of-traces' })
  const answer = await fetch(`${origin}/api/profiles/${ann.user.id}?secret=typed`, { headers: { traceparent: PARENT } })
  expect(answer.status).toBe(200)
  const span = await spanOf('GET /api/profiles/:handle')
  expect(attributeOf(span, 'http.response.status_code')).toBe(200)
  expect(span.traceId).not.toBe('a'.repeat(32))
  const statements = received.filter(({ parentSpanId }) => parentSpanId === span.spanId)
  expect(statements.length).toBeGreaterThan(0)
  expect(statements.map((each) => attributeOf(each, 'db.system.name'))).toEqual(statements.map(() => 'postgresql'))
  expect(statements.some((each) => String(attributeOf(each, 'db.query.text')).includes('$1'))).toBe(true)
  for (const value of ['ann-of-traces', ann.user.id, 'typed', '127.0.0.1']) expect(raw.join()).not.toContain(value)
  expect(resources.at(-1)).toContain('our-games')
})

test('a span of a proxy is the parent only where the operator trusts it', async () => {
  const trusting = openTraces({ trustsParents: true })
  const server = createServer((request, response) => trusting.request(request, response, () => response.end()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const traceparent of [PARENT, 'rubbish', `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`])
    await (await fetch(address, { headers: { traceparent } })).text()
  await trusting.close()
  server.close()
  expect(received.map(({ parentSpanId }) => parentSpanId || null).toSorted()).toEqual(['b'.repeat(16), null, null])
  expect(received.some(({ traceId }) => traceId === 'a'.repeat(32))).toBe(true)
})

test('a call of a source has a span, its failure has a kind and no message, and the source gets no header', async () => {
  await expect(
    traces.source('igdb', async () => {
      throw new UpstreamError('igdb', 'timeout', 'a member has typed this')
    }),
  ).rejects.toThrow()
  expect(attributeOf(await spanOf('source igdb'), 'error.type')).toBe('timeout')
  expect(raw.join()).not.toContain('typed')
})

test('a collector that is silent slows no request and no stop', async () => {
  isSilent = true
  // The exporter alone would wait longer than this test may take.
  process.env.OTEL_EXPORTER_OTLP_TIMEOUT = '600000'
  const other = openTraces({ trustsParents: false })
  delete process.env.OTEL_EXPORTER_OTLP_TIMEOUT
  for (let n = 0; n < 5_000; n += 1) await other.source('rawg', async () => n)
  await other.close()
})

describe('the text of a statement', () => {
  test('has no literals', () => {
    expect(describeStatement(`select "x1", 'it''s me' from "games" where id = $1 and n > 42`)).toEqual({
      name: 'select games',
      text: 'select "x1", ? from "games" where id = $1 and n > ?',
    })
    expect(describeStatement('begin').name).toBe('begin')
  })
})

test.each([
  [{}, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318' }, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c:4318/v1/traces' }, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_SDK_DISABLED: 'true' }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_TRACES_EXPORTER: 'none' }, false],
])('with %j traces are on: %s', (env, isOn) => {
  expect(wantsTraces(env)).toBe(isOn)
})

test('only the file that is loaded on demand imports the library', () => {
  const sources = globSync('src/**/*.ts').filter((path) => !path.endsWith('.test.ts'))
  const importing = (pattern: RegExp) => sources.filter((path) => pattern.test(readFileSync(path, 'utf8')))
  expect(importing(/from '@opentelemetry\//)).toEqual(['src/server/traces/open-traces.ts'])
  expect(importing(/from '[^']*open-traces\.ts'/)).toEqual([])
  expect(importing(/from '@aws-sdk\//)).toEqual([])
})
