import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { ACTIVITY } from '#features/activity/activity.subject.ts'
import { NEW_REACTION } from '#features/reactions/reactions.notifications.ts'
import type { UserId } from '#shared/ids.ts'
import { subjectRef } from '#shared/subject.ts'
import { signUp } from '#tests/support/members.ts'
import { useNotificationsApp } from '#tests/support/notifications-app.ts'
import { notify } from './notifications.service.ts'

const { app, mara, juno, tobi, share, pass, rows, row, list, react, comment, follow, ask, sharedByMara } =
  useNotificationsApp()

let activity: string
beforeEach(() => {
  activity = sharedByMara()
})

describe('the list', () => {
  test('folds notifications of several members about the same thing, newest first, and counts lines', async () => {
    const other = await share(mara)
    await react(juno)
    pass()
    await comment(juno)
    pass()
    await react(tobi, other)
    pass()
    await react(tobi, activity, '🏆')
    pass()
    await follow(tobi, mara)
    const { data, unread, nextCursor } = await list(mara)
    expect([unread, nextCursor]).toEqual([4, null])
    expect(
      data.map(({ type, count, actors, subject }) => [type, count, actors.map((one) => one.username), subject?.id]),
    ).toEqual([
      ['new_follower', 1, ['tobi'], undefined],
      ['reaction', 2, ['tobi', 'juno'], activity],
      ['reaction', 1, ['tobi'], other],
      ['comment', 1, ['juno'], activity],
    ])
    expect(data[1]).toEqual({
      id: expect.any(String),
      type: 'reaction',
      actors: [tobi, juno].map(({ user }) => ({
        id: user.id,
        username: user.username,
        display_name: user.display_name,
        avatar_url: null,
      })),
      count: 2,
      subject: {
        type: 'activity',
        id: activity,
        game: expect.objectContaining({ id: 'igdb_1', name: 'Hades', cover_url: null }),
      },
      reactions: ['🏆', '👍'],
      sentence: null,
      read_at: null,
      created_at: '2026-03-01T12:00:03.000Z',
    })
  })

  test('has a line for each friend request, which can be answered; a changed reaction shows the new emoji', async () => {
    await ask(juno, mara)
    await ask(tobi, mara)
    await react(juno)
    await react(juno, activity, '🎯')
    const { data } = await list(mara)
    expect(data.map(({ type, count, reactions }) => [type, count, reactions])).toEqual([
      ['reaction', 1, ['🎯']],
      ['friend_request', 1, []],
      ['friend_request', 1, []],
    ])
    await mara.post('/api/notifications/read', { ids: [data[1]?.id] })
    expect((await list(mara)).unread).toBe(2)
  })

  test('preserves a line that was read; later notifications form a new line', async () => {
    await react(juno)
    await react(tobi)
    const [before] = (await list(mara)).data
    pass()
    await mara.post('/api/notifications/read', { ids: [before?.id] })
    const guest = await signUp(app)
    pass()
    await react(guest)
    const { data, unread } = await list(mara)
    expect(unread).toBe(1)
    expect(data.map(({ count, read_at }) => [count, read_at !== null])).toEqual([
      [1, false],
      [2, true],
    ])
  })

  test('comes in pages of thirty lines, without duplicates and gaps', async () => {
    for (let at = 0; at < 65; at += 1) await notifyAbout(await share(mara))
    const seen: string[] = []
    let cursor: string | null = ''
    for (const size of [30, 30, 5]) {
      const { data, nextCursor }: Awaited<ReturnType<typeof list>> = await list(mara, cursor ? `?cursor=${cursor}` : '')
      expect(data).toHaveLength(size)
      seen.push(...data.map(({ id }) => id))
      cursor = nextCursor
    }
    expect([cursor, new Set(seen).size]).toEqual([null, 65])
    expect((await list(mara, '?cursor=nonsense')).data).toHaveLength(30)
  })

  test('retains the latest five hundred of a member', async () => {
    await app.db.executeQuery(
      sql`
        insert into notifications (user_id, type, actor_id, subject_type, subject_id, created_at)
        select ${mara.user.id}, 'reaction', ${juno.user.id}, 'activity', uuidv7(), ${app.time.now}::timestamptz - at * interval '1 minute'
        from generate_series(1, 510) at`.compile(app.db),
    )
    await follow(tobi, mara)
    const remaining = await rows()
    expect([remaining.length, remaining.at(-1)?.type]).toEqual([500, 'new_follower'])
  })

  test('costs as many statements for many lines as for one', async () => {
    await react(juno)
    const one = await app.countQueries(() => list(mara))
    for (let at = 0; at < 20; at += 1) await notifyAbout(await share(mara))
    expect(await app.countQueries(() => list(mara))).toBe(one)
  })

  async function notifyAbout(subjectId: string): Promise<void> {
    pass()
    const cause = { type: NEW_REACTION.type, actor: juno.user.id as UserId, ...subjectRef(ACTIVITY, subjectId) }
    await notify(app.db, { to: mara.user.id as UserId, ...cause, at: app.time.now })
  }
})

describe('reading', () => {
  test('marks all lines, or one; ids of other members change nothing', async () => {
    await react(juno)
    await follow(juno, mara)
    await follow(mara, tobi)
    const { data } = await list(mara)
    const ids = data.map(({ id }) => id)
    expect((await tobi.post('/api/notifications/read', { ids })).body).toEqual({ unread: 1 })
    expect((await list(mara)).unread).toBe(2)
    expect((await mara.post('/api/notifications/read', { ids: [ids[0]] })).body).toEqual({ unread: 1 })
    expect((await mara.post('/api/notifications/read', { ids: [] })).body).toEqual({ unread: 1 })
    expect((await mara.post('/api/notifications/read', {})).body).toEqual({ unread: 0 })
    expect((await list(tobi)).unread).toBe(1)
  })

  test('ends with a repeated cause, whose line is unread again, at the top', async () => {
    await comment(juno)
    pass()
    await follow(tobi, mara)
    await mara.post('/api/notifications/read', {})
    pass()
    await comment(juno, 'Once more')
    const { data, unread } = await list(mara)
    expect([unread, data.map(({ type }) => type)]).toEqual([1, ['comment', 'new_follower']])
  })

  test.each([
    ['no list', { ids: 'all' }],
    ['no ids', { ids: ['nonsense'] }],
    ['too many', { ids: Array(101).fill('01900000-0000-7000-8000-000000000000') }],
  ])('refuses %s and marks nothing', async (_what, body) => {
    await react(juno)
    expect((await mara.post('/api/notifications/read', body)).status).toBe(400)
    expect((await list(mara)).unread).toBe(1)
  })

  test('is for members', async () => {
    const visitor = app.visitor()
    for (const path of ['', '/unread', '/switches'])
      expect((await visitor.get(`/api/notifications${path}`)).status).toBe(401)
    expect((await visitor.post('/api/notifications/read', {})).status).toBe(401)
  })
})

describe('switches', () => {
  test('belong to the member, and leave the other settings unchanged', async () => {
    await mara.patch('/api/profiles/me', { settings: { visibility: 'friends' } })
    await mara.patch('/api/notifications/switches', { comment: false })
    await mara.patch('/api/notifications/switches', { new_follower: false })
    await mara.patch('/api/profiles/me', { settings: { presence: false } })
    expect((await mara.get('/api/notifications/switches')).body.switches).toMatchObject({
      comment: false,
      new_follower: false,
      reaction: true,
    })
    expect((await mara.get('/api/profiles/me')).body.profile.settings).toMatchObject({
      visibility: 'friends',
      presence: false,
    })
    expect((await juno.get('/api/notifications/switches')).body.switches.comment).toBe(true)
  })

  test.each([{ comment: 'no' }, { comment: null }, { comment: 0 }])('refuse %o', async (body) => {
    expect((await mara.patch('/api/notifications/switches', body)).status).toBe(400)
    expect((await mara.get('/api/notifications/switches')).body.switches.comment).toBe(true)
  })
})

test('notifications that were read more than ninety days ago are deleted, and unread ones stay', async () => {
  await react(juno)
  await mara.post('/api/notifications/read', {})
  await follow(juno, mara)
  pass(89 * 86_400)
  await app.run('prune-notifications')
  expect(await rows()).toHaveLength(2)
  pass(2 * 86_400)
  await app.run('prune-notifications')
  expect(await rows()).toEqual([row(mara, 'new_follower', juno)])
})
