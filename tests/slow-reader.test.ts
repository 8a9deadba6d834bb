import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACTIVITY } from '#features/activity/activity.subject.ts'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import { subjectRef } from '#shared/subject.ts'
import { cookieOf, openStream } from './support/event-stream.ts'
import { record } from './support/fixtures.ts'
import { type Member, PASSWORD, signUp } from './support/members.ts'
import { useTestApp } from './support/test-app.ts'

/** Larger than in production, so that the test can act between the first unsent byte and the disconnect. */
const WAITING_BYTES = 512 * 1024
/** The largest size of one round of events plus Node's own buffer. */
const ROUND_BYTES = 128 * 1024
const app = useTestApp({}, { streamLimits: { perMember: 1, bufferedBytes: WAITING_BYTES } })

let origin: string
let quick: Member
let slow: Member
let gone: Member
let ids: string[]
let channels: string[]
const sockets: Socket[] = []
const onServer: Socket[] = []
const noteSocket = (message: unknown) => void onServer.push((message as { socket: Socket }).socket)

beforeAll(async () => {
  const author = await signUp(app)
  quick = await signUp(app)
  slow = await signUp(app)
  gone = await signUp(app)
  for (const reader of [quick, slow, gone]) {
    const [user_id, friend_id] = [author.user.id, reader.user.id]
    await app.db.insertInto('followers').values({ follower_id: friend_id, following_id: user_id }).execute()
    await app.db.insertInto('friends').values({ user_id, friend_id, status: 'accepted' }).execute()
  }
  ids = []
  for (let at = 0; at < 50; at += 1) ids.push(await record(app, author))
  channels = [
    'notifications',
    'feed',
    'feed:everyone',
    'feed:followed',
    'feed:friends',
    ...ids.map((id) => `activity:${id}`),
  ]
  origin = await app.listen()
  subscribe('net.server.socket', noteSocket)
})
afterAll(() => {
  unsubscribe('net.server.socket', noteSocket)
  for (const socket of sockets) socket.destroy()
})

/** Opens a stream whose client stops reading after the first event, like a browser on a suspended machine. */
async function stalled(who: Member): Promise<Socket> {
  const here = connect(Number(new URL(origin).port), '127.0.0.1')
  sockets.push(here)
  here.on('error', () => {})
  await new Promise<void>((resolve) => here.once('connect', resolve))
  const path = `/api/realtime?channels=${channels.join(',')}`
  here.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookieOf(who)}\r\n\r\n`)
  await new Promise<void>((resolve, reject) => {
    let text = ''
    here.on('data', (chunk: Buffer) => {
      text += chunk
      if (/^HTTP\/1.1 (?!200)/.test(text)) reject(new Error(text))
      if (text.includes('event: ready')) resolve()
    })
  })
  here.removeAllListeners('data')
  here.pause()
  const there = onServer.find(({ remotePort }) => remotePort === here.localPort)
  if (!there) throw new Error('the server has no such connection')
  return there
}

/**
 * Announces more and more until `isEnough`. The kernel buffers some megabytes per reader before anything waits in the
 * app.
 */
async function flood(isEnough: () => boolean): Promise<void> {
  for (let rounds = 0; !isEnough(); rounds += 1) {
    if (rounds > 2_000) throw new Error('it is never enough')
    await announce(
      app.db,
      ids.flatMap((id) => [tag.newActivity(id), tag.subject(subjectRef(ACTIVITY, id))]),
    )
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
}

const opensAgain = async (who: Member) => {
  const stream = await openStream(origin, ['notifications'], { cookie: cookieOf(who) })
  stream.close()
  return stream.status
}

test('readers who stop reading use little memory and no slot, even when their stream ends, and the others still receive events', {
  timeout: 120_000,
}, async () => {
  const other = await openStream(origin, ['notifications', 'feed'], { cookie: cookieOf(quick) })
  const [ofSlow, ofGone] = [await stalled(slow), await stalled(gone)]
  let held = 0

  // One reader's member signs out elsewhere while data waits for that reader.
  await flood(() => ofGone.writableLength > 0)
  expect((await gone.post('/api/auth/logout')).status).toBeLessThan(300)
  await expect.poll(() => app.hub.size()).toBe(2)
  expect(ofGone.destroyed).toBe(false)

  // The other reader accumulates more and more unread data.
  await flood(() => {
    held = Math.max(held, ofSlow.writableLength)
    return ofSlow.destroyed
  })
  expect(held).toBeGreaterThan(0)
  expect(held).toBeLessThan(WAITING_BYTES + ROUND_BYTES)
  await expect.poll(() => ofGone.destroyed, { timeout: 20_000 }).toBe(true)
  expect(app.hub.size()).toBe(1)

  const before = other.events().length
  expect(before).toBeGreaterThan(100)
  await announce(app.db, [tag.notifications(quick.user.id)])
  await other.next('notifications')
  expect(other.events().length).toBeGreaterThan(before)
  other.close()

  await gone.post('/api/auth/signin', { email: gone.user.email, password: PASSWORD })
  expect([await opensAgain(slow), await opensAgain(gone)]).toEqual([200, 200])
})
