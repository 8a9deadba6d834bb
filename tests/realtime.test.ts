import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ACTIVITY } from '#features/activity/activity.subject.ts'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import { subjectRef } from '#shared/subject.ts'
import { cookieOf, type OpenStream, openStream } from './support/event-stream.ts'
import { addGames, saveSettings } from './support/fixtures.ts'
import { type Member, signUp } from './support/members.ts'
import { useTestApp } from './support/test-app.ts'

const app = useTestApp({ ACTIVITY_COOLDOWN_MINUTES: '0' }, { streamLimits: { perMember: 3, perAddress: 12 } })
const GAME = 'igdb_101'

let origin: string
let mara: Member
let juno: Member
let tobi: Member
const open: OpenStream[] = []

beforeAll(async () => {
  await addGames(app, [GAME])
  mara = await signUp(app, { username: 'mara' })
  juno = await signUp(app, { username: 'juno' })
  tobi = await signUp(app, { username: 'tobi' })
  origin = await app.listen()
})

beforeEach(async () => {
  for (const table of ['friend_activities', 'followers', 'friends', 'user_blocks'] as const)
    await app.db.deleteFrom(table).execute()
  await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null }).execute()
  app.time.now = new Date()
})

afterEach(async () => {
  for (const stream of open.splice(0)) stream.close()
  await expect.poll(() => app.hub.size()).toBe(0)
})

async function listen(
  who: Member | null,
  channels: readonly string[],
  more: Parameters<typeof openStream>[2] = {},
): Promise<OpenStream> {
  const stream = await openStream(origin, channels, { ...(who && { cookie: cookieOf(who) }), ...more })
  open.push(stream)
  return stream
}

async function share(who: Member, type = 'completed'): Promise<string> {
  const answer = await who.post('/api/friends/activities/create', { activity_type: type, game_id: GAME })
  expect(answer.status).toBe(201)
  return answer.body.activity.id
}
const react = (who: Member, id: string) => who.post(`/api/activities/${id}/reactions`, { emoji: 'heart' })
const follow = (who: Member, other: Member) =>
  app.db.insertInto('followers').values({ follower_id: who.user.id, following_id: other.user.id }).execute()
const befriend = (who: Member, other: Member) =>
  app.db.insertInto('friends').values({ user_id: who.user.id, friend_id: other.user.id, status: 'accepted' }).execute()
const showTo = (who: Member, visibility: string) => saveSettings(app, who, { visibility })
/** Waits until the stream has received its own notification, and so everything that was announced before it. */
async function allDelivered(stream: OpenStream): Promise<void> {
  await announce(app.db, [tag.notifications(mara.user.id)])
  await stream.next('notifications')
}

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
    const told = await stream.next(`activity:${id}`)
    expect(told.data).toEqual({ table: 'friend_activities', action: 'UPDATE', id })
    expect(stream.text()).not.toMatch(/secret/)
  })

  test('publishes reactions and their removal, comments and their removal, and the end of the activity', async () => {
    const id = await share(juno)
    const stream = await listen(null, [`activity:${id}`])
    const heard = () => stream.next(`activity:${id}`)
    await react(tobi, id)
    await heard()
    await react(tobi, id)
    await heard()
    const { body } = await tobi.post(`/api/activities/${id}/comments`, { content: 'Well played' })
    await heard()
    await tobi.delete(`/api/activities/comments/${body.comment.id}`)
    await heard()
    await juno.delete(`/api/activities/${id}`)
    await heard()
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

describe('new activities in a feed', () => {
  test('reach friends and followers, each on the feed that shows them, and nobody else', async () => {
    await follow(mara, juno)
    await befriend(tobi, juno)
    const ofMara = await listen(mara, ['notifications', 'feed', 'feed:friends', 'feed:followed'])
    const ofTobi = await listen(tobi, ['feed', 'feed:friends', 'feed:followed'])
    const own = await listen(juno, ['feed', 'feed:friends', 'feed:followed'])
    const id = await share(juno)
    for (const stream of [ofMara, ofTobi, own])
      expect((await stream.next('feed')).data).toEqual({ table: 'friend_activities', action: 'INSERT', id })
    const channelsOf = (stream: OpenStream) => stream.events().map(({ event }) => event)
    expect(channelsOf(ofMara)).toEqual(['feed', 'feed:followed'])
    expect(channelsOf(ofTobi)).toEqual(['feed', 'feed:friends'])
    expect(channelsOf(own)).toEqual(['feed'])
    await share(tobi)
    await ofTobi.next('feed')
    await allDelivered(ofMara)
    expect(channelsOf(ofMara)).toEqual(['feed', 'feed:followed', 'notifications'])
  })

  test('reach a new friend or follower from the moment of the relationship on', async () => {
    const stream = await listen(mara, ['feed'])
    await follow(mara, juno)
    const id = await share(juno)
    expect((await stream.next('feed')).data).toMatchObject({ id })
  })

  test('reach nobody whose feed would not show them', async () => {
    await follow(mara, juno)
    const stream = await listen(mara, ['feed', 'feed:everyone'])
    const visitor = await listen(null, ['feed:everyone'])
    // Activities that were shared before the viewer's own arrive before it or together with it.
    const own: string[] = []
    const ownIsTold = async () => {
      own.push(await share(mara))
      for (const channel of ['feed', 'feed:everyone'])
        expect((await stream.next(channel)).data).toMatchObject({ id: own.at(-1) })
      expect((await visitor.next('feed:everyone')).data).toMatchObject({ id: own.at(-1) })
    }
    for (const visibility of ['friends', 'private']) {
      await showTo(juno, visibility)
      await share(juno)
      await ownIsTold()
    }
    await showTo(juno, 'public')
    await app.db
      .insertInto('user_blocks')
      .values({ blocker_id: juno.user.id, blocked_id: mara.user.id } as never)
      .execute()
    const id = await share(juno)
    expect((await visitor.next('feed:everyone')).data).toMatchObject({ id })
    await ownIsTold()
    const told = (of: OpenStream) => new Set(of.events().map(({ data }) => (data as { id: string }).id))
    expect(told(stream)).toEqual(new Set(own))
    expect(told(visitor)).toEqual(new Set([...own, id]))
  })

  test('reach members and visitors on the feed of everybody', async () => {
    const [member, visitor] = [await listen(mara, ['feed:everyone']), await listen(null, ['feed'])]
    const id = await share(tobi)
    expect((await member.next('feed:everyone')).data).toMatchObject({ id })
    expect((await visitor.next('feed')).data).toMatchObject({ id })
  })

  test('cost one query for many subscribers', async () => {
    await follow(mara, juno)
    await befriend(tobi, juno)
    const streams = [await listen(mara, ['feed']), await listen(mara, ['feed']), await listen(tobi, ['feed'])]
    const id = await share(juno)
    for (const stream of streams) await stream.next('feed')
    // Counts only the statements of publishing, not those of writing.
    const questions = await app.countQueries(async () => {
      await announce(app.db, [tag.shared(id)])
      for (const stream of streams) await stream.next('feed')
    })
    expect(questions - 1).toBe(1)
  })
})

describe('a reconnect', () => {
  test('to the same node brings the missed events, and only those', async () => {
    await follow(mara, juno)
    const seen = await share(juno)
    const channels = ['notifications', 'feed', `activity:${seen}`]
    const first = await listen(mara, channels)
    await react(tobi, seen)
    await first.next(`activity:${seen}`)
    first.close()
    await expect.poll(() => app.hub.size()).toBe(0)
    const missed = await share(juno)
    await react(tobi, seen)
    await announce(app.db, [tag.notifications(juno.user.id)])
    // Waits until this node has received everything.
    const other = await listen(tobi, [`activity:${seen}`])
    await react(tobi, seen)
    await other.next(`activity:${seen}`)
    const second = await listen(mara, channels, { lastEventId: first.lastId() })
    expect(second.events().map(({ event, data }) => [event, (data as { id: string }).id])).toEqual([
      [`activity:${seen}`, seen],
      ['feed', missed],
    ])
    const third = await listen(mara, channels, { lastEventId: second.lastId() })
    expect(third.events()).toEqual([])
  })

  test('of a new page brings the events since the page was rendered', async () => {
    const id = await share(juno)
    const heard = await listen(tobi, [`activity:${id}`])
    app.time.now = new Date(app.time.now.getTime() + 60_000)
    const madeAt = app.time.now.getTime()
    app.time.now = new Date(madeAt + 3_000)
    await react(tobi, id)
    await heard.next(`activity:${id}`)
    expect((await listen(mara, [`activity:${id}`], { since: madeAt })).events()).toHaveLength(1)
    expect((await listen(mara, [`activity:${id}`], { since: madeAt + 6_000 })).events()).toEqual([])
    // Longer ago than this node has been running.
    const [reset] = (await listen(mara, [`activity:${id}`], { since: 1 })).events()
    expect(reset?.event).toBe('reset')
  })

  test('to another node, or with an unknown id, sends one event that requests a reload', async () => {
    for (const lastEventId of ['00000000-1', 'nonsense', '99']) {
      const stream = await listen(mara, ['notifications'], { lastEventId })
      expect(stream.events().map(({ event }) => event)).toEqual(['reset'])
      stream.close()
      await expect.poll(() => app.hub.size()).toBe(0)
    }
  })

  test('after a gap in the change feed all streams are notified, and earlier ids are invalid', async () => {
    const stream = await listen(mara, ['notifications'])
    await announce(app.db, [tag.notifications(mara.user.id)])
    const before = await stream.next('notifications')
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'savepoint-changes' and datname = current_database()`.execute(app.db)
    const reset = await stream.next('reset')
    await allDelivered(stream)
    expect((await listen(mara, ['notifications'], { lastEventId: before.id })).events()[0]?.event).toBe('reset')
    const after = await listen(mara, ['notifications'], { lastEventId: reset.id })
    expect(after.events().map(({ event }) => event)).toEqual(['notifications'])
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

describe('reactions and comments of activities on screen', () => {
  const talk = (who: Pick<Member, 'get'>, ids: readonly string[]) =>
    who.get(`/api/activities/talk?ids=${ids.join(',')}`)

  test('are returned for those that the viewer may see, with three queries after the session', async () => {
    const [open, closed, gone] = [await share(juno), await share(tobi), await share(juno, 'started_playing')]
    await showTo(tobi, 'private')
    await juno.delete(`/api/activities/${gone}`)
    await react(mara, open)
    await tobi.post(`/api/activities/${open}/comments`, { content: 'Well played' })
    const answer = await talk(mara, [open, closed, gone])
    expect(answer.body.data).toEqual([
      {
        id: open,
        reactions: [{ emoji: '❤️', count: 1, mine: true }],
        comments: [expect.objectContaining({ content: 'Well played' })],
        comments_count: 1,
      },
    ])
    expect((await talk(app.visitor(), [open, closed])).body.data).toHaveLength(1)
    expect((await talk(tobi, [open, closed])).body.data).toHaveLength(2)
    expect(await app.countQueries(() => talk(mara, [open, closed]))).toBeLessThanOrEqual(3)
  })

  test('are refused for malformed ids and for too many ids', async () => {
    const id = '01900000-0000-7000-8000-000000000000'
    expect((await talk(mara, ['nonsense'])).status).toBe(400)
    expect((await app.visitor().get('/api/activities/talk')).status).toBe(400)
    expect(
      (
        await talk(
          mara,
          Array.from({ length: 61 }, () => id),
        )
      ).status,
    ).toBe(400)
    expect((await talk(mara, [id])).body.data).toEqual([])
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
