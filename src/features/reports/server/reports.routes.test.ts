import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGames, record, saveSettings } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { expectStoredLatest } from '#tests/support/stored-latest.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const NOBODY = '01900000-0000-7000-8000-000000000000'
const REPORTS = '/api/admin/reports'

let mara: Member
let juno: Member
let tobi: Member
let root: Member
let second: Member
/** Mara's activity, with a comment by Juno. */
let activity: string
let comment: string

beforeAll(async () => {
  mara = await signUp(app, { username: 'mara', displayName: 'Mara' })
  juno = await signUp(app, { username: 'juno', displayName: 'Juno' })
  tobi = await signUp(app, { username: 'tobi', displayName: 'Tobi' })
  root = await signUp(app, { username: 'root', becomeAdmin: true })
  second = await signUp(app, { username: 'second', becomeAdmin: true })
  await addGames(app, ['igdb_101'], () => 'Hades')
})

beforeEach(async () => {
  for (const table of [
    'reports',
    'audit_log',
    'notifications',
    'friend_activities',
    'friends',
    'followers',
    'user_blocks',
  ] as const)
    await app.db.deleteFrom(table).execute()
  await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null, bio: null }).execute()
  app.time.now = new Date('2026-03-01T12:00:00Z')
  activity = await record(app, mara, { game_id: 'igdb_101' })
  comment = (await juno.post(`/api/activities/${activity}/comments`, { content: 'Buy gold at gold.example' })).body
    .comment.id
})

const later = (minutes = 1) => {
  app.time.now = new Date(app.time.now.getTime() + minutes * 60_000)
}
const report = (who: Pick<Member, 'post'>, item_type: string, item_id: string, more: object = {}) =>
  who.post('/api/reports', { item_type, item_id, reason: 'spam', ...more })
const handle = (admin: Member, item_type: string, item_id: string, body: object) =>
  admin.put(`${REPORTS}/${item_type}/${item_id}`, body)
const queue = async (show = 'open') => (await root.get(`${REPORTS}?show=${show}`)).body.items
const rows = () => app.db.selectFrom('reports').selectAll().orderBy('created_at').execute()
const deeds = () => app.db.selectFrom('audit_log').selectAll().orderBy('created_at').execute()
const show = (member: Member, settings: object) => saveSettings(app, member, settings)
const block = (from: Member, to: Member) =>
  app.db.insertInto('user_blocks').values({ blocker_id: from.user.id, blocked_id: to.user.id }).execute()

describe('reporting', () => {
  test('accepts a comment, an activity and a profile, with a reason and a text', async () => {
    const answer = await report(tobi, 'comment', comment, { reason: 'hate', text: '  Look at this. ' })
    expect(answer.status).toBe(201)
    expect(answer.body.report).toEqual({
      id: expect.any(String),
      item_type: 'comment',
      item_id: comment,
      reason: 'hate',
      text: 'Look at this.',
      status: 'open',
      created_at: '2026-03-01T12:00:00.000Z',
    })
    expect((await report(tobi, 'activity', activity)).body.report.text).toBe(null)
    expect((await report(tobi, 'profile', mara.user.id.toUpperCase())).status).toBe(201)
    expect((await rows()).map(({ item_type, author_id }) => [item_type, author_id])).toEqual(
      expect.arrayContaining([
        ['comment', juno.user.id],
        ['activity', mara.user.id],
        ['profile', mara.user.id],
      ]),
    )
  })

  test('is possible once per member and item while a report is open, also at the same moment; another member may report, too', async () => {
    const storm = await Promise.all(Array.from({ length: 8 }, () => report(tobi, 'comment', comment)))
    expect(storm.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
    const refused = storm.find(({ status }) => status === 409)
    expect([refused?.body.code, refused?.body.error]).toEqual([
      'already_reported',
      'You have reported this already. An admin will look at it.',
    ])
    expect((await report(mara, 'comment', comment)).status).toBe(201)
    expect(await rows()).toHaveLength(2)
    await handle(root, 'comment', comment, { action: 'keep' })
    expect((await report(tobi, 'comment', comment)).status).toBe(201)
  })

  test('refuses the viewer’s own items', async () => {
    for (const answer of [
      await report(juno, 'comment', comment),
      await report(mara, 'activity', activity),
      await report(mara, 'profile', mara.user.id),
    ])
      expect([answer.status, answer.body.code]).toEqual([400, 'own_item'])
    expect(await rows()).toEqual([])
  })

  test.each([
    ['no reason', { reason: undefined }],
    ['another reason', { reason: 'boring' }],
    ['another kind', { item_type: 'game' }],
    ['no id', { item_id: 'nonsense' }],
    ['501 characters', { text: 'a'.repeat(501) }],
    ['a number', { text: 7 }],
    ['NUL', { text: 'a\u0000b' }],
  ])('refuses %s and writes nothing', async (_what, wrong) => {
    expect((await report(tobi, 'comment', comment, wrong)).status).toBe(400)
    expect(await rows()).toEqual([])
  })

  test('accepts 500 characters, counted as people count them', async () => {
    expect((await report(tobi, 'comment', comment, { text: '🏆'.repeat(500) })).status).toBe(201)
  })

  test('asks a visitor to sign in', async () => {
    const answer = await report(app.visitor(), 'comment', comment)
    expect([answer.status, answer.body.error]).toEqual([401, 'Please sign in to report'])
    expect(await rows()).toEqual([])
  })

  test('refuses a missing item', async () => {
    for (const type of ['profile', 'activity', 'comment'])
      expect([type, (await report(tobi, type, NOBODY)).status]).toEqual([type, 404])
    await app.db.updateTable('profiles').set({ disabled_at: new Date() }).where('id', '=', mara.user.id).execute()
    expect((await report(tobi, 'profile', mara.user.id)).status).toBe(404)
    expect(await rows()).toEqual([])
  })

  test.each([
    ['is private', () => show(mara, { visibility: 'private' }), 403, 403],
    ['keeps what they do', () => show(mara, { sections: { activity: 'friends' } }), 403, 403],
    ['has blocked them', () => block(mara, tobi), 403, 403],
    ['is not on terms with the author', () => block(tobi, juno), 201, 404],
  ])('accepts only items that the viewer may see: its member %s (G22)', async (_why, close, ofActivity, ofComment) => {
    await close()
    expect((await report(tobi, 'activity', activity)).status).toBe(ofActivity)
    expect((await report(tobi, 'comment', comment)).status).toBe(ofComment)
    // Name and picture are always visible.
    expect((await report(tobi, 'profile', mara.user.id)).status).toBe(201)
  })

  test('refuses a hidden item like a missing one', async () => {
    await app.db.updateTable('activity_comments').set({ hidden_at: new Date() }).execute()
    await app.db.updateTable('friend_activities').set({ hidden_at: new Date() }).execute()
    expect((await report(tobi, 'activity', activity)).status).toBe(404)
    expect((await report(tobi, 'comment', comment)).status).toBe(404)
  })

  test('accepts from an admin what they read although it is closed to other members', async () => {
    await show(mara, { visibility: 'private' })
    expect((await report(root, 'activity', activity)).status).toBe(201)
    expect((await report(root, 'comment', comment)).status).toBe(201)
    await app.db.updateTable('friend_activities').set({ hidden_at: new Date() }).execute()
    expect((await report(second, 'activity', activity)).status).toBe(201)
  })

  test('the export contains the member’s own reports, and nobody else’s (G55)', async () => {
    const { id } = (await report(tobi, 'comment', comment, { text: 'Mine' })).body.report
    await report(mara, 'comment', comment, { text: 'Hers' })
    const of = async (who: Member) => (await who.get('/api/user/export')).body.data.reports
    expect(await of(tobi)).toMatchObject([{ id, item_type: 'comment', item_id: comment, text: 'Mine', status: 'open' }])
    expect(await of(juno)).toEqual([])
  })
})

describe('the queue', () => {
  test('shows an item once, with the number of reports, their reasons and members, and its current content', async () => {
    await report(tobi, 'comment', comment, { text: 'Third time today' })
    later()
    await report(root, 'activity', activity, { reason: 'spoiler' })
    later()
    await report(mara, 'comment', comment)
    await report(second, 'comment', comment, { reason: 'other' })
    const items = await queue()
    expect(items).toHaveLength(2)
    expect(items[0]).toMatchObject({
      item_type: 'comment',
      item_id: comment,
      status: 'open',
      count: 3,
      reasons: [
        { reason: 'spam', count: 2 },
        { reason: 'other', count: 1 },
      ],
      author: { id: juno.user.id, username: 'juno', disabled: false },
      content: {
        text: 'Buy gold at gold.example',
        href: `/profile/${mara.user.id}?tab=activity`,
        hidden: false,
      },
      handled: null,
      viewerCan: { hide: true, warn: true, disable: true },
    })
    expect(items[0].reports[0]).toMatchObject({
      reporter: { username: 'tobi' },
      reason: 'spam',
      text: 'Third time today',
    })
    expect(items[1].content.text).toBe('completed Hades')
    expect((await root.get('/api/admin/stats')).body.open_reports).toBe(2)
    expect(await queue('handled')).toEqual([])
  })

  test('shows all texts of a profile, which cannot be hidden', async () => {
    await app.db
      .updateTable('profiles')
      .set({ bio: 'Cheap keys', settings: JSON.stringify({ visibility: 'private' }) })
      .where('id', '=', mara.user.id)
      .execute()
    await report(tobi, 'profile', mara.user.id)
    expect(await queue()).toMatchObject([
      { content: { text: 'Mara\n@mara\nCheap keys', hidden: false }, viewerCan: { hide: false, warn: true } },
    ])
    const answer = await handle(root, 'profile', mara.user.id, { action: 'hide' })
    expect([answer.status, answer.body.code]).toEqual([400, 'cannot_hide'])
    expect(await queue()).toHaveLength(1)
  })

  test('is closed to members, and has pages', async () => {
    for (const who of [tobi, juno]) {
      expect((await who.get(REPORTS)).status).toBe(403)
      expect((await handle(who, 'comment', comment, { action: 'keep' })).status).toBe(403)
    }
    expect((await app.visitor().get(REPORTS)).status).toBe(401)
    const values = Array.from({ length: 46 }, (_, at) => ({
      item_type: 'comment',
      // Two reports per item, some at the same moment.
      item_id: `019a0000-0000-7000-8000-0000000000${String(Math.floor(at / 2)).padStart(2, '0')}`,
      reason: 'spam',
      created_at: new Date(Date.UTC(2026, 1, 1, 0, Math.floor(at / 4))),
    }))
    await app.db.insertInto('reports').values(values).execute()
    for (const list of ['open', 'handled']) {
      if (list === 'handled')
        await app.db
          .updateTable('reports')
          .set({ status: 'kept', outcome: 'keep', handled_at: app.time.now, handled_by: root.user.id })
          .execute()
      const first = (await root.get(`${REPORTS}?show=${list}`)).body
      const rest = (await root.get(`${REPORTS}?show=${list}&cursor=${first.nextCursor}`)).body
      const ids = [...first.items, ...rest.items].map(({ item_id }: { item_id: string }) => item_id)
      expect([first.items.length, ids.length, new Set(ids).size, rest.nextCursor]).toEqual([20, 23, 23, null])
      expect(first.items[0]).toMatchObject({ count: 2, content: null, author: null })
    }
    expect(await app.countQueries(() => root.get(REPORTS))).toBeLessThanOrEqual(3)
  })

  test('shows deleted content as deleted, and its reports can be closed', async () => {
    await report(tobi, 'comment', comment)
    await juno.delete(`/api/activities/comments/${comment}`)
    expect(await queue()).toMatchObject([{ content: null, author: { username: 'juno' }, viewerCan: { hide: false } }])
    const gone = await handle(root, 'comment', comment, { action: 'hide' })
    expect([gone.status, gone.body.code]).toEqual([409, 'content_gone'])
    expect(await deeds()).toEqual([])
    expect((await handle(root, 'comment', comment, { action: 'keep' })).status).toBe(200)
    expect(await queue()).toEqual([])
  })

  test('retains a report when its member or the author is deleted', async () => {
    const leaver = await signUp(app)
    const { id } = (await leaver.post(`/api/activities/${activity}/comments`, { content: 'Bye' })).body.comment
    const other = await signUp(app)
    await report(other, 'comment', id)
    await app.db.deleteFrom('user').where('id', 'in', [leaver.user.id, other.user.id]).execute()
    expect(await queue()).toMatchObject([
      { author: null, reports: [{ reporter: null }], content: { text: 'Bye' }, viewerCan: { hide: true, warn: false } },
    ])
    for (const action of ['warn', 'disable']) {
      const answer = await handle(root, 'comment', id, { action, note: 'Too late' })
      expect([answer.status, answer.body.code]).toEqual([409, 'author_gone'])
    }
    expect((await handle(root, 'comment', id, { action: 'hide' })).status).toBe(200)
  })
})

describe('handling a report', () => {
  test('by keep changes nothing for anybody, and records the admin and the time', async () => {
    await report(tobi, 'comment', comment)
    later()
    expect((await handle(root, 'comment', comment, { action: 'keep' })).status).toBe(200)
    expect((await tobi.get(`/api/activities/${activity}/comments`)).body.total).toBe(1)
    expect(await queue()).toEqual([])
    expect(await queue('handled')).toMatchObject([
      {
        status: 'kept',
        handled: { by: 'root', at: '2026-03-01T12:01:00.000Z', outcome: 'keep', note: null },
        viewerCan: { hide: false, warn: false, disable: false },
      },
    ])
    expect(await deeds()).toMatchObject([
      { admin_id: root.user.id, action: 'keep_reported', item_type: 'comment', item_id: comment },
    ])
    expect((await root.get('/api/admin/stats')).body.deeds[0]).toMatchObject({
      action: 'keep_reported',
      about: 'juno',
    })
  })

  test('by hide handles all open reports of the item', async () => {
    await report(tobi, 'comment', comment)
    await report(mara, 'comment', comment)
    expect((await handle(root, 'comment', comment, { action: 'hide', note: 'No advertising' })).status).toBe(200)
    expect((await rows()).map(({ status, outcome }) => [status, outcome])).toEqual([
      ['removed', 'hide'],
      ['removed', 'hide'],
    ])
    expect(await queue('handled')).toMatchObject([{ count: 2, content: { hidden: true } }])
    expect(await deeds()).toMatchObject([
      { action: 'hide_content', data: { author: juno.user.id, reason: 'No advertising' } },
    ])
  })

  test('by warn requires a text, and changes nothing else', async () => {
    await report(tobi, 'comment', comment)
    for (const note of [undefined, '', ' a ', 'x'.repeat(501)])
      expect((await handle(root, 'comment', comment, { action: 'warn', note })).status).toBe(400)
    expect(await deeds()).toEqual([])
    expect((await handle(root, 'comment', comment, { action: 'warn', note: 'No advertising' })).status).toBe(200)
    expect(await rows()).toMatchObject([{ status: 'kept', outcome: 'warn', note: 'No advertising' }])
    expect(await deeds()).toMatchObject([{ action: 'warn' }])
  })

  test('by disable signs the author out at once, like the list of members', async () => {
    const spammer = await signUp(app)
    const { id } = (await spammer.post(`/api/activities/${activity}/comments`, { content: 'x' })).body.comment
    await report(tobi, 'comment', id)
    expect((await handle(root, 'comment', id, { action: 'disable', note: 'Spam again' })).status).toBe(200)
    expect((await spammer.get('/api/auth/session')).body.authenticated).toBe(false)
    expect(await rows()).toMatchObject([{ status: 'removed', outcome: 'disable' }])
    expect(await deeds()).toMatchObject([
      { action: 'disable', item_type: 'user', item_id: spammer.user.id, data: { reason: 'Spam again' } },
    ])
    expect(await queue('handled')).toMatchObject([{ author: { disabled: true } }])
  })

  test('cannot disable the admin themselves, and leaves nothing half done', async () => {
    await report(tobi, 'profile', root.user.id)
    expect(await queue()).toMatchObject([{ viewerCan: { disable: false } }])
    const own = await handle(root, 'profile', root.user.id, { action: 'disable', note: 'Leaving' })
    expect([own.status, own.body.code]).toEqual([409, 'own_account'])
    expect(await rows()).toMatchObject([{ status: 'open' }])
    expect(await deeds()).toEqual([])
  })

  test('by two admins at once succeeds for one, and names that one to the other', async () => {
    await report(tobi, 'comment', comment)
    const answers = await Promise.all([
      handle(root, 'comment', comment, { action: 'hide' }),
      handle(second, 'comment', comment, { action: 'keep' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [winner, loser] = answers[0]?.status === 200 ? ['root', answers[1]] : ['second', answers[0]]
    expect([loser?.body.code, loser?.body.error]).toEqual([
      'already_handled',
      `${winner} has answered these reports already.`,
    ])
    expect(await deeds()).toHaveLength(1)
    expect((await handle(root, 'comment', NOBODY, { action: 'keep' })).body.error).toBe('Nobody has reported this.')
  })
})

/** Isolated, so that right-to-left text does not affect its surroundings. */
const quoted = (text: string) => `“\u2068${text}\u2069”`

describe('the author is notified', () => {
  const told = async (who: Member) =>
    (await who.get('/api/notifications')).body.data
      .filter(({ type }: { type: string }) => type === 'moderation')
      .map(({ sentence }: { sentence: string }) => sentence)

  test('of hiding and of a warning, in the admin’s words, without the reporters or the admin', async () => {
    await report(tobi, 'comment', comment)
    await handle(root, 'comment', comment, { action: 'hide', note: 'No advertising.' })
    await report(tobi, 'activity', activity)
    await handle(root, 'activity', activity, { action: 'warn', note: 'Mind the endings.' })
    expect(await told(juno)).toEqual([
      `An admin has hidden your comment ${quoted('Buy gold at gold.example')}. Only you and admins see it. No advertising.`,
    ])
    expect(await told(mara)).toEqual([
      `An admin has sent a warning about your activity ${quoted('completed Hades')}: Mind the endings.`,
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
    expect(await told(juno)).toEqual([])
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
    expect(await told(juno)).toEqual([
      `An admin has hidden your comment ${quoted(`Look: ${'🏆'.repeat(54)}…`)}. Only you and admins see it.`,
    ])
    expect(await told(mara)).toEqual(['An admin has sent a warning about your profile: No advertising.'])
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
      `An admin has put your comment ${quoted('Buy gold at gold.example')} back. Others see it again. We misread it.`,
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
    expect((await deeds()).at(-1)).toMatchObject({
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
      `An admin has put your activity ${quoted('completed Hades')} back. Others see it again.`,
    )
  })

  test('of a comment notifies nobody; hiding removed its notification, unless its author wrote another one', async () => {
    const heard = async () =>
      (await mara.get('/api/notifications')).body.data.filter(({ type }: { type: string }) => type === 'comment').length
    const { id: other } = (await juno.post(`/api/activities/${activity}/comments`, { content: 'And silver' })).body
      .comment
    expect(await heard()).toBe(1)
    await hide('comment', comment)
    expect(await heard()).toBe(1)
    await hide('comment', other)
    expect(await heard()).toBe(0)
    expect((await mara.get('/api/notifications/unread')).body.unread).toBe(0)
    await putBack(root, 'comment', comment)
    expect(await heard()).toBe(0)
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
    expect((await deeds()).map(({ action }) => action)).not.toContain('put_back')
    expect(await sentences(juno)).toHaveLength(1)
  })

  test('succeeds once, also when two admins do it at once', async () => {
    await hide('comment', comment)
    const answers = await Promise.all([putBack(root, 'comment', comment), putBack(second, 'comment', comment)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await deeds()).filter(({ action }) => action === 'put_back')).toHaveLength(1)
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
    const said = await root.post(`/api/activities/${activity}/comments`, { content: 'x' })
    const reacted = await root.post(`/api/activities/${activity}/reactions`, { emoji: '🏆' })
    expect([said.status, reacted.status]).toEqual([403, 403])
    expect(await app.db.selectFrom('activity_reactions').selectAll().execute()).toEqual([])
  })
})
