import { beforeEach, describe, expect, test } from 'vitest'
import { record } from '#tests/support/fixtures.ts'
import { type Member, useMember } from '#tests/support/members.ts'
import { useReportsApp } from '#tests/support/reports-app.ts'
import { expectStoredLatest } from '#tests/support/stored-latest.ts'

const {
  app,
  NOBODY,
  REPORTS,
  later,
  report,
  handle,
  queue,
  auditLog,
  show,
  block,
  mara,
  juno,
  tobi,
  root,
  second,
  state,
} = useReportsApp()

let activity: string
let comment: string

beforeEach(() => {
  ;({ activity, comment } = state())
})

/** Isolated, so that right-to-left text does not affect its surroundings. */
const quoted = (text: string) => `“\u2068${text}\u2069”`

describe('the author is notified', () => {
  const noticesOf = async (who: Member) =>
    (await who.get('/api/notifications')).body.data
      .filter(({ type }: { type: string }) => type === 'moderation')
      .map(({ sentence }: { sentence: string }) => sentence)

  test('of hiding and of a warning, in the admin’s words, without the reporters or the admin', async () => {
    await report(tobi, 'comment', comment)
    await handle(root, 'comment', comment, { action: 'hide', note: 'No advertising.' })
    await report(tobi, 'activity', activity)
    await handle(root, 'activity', activity, { action: 'warn', note: 'Mind the endings.' })
    expect(await noticesOf(juno)).toEqual([
      `The team of this site has hidden your comment ${quoted('Buy gold at gold.example')}. Only you and the team see it. No advertising.`,
    ])
    expect(await noticesOf(mara)).toEqual([
      `The team of this site has sent a warning about your activity ${quoted('completed Hades')}: Mind the endings.`,
    ])
    for (const who of [juno, mara]) {
      const text = JSON.stringify(
        (await who.get('/api/notifications')).body.data.filter(({ type }: { type: string }) => type === 'moderation'),
      )
      for (const name of ['tobi', 'root', tobi.user.id, root.user.id]) expect(text).not.toContain(name)
    }
  })

  test('neither of a dismissed report nor of a refused call', async () => {
    await report(tobi, 'comment', comment)
    await handle(root, 'comment', comment, { action: 'warn', note: '' })
    await handle(root, 'comment', comment, { action: 'keep' })
    await handle(root, 'comment', comment, { action: 'hide' })
    expect(await noticesOf(juno)).toEqual([])
  })

  test('with the beginning of the item, on one line', async () => {
    await app.db
      .updateTable('activity_comments')
      .set({ content: `Look:\n  ${'🏆'.repeat(80)}` })
      .where('id', '=', comment)
      .execute()
    await report(tobi, 'comment', comment)
    await handle(root, 'comment', comment, { action: 'hide' })
    await app.db.updateTable('profiles').set({ bio: 'Cheap keys' }).where('id', '=', mara.user.id).execute()
    await report(tobi, 'profile', mara.user.id)
    await handle(root, 'profile', mara.user.id, { action: 'warn', note: 'No advertising.' })
    expect(await noticesOf(juno)).toEqual([
      `The team of this site has hidden your comment ${quoted(`Look: ${'🏆'.repeat(54)}…`)}. Only you and the team see it.`,
    ])
    expect(await noticesOf(mara)).toEqual([
      'The team of this site has sent a warning about your profile: No advertising.',
    ])
  })
})

describe('who has reported an item hears how it ended', () => {
  const noticesOf = async (who: Member) =>
    (await who.get('/api/notifications')).body.data.map(
      ({ type, sentence, subject }: { type: string; sentence: string; subject: object | null }) => [
        type,
        sentence,
        subject,
      ],
    )
  const thanks = (end: string) => ['moderation', `Thank you for your report. The team of this site has ${end}.`, null]
  const vera = useMember(app, { username: 'vera', displayName: 'Vera' })

  test.each([
    ['keep', {}, 'looked at the comment and left it as it is'],
    ['hide', { note: 'No advertising.' }, 'looked at the comment and has hidden it'],
    ['warn', { note: 'No advertising.' }, 'looked at the comment and has warned its author'],
  ])('%s', async (action, more, end) => {
    await report(tobi, 'comment', comment)
    await report(mara, 'comment', comment)
    const before = (await noticesOf(mara)).length
    expect((await handle(root, 'comment', comment, { action, ...more })).status).toBe(200)
    expect(await noticesOf(tobi)).toEqual([thanks(end)])
    expect((await noticesOf(mara)).slice(0, 1)).toEqual([thanks(end)])
    expect((await noticesOf(mara)).length).toBeLessThanOrEqual(before + 1)
  })

  test('disable', async () => {
    const { body } = await vera.post(`/api/activities/${activity}/comments`, { content: 'Buy more gold' })
    await report(tobi, 'comment', body.comment.id)
    expect((await handle(root, 'comment', body.comment.id, { action: 'disable', note: 'Spam' })).status).toBe(200)
    expect(await noticesOf(tobi)).toEqual([thanks('looked at the comment and has disabled the account of its author')])
  })

  test('but not of a refused decision', async () => {
    await report(tobi, 'comment', comment)
    expect((await handle(root, 'comment', comment, { action: 'warn', note: '' })).status).toBe(400)
    expect(await noticesOf(tobi)).toEqual([])
  })
})

describe('putting back', () => {
  const putBack = (admin: Pick<Member, 'post'>, item_type: string, item_id: string, body: object = {}) =>
    admin.post(`${REPORTS}/${item_type}/${item_id}/put-back`, body)
  const hide = async (item_type: string, item_id: string) => {
    await report(tobi, item_type, item_id)
    expect((await handle(root, item_type, item_id, { action: 'hide' })).status).toBe(200)
  }
  const sentences = async (who: Member) =>
    (await who.get('/api/notifications')).body.data
      .filter(({ type }: { type: string }) => type === 'moderation')
      .map(({ sentence }: { sentence: string }) => sentence)

  test('makes a comment readable and counted for everybody again, and notifies its author', async () => {
    await hide('comment', comment)
    const path = `/api/activities/${activity}/comments`
    expect((await tobi.get(path)).body.total).toBe(0)
    expect(await queue('handled')).toMatchObject([{ status: 'removed', viewerCan: { putBack: true } }])
    later()
    const answer = await putBack(second, 'comment', comment.toUpperCase(), { note: ' We misread it. ' })
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    for (const who of [mara, tobi, app.visitor()]) {
      expect((await who.get(path)).body).toMatchObject({ total: 1, data: [{ id: comment, isHidden: false }] })
      expect((await who.get(`/api/activities/${activity}`)).body.activity.comments_count).toBe(1)
    }
    expect((await sentences(juno))[0]).toBe(
      `The team of this site has put your comment ${quoted('Buy gold at gold.example')} back. Others see it again. We misread it.`,
    )
    expect(await queue('handled')).toMatchObject([
      {
        status: 'kept',
        content: { hidden: false },
        handled: {
          by: 'root',
          outcome: 'hide',
          at: '2026-03-01T12:00:00.000Z',
          putBack: { by: 'second', at: '2026-03-01T12:01:00.000Z' },
        },
        viewerCan: { putBack: false },
      },
    ])
    expect((await auditLog()).at(-1)).toMatchObject({
      admin_id: second.user.id,
      action: 'put_back',
      item_type: 'comment',
      item_id: comment,
      data: { author: juno.user.id, reason: 'We misread it.' },
    })
  })

  test('returns an activity to its position in every list, and it counts as its member’s newest', async () => {
    await juno.post('/api/followers', { following_id: mara.user.id })
    later()
    const newer = await record(app, mara, { game_id: 'igdb_101' })
    await hide('activity', newer)
    await expectStoredLatest(app.db)
    const feed = async () =>
      (await juno.get('/api/social/activity-feed')).body.activities.map(({ id }: { id: string }) => id)
    expect(await feed()).toEqual([activity])
    expect((await putBack(root, 'activity', newer)).status).toBe(200)
    await expectStoredLatest(app.db)
    expect(await feed()).toEqual([newer, activity])
    for (const list of ['/api/games/igdb_101/activities', '/api/profiles/mara/activities'])
      expect((await app.visitor().get(list)).body.data).toMatchObject([
        { id: newer, isHidden: false },
        { id: activity },
      ])
    expect((await tobi.post(`/api/activities/${newer}/reactions`, { emoji: '🏆' })).status).toBe(200)
    expect((await sentences(mara))[0]).toBe(
      `The team of this site has put your activity ${quoted('completed Hades')} back. Others see it again.`,
    )
  })

  test('of a comment notifies nobody; hiding removed its notification, unless its author wrote another one', async () => {
    const notices = async () =>
      (await mara.get('/api/notifications')).body.data.filter(({ type }: { type: string }) => type === 'comment').length
    const { id: other } = (await juno.post(`/api/activities/${activity}/comments`, { content: 'And silver' })).body
      .comment
    expect(await notices()).toBe(1)
    await hide('comment', comment)
    expect(await notices()).toBe(1)
    await hide('comment', other)
    expect(await notices()).toBe(0)
    expect((await mara.get('/api/notifications/unread')).body.unread).toBe(0)
    await putBack(root, 'comment', comment)
    expect(await notices()).toBe(0)
  })

  test('may be followed by another report, another hiding and putting back again', async () => {
    for (let round = 0; round < 2; round += 1) {
      await hide('comment', comment)
      later()
      expect((await putBack(root, 'comment', comment)).status).toBe(200)
      later()
    }
    expect((await queue('handled')).map((item: { handled: object }) => item.handled)).toMatchObject([
      { at: '2026-03-01T12:02:00.000Z', putBack: { at: '2026-03-01T12:03:00.000Z' } },
      { at: '2026-03-01T12:00:00.000Z', putBack: { at: '2026-03-01T12:01:00.000Z' } },
    ])
  })

  test('refuses content that was not hidden, is restored or is deleted, and records nothing', async () => {
    const refused = async (item_type: string, item_id: string) => {
      const answer = await putBack(root, item_type, item_id)
      return [answer.status, answer.body.code]
    }
    expect(await refused('comment', NOBODY)).toEqual([409, 'not_hidden'])
    expect(await refused('profile', mara.user.id)).toEqual([409, 'not_hidden'])
    await report(tobi, 'comment', comment)
    expect(await refused('comment', comment)).toEqual([409, 'not_hidden'])
    await handle(root, 'comment', comment, { action: 'keep' })
    expect(await queue('handled')).toMatchObject([{ viewerCan: { putBack: false } }])
    expect(await refused('comment', comment)).toEqual([409, 'not_hidden'])
    await hide('comment', comment)
    await juno.delete(`/api/activities/comments/${comment}`)
    expect(await refused('comment', comment)).toEqual([409, 'not_hidden'])
    expect((await auditLog()).map(({ action }) => action)).not.toContain('put_back')
    expect(await sentences(juno)).toHaveLength(1)
  })

  test('succeeds once, also when two admins do it at once', async () => {
    await hide('comment', comment)
    const answers = await Promise.all([putBack(root, 'comment', comment), putBack(second, 'comment', comment)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await auditLog()).filter(({ action }) => action === 'put_back')).toHaveLength(1)
    expect(await sentences(juno)).toHaveLength(2)
  })

  test('succeeds amid deletions, comments and reports, and the counts equal the rows', async () => {
    const ids = [comment]
    for (const content of ['one', 'two', 'three', 'four'])
      ids.push((await juno.post(`/api/activities/${activity}/comments`, { content })).body.comment.id)
    for (const id of ids) await report(tobi, 'comment', id)
    await report(tobi, 'activity', activity)
    const answers = await Promise.all([
      ...ids.flatMap((id, at) => [
        handle(root, 'comment', id, { action: 'hide' }),
        putBack(second, 'comment', id),
        at % 2 ? juno.delete(`/api/activities/comments/${id}`) : report(second, 'comment', id),
        juno.post(`/api/activities/${activity}/comments`, { content: `after ${at}` }),
        tobi.post(`/api/activities/${activity}/reactions`, { emoji: '🏆' }),
        putBack(root, 'comment', id),
      ]),
      handle(second, 'activity', activity, { action: 'hide' }),
      putBack(root, 'activity', activity),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    await putBack(root, 'activity', activity)
    await expectStoredLatest(app.db)
    const shown = await app.db.selectFrom('activity_comments').select('id').where('hidden_at', 'is', null).execute()
    expect((await tobi.get(`/api/activities/${activity}`)).body.activity.comments_count).toBe(shown.length)
    const reports = await app.db.selectFrom('reports').selectAll().where('item_type', '=', 'comment').execute()
    const hidden = new Set(
      (await app.db.selectFrom('activity_comments').select('id').where('hidden_at', 'is not', null).execute()).map(
        ({ id }) => id,
      ),
    )
    // Hidden content can be put back: a report about it records that it was hidden.
    for (const id of hidden)
      expect(reports.filter((one) => one.item_id === id && one.status === 'removed')).not.toEqual([])
  })

  test('is closed to members', async () => {
    await hide('comment', comment)
    expect((await putBack(juno, 'comment', comment)).status).toBe(403)
    expect((await putBack(app.visitor(), 'comment', comment)).status).toBe(401)
    expect((await putBack(root, 'comment', comment, { note: 'a'.repeat(501) })).status).toBe(400)
    expect((await putBack(root, 'comment', 'nonsense')).status).toBe(400)
    expect((await tobi.get(`/api/activities/${activity}/comments`)).body.total).toBe(0)
  })
})

describe('hidden content', () => {
  const hideBoth = async () => {
    await report(tobi, 'comment', comment)
    await handle(root, 'comment', comment, { action: 'hide' })
  }
  /** Counts how often it appears in each list, for the given viewer. */
  const inLists = async (who: Pick<Member, 'get'>, of: 'activities' | 'comments') => {
    const lists = [
      (await who.get('/api/social/activity-feed?from=everyone')).body.activities,
      (await who.get('/api/games/igdb_101/activities')).body.data,
      (await who.get('/api/profiles/mara/activities')).body.data,
    ]
    return of === 'activities'
      ? lists.map((list) => list.length)
      : lists.map(([one]) => [one.comments.length, one.comments_count])
  }

  test('of a comment is visible to its author and admins only, with a note, in every list and count', async () => {
    await hideBoth()
    const path = `/api/activities/${activity}/comments`
    for (const who of [mara, tobi, app.visitor()]) {
      expect((await who.get(path)).body).toMatchObject({ data: [], total: 0 })
      expect((await who.get(`/api/activities/${activity}`)).body.activity).toMatchObject({
        comments: [],
        comments_count: 0,
      })
      expect(await inLists(who, 'comments')).toEqual(Array(3).fill([0, 0]))
    }
    for (const who of [juno, root]) {
      expect((await who.get(path)).body).toMatchObject({ data: [{ isHidden: true }], total: 1 })
      expect(await inLists(who, 'comments')).toEqual(Array(3).fill([1, 1]))
    }
    // Members can always delete their own things.
    expect((await mara.delete(`/api/activities/comments/${comment}`)).status).toBe(403)
    expect((await juno.delete(`/api/activities/comments/${comment}`)).status).toBe(204)
  })

  test('of an activity is visible to its member, and to an admin who looks at it', async () => {
    await report(tobi, 'activity', activity)
    await handle(root, 'activity', activity, { action: 'hide' })
    for (const who of [juno, tobi, app.visitor()]) {
      expect((await who.get(`/api/activities/${activity}`)).status).toBe(404)
      expect((await who.get(`/api/activities/${activity}/comments`)).status).toBe(404)
      expect(await inLists(who, 'activities')).toEqual([0, 0, 0])
    }
    for (const who of [juno, root]) {
      expect((await who.post(`/api/activities/${activity}/comments`, { content: 'x' })).status).toBe(404)
      expect((await who.post(`/api/activities/${activity}/reactions`, { emoji: '🏆' })).status).toBe(404)
    }
    expect(await inLists(mara, 'activities')).toEqual([1, 1, 1])
    for (const list of ['/api/social/activity-feed', '/api/activities/mine'])
      expect((await mara.get(list)).body.activities).toMatchObject([{ id: activity, isHidden: true }])
    expect((await mara.get('/api/profiles/mara/activities?as=guest')).body.data).toEqual([])
    expect((await root.get(`/api/activities/${activity}`)).body.activity.isHidden).toBe(true)
    // A feed does not fill with hidden activities.
    expect(await inLists(root, 'activities')).toEqual([0, 0, 1])
    expect((await mara.delete(`/api/activities/${activity}`)).status).toBe(204)
  })

  test('has its position in the author’s list, and no page repeats it', async () => {
    const values = Array.from({ length: 50 }, (_, at) => ({
      user_id: mara.user.id,
      activity_type: 'completed',
      game_id: 'igdb_101',
      created_at: new Date(Date.UTC(2026, 1, 1, 0, Math.floor(at / 3))),
      hidden_at: at % 4 === 0 ? app.time.now : null,
    }))
    await app.db.insertInto('friend_activities').values(values).execute()
    for (const list of [
      '/api/social/activity-feed?',
      '/api/social/activity-feed?from=everyone&',
      '/api/activities/mine?',
    ]) {
      const seen: { id: string; created_at: string }[] = []
      for (let cursor = ''; ; ) {
        const { activities, nextCursor } = (await mara.get(`${list}limit=7${cursor}`)).body
        seen.push(...activities)
        if (nextCursor === null) break
        cursor = `&cursor=${nextCursor}`
      }
      expect([list, seen.length, new Set(seen.map(({ id }) => id)).size]).toEqual([list, 51, 51])
      const times = seen.map(({ created_at }) => created_at)
      expect(times).toEqual([...times].sort().reverse())
    }
    const ofGame: { id: string }[] = []
    for (let page = 1; page < 8; page += 1)
      ofGame.push(...(await mara.get(`/api/games/igdb_101/activities?page=${page}`)).body.data)
    expect(new Set(ofGame.map(({ id }) => id)).size).toBe(51)
  })
})

describe('admins', () => {
  test.each([
    ['is private', () => show(mara, { visibility: 'private' })],
    ['keeps what they do', () => show(mara, { sections: { activity: 'private' } })],
    ['has blocked them', () => block(mara, root)],
  ])('read for moderation, but may not react or comment: its member %s (G22)', async (_why, close) => {
    await close()
    expect((await root.get(`/api/activities/${activity}`)).status).toBe(200)
    const comment = await root.post(`/api/activities/${activity}/comments`, { content: 'x' })
    const reacted = await root.post(`/api/activities/${activity}/reactions`, { emoji: '🏆' })
    expect([comment.status, reacted.status]).toEqual([403, 403])
    expect(await app.db.selectFrom('activity_reactions').selectAll().execute()).toEqual([])
  })
})
