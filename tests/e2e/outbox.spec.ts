import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { newMember, share } from './accounts.ts'
import { expect, send, test } from './browser.ts'

test.use({ serviceWorkers: 'allow' })

const GAME = 'igdb_1942'
/** One review each. */
const REVIEWED = [
  'igdb_1020',
  'igdb_121',
  'igdb_358',
  'igdb_1905',
  'igdb_472',
  'igdb_1029',
  'igdb_119133',
  'igdb_123',
  'igdb_2750',
]
const WRITE =
  /^\/api\/(?:library\/[^/]+(?:\/progress)?|library\/bulk\/shelf|user\/timer(?:\/stop)?|user\/games\/[^/]+\/sessions|messages|journal|reviews|activities\/[^/]+\/comments)$/
const ROUNDS = 28

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

const KINDS = ['log', 'messages', 'comments', 'journal', 'session', 'timer', 'rating', 'shelf', 'reviews'] as const

/** Makes writes of any kind, each with a text or a number that no other has, and says what the server must have in the end. */
function writesOf({
  friendId,
  comments,
  shelfId,
  random,
}: {
  friendId: string
  comments: string
  shelfId: string
  random: () => number
}) {
  const texts = { messages: [] as string[], comments: [] as string[], journal: [] as string[], reviews: [] as string[] }
  const state = { hours: 0, sessions: [] as number[], rating: null as number | null, isOnShelf: false, ...texts }
  let isTimed = false
  const made = {
    log: () => {
      state.hours += 0.5
      return { method: 'PUT', path: `/api/library/${GAME}/progress`, body: { played: { minutes: 30 } } }
    },
    session: (round: number) => {
      const minutes = 15 * (round + 1)
      state.hours += minutes / 60
      state.sessions.push(minutes)
      return { method: 'POST', path: `/api/user/games/${GAME}/sessions`, body: { minutes, played_on: '2026-01-02' } }
    },
    timer: () => {
      isTimed = !isTimed
      if (isTimed) return { method: 'POST', path: '/api/user/timer', body: { game_id: GAME } }
      state.hours += 0.75
      return { method: 'POST', path: '/api/user/timer/stop', body: { minutes: 45 } }
    },
    rating: (round: number) => {
      state.rating = 1 + (round % 10)
      return { method: 'PATCH', path: `/api/library/${GAME}`, body: { user_rating: state.rating } }
    },
    shelf: () => {
      state.isOnShelf = !state.isOnShelf
      const body = { game_ids: [GAME], shelf_id: shelfId, is_on: state.isOnShelf }
      return { method: 'POST', path: '/api/library/bulk/shelf', body }
    },
    messages: (round: number) => {
      state.messages.push(`Round ${round}`)
      return { method: 'POST', path: '/api/messages', body: { userId: friendId, content: `Round ${round}` } }
    },
    comments: (round: number) => {
      state.comments.push(`Round ${round}`)
      return { method: 'POST', path: comments, body: { content: `Round ${round}` } }
    },
    journal: (round: number) => {
      state.journal.push(`Round ${round}`)
      return { method: 'POST', path: '/api/journal', body: { type: 'daily', content: `Round ${round}` } }
    },
    reviews: (round: number) => {
      const game_id = REVIEWED[state.reviews.length % REVIEWED.length]
      state.reviews.push(`Round ${round}`)
      return {
        method: 'POST',
        path: '/api/reviews',
        body: { game_id, rating: 4, review_text: `Round ${round}`, is_public: true },
      }
    },
  } satisfies Record<(typeof KINDS)[number], (round: number) => Write>
  return { state, next: (round: number) => made[KINDS[Math.floor(random() * KINDS.length)] ?? 'log'](round) }
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
      const me = await newMember(context)
      const friend = await newMember(await another())
      await send(context, 'POST', '/api/library', { game_id: GAME, status: 'playing' })
      const comments = `/api/activities/${await share(context)}/comments`
      const { shelf } = await send<{ shelf: { id: string } }>(context, 'POST', '/api/library/shelves', { name: 'Sofa' })
      const written = writesOf({ friendId: friend.id, comments, shelfId: shelf.id, random })
      let here = page
      await openWithWorker(here, line.url)
      let done = 0
      for (let round = 0; round < ROUNDS; round += 1) {
        if (await here.evaluate(write, written.next(round))) done += 1
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
      expect(done).toBe(ROUNDS)
      isGood = true
      const read = async (path: string) => (await context.request.get(path)).json()
      const isDaily = ({ type }: { type: string }) => type === 'daily'
      const contents = (rows: readonly { content: string }[]) => rows.map(({ content }) => content)
      await expect
        .poll(async () => {
          await here.evaluate(look)
          const [entry] = (await read(`/api/library?game_id=${GAME}`)).data
          const [sofa] = (await read(`/api/library/shelves?game_id=${GAME}`)).shelves.filter(
            ({ id }: { id: string }) => id === shelf.id,
          )
          const sessions: { minutes: number; origin: string }[] = (await read(`/api/user/games/${GAME}/sessions`)).data
          const reviews: { source_text: string }[] = (await read(`/api/profiles/${me.username}/reviews`)).data
          return {
            hours: entry.play_time,
            rating: entry.user_rating,
            isOnShelf: sofa.has_game,
            sessions: sessions
              .filter(({ origin }) => origin === 'typed')
              .map(({ minutes }) => minutes)
              .toSorted((a, b) => a - b),
            messages: contents((await read(`/api/messages?userId=${friend.id}`)).messages),
            comments: contents((await read(comments)).data),
            // A review writes an entry of its own into the journal.
            journal: contents((await read('/api/journal')).entries.filter(isDaily)).toReversed(),
            reviews: reviews.map(({ source_text }) => source_text).toReversed(),
          }
        })
        // Each once, in the order in which they were written.
        .toEqual(written.state)
      await here.getByRole('tab', { name: /Waiting/ }).click()
      await expect(here.getByText('Nothing waits.')).toBeVisible()
    } finally {
      line.server.close()
    }
  })
