import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { ACTIVITY } from '#features/activity/activity.subject.ts'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import { subjectRef } from '#shared/subject.ts'
import { cookieOf, type OpenStream, openStream } from './support/event-stream.ts'
import { signUp } from './support/members.ts'
import { useRealtimeApp } from './support/realtime-app.ts'

const { app, GAME, open, listen, share, react, befriend, showTo, allDelivered, mara, juno, tobi, state } =
  useRealtimeApp()

let origin: string

beforeAll(() => {
  ;({ origin } = state())
})

describe('the stream', () => {
  test('cannot be cached, compressed or buffered on the way', async () => {
    const { status, headers, text } = await listen(mara, ['notifications'], { headers: { 'accept-encoding': 'br' } })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store, no-transform')
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(headers.get('content-encoding')).toBeNull()
    expect(headers.get('set-cookie')).toBeNull()
    expect(text()).toMatch(/^retry: \d+\nid: [0-9a-f]{8}-\d+\nevent: ready\n/)
    const head = await fetch(`${origin}/api/realtime?channels=feed`, { method: 'HEAD' })
    expect(head.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  })

  test('contains the kind of change and the changed row, and nothing else', async () => {
    const id = await share(juno)
    const stream = await listen(mara, [`activity:${id}`])
    await tobi.post(`/api/activities/${id}/comments`, { content: 'A secret word' })
    const event = await stream.next(`activity:${id}`)
    expect(event.data).toEqual({ table: 'friend_activities', action: 'UPDATE', id })
    expect(stream.text()).not.toMatch(/secret/)
  })

  test('publishes reactions and their removal, comments and their removal, and the end of the activity', async () => {
    const id = await share(juno)
    const stream = await listen(null, [`activity:${id}`])
    const nextEvent = () => stream.next(`activity:${id}`)
    await react(tobi, id)
    await nextEvent()
    await react(tobi, id)
    await nextEvent()
    const { body } = await tobi.post(`/api/activities/${id}/comments`, { content: 'Well played' })
    await nextEvent()
    await tobi.delete(`/api/activities/comments/${body.comment.id}`)
    await nextEvent()
    await juno.delete(`/api/activities/${id}`)
    await nextEvent()
    expect(stream.events()).toHaveLength(5)
  })

  test('combines a burst of changes to one subject into a few events', async () => {
    const id = await share(juno)
    const stream = await listen(mara, [`activity:${id}`])
    for (let at = 0; at < 200; at += 1) await announce(app.db, [tag.subject(subjectRef(ACTIVITY, id))])
    await stream.next(`activity:${id}`)
    expect(stream.events().length).toBeLessThan(40)
  })
})

describe('channels', () => {
  test('a member receives their own notifications, and nobody else’s', async () => {
    const [own, other] = [await listen(mara, ['notifications']), await listen(juno, ['notifications'])]
    await announce(app.db, [tag.notifications(mara.user.id)])
    expect((await own.next('notifications')).data).toEqual({ table: 'notifications', action: 'UPDATE', id: null })
    await announce(app.db, [tag.notifications(juno.user.id)])
    await other.next('notifications')
    expect(own.events()).toHaveLength(1)
    expect(other.events()).toHaveLength(1)
  })

  test('a member receives every change of their own timer, on every device, and no other member does', async () => {
    const member = await signUp(app)
    const [stream, other] = [await listen(member, ['timer']), await listen(mara, ['timer', 'notifications'])]
    const body = { game_id: GAME }
    for (const act of [
      () => member.post('/api/user/timer', body),
      () => member.patch('/api/user/timer', { isRunning: false }),
      () => member.post('/api/user/timer/stop', {}),
      () => member.post('/api/user/timer', body),
      () => member.delete('/api/user/timer'),
      () => member.post('/api/user/timer', body),
      // Deleting the game deletes the timer, for one game or many.
      () => member.delete(`/api/library/${GAME}`),
      () => member.post('/api/user/timer', body),
      () => member.post('/api/library/bulk/remove', { game_ids: [GAME] }),
    ]) {
      expect((await act()).status).toBeLessThan(300)
      expect((await stream.next('timer')).data).toEqual({ table: 'play_timers', action: 'UPDATE', id: null })
    }
    expect((await member.post('/api/user/timer/stop', {})).status).toBe(404)
    await announce(app.db, [tag.notifications(mara.user.id)])
    await other.next('notifications')
    expect(other.events()).toHaveLength(1)
    expect(stream.events()).toHaveLength(9)
    expect((await listen(null, ['timer'])).status).toBe(401)
  })

  test('only the two members receive written, seen and deleted messages, without their content (G42)', async () => {
    const streams = [await listen(juno, ['messages']), await listen(tobi, ['messages'])] as const
    const third = await listen(mara, ['messages', 'notifications'])
    const both = async (work: () => Promise<{ status: number }>) => {
      expect((await work()).status).toBeLessThan(300)
      for (const stream of streams)
        expect((await stream.next('messages')).data).toEqual({ table: 'messages', action: 'UPDATE', id: null })
    }
    let id = ''
    await both(async () => {
      const answer = await juno.post('/api/messages', { userId: tobi.user.id, content: 'A secret word' })
      id = answer.body.message.id
      return answer
    })
    await both(() => tobi.post('/api/messages/read', { userId: juno.user.id }))
    await both(() => juno.delete(`/api/messages/${id}`))
    await allDelivered(third)
    expect(third.events().map(({ event }) => event)).not.toContain('messages')
    for (const stream of [...streams, third]) expect(stream.text()).not.toMatch(/secret/)
    expect((await listen(null, ['messages'])).status).toBe(401)
  })

  test('only the two members receive a request, its response, a follow and a block', async () => {
    const streams = [await listen(juno, ['people']), await listen(tobi, ['people'])] as const
    const third = await listen(mara, ['people', 'notifications'])
    const heardBy = async (hearers: readonly OpenStream[], work: () => Promise<{ status: number }>) => {
      const before = streams.map((stream) => stream.events().length)
      expect((await work()).status).toBeLessThan(300)
      for (const stream of hearers)
        expect((await stream.next('people')).data).toEqual({ table: 'friends', action: 'UPDATE', id: null })
      await allDelivered(third)
      expect(streams.map((stream, at) => stream.events().length - (before[at] as number))).toEqual(
        streams.map((stream) => Number(hearers.includes(stream))),
      )
    }
    const ask = () => juno.post('/api/friends', { friend_id: tobi.user.id })
    const end = () => juno.delete(`/api/friends/${tobi.user.id}`)
    const answer = (status: string) => () => tobi.patch(`/api/friends/${juno.user.id}`, { status })
    await heardBy(streams, ask)
    await heardBy(streams, end)
    await heardBy(streams, ask)
    await heardBy(streams, answer('accepted'))
    await heardBy(streams, end)
    await heardBy(streams, ask)
    // The sender does not learn that the request was declined (C15).
    await heardBy([streams[1]], answer('declined'))
    await heardBy(streams, () => tobi.post('/api/followers', { following_id: juno.user.id }))
    await heardBy(streams, () => tobi.delete(`/api/followers/${juno.user.id}`))
    await heardBy(streams, () => tobi.post('/api/blocks', { user_id: juno.user.id }))
    await heardBy(streams, () => tobi.delete(`/api/blocks/${juno.user.id}`))
    expect(third.events().map(({ event }) => event)).not.toContain('people')
  })

  test('viewers of a profile receive its new counts, but not over a block and not for a request', async () => {
    const channel = `profile:${juno.user.id}`
    const [open, blocked] = [await listen(mara, [channel, 'notifications']), await listen(tobi, [channel])]
    await mara.post('/api/friends', { friend_id: juno.user.id })
    await allDelivered(open)
    expect(open.events().map(({ event }) => event)).not.toContain(channel)
    await juno.patch(`/api/friends/${mara.user.id}`, { status: 'accepted' })
    expect((await open.next(channel)).data).toEqual({ table: 'profiles', action: 'UPDATE', id: juno.user.id })
    await blocked.next(channel)
    await juno.post('/api/blocks', { user_id: tobi.user.id })
    await open.next(channel)
    expect((await listen(tobi, [channel, 'people'])).granted()).toEqual(['people'])
  })

  test('the channel of a profile refuses a blocked member like a stranger to a private profile', async () => {
    const channel = `profile:${juno.user.id}`
    const subscribe = async (reader: Parameters<typeof listen>[0], name = channel) => {
      const { status, body } = await listen(reader, [name])
      const { code, error } = body as { code: string; error: string }
      return [status, code, error]
    }
    await juno.post('/api/blocks', { user_id: tobi.user.id })
    const blocked = await subscribe(tobi)
    expect(blocked[0]).toBe(403)
    await showTo(juno, 'private')
    expect(await subscribe(mara)).toEqual(blocked)
    expect(await subscribe(mara, 'profile:01900000-0000-7000-8000-000000000000')).toEqual(blocked)
    await showTo(juno, 'friends')
    await befriend(juno, mara)
    expect((await listen(mara, [channel])).granted()).toEqual([channel])
    expect(await subscribe(tobi)).toEqual(blocked)
  })

  test('a visitor has no notifications, and is refused when no channel remains', async () => {
    const id = await share(juno)
    const visitor = await listen(null, ['notifications', 'feed:everyone', `activity:${id}`])
    expect(visitor.granted()).toEqual([`activity:${id}`, 'feed:everyone'])
    const refused = await listen(null, ['notifications'])
    expect([refused.status, refused.body]).toMatchObject([401, { code: 'sign_in_required' }])
  })

  test('unknown channels are refused, and so are too many', async () => {
    const many = Array.from({ length: 81 }, (_, at) => `activity:01900000-0000-7000-8000-0000000000${10 + at}`)
    for (const channels of [
      [],
      ['everything'],
      ['activity:1'],
      ['notifications:1'],
      ['feed:own'],
      ['activity'],
      many,
    ]) {
      const { status, body } = await listen(mara, channels)
      expect([status, body]).toMatchObject([400, { code: 'validation_failed' }])
    }
    expect(app.hub.size()).toBe(0)
  })

  test('an activity reaches every viewer who may see it, and nobody else', async () => {
    const id = await share(juno)
    const channels = [`activity:${id}`, `activity:01900000-0000-7000-8000-000000000000`]
    await showTo(juno, 'friends')
    await befriend(juno, mara)
    expect((await listen(mara, channels)).granted()).toEqual([`activity:${id}`])
    expect((await listen(tobi, channels)).status).toBe(403)
    expect((await listen(null, channels)).status).toBe(401)
    await showTo(juno, 'private')
    expect((await listen(mara, channels)).status).toBe(403)
    expect((await listen(juno, channels)).granted()).toEqual([`activity:${id}`])
  })

  test('a block ends the events of an activity', async () => {
    const id = await share(juno)
    const stream = await listen(mara, ['notifications', `activity:${id}`])
    await react(tobi, id)
    await stream.next(`activity:${id}`)
    expect((await juno.post('/api/blocks', { user_id: mara.user.id })).status).toBeLessThan(300)
    await allDelivered(stream)
    await react(tobi, id)
    await allDelivered(stream)
    expect(stream.events().filter(({ event }) => event.startsWith('activity:'))).toHaveLength(1)
  })

  test('a page of another site may not subscribe', async () => {
    const { status } = await listen(mara, ['notifications'], { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(status).toBe(403)
  })
})

describe('limits', () => {
  test('apply to the streams of a member and of an address; a closed stream makes room', async () => {
    const own = [await listen(mara, ['feed']), await listen(mara, ['feed']), await listen(mara, ['feed'])]
    const fourth = await listen(mara, ['feed'])
    expect([fourth.status, fourth.body]).toMatchObject([429, { code: 'rate_limit_exceeded', retryAfter: 60 }])
    expect(fourth.headers.get('retry-after')).toBe('60')
    own[0]?.close()
    await expect.poll(() => app.hub.size()).toBe(2)
    expect((await listen(mara, ['feed'])).status).toBe(200)
    for (let at = 0; at < 9; at += 1) expect((await listen(null, ['feed'])).status).toBe(200)
    expect((await listen(null, ['feed'])).status).toBe(429)
    expect((await listen(juno, ['feed'])).status).toBe(429)
  })

  test('do not count a stream whose client has gone before the session was read', async () => {
    const onServer: Socket[] = []
    const note = (message: unknown) => void onServer.push((message as { socket: Socket }).socket)
    const token = cookieOf(mara)
    // The server reads the session again after this announcement has reached it.
    const stream = await listen(mara, ['notifications'])
    await announce(app.db, [tag.member(mara.user.id)])
    await allDelivered(stream)
    stream.close()
    await expect.poll(() => app.hub.size()).toBe(0)
    subscribe('net.server.socket', note)
    const transaction = await app.db.startTransaction().execute()
    try {
      await sql`lock table session in access exclusive mode`.execute(transaction)
      for (let at = 0; at < 4; at += 1) {
        const { hostname, port } = new URL(origin)
        const here = connect(Number(port), hostname)
        here.on('error', () => {})
        await once(here, 'connect')
        here.write(`GET /api/realtime?channels=feed HTTP/1.1\r\nhost: localhost\r\ncookie: ${token}\r\n\r\n`)
        await expect.poll(() => onServer.at(at)?.bytesRead ?? 0).toBeGreaterThan(0)
        here.destroy()
        await expect.poll(() => onServer.at(at)?.destroyed).toBe(true)
      }
    } finally {
      unsubscribe('net.server.socket', note)
      await transaction.rollback().execute()
    }
    for (let at = 0; at < 3; at += 1) await expect.poll(async () => (await listen(mara, ['feed'])).status).toBe(200)
  })

  test('do not count a refused stream', async () => {
    for (let at = 0; at < 15; at += 1) expect((await listen(null, ['notifications'])).status).toBe(401)
    expect((await listen(mara, ['feed'])).status).toBe(200)
  })
})

describe('the session', () => {
  test('ends its streams with a final event when the member signs out', async () => {
    const leaver = await signUp(app)
    const stream = await listen(leaver, ['notifications', 'feed'])
    const other = await listen(mara, ['feed'])
    await leaver.post('/api/auth/logout')
    await stream.ended
    expect(stream.events().map(({ event }) => event)).toEqual(['end'])
    expect(other.events()).toEqual([])
    expect(app.hub.size()).toBe(1)
  })

  test('ends its streams when it is ended elsewhere, and when the member is disabled', async () => {
    const admin = await signUp(app, { becomeAdmin: true })
    const member = await signUp(app)
    const phone = app.visitor()
    await phone.post('/api/auth/signin', { email: member.user.email, password: 'Correct-horse-7' })
    const here = await listen(member, ['notifications'])
    const there = await openStream(origin, ['notifications'], { cookie: cookieOf(phone) })
    open.push(there)
    expect((await member.delete('/api/auth/sessions')).status).toBe(200)
    await there.ended
    expect(here.events()).toEqual([])
    const answer = await admin.put(`/api/admin/users/${member.user.id}/standing`, { disabled: true, reason: 'Spam' })
    expect(answer.status).toBeLessThan(300)
    await here.ended
    expect(here.events().map(({ event }) => event)).toEqual(['end'])
  })

  test('is not renewed by a stream, which does not count as presence either', async () => {
    const member = await signUp(app)
    const stream = await listen(member, ['notifications'])
    const state = () =>
      app.db
        .selectFrom('profiles')
        .innerJoin('session', 'session.userId', 'profiles.id')
        .select(['last_seen_at', 'session.expiresAt', 'session.updatedAt'])
        .where('profiles.id', '=', member.user.id)
        .executeTakeFirst()
    const before = await state()
    app.time.now = new Date(app.time.now.getTime() + 30 * 60_000)
    await announce(app.db, [tag.member(member.user.id), tag.notifications(member.user.id)])
    await stream.next('notifications')
    expect(await state()).toEqual(before)
  })
})

// This test runs last, because no stream can be opened after it.
test('a node that stops ends its streams at once and accepts no new ones', async () => {
  const stream = await listen(mara, ['feed'])
  app.hub.close()
  await stream.ended
  const refused = await listen(mara, ['feed'])
  expect([refused.status, refused.body]).toMatchObject([503, { code: 'stopping', retryAfter: 1 }])
})
