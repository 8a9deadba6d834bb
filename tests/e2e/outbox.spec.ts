import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { newMember, share } from './accounts.ts'
import { expect, send, test } from './browser.ts'

test.use({ serviceWorkers: 'allow' })

const GAME = 'igdb_1942'
const WRITE = /^\/api\/(?:library\/[^/]+\/progress|messages|journal|activities\/[^/]+\/comments)$/

type Fate = 'whole' | 'lost on the way' | 'answer lost' | 'server away'

/** A line to the site that loses writes, or the answers to them; behind it the server may also be away. */
function startLine(origin: string, fateOf: () => Fate): Promise<{ server: Server; url: string }> {
  const { hostname, port, host } = new URL(origin)
  const server = createServer((given, answer) => {
    const { url: path = '/', method, headers } = given
    const fate = method !== 'GET' && WRITE.test(path) ? fateOf() : 'whole'
    if (fate === 'lost on the way') return void given.socket.destroy()
    if (fate === 'server away') return void answer.writeHead(502).end()
    const own = { ...headers, host, ...(headers.origin && { origin }), ...(headers.referer && { referer: origin }) }
    const onward = ask({ hostname, port, path, method, headers: own }, (reply) => {
      if (fate === 'answer lost') {
        reply.resume()
        return void given.socket.destroy()
      }
      answer.writeHead(reply.statusCode ?? 500, reply.headers)
      reply.pipe(answer)
    })
    onward.on('error', () => given.socket.destroy())
    given.pipe(onward)
  })
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({ server, url: `http://localhost:${(server.address() as AddressInfo).port}` }),
    ),
  )
}

/** A sequence of numbers below 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

interface Write {
  method: string
  path: string
  body: object
}

/** Writes as a page does. Returns whether the answer said that it is done; runs in the page. */
async function write({ method, path, body }: Write): Promise<boolean> {
  const { csrfToken } = await (await fetch('/api/auth/csrf')).json()
  const answer = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken },
    body: JSON.stringify(body),
  }).catch(() => null)
  return answer?.ok ?? false
}

const look = async () => (await navigator.serviceWorker.ready).active?.postMessage('look')

async function openWithWorker(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/offline`)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await expect(page.getByRole('tab', { name: /Library/ })).toBeVisible()
}

for (const seed of [3, 1942])
  test(`what is done arrives once, however often line, worker, page and server end (${seed})`, {
    tag: '@desktop',
  }, async ({ page, context, baseURL, another }) => {
    test.slow()
    const random = randomFrom(seed)
    let isGood = false
    const line = await startLine(baseURL as string, () => {
      if (isGood) return 'whole'
      const fates = ['whole', 'lost on the way', 'answer lost', 'server away'] as const
      return fates[Math.floor(random() * fates.length)] as Fate
    })
    try {
      await newMember(context)
      const friend = await newMember(await another())
      await send(context, 'POST', '/api/library', { game_id: GAME, status: 'playing' })
      const comments = `/api/activities/${await share(context)}/comments`
      const texts = { messages: [] as string[], comments: [] as string[], journal: [] as string[] }
      let logs = 0
      /** Any of the writes, with a text that no other has. */
      const anyWrite = (round: number): Write => {
        const content = `Round ${round}`
        const kind = (['log', 'messages', 'comments', 'journal'] as const)[Math.floor(random() * 4)] ?? 'log'
        if (kind === 'log') {
          logs += 1
          return { method: 'PUT', path: `/api/library/${GAME}/progress`, body: { played: { minutes: 30 } } }
        }
        texts[kind].push(content)
        if (kind === 'messages') return { method: 'POST', path: '/api/messages', body: { userId: friend.id, content } }
        if (kind === 'comments') return { method: 'POST', path: comments, body: { content } }
        return { method: 'POST', path: '/api/journal', body: { type: 'daily', content } }
      }
      let here = page
      await openWithWorker(here, line.url)
      let done = 0
      for (let round = 0; round < 16; round += 1) {
        if (await here.evaluate(write, anyWrite(round))) done += 1
        const what = Math.floor(random() * 4)
        // In the midst of sending: the worker is killed, another tab sends as well, or the tab is closed.
        if (what === 0) {
          await here.evaluate(look)
          const devtools = await context.newCDPSession(here)
          await devtools.send('ServiceWorker.enable')
          await devtools.send('ServiceWorker.stopAllWorkers')
          await devtools.detach()
        }
        if (what === 1) {
          const other = await context.newPage()
          await openWithWorker(other, line.url)
          await Promise.all([here.evaluate(look), other.evaluate(look)])
          await here.close()
          here = other
        }
      }
      expect(done).toBe(16)
      isGood = true
      const read = async (path: string) => (await context.request.get(path)).json()
      const contents = (rows: readonly { content: string }[]) => rows.map(({ content }) => content)
      await expect
        .poll(async () => {
          await here.evaluate(look)
          return {
            hours: (await read(`/api/library?game_id=${GAME}`)).data[0].play_time,
            messages: contents((await read(`/api/messages?userId=${friend.id}`)).messages),
            comments: contents((await read(comments)).data),
            journal: contents((await read('/api/journal')).entries).toReversed(),
          }
        })
        // Each once, in the order in which they were written.
        .toEqual({ hours: logs / 2, ...texts })
      await here.getByRole('tab', { name: /Waiting/ }).click()
      await expect(here.getByText('Nothing waits.')).toBeVisible()
    } finally {
      line.server.close()
    }
  })
