import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { newScript, type Script } from '#tests/support/public-api-app.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { MAX_WEBHOOKS } from '../../webhooks.rules.ts'
import { SEND_JOB } from '../webhooks/send-webhooks.ts'

const app = useTestApp({ WEBHOOK_PRIVATE_ADDRESSES: '127.0.0.1' })
const GAME = 'igdb_1942'
const MISSING = '019a0000-0000-7000-8000-000000000000'
const EVENTS = ['library.changed', 'list.changed']

/** What two addresses of the member's server received: the address and the type of each call. */
let received: string[]
let status: number
let receiver: Server
let origin: string
beforeAll(async () => {
  await addGames(app, [GAME])
  receiver = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    received.push(`${request.url} ${JSON.parse(text).type}`)
    response.writeHead(status).end()
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterAll(() => receiver.close())

let mara: Member
let script: Script
beforeEach(async () => {
  received = []
  status = 200
  mara = await signUp(app)
  script = await newScript(app, mara, { scopes: ['read:webhooks', 'write:webhooks'] })
})
const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  script.send(method, `/api/v1/webhooks${path}`, { ...(body !== undefined && { body }), headers })
const create = async (url = `${origin}/one`) => (await send('POST', '', { url, events: EVENTS })).body
async function work(): Promise<void> {
  app.queue.push({ name: SEND_JOB, data: {} })
  await app.work()
}

test('a script creates, reads, changes and deletes a webhook, and its secret is shown once', async () => {
  const created = await send('POST', '', { url: `${origin}/one`, events: EVENTS })
  expect([created.status, Object.keys(created.body)]).toEqual([201, ['data', 'secret']])
  expect(created.body.secret).toMatch(/^whsec_[\w+/]{43}=$/)
  const { id } = created.body.data
  expect(created.body.data).toMatchObject({ url: `${origin}/one`, events: EVENTS, is_paused: false })
  await app.work()
  expect(received).toEqual(['/one ping'])

  const read = await send('GET', `/${id}`)
  expect(read.body.data).toMatchObject({ id, last_delivery: { type: 'ping', state: 'delivered', last_status: 200 } })
  expect(await send('GET', '')).toMatchObject({ status: 200, body: { data: [read.body.data], next_cursor: null } })
  // The settings show the same one.
  expect((await mara.get('/api/webhooks')).body.webhooks).toMatchObject([{ id, url: `${origin}/one` }])

  const narrowed = await send('PUT', `/${id}`, { url: `${origin}/one`, events: ['list.changed'] })
  expect([narrowed.status, narrowed.body.data]).toMatchObject([200, { id, events: ['list.changed'] }])
  await mara.post('/api/library', { game_id: GAME })
  await mara.post('/api/lists', { title: 'Winter' })
  await work()
  // Without a new address nothing is tested.
  expect(received).toEqual(['/one ping', '/one list.changed'])

  const moved = await send('PUT', `/${id}`, { url: `${origin}/two`, events: ['list.changed'] })
  expect(moved.body.data).toMatchObject({ url: `${origin}/two`, last_delivery: { type: 'ping', state: 'waiting' } })
  await work()
  expect(received.slice(2)).toEqual(['/two ping'])
  const all = JSON.stringify([read.body, narrowed.body, moved.body, (await send('GET', '')).body])
  expect(all).not.toContain('whsec')

  expect((await send('DELETE', `/${id}`)).status).toBe(204)
  expect((await send('GET', `/${id}`)).body.code).toBe('webhook_not_found')
})

test('a webhook is created once for each key', async () => {
  const draft = { url: `${origin}/one`, events: EVENTS }
  const first = await send('POST', '', draft, { 'idempotency-key': 'deck' })
  const second = await send('POST', '', draft, { 'idempotency-key': 'deck' })
  expect([second.body, second.headers.get('idempotent-replayed')]).toEqual([first.body, 'true'])
  expect((await send('GET', '')).body.data).toHaveLength(1)
  const other = await send('POST', '', { ...draft, url: `${origin}/two` }, { 'idempotency-key': 'deck' })
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
})

test('the stored answer of a creation has no secret: a repetition reads it from the webhook, while that exists', async () => {
  const draft = { url: `${origin}/one`, events: EVENTS }
  const first = await send('POST', '', draft, { 'idempotency-key': 'deck' })
  const stored = await app.db.selectFrom('access_token_requests').where('key', '=', 'deck').select('answer').execute()
  expect(JSON.stringify(stored)).toContain(first.body.data.id)
  expect(JSON.stringify(stored)).not.toContain('whsec')
  // What is repeated is the first answer, although the webhook has changed.
  await send('PUT', `/${first.body.data.id}`, { ...draft, events: ['list.changed'] })
  expect((await send('POST', '', draft, { 'idempotency-key': 'deck' })).body).toEqual(first.body)

  await send('DELETE', `/${first.body.data.id}`)
  const late = await send('POST', '', draft, { 'idempotency-key': 'deck' })
  expect([late.status, late.body.code, late.headers.get('idempotent-replayed')]).toEqual([
    404,
    'webhook_not_found',
    null,
  ])
  expect((await send('GET', '')).body.data).toEqual([])
})

test('a script reads the log, sends a call again, and turns a paused webhook on', async () => {
  const { id } = (await create()).data
  status = 410
  await mara.post('/api/library', { game_id: GAME })
  await work()
  expect((await send('GET', `/${id}`)).body.data.is_paused).toBe(true)
  const log = (await send('GET', `/${id}/deliveries`)).body
  const [failed] = log.data.filter(({ type }: { type: string }) => type === 'library.changed')
  expect([log.next_cursor, failed]).toMatchObject([null, { state: 'failed', last_status: 410, last_failure: 'status' }])

  // A new address does not end the pause, because the member decides when calls begin again.
  status = 200
  received = []
  const moved = await send('PUT', `/${id}`, { url: `${origin}/two`, events: EVENTS })
  expect(moved.body.data.is_paused).toBe(true)
  expect((await send('POST', `/${id}/resume`)).body.data).toMatchObject({ is_paused: false })
  const again = await send('POST', `/${id}/deliveries/${failed.id}/resend`)
  expect([again.status, again.body.data]).toMatchObject([200, { id: failed.id, state: 'waiting' }])
  expect((await send('POST', `/${id}/test`)).body.data).toMatchObject({ type: 'ping', state: 'waiting' })
  await work()
  expect(received.toSorted()).toEqual(['/two library.changed', '/two ping', '/two ping', '/two ping'])
})

test.each(['http://192.168.1.1/', 'http://[::1]:9/', 'http://169.254.169.254/latest/meta-data'])(
  'the private address %s is not called, before or after a change',
  async (address) => {
    const { id } = (await create(address)).data
    await app.work()
    const wanted = { type: 'ping', state: 'failed', last_status: null, last_failure: 'unknown_host' }
    expect((await send('GET', `/${id}`)).body.data.last_delivery).toMatchObject(wanted)
    const harmless = (await create()).data.id
    await send('PUT', `/${harmless}`, { url: address, events: EVENTS })
    await work()
    expect((await send('GET', `/${harmless}`)).body.data.last_delivery).toMatchObject(wanted)
  },
)

test.each([
  ['an address of another kind', { url: 'ftp://example.org/' }, 'url'],
  ['an address with a password', { url: 'https://a:b@example.org/' }, 'url'],
  ['no events', { events: [] }, 'events'],
  ['an unknown event', { events: ['message.received'] }, 'events.0'],
])('%s is refused by field, and nothing changes', async (_, wrong, field) => {
  const { data } = await create()
  for (const [method, path] of [
    ['POST', ''],
    ['PUT', `/${data.id}`],
  ] as const) {
    const { status, body } = await send(method, path, { url: `${origin}/two`, events: EVENTS, ...wrong })
    expect([status, body.code, Object.keys(body.errors)]).toEqual([400, 'validation_failed', [field]])
  }
  expect((await send('GET', '')).body.data).toMatchObject([{ id: data.id, url: `${origin}/one` }])
})

test('a member has a limited number of webhooks, and none of another member', async () => {
  const { data } = await create()
  const stranger = await newScript(app, await signUp(app))
  const draft = { url: `${origin}/theirs`, events: EVENTS }
  for (const [method, path, body] of [
    ['GET', ''],
    ['PUT', '', draft],
    ['DELETE', ''],
    ['POST', '/resume'],
    ['POST', '/test'],
    ['GET', '/deliveries'],
    ['POST', `/deliveries/${data.last_delivery.id}/resend`],
  ] as const) {
    const answer = await stranger.send(method, `/api/v1/webhooks/${data.id}${path}`, { ...(body && { body }) })
    expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 404, 'webhook_not_found'])
  }
  expect((await stranger.get('/api/v1/webhooks')).body.data).toEqual([])
  const missing = await send('POST', `/${data.id}/deliveries/${MISSING}/resend`)
  expect([missing.status, missing.body.code]).toEqual([404, 'delivery_not_found'])
  for (let more = 1; more < MAX_WEBHOOKS; more += 1) await create()
  const refused = await send('POST', '', draft)
  expect([refused.status, refused.body.code]).toEqual([409, 'too_many_webhooks'])
  expect((await send('GET', '')).body.data).toHaveLength(MAX_WEBHOOKS)
})
