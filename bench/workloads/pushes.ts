import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Visitor } from '../app/visitor.ts'
import { withClient } from '../database/postgres.ts'
import { pacedOverHttp } from '../load/paced-http.ts'
import { PAUSE_MS, READERS_AT_ONCE } from '../load/paced-readers.ts'
import { POSTS_OF } from '../paths.ts'
import { atMost, figure, type Section } from '../report/report.ts'
import { percentile } from '../report/statistics.ts'
import { type ImportsApp, withImportsApp } from './imports-app.ts'

const BROWSERS = 10_000
const MESSAGES = 40
const MAX_MS = 2000
const READING_SECONDS = 20
const MAX_TIMES = 1.2
/** What a push service of a browser takes to answer. */
const ANSWER_MS = 30
const ARRIVAL_TIMEOUT_MS = 30_000
const ALL_TIMEOUT_MS = 600_000
/** Of a service that does not answer; the app gives up after ten seconds. */
const HANGS = '/hangs'

/** What each reader asks for. */
const READS = ['/api/games?page=1', '/api/games?page=2', '/api/games?page=3', '/api/health']

/**
 * Measures how long a push takes from its cause to the push service, alone and while another service does not answer, and what
 * readers wait while 10,000 browsers are notified of a post.
 */
export async function pushesWorkload(): Promise<Section> {
  const service = await startService()
  try {
    return await withImportsApp((opened) => measure(opened, service), { WEBHOOK_PRIVATE_ADDRESSES: '127.0.0.1' })
  } finally {
    service.close()
  }
}

async function measure({ app, connectionString, visitors }: ImportsApp, service: Service): Promise<Section> {
  const [writer, reader] = visitors as [Visitor, Visitor]
  const idOf = (username: string) =>
    withClient(connectionString, async (client) => {
      const { rows } = await client.query<{ id: string }>('select id from profiles where username = $1', [username])
      return rows[0]?.id as string
    })
  const to = await idOf('reader-1')
  await reader.put('/api/notifications/push', { endpoint: `${service.origin}/one`, keys: newKeys() })
  const alone = await measureMessages(writer, to, service)
  await reader.put('/api/notifications/push', { endpoint: service.origin + HANGS, keys: newKeys() })
  const beside = await measureMessages(writer, to, service)
  await withClient(connectionString, (client) => client.query('delete from push_subscriptions'))

  const thread = await openThread(writer)
  await withClient(connectionString, (client) => fill(client, thread, service.origin))
  const read = () =>
    pacedOverHttp({
      ...{ port: app.port, seconds: READING_SECONDS, pauseMs: PAUSE_MS },
      requests: READS.map((path) => ({ path, headers: {} })),
    })
  const before = await read()
  const began = performance.now()
  service.arrived.length = 0
  await writer.post(POSTS_OF(thread), { content: 'A post of which ten thousand browsers hear.' })
  const during = await read()
  const sentDuring = service.arrived.length
  while (service.arrived.length < BROWSERS && performance.now() - began < ALL_TIMEOUT_MS) await sleep(200)
  const all = service.arrived.length
  const first = (service.arrived[0] ?? Number.NaN) - began
  const last = (service.arrived.at(-1) ?? Number.NaN) - began
  const after = await read()
  const quiet = Math.max(before.p99, after.p99)
  return {
    title: 'Pushes',
    method: `A push service in the process of the bench, which answers after ${ANSWER_MS} ms. ${MESSAGES} messages, one after the other, to a member with one browser; the same while another browser’s service does not answer. Then one post in a thread with ${figure(BROWSERS)} subscribers, each with a browser, beside ${READERS_AT_ONCE} readers, and the readers without it, before and after.`,
    tables: [
      {
        head: ['from the message to its push', 'p50 ms', 'p99 ms', 'at most ms'],
        rows: [
          ['alone', alone],
          ['beside a service that does not answer', beside],
        ].map(([name, times]) => [
          name as string,
          ...[
            percentile(times as number[], 0.5),
            percentile(times as number[], 0.99),
            Math.max(...(times as number[])),
          ].map(figure),
        ]),
      },
      {
        head: ['readers', 'p50 ms', 'p99 ms'],
        rows: [
          ['before', before],
          [`while ${figure(BROWSERS)} browsers are told`, during],
          ['after', after],
        ].map(([name, result]) => [
          name as string,
          figure((result as typeof before).p50),
          figure((result as typeof before).p99),
        ]),
      },
      {
        head: ['pushes that arrived', 'while the readers were measured', 'first ms', 'last ms', 'a second'],
        rows: [[all, sentDuring, first, last, (all * 1000) / last].map(figure)],
      },
    ],
    verdicts: [
      atMost('push after its cause', MAX_MS, Math.max(...alone), 'ms'),
      atMost('push after its cause, beside a service that does not answer', MAX_MS, Math.max(...beside), 'ms'),
      atMost(
        `p99 of ${READERS_AT_ONCE} readers while ${figure(BROWSERS)} browsers are told, against without`,
        MAX_TIMES,
        during.p99 / quiet,
        'times',
      ),
    ],
  }
}

/** Sends messages one after the other, and returns after how many milliseconds each push arrived. */
async function measureMessages(from: Visitor, to: string, service: Service): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < MESSAGES; at += 1) {
    service.arrived.length = 0
    const token = await from.token()
    const began = performance.now()
    await from.write('/api/messages', { userId: to, content: `Message ${at}` }, token)
    while (service.arrived.length === 0 && performance.now() - began < ARRIVAL_TIMEOUT_MS) await sleep(1)
    times.push((service.arrived[0] ?? Number.POSITIVE_INFINITY) - began)
    // So that no message meets the work of the one before it.
    await sleep(Math.random() * 500)
  }
  return times
}

async function openThread(author: Visitor): Promise<string> {
  const { thread } = (await author.post('/api/forum/threads', {
    category: 'general',
    title: 'A thread that many follow',
    body: 'What is written here reaches ten thousand browsers.',
  })) as { thread: { id: string } }
  return thread.id
}

/** Adds members who follow the thread, each with a session and a browser. */
async function fill(
  client: { query: (sql: string, values?: unknown[]) => Promise<unknown> },
  thread: string,
  origin: string,
): Promise<void> {
  const { p256dh, auth } = newKeys()
  await client.query(
    `with made as (
      insert into "user" (id, name, email, "emailVerified", "createdAt")
      select uuidv7(), 'Member ' || n, 'member-' || n || '@example.com', true, now() from generate_series(1, $1::integer) n
      returning id, name
    )
    insert into profiles (id, username, display_name, role, settings)
    select id, 'player-' || substr(name, 8), name, 'user', '{"onboarded": true}' from made`,
    [BROWSERS],
  )
  await client.query(
    `insert into session ("userId", token, "expiresAt")
    select id, 'bench-' || id, now() + interval '30 days' from profiles where username like 'player-%'`,
  )
  await client.query(
    `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
    select "userId", id, $1 || '/of/' || id, $2, $3, now() from session where token like 'bench-%'`,
    [origin, p256dh, auth],
  )
  await client.query(
    `insert into forum_subscriptions (user_id, thread_id)
    select id, $1::uuid from profiles where username like 'player-%'`,
    [thread],
  )
  await client.query('analyze')
}

function newKeys() {
  const curve = createECDH('prime256v1')
  return { p256dh: curve.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
}

interface Service {
  origin: string
  /** When each push arrived, without those to the service that does not answer. */
  arrived: number[]
  close: () => void
}

async function startService(): Promise<Service> {
  const arrived: number[] = []
  const server = createServer((request, response) => {
    request.resume()
    if (request.url === HANGS) return
    arrived.push(performance.now())
    setTimeout(() => response.writeHead(201).end(), ANSWER_MS)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
