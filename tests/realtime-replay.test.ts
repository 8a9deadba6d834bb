import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import type { OpenStream } from './support/event-stream.ts'
import type { Member } from './support/members.ts'
import { useRealtimeApp } from './support/realtime-app.ts'

const { app, listen, share, react, follow, befriend, showTo, allDelivered, mara, juno, tobi } = useRealtimeApp()

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
    const idsOf = (of: OpenStream) => new Set(of.events().map(({ data }) => (data as { id: string }).id))
    expect(idsOf(stream)).toEqual(new Set(own))
    expect(idsOf(visitor)).toEqual(new Set([...own, id]))
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
      await announce(app.db, [tag.newActivity(id)])
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
    const other = await listen(tobi, [`activity:${missed}`])
    await react(tobi, missed)
    await other.next(`activity:${missed}`)
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
    const received = await listen(tobi, [`activity:${id}`])
    app.time.now = new Date(app.time.now.getTime() + 60_000)
    const madeAt = app.time.now.getTime()
    app.time.now = new Date(madeAt + 3_000)
    await react(tobi, id)
    await received.next(`activity:${id}`)
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
