import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/db.ts'
import { POST_FAILURE_TEXTS } from '#shared/post-failures.texts.ts'
import { addGames } from '#tests/support/fixtures.ts'
import { duringTransaction } from '#tests/support/locks.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { MAX_WEBHOOKS } from '../../webhooks.rules.ts'
import { WEBHOOK_TEXTS } from '../../webhooks.texts.ts'
import { SEND_JOB } from './send-webhooks.ts'

const app = useTestApp({ WEBHOOK_PRIVATE_ADDRESSES: '127.0.0.1' })
const GAME = 'igdb_1942'
const MISSING = '019a0000-0000-7000-8000-000000000000'

interface Received {
  id: string
  signature: string
  seconds: string
  text: string
  body: { type: string; timestamp: string; data: { id?: string } }
}
/** The receiver: what it got, and the status that it answers. */
let received: Received[]
let status: number
let receiver: Server
let url: string
beforeAll(async () => {
  await addGames(app, [GAME])
  receiver = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const header = (name: string) => String(request.headers[name])
    received.push({
      id: header('webhook-id'),
      signature: header('webhook-signature'),
      seconds: header('webhook-timestamp'),
      text,
      body: JSON.parse(text),
    })
    response.writeHead(status, { location: '/elsewhere' }).end('ignored')
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(() => receiver.close())

let mara: Member
beforeEach(async () => {
  received = []
  status = 200
  mara = await signUp(app)
})
const ALL = ['library.changed', 'review.changed', 'list.changed']
const create = async (events = ALL, at = url) => (await mara.post('/api/webhooks', { url: at, events })).body
const types = () => received.map(({ body }) => body.type)
/** Runs the job as its schedule would, after this many minutes. */
async function runAfter(minutes = 0): Promise<void> {
  app.time.now = new Date(app.time.now.getTime() + minutes * 60_000)
  app.queue.push({ name: SEND_JOB, data: {} })
  await app.work()
}
const deliveriesOf = async (id: string) => (await mara.get(`/api/webhooks/${id}/deliveries`)).body.deliveries

describe('a webhook', () => {
  test('gets a signed test, and a call for each change', async () => {
    const { webhook, secret } = await create()
    expect(webhook).toMatchObject({
      url,
      events: ALL,
      is_paused: false,
      last_delivery: { type: 'ping', state: 'waiting' },
    })
    await app.work()
    expect(types()).toEqual(['ping'])
    await mara.post('/api/library', { game_id: GAME })
    await mara.patch(`/api/library/${GAME}`, { user_rating: 8 })
    const review = { game_id: GAME, rating: 4, review_text: 'Long.', is_public: false }
    const { id } = (await mara.post('/api/reviews', review)).body.review
    const list = (await mara.post('/api/lists', { title: 'Winter' })).body.list
    expect(types()).toEqual(['ping'])
    await runAfter(1)
    expect(types().toSorted()).toEqual(['library.changed', 'list.changed', 'ping', 'review.changed'])
    expect(received.find(({ body }) => body.type === 'review.changed')?.body.data).toEqual({ id })
    expect(received.find(({ body }) => body.type === 'list.changed')?.body.data).toEqual({ id: list.id })
    for (const { id: message, seconds, text, signature } of received) {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
      expect(signature).toBe(`v1,${createHmac('sha256', key).update(`${message}.${seconds}.${text}`).digest('base64')}`)
      // A call says where to read, and none of the member's words.
      expect(text).not.toContain('Long.')
    }
    expect(new Set(received.map((one) => one.id)).size).toBe(received.length)
    expect(await deliveriesOf(webhook.id)).toMatchObject(
      Array.from({ length: 4 }, () => ({ state: 'delivered', attempts: 1, last_status: 200, last_failure: null })),
    )
  })

  test('is called by TLS when its address says so, in any letter case', async () => {
    let firstByte = 0
    receiver.once('clientError', ({ rawPacket }: Error & { rawPacket?: Buffer }, socket) => {
      firstByte = rawPacket?.[0] ?? 0
      socket.destroy()
    })
    await create(ALL, url.replace('http:', 'HTTPS:'))
    await app.work()
    const TLS_HANDSHAKE = 0x16
    expect(firstByte).toBe(TLS_HANDSHAKE)
    expect(received).toEqual([])
  })

  test('gets only the events that it wants, and nothing of other members', async () => {
    await create(['list.changed'])
    await runAfter()
    received = []
    await mara.post('/api/library', { game_id: GAME })
    const sol = await signUp(app)
    await sol.post('/api/lists', { title: 'Not mine' })
    await runAfter(1)
    expect(types()).toEqual([])
    await mara.post('/api/lists', { title: 'Mine' })
    await runAfter(1)
    expect(types()).toEqual(['list.changed'])
  })

  test('gets another address and other events, and keeps its secret', async () => {
    const { webhook, secret } = await create(ALL, `${url}/before`)
    await app.work()
    const change = { url, events: ['list.changed'] }
    const changed = await mara.put(`/api/webhooks/${webhook.id}`, change)
    expect([changed.status, changed.body.webhook]).toMatchObject([200, { id: webhook.id, ...change }])
    expect(JSON.stringify(changed.body)).not.toContain('whsec')
    await mara.post('/api/library', { game_id: GAME })
    await mara.post('/api/lists', { title: 'Mine' })
    received = []
    await runAfter(1)
    expect(types().toSorted()).toEqual(['list.changed', 'ping'])
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    for (const { id, seconds, text, signature } of received)
      expect(signature).toBe(`v1,${createHmac('sha256', key).update(`${id}.${seconds}.${text}`).digest('base64')}`)
  })

  test('hears nothing of a write that was rolled back', async () => {
    await create()
    await runAfter()
    received = []
    expect((await mara.post('/api/reviews', { game_id: GAME, rating: 9, review_text: 'x' })).status).toBe(400)
    expect((await mara.post('/api/lists', { title: 'x', game_ids: ['igdb_404'] })).status).toBe(404)
    await runAfter(1)
    expect(types()).toEqual([])
  })
})

describe('a failed call', () => {
  test('is repeated with growing pauses, and pauses the webhook after the last one', async () => {
    const { webhook } = await create()
    await app.work()
    received = []
    status = 503
    await mara.post('/api/lists', { title: 'Winter' })
    await runAfter(1)
    expect(received).toHaveLength(1)
    await runAfter(0)
    expect(received).toHaveLength(1)
    for (const minutes of [1, 5, 30, 120, 360, 900]) {
      await runAfter(minutes - 0.5)
      const before = received.length
      await runAfter(0.5)
      expect(received).toHaveLength(before + 1)
    }
    expect(new Set(received.map(({ id }) => id)).size).toBe(1)
    expect((await deliveriesOf(webhook.id))[0]).toMatchObject({
      state: 'failed',
      attempts: 7,
      last_status: 503,
      last_failure: 'status',
      next_attempt_at: null,
    })
    expect((await mara.get('/api/webhooks')).body.webhooks).toMatchObject([{ id: webhook.id, is_paused: true }])

    received = []
    await mara.post('/api/lists', { title: 'Not heard' })
    await runAfter(60)
    expect(received).toEqual([])
    status = 204
    const resumed = await mara.post(`/api/webhooks/${webhook.id}/resume`)
    expect(resumed.body.webhook).toMatchObject({ is_paused: false, last_delivery: { type: 'ping' } })
    await mara.post('/api/lists', { title: 'Heard' })
    await runAfter(1)
    expect(types().toSorted()).toEqual(['list.changed', 'ping'])
  })

  test('is sent again when the member wants it, with its id', async () => {
    const { webhook } = await create()
    status = 500
    await app.work()
    const [failed] = await deliveriesOf(webhook.id)
    // A test is not repeated by itself: the member looks at it.
    expect(failed).toMatchObject({ type: 'ping', state: 'failed', last_status: 500 })
    expect((await mara.get('/api/webhooks')).body.webhooks[0].is_paused).toBe(false)
    status = 200
    const again = await mara.post(`/api/webhooks/${webhook.id}/deliveries/${failed.id}/resend`)
    expect([again.status, again.body.delivery.state]).toEqual([200, 'waiting'])
    await app.work()
    expect(received.map(({ id }) => id)).toEqual([failed.id, failed.id])
    expect((await deliveriesOf(webhook.id))[0]).toMatchObject({
      state: 'delivered',
      last_status: 200,
      last_failure: null,
    })
  })

  test('with 410 pauses the webhook at once, and no redirect is followed', async () => {
    const { webhook } = await create()
    await app.work()
    status = 302
    await mara.post('/api/lists', { title: 'Moved' })
    await runAfter(1)
    expect((await deliveriesOf(webhook.id))[0]).toMatchObject({ state: 'waiting', last_status: 302 })
    expect(received).toHaveLength(2)
    status = 410
    await runAfter(1)
    expect((await deliveriesOf(webhook.id))[0]).toMatchObject({ state: 'failed', last_status: 410 })
    expect((await mara.get('/api/webhooks')).body.webhooks[0].is_paused).toBe(true)
  })
})

test.each([
  ['http://127.0.0.2:9/', 'unknown_host'],
  ['http://[::1]:9/', 'unknown_host'],
  ['http://[::ffff:10.0.0.1]/', 'unknown_host'],
  ['http://169.254.169.254/latest/meta-data', 'unknown_host'],
  ['http://192.168.1.1/', 'unknown_host'],
  ['http://0.0.0.0:9/', 'unknown_host'],
  ['http://2130706434/', 'unknown_host'],
  ['http://0x7f.0.0.2/', 'unknown_host'],
  ['http://0177.0.0.2/', 'unknown_host'],
  ['http://[::127.0.0.1]:9/', 'unknown_host'],
  ['http://[::ffff:7f00:1]:9/', 'unknown_host'],
  ['http://[2002:7f00:1::]/', 'unknown_host'],
  ['http://[64:ff9b::7f00:1]/', 'unknown_host'],
  ['http://[64:ff9b:1::1]/', 'unknown_host'],
  ['http://[fd00::1]/', 'unknown_host'],
  ['http://[fe80::1]/', 'unknown_host'],
  ['http://[fec0::1]/', 'unknown_host'],
  ['http://localhost.:9/', 'unknown_host'],
  ['http://nobody.invalid/', 'unknown_host'],
  ['http://127.0.0.1:9/', 'refused'],
] as const)('the address %s is %s', async (address, failure) => {
  const { webhook } = await create(ALL, address)
  await app.work()
  const [ping] = await deliveriesOf(webhook.id)
  expect([ping.state, ping.last_status, ping.last_failure]).toEqual(['failed', null, failure])
  expect(POST_FAILURE_TEXTS[failure]).toBeTruthy()
})

test.each([
  ['HTTPS://Hooks.Example.ORG:443/a/../b?x=1#part', 'https://hooks.example.org/b?x=1'],
  ['http://b\u00fccher.example:80', 'http://xn--bcher-kva.example/'],
  ['http://0x7f000002:9/', 'http://127.0.0.2:9/'],
])('the address %s is stored as %s', async (given, stored) => {
  const { webhook } = await create(ALL, given)
  expect(webhook.url).toBe(stored)
})

test.each([
  ['an address of another kind', { url: 'ftp://example.org/' }, 'url', WEBHOOK_TEXTS.urlWrong],
  ['an address with a password', { url: 'https://a:b@example.org/' }, 'url', WEBHOOK_TEXTS.urlWrong],
  ['an address that is too long', { url: `https://example.org/${'x'.repeat(500)}` }, 'url', WEBHOOK_TEXTS.urlWrong],
  ['words', { url: 'my server' }, 'url', WEBHOOK_TEXTS.urlWrong],
  ['no events', { events: [] }, 'events', WEBHOOK_TEXTS.eventRequired],
  ['an unknown event', { events: ['message.received'] }, 'events.0', null],
])('%s is refused', async (_, wrong, field, text) => {
  const { status, body } = await mara.post('/api/webhooks', { url, events: ALL, ...wrong })
  expect([status, body.code]).toEqual([400, 'validation_failed'])
  if (text) expect(body.details[field]).toBe(text)
})

test('a receiver that answers slowly does not delay the calls of other members', async () => {
  const hanging: (() => void)[] = []
  const slow = createServer((_, response) => void hanging.push(() => response.end()))
  await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done))
  const other = await signUp(app)
  for (const [who, address] of [
    [mara, `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`],
    [other, url],
  ] as const)
    expect((await who.post('/api/webhooks', { url: address, events: ['list.changed'] })).status).toBe(201)
  await app.db.deleteFrom('webhook_deliveries').execute()
  // An import of many reviews.
  await sql`
    insert into webhook_deliveries (webhook_id, type, subject_id, created_at, next_attempt_at)
    select id, 'review.changed', uuidv7(), ${app.time.now}, ${app.time.now} from webhooks, generate_series(1, 300)
    where user_id = ${mara.user.id}`.execute(app.db)
  await other.post('/api/lists', { title: 'Quick' })
  const sending = runAfter(1)
  try {
    await expect.poll(types).toEqual(['list.changed'])
    expect(hanging.length).toBeLessThan(10)
  } finally {
    let isOver = false
    const answering = async () => {
      while (!isOver) {
        for (const answer of hanging.splice(0)) answer()
        await new Promise((done) => setImmediate(done))
      }
    }
    await Promise.all([
      answering(),
      sending.finally(() => {
        isOver = true
      }),
    ])
    slow.close()
  }
  expect(
    await app.db.selectFrom('webhook_deliveries').select('id').where('delivered_at', 'is', null).execute(),
  ).toEqual([])
})

test('deliveries that end while the next ones are looked up make room for others of their member', async () => {
  const { webhook } = await create(['list.changed'])
  await runAfter()
  await app.db.deleteFrom('webhook_deliveries').execute()
  for (let list = 1; list <= 5; list++) await mara.post('/api/lists', { title: `List ${list}` })
  const lock = (db: Db) => sql`lock table webhooks in access exclusive mode`.execute(db)
  const lockWaits = sql<number>`(
    select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock')`
  const delivered = async () =>
    (
      await app.db
        .selectFrom('webhook_deliveries')
        .where('webhook_id', '=', webhook.id)
        .where('delivered_at', 'is not', null)
        .select('id')
        .execute()
    ).length
  let secondLook: Promise<void> | undefined
  await duringTransaction(
    app.db,
    lock,
    () => runAfter(1),
    async () => {
      // Queued behind the first look, so the second one waits until all that the first has found are delivered.
      secondLook = app.db.transaction().execute(async (tx) => {
        await lock(tx)
        await expect.poll(delivered).toBe(4)
      })
      await expect.poll(async () => (await app.db.selectNoFrom(lockWaits.as('n')).executeTakeFirst())?.n).toBe(2)
    },
  )
  await secondLook
  expect(await delivered()).toBe(5)
})

test('a member has a limited number of webhooks, and none of another member', async () => {
  const { webhook } = await create()
  const [ping] = await deliveriesOf(webhook.id)
  const sol = await signUp(app)
  const change = await sol.put(`/api/webhooks/${webhook.id}`, { url, events: ALL })
  expect([change.status, change.body.code]).toEqual([404, 'webhook_not_found'])
  for (const [method, path] of [
    ['delete', ''],
    ['post', '/resume'],
    ['post', '/test'],
    ['get', '/deliveries'],
    ['post', `/deliveries/${ping.id}/resend`],
  ] as const) {
    const answer = await sol[method](`/api/webhooks/${webhook.id}${path}`)
    expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'webhook_not_found'])
  }
  expect((await sol.get('/api/webhooks')).body.webhooks).toEqual([])
  // The address of her own webhook does not open another member's delivery.
  const own = (await sol.post('/api/webhooks', { url, events: ALL })).body.webhook
  const foreign = await sol.post(`/api/webhooks/${own.id}/deliveries/${ping.id}/resend`)
  expect([foreign.status, foreign.body.code]).toEqual([404, 'delivery_not_found'])
  expect(await deliveriesOf(webhook.id)).toEqual([ping])
  expect((await sol.get(`/api/webhooks/${own.id}/deliveries`)).body.deliveries).toHaveLength(1)
  const missing = await mara.post(`/api/webhooks/${webhook.id}/deliveries/${MISSING}/resend`)
  expect([missing.status, missing.body.code]).toEqual([404, 'delivery_not_found'])
  for (let more = 1; more < MAX_WEBHOOKS; more += 1) await create()
  const lasts = (await mara.get('/api/webhooks')).body.webhooks.map(
    ({ last_delivery }: { last_delivery: { id: string } }) => last_delivery.id,
  )
  expect(new Set(lasts).size).toBe(MAX_WEBHOOKS)
  const refused = await mara.post('/api/webhooks', { url, events: ALL })
  expect([refused.status, refused.body.code]).toEqual([409, 'too_many_webhooks'])
  expect((await mara.delete(`/api/webhooks/${webhook.id}`)).status).toBe(204)
  expect(JSON.stringify((await mara.get('/api/webhooks')).body)).not.toContain('whsec')
})

test('a webhook that is deleted meanwhile is missing', async () => {
  for (const action of ['test', 'resume']) {
    const { webhook } = await create()
    const answer = await duringTransaction(
      app.db,
      (tx) => tx.deleteFrom('webhooks').where('id', '=', webhook.id).execute(),
      () => mara.post(`/api/webhooks/${webhook.id}/${action}`),
    )
    expect(answer).toMatchObject({ status: 404, body: { code: 'webhook_not_found' } })
  }
})

test('nothing is sent for a disabled member, and old deliveries are deleted', async () => {
  const { webhook } = await create()
  await mara.post('/api/lists', { title: 'Before' })
  const attempts = async () => {
    const rows = app.db.selectFrom('webhook_deliveries').where('webhook_id', '=', webhook.id).select('attempts')
    return (await rows.execute()).map((row) => row.attempts)
  }
  const disable = (disabled_at: Date | null) =>
    app.db.updateTable('profiles').set({ disabled_at }).where('id', '=', mara.user.id).execute()
  await disable(app.time.now)
  await runAfter(1)
  expect(await attempts()).toEqual([0, 0])
  await disable(null)
  await runAfter(1)
  expect(await attempts()).toEqual([1, 1])
  app.time.now = new Date(app.time.now.getTime() + 31 * 86_400_000)
  app.queue.push({ name: 'prune-webhook-deliveries', data: {} })
  await app.work()
  expect(await attempts()).toEqual([])
})
