import { beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#db/transaction.ts'
import { NEW_COMMENT } from '#features/comments/comments.notifications.ts'
import { COMMENT } from '#features/comments/comments.subject.ts'
import { NEW_FOLLOWER } from '#features/follows/follows.notifications.ts'
import { MODERATION } from '#features/moderation/moderation.notifications.ts'
import type { UserId } from '#shared/ids.ts'
import { subjectRef } from '#shared/subject.ts'
import { signUp } from '#tests/support/members.ts'
import { NOTIFICATION_KINDS } from '#tests/support/notification-kinds.ts'
import { useNotificationsApp } from '#tests/support/notifications-app.ts'
import { notify } from './notifications.service.ts'

const { app, mara, juno, tobi, share, pass, rows, row, list, react, comment, follow, ask, show, sharedByMara } =
  useNotificationsApp()

let activity: string
beforeEach(() => {
  activity = sharedByMara()
})

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
    const notice = { to: mara.user.id as UserId, type: MODERATION.type, actor: null }
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

describe('nobody is notified of', () => {
  test('a type that they have switched off; the other types arrive', async () => {
    const answer = await mara.patch('/api/notifications/switches', { reaction: false })
    expect(answer.body.switches).toEqual({
      badge: true,
      friend_request: true,
      friend_accepted: true,
      new_follower: true,
      comment: true,
      comment_reply: true,
      reaction: false,
      like: true,
      message: true,
      mention: true,
      forum_reply: true,
      release: true,
      moderation: true,
      invitation_accepted: true,
      entries_joined: true,
      new_games: true,
      recommendation: true,
      recommendation_answer: true,
    })
    await react(juno)
    await comment(juno)
    expect(await rows()).toEqual([row(mara, 'comment', juno, activity)])
    await mara.patch('/api/notifications/switches', { reaction: true })
    await react(tobi)
    expect(await rows()).toHaveLength(2)
  })

  test.each(NOTIFICATION_KINDS)('$type, when it is switched off', async ({ type }) => {
    await mara.patch('/api/notifications/switches', { [type]: false })
    const actor = type === MODERATION.type ? null : (juno.user.id as UserId)
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
      type: NEW_COMMENT.type,
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
      type: NEW_FOLLOWER.type,
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
