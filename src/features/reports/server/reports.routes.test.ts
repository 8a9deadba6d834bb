import { beforeEach, describe, expect, test } from 'vitest'
import { type Member, signUp } from '#tests/support/members.ts'
import { useReportsApp } from '#tests/support/reports-app.ts'

const {
  app,
  NOBODY,
  REPORTS,
  later,
  report,
  handle,
  queue,
  rows,
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
      'You have reported this already. The team of this site will look at it, and you will hear how it ended.',
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
        href: `/activity/${activity}`,
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
    const waiting = (await root.get('/api/admin/pages')).body.groups.flatMap(({ pages }: { pages: object[] }) => pages)
    expect(waiting).toContainEqual(
      expect.objectContaining({ path: '/admin/reports', waiting: { count: 2, words: 'open reports and appeals' } }),
    )
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
    expect(await auditLog()).toEqual([])
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
    expect(await auditLog()).toMatchObject([
      { admin_id: root.user.id, action: 'keep_reported', item_type: 'comment', item_id: comment },
    ])
    expect((await root.get('/api/admin/stats')).body.audit_log[0]).toMatchObject({
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
    expect(await auditLog()).toMatchObject([
      { action: 'hide_content', data: { author: juno.user.id, reason: 'No advertising' } },
    ])
  })

  test('by warn requires a text, and changes nothing else', async () => {
    await report(tobi, 'comment', comment)
    for (const note of [undefined, '', ' a ', 'x'.repeat(501)])
      expect((await handle(root, 'comment', comment, { action: 'warn', note })).status).toBe(400)
    expect(await auditLog()).toEqual([])
    expect((await handle(root, 'comment', comment, { action: 'warn', note: 'No advertising' })).status).toBe(200)
    expect(await rows()).toMatchObject([{ status: 'kept', outcome: 'warn', note: 'No advertising' }])
    expect(await auditLog()).toMatchObject([{ action: 'warn' }])
  })

  test('by disable signs the author out at once, like the list of members', async () => {
    const spammer = await signUp(app)
    const { id } = (await spammer.post(`/api/activities/${activity}/comments`, { content: 'x' })).body.comment
    await report(tobi, 'comment', id)
    expect((await handle(root, 'comment', id, { action: 'disable', note: 'Spam again' })).status).toBe(200)
    expect((await spammer.get('/api/auth/session')).body.authenticated).toBe(false)
    expect(await rows()).toMatchObject([{ status: 'removed', outcome: 'disable' }])
    expect(await auditLog()).toMatchObject([
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
    expect(await auditLog()).toEqual([])
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
    expect(await auditLog()).toHaveLength(1)
    expect((await handle(root, 'comment', NOBODY, { action: 'keep' })).body.error).toBe('Nobody has reported this.')
  })
})
