import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#db/transaction.ts'
import { ACTIVITY } from '#features/activity/activity.subject.ts'
import { COMMENT } from '#features/comments/comments.subject.ts'
import type { UserId } from '#shared/ids.ts'
import { subjectRef } from '#shared/subject.ts'
import { addGames, record, saveSettings } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import type { Notification } from '../notifications.contract.ts'
import { NOTIFICATION_TYPES } from '../notifications.rules.ts'
import { notify } from './notifications.service.ts'

const app = useTestApp()

let mara: Member
let juno: Member
let tobi: Member
let activity: string

beforeAll(async () => {
  mara = await signUp(app, { username: 'mara', displayName: 'Mara' })
  juno = await signUp(app, { username: 'juno', displayName: 'Juno' })
  tobi = await signUp(app, { username: 'tobi', displayName: 'Tobi' })
  await addGames(app, ['igdb_1'], () => 'Hades')
})

beforeEach(async () => {
  for (const table of ['notifications', 'friend_activities', 'friends', 'followers', 'user_blocks'] as const)
    await app.db.deleteFrom(table).execute()
  await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null }).execute()
  app.time.now = new Date('2026-03-01T12:00:00Z')
  activity = await share(mara)
})

/** Shares an activity. The clock moves forward between any two of these calls. */
const share = (member: Member) => record(app, member, { game_id: 'igdb_1' })
const pass = (seconds = 1) => {
  app.time.now = new Date(app.time.now.getTime() + seconds * 1000)
}
const rows = () =>
  app.db
    .selectFrom('notifications')
    .select(['user_id', 'type', 'actor_id', 'subject_type', 'subject_id', 'read_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
const row = (to: Member, type: string, actor: Member | null, subject: string | null = null) => ({
  user_id: to.user.id,
  type,
  actor_id: actor?.user.id ?? null,
  subject_type: subject && 'activity',
  subject_id: subject,
  read_at: null,
})
const list = async (member: Member, query = '') =>
  (await member.get(`/api/notifications${query}`)).body as {
    data: Notification[]
    unread: number
    nextCursor: string | null
  }
const react = (member: Member, id = activity, emoji = '👍') => member.post(`/api/activities/${id}/reactions`, { emoji })
const comment = (member: Member, content = 'Well played', id = activity) =>
  member.post(`/api/activities/${id}/comments`, { content })
const follow = (member: Member, other: Member) => member.post('/api/followers', { following_id: other.user.id })
const ask = (member: Member, other: Member) => member.post('/api/friends', { friend_id: other.user.id })

describe('each cause notifies exactly the member that it concerns', () => {
  test('a follow, and its end', async () => {
    await follow(juno, mara)
    await follow(juno, mara)
    expect(await rows()).toEqual([row(mara, 'new_follower', juno)])
    await juno.delete(`/api/followers/${mara.user.id}`)
    expect(await rows()).toEqual([])
  })

  test('a friend request, until it is withdrawn', async () => {
    const { body } = await ask(juno, mara)
    expect(await rows()).toEqual([row(mara, 'friend_request', juno)])
    await ask(juno, mara)
    expect(await rows()).toHaveLength(1)
    await juno.delete(`/api/friends/${body.id}`)
    expect(await rows()).toEqual([])
  })

  test('an accepted request notifies its sender; the end of the friendship removes that notification', async () => {
    const { body } = await ask(juno, mara)
    await mara.patch(`/api/friends/${body.id}`, { status: 'accepted' })
    expect(await rows()).toEqual([row(juno, 'friend_accepted', mara)])
    await mara.patch(`/api/friends/${body.id}`, { status: 'accepted' })
    expect(await rows()).toHaveLength(1)
    await mara.delete(`/api/friends/${body.id}`)
    expect(await rows()).toEqual([])
  })

  test('when two members send each other a request, the first is notified of the acceptance', async () => {
    await ask(juno, mara)
    await ask(mara, juno)
    expect(await rows()).toEqual([row(juno, 'friend_accepted', mara)])
  })

  test('a declined request notifies nobody (C15)', async () => {
    const { body } = await ask(juno, mara)
    await mara.patch(`/api/friends/${body.id}`, { status: 'declined' })
    expect(await rows()).toEqual([])
    await ask(juno, mara)
    expect(await rows()).toEqual([])
  })

  test('a reaction, until it is removed in either way; a changed emoji does not notify again', async () => {
    await react(juno)
    expect(await rows()).toEqual([row(mara, 'reaction', juno, activity)])
    await mara.post('/api/notifications/read', {})
    await react(juno, activity, '🏆')
    expect((await rows()).map(({ read_at }) => read_at)).toEqual([app.time.now])
    await react(juno, activity, '🏆')
    expect(await rows()).toEqual([])
    await react(juno)
    await juno.delete(`/api/activities/${activity}/reactions`)
    expect(await rows()).toEqual([])
  })

  test('comments of one member form one notification, until the last of them is deleted', async () => {
    const first = (await comment(juno)).body.comment.id
    pass()
    const second = (await comment(juno, 'Again')).body.comment.id
    await comment(tobi)
    expect(await rows()).toEqual([row(mara, 'comment', juno, activity), row(mara, 'comment', tobi, activity)])
    await juno.delete(`/api/activities/comments/${second}`)
    expect(await rows()).toHaveLength(2)
    await juno.delete(`/api/activities/comments/${first}`)
    expect(await rows()).toEqual([row(mara, 'comment', tobi, activity)])
  })

  test('nobody is notified of their own actions', async () => {
    await react(mara)
    await comment(mara)
    expect(await rows()).toEqual([])
  })

  test('a refused call notifies nobody', async () => {
    await show(mara, { visibility: 'private' })
    expect((await react(juno)).status).toBe(403)
    expect((await comment(juno)).status).toBe(403)
    expect((await follow(juno, juno)).status).toBe(400)
    expect(await rows()).toEqual([])
  })

  test('a notification by Savepoint itself is a line each time, with its own text', async () => {
    const notice = { to: mara.user.id as UserId, type: 'moderation', actor: null } as const
    const subject = subjectRef(COMMENT, activity)
    for (const sentence of ['Your comment was hidden.', 'Please read the rules.']) {
      await inTransaction({ db: app.db }, ({ db }) =>
        notify(db, { ...notice, ...subject, data: { sentence }, at: app.time.now }),
      )
      pass()
    }
    const { data, unread } = await list(mara)
    expect(unread).toBe(2)
    expect(data.map(({ sentence, actors, subject }) => [sentence, actors, subject?.type])).toEqual([
      ['Please read the rules.', [], 'comment'],
      ['Your comment was hidden.', [], 'comment'],
    ])
    expect((await mara.post('/api/notifications/read', { ids: [data[0]?.id] })).body).toEqual({ unread: 1 })
  })
})

const show = (member: Member, settings: object) => saveSettings(app, member, settings)

describe('nobody is notified of', () => {
  test('a type that they have switched off; the other types arrive', async () => {
    const answer = await mara.patch('/api/notifications/switches', { reaction: false })
    expect(answer.body.switches).toEqual({
      friend_request: true,
      friend_accepted: true,
      new_follower: true,
      comment: true,
      reaction: false,
      like: true,
      message: true,
      moderation: true,
    })
    await react(juno)
    await comment(juno)
    expect(await rows()).toEqual([row(mara, 'comment', juno, activity)])
    await mara.patch('/api/notifications/switches', { reaction: true })
    await react(tobi)
    expect(await rows()).toHaveLength(2)
  })

  test.each(NOTIFICATION_TYPES)('%s, when it is switched off', async (type) => {
    await mara.patch('/api/notifications/switches', { [type]: false })
    const actor = type === 'moderation' ? null : (juno.user.id as UserId)
    await notify(app.db, { to: mara.user.id as UserId, type, actor, at: app.time.now })
    expect(await rows()).toEqual([])
  })

  test.each([
    ['whom they have blocked', () => [mara, juno] as const],
    ['who has blocked them', () => [juno, mara] as const],
  ])('a member who %s, before and after', async (_who, pair) => {
    const [blocker, blocked] = pair()
    await react(juno)
    await follow(juno, mara)
    await follow(mara, juno)
    await react(tobi)
    await blocker.post('/api/blocks', { user_id: blocked.user.id })
    expect(await rows()).toEqual([row(mara, 'reaction', tobi, activity)])
    // The features would refuse this themselves; this tests the rule in `notify`.
    await notify(app.db, {
      to: mara.user.id as UserId,
      type: 'comment',
      actor: juno.user.id as UserId,
      at: app.time.now,
    })
    expect(await rows()).toHaveLength(1)
  })

  test('notifications that were written at the same time as the block', async () => {
    await react(juno)
    await app.db.insertInto('user_blocks').values({ blocker_id: mara.user.id, blocked_id: juno.user.id }).execute()
    expect(await list(mara)).toEqual({ data: [], unread: 0, nextCursor: null })
  })

  test('a disabled member, while they are disabled; the notification reappears when they are enabled', async () => {
    await react(juno)
    const set = (disabled_at: Date | null) =>
      app.db.updateTable('profiles').set({ disabled_at }).where('id', '=', juno.user.id).execute()
    await set(app.time.now)
    expect((await list(mara)).unread).toBe(0)
    expect((await mara.get('/api/notifications/unread')).body).toEqual({ unread: 0 })
    await notify(app.db, {
      to: mara.user.id as UserId,
      type: 'new_follower',
      actor: juno.user.id as UserId,
      at: app.time.now,
    })
    expect(await rows()).toHaveLength(1)
    await set(null)
    expect((await list(mara)).unread).toBe(1)
  })

  test('a deleted member or subject', async () => {
    const guest = await signUp(app)
    await react(guest)
    await comment(juno)
    await app.db.deleteFrom('user').where('id', '=', guest.user.id).execute()
    expect(await rows()).toEqual([row(mara, 'comment', juno, activity)])
    await mara.delete(`/api/activities/${activity}`)
    expect(await rows()).toEqual([])
  })
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
    for (let at = 0; at < 65; at += 1) await tellOf(await share(mara))
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
    const kept = await rows()
    expect([kept.length, kept.at(-1)?.type]).toEqual([500, 'new_follower'])
  })

  test('costs as many statements for many lines as for one', async () => {
    await react(juno)
    const one = await app.countQueries(() => list(mara))
    for (let at = 0; at < 20; at += 1) await tellOf(await share(mara))
    expect(await app.countQueries(() => list(mara))).toBe(one)
  })

  async function tellOf(subjectId: string): Promise<void> {
    pass()
    const cause = { type: 'reaction', actor: juno.user.id as UserId, ...subjectRef(ACTIVITY, subjectId) } as const
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

describe('a burst', () => {
  test('of two hundred reactions and removals leaves one notification or none, as the last call decides', async () => {
    await Promise.all(Array.from({ length: 201 }, () => react(juno)))
    expect(await rows()).toEqual([row(mara, 'reaction', juno, activity)])
    await Promise.all(Array.from({ length: 201 }, () => react(juno)))
    expect(await rows()).toEqual([])
  }, 180_000)

  test('of follows and unfollows leaves the notification that matches the follow', async () => {
    await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        at % 2 === 0 ? follow(juno, mara) : juno.delete(`/api/followers/${mara.user.id}`),
      ),
    )
    await follow(juno, mara)
    expect(await rows()).toEqual([row(mara, 'new_follower', juno)])
  }, 180_000)

  test('of many causes, while the owner reads and deletes, ends without a failure and with nothing about deleted subjects', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 40 }, (_, at) => (at % 2 ? react(juno) : comment(tobi, `No ${at}`))),
      ...Array.from({ length: 20 }, () => mara.post('/api/notifications/read', {})),
      mara.delete(`/api/activities/${activity}`),
      ...Array.from({ length: 20 }, (_, at) => (at % 2 ? react(tobi) : comment(juno, `No ${at}`))),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect(await rows()).toEqual([])
  }, 180_000)

  test('of many causes, while the owner’s account is deleted, ends without a failure', async () => {
    const owner = await signUp(app)
    const theirs = await share(owner)
    const half = (from: number) =>
      Array.from({ length: 20 }, (_, at) => (at % 2 ? react(juno, theirs) : comment(tobi, `No ${from + at}`, theirs)))
    const [, ...answers] = await Promise.all([
      // Runs in the middle of the burst.
      new Promise((resolve) => setTimeout(resolve, 20)).then(() =>
        app.db.deleteFrom('user').where('id', '=', owner.user.id).execute(),
      ),
      ...half(0),
      ...half(20),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect(await rows()).toEqual([])
  }, 180_000)
})
