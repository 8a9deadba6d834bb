import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { POST_FAILURE_TEXTS } from '#shared/post-failures.texts.ts'
import type { Member } from '#tests/support/members.ts'
import { usePushApp } from '#tests/support/push-app.ts'
import { type Channel, MAX_CHANNELS } from '../../channels.rules.ts'
import { CHANNEL_REFUSALS, CHANNEL_TEST } from '../../channels.texts.ts'

const { app, mara, juno, turnOn, pass, send, shownTo, change, write, ask } = usePushApp()

interface Got {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}
/** One server that answers as ntfy, Gotify, Discord and the API of Apprise do. */
let server: Server
let origin: string
let got: Got[]
/** What it answers instead. */
let instead: { status: number; headers?: Record<string, string> } | null

const isText = (value: unknown) => typeof value === 'string' && value !== ''
function statusOf({ path, headers, body }: Got): number {
  if (path === '/') {
    if (headers.authorization && headers.authorization !== 'Bearer tk_1') return 401
    return isText(body.topic) && Array.isArray(body.tags) ? 200 : 400
  }
  if (path.startsWith('/message')) {
    if (path !== '/message?token=A.b-1') return 401
    return isText(body.message) && Number.isInteger(body.priority) ? 200 : 400
  }
  // Discord answers without a body, and refuses a message without content.
  if (path === '/api/webhooks/12/a-B_c') return Array.isArray(body.embeds) || isText(body.content) ? 204 : 400
  if (path === '/notify/home') return isText(body.body) && body.type === 'info' ? 200 : 400
  return 404
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { method = '', url: path = '', headers } = request
    const each = { method, path, headers, body: JSON.parse(text) }
    got.push(each)
    response.writeHead(instead?.status ?? statusOf(each), instead?.headers).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => {
  got = []
  instead = null
})

const ADDRESSES: Record<Channel, { address: string; token?: string }> = {
  ntfy: { address: '/my-topic', token: 'tk_1' },
  gotify: { address: '', token: 'A.b-1' },
  discord: { address: '/api/webhooks/12/a-B_c' },
  apprise: { address: '/notify/home' },
}
const add = (channel: Channel, more: object = {}, member: Member = mara) => {
  const { address, ...rest } = ADDRESSES[channel]
  return member.post('/api/notifications/channels', { channel, address: origin + address, ...rest, ...more })
}
const list = async (member = mara) => (await member.get('/api/notifications/channels')).body.channels
const stored = () => app.db.selectFrom('push_subscriptions').select(['endpoint', 'token', 'paused_at']).execute()
const waits = () => app.db.selectFrom('push_deliveries').select(['attempts', 'next_attempt_at']).execute()
const url = () => `${app.config.baseUrl ?? 'http://localhost'}`

describe('a channel', () => {
  test.each(['ntfy', 'gotify', 'discord', 'apprise'] as const)('%s is added when a test arrives', async (channel) => {
    const answer = await add(channel)
    expect(answer.status).toBe(201)
    expect(answer.body.channel).toEqual({
      id: expect.any(String),
      channel,
      host: new URL(origin).host,
      created_at: '2026-03-01T12:00:00.000Z',
      is_paused: false,
      problem: null,
    })
    expect(await list()).toEqual([answer.body.channel])
    expect(got).toHaveLength(1)
    expect(JSON.stringify(got[0]?.body)).toContain(CHANNEL_TEST)
    expect(await list(juno)).toEqual([])
  })

  test('shows neither its token nor the rest of its address', async () => {
    await add('ntfy')
    await add('discord')
    const answers = [await list(), (await mara.get('/api/notifications/delivery')).body]
    for (const secret of ['tk_1', 'my-topic', 'a-B_c']) expect(JSON.stringify(answers)).not.toContain(secret)
  })

  test('that does not answer with success is refused with the reason, and not stored', async () => {
    const wrong = await add('gotify', { token: 'wrong' })
    expect(wrong).toMatchObject({
      status: 400,
      body: { code: 'channel_failed', error: `${POST_FAILURE_TEXTS.status} (401)` },
    })
    instead = { status: 302, headers: { location: `${origin}/my-topic` } }
    expect((await add('ntfy')).body.error).toBe(`${POST_FAILURE_TEXTS.status} (302)`)
    expect(await stored()).toEqual([])
  })

  test.each([
    'http://10.0.0.1/games',
    'http://192.168.1.20:8080/games',
    'http://169.254.169.254/latest',
    'http://[::1]/games',
    'http://2130706434/games',
  ])('at %s is refused as an unknown host', async (address) => {
    const answer = await add('ntfy', { address })
    expect([answer.status, answer.body.error]).toEqual([400, POST_FAILURE_TEXTS.unknown_host])
    expect(await stored()).toEqual([])
  })

  test.each<[Channel, object, string]>([
    ['ntfy', { address: 'https://ntfy.sh' }, CHANNEL_REFUSALS.address.ntfy],
    ['discord', { address: 'https://discord.com/channels/1/2' }, CHANNEL_REFUSALS.address.discord],
    ['gotify', { token: '' }, CHANNEL_REFUSALS.tokenRequired],
    ['gotify', { token: 'a b' }, CHANNEL_REFUSALS.token],
    ['ntfy', { token: 'tk\r\nx: y' }, CHANNEL_REFUSALS.token],
    ['apprise', { channel: 'telegram' }, CHANNEL_REFUSALS.channel],
  ])('of %s with %o is refused with a sentence, and nothing is sent', async (channel, more, sentence) => {
    const answer = await add(channel, more)
    expect(answer.status).toBe(400)
    expect(Object.values(answer.body.details)).toContain(sentence)
    expect(got).toEqual([])
  })

  test('is there once, and a member has ten', async () => {
    await add('ntfy')
    expect(await add('ntfy')).toMatchObject({ status: 409, body: { code: 'channel_exists' } })
    for (let at = 1; at < MAX_CHANNELS; at += 1)
      expect((await add('ntfy', { address: `${origin}/t${at}` })).status).toBe(201)
    expect(await add('apprise')).toMatchObject({ status: 409, body: { code: 'too_many_channels' } })
    expect((await add('ntfy', {}, juno)).status).toBe(201)
  })

  test('is tested and removed by its member alone', async () => {
    const { id } = (await add('discord')).body.channel
    expect((await juno.post(`/api/notifications/channels/${id}/test`)).status).toBe(404)
    expect((await juno.delete(`/api/notifications/channels/${id}`)).status).toBe(404)
    expect((await mara.post(`/api/notifications/channels/${id}/test`)).body.channel.problem).toBeNull()
    expect(got).toHaveLength(2)
    expect((await mara.delete(`/api/notifications/channels/${id}`)).status).toBe(204)
    expect((await mara.delete(`/api/notifications/channels/${id}`)).status).toBe(404)
    expect(await list()).toEqual([])
  })

  test('stays when a browser is turned on or off, and when its member signs out', async () => {
    await add('ntfy')
    for (let at = 0; at < 21; at += 1) await turnOn(mara, `/${at}`)
    expect((await mara.get('/api/notifications/delivery')).body.endpoints).toHaveLength(20)
    await mara.delete('/api/notifications/push', { endpoint: `${origin}/my-topic` })
    await turnOn(juno, '/my-topic', origin)
    expect(await list()).toHaveLength(1)
  })
})

describe('a notification', () => {
  const sentence = 'Juno wants to be friends with you'

  test.each<[Channel, Partial<Got>]>([
    [
      'ntfy',
      {
        path: '/',
        headers: expect.objectContaining({ authorization: 'Bearer tk_1', 'content-type': 'application/json' }),
        body: {
          topic: 'my-topic',
          title: 'Savepoint',
          message: sentence,
          click: expect.any(String),
          tags: ['video_game'],
        },
      },
    ],
    [
      'gotify',
      {
        path: '/message?token=A.b-1',
        body: {
          title: 'Savepoint',
          message: sentence,
          priority: 5,
          extras: { 'client::notification': { click: { url: expect.any(String) } } },
        },
      },
    ],
    [
      'discord',
      {
        path: '/api/webhooks/12/a-B_c',
        body: {
          username: 'Savepoint',
          embeds: [{ title: sentence, url: expect.any(String) }],
          allowed_mentions: { parse: [] },
        },
      },
    ],
    [
      'apprise',
      {
        path: '/notify/home',
        body: { title: 'Savepoint', body: expect.stringContaining(`${sentence}\nhttp`), type: 'info' },
      },
    ],
  ])('reaches %s as its documentation says', async (channel, expected) => {
    await add(channel)
    got = []
    await ask(juno, mara)
    await send()
    expect(got).toEqual([expect.objectContaining({ method: 'POST', ...expected })])
    expect(JSON.stringify(got[0]?.body)).toContain('/profile/friends')
    expect(JSON.stringify(got[0]?.body)).toContain(url())
    expect(await waits()).toEqual([])
  })

  test('reaches all channels and browsers of its member', async () => {
    for (const channel of ['ntfy', 'gotify', 'discord', 'apprise'] as const) await add(channel)
    const browser = await turnOn(mara)
    got = []
    await ask(juno, mara)
    await send()
    expect(got.map(({ path }) => path).toSorted()).toEqual([
      '/',
      '/api/webhooks/12/a-B_c',
      '/message?token=A.b-1',
      '/notify/home',
    ])
    expect(shownTo(browser)).toHaveLength(1)
  })

  test('has the text of a message only if the member allows it, and mentions nobody', async () => {
    await add('discord')
    got = []
    await write(juno, mara, '@everyone look')
    await send()
    expect(JSON.stringify(got[0]?.body)).not.toContain('@everyone')
    await change(mara, { shows_messages: true })
    await write(juno, mara, '@everyone again')
    await send()
    expect(got[1]?.body).toMatchObject({
      embeds: [{ description: '@everyone again' }],
      allowed_mentions: { parse: [] },
    })
  })

  test('of a type that is not pushed, or in quiet hours, is not sent', async () => {
    await add('ntfy')
    got = []
    await change(mara, { push: { friend_request: false } })
    await ask(juno, mara)
    await send()
    expect(got).toEqual([])
    await change(mara, { quiet: { from: '11:00', until: '13:00' } })
    await write(juno, mara, 'Hello')
    await send()
    expect(got).toEqual([])
    pass(3600)
    await send()
    expect(got).toHaveLength(1)
  })

  test('that fails is repeated, and the channel says why until one arrives', async () => {
    await add('ntfy')
    got = []
    instead = { status: 500 }
    await ask(juno, mara)
    await send()
    expect(await list()).toMatchObject([{ is_paused: false, problem: `${POST_FAILURE_TEXTS.status} (500)` }])
    expect(await waits()).toEqual([{ attempts: 1, next_attempt_at: new Date('2026-03-01T12:01:00Z') }])
    instead = null
    pass(60)
    await send()
    expect(got).toHaveLength(2)
    expect(await list()).toMatchObject([{ is_paused: false, problem: null }])
  })

  test('waits as long as Discord asks', async () => {
    await add('discord')
    instead = { status: 429, headers: { 'retry-after': '300' } }
    await ask(juno, mara)
    await send()
    expect(await waits()).toEqual([{ attempts: 1, next_attempt_at: new Date('2026-03-01T12:05:00Z') }])
  })

  test.each([400, 401, 403, 404, 410])('answered with %i pauses the channel until a test arrives', async (status) => {
    const { id } = (await add('ntfy')).body.channel
    instead = { status }
    await ask(juno, mara)
    await send()
    const isGone = status !== 401
    expect(await list()).toMatchObject([{ is_paused: isGone, problem: `${POST_FAILURE_TEXTS.status} (${status})` }])
    if (!isGone) return
    await write(juno, mara, 'Not sent')
    expect(await waits()).toEqual([])
    const failed = await mara.post(`/api/notifications/channels/${id}/test`)
    expect(failed.body.channel).toMatchObject({ is_paused: true })
    instead = null
    const arrived = await mara.post(`/api/notifications/channels/${id}/test`)
    expect(arrived.body.channel).toMatchObject({ is_paused: false, problem: null })
    got = []
    await write(juno, mara, 'Sent')
    await send()
    expect(got).toHaveLength(1)
  })

  test('that failed for a day pauses the channel', async () => {
    await add('ntfy')
    instead = { status: 503 }
    await ask(juno, mara)
    for (const minutes of [0, 1, 5, 30, 120, 360, 900]) {
      pass(minutes * 60)
      await send()
    }
    expect(await list()).toMatchObject([{ is_paused: true }])
    expect(await waits()).toEqual([])
  })
})
