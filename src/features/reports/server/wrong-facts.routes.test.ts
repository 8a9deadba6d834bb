import { describe, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import type { Member } from '#tests/support/members.ts'
import { useReportsApp } from '#tests/support/reports-app.ts'

const { app, handle, queue, rows, auditLog, mara, juno, tobi, root, second } = useReportsApp()
const HADES = 'igdb_101'
const FACTS = '/api/reports/facts'

const report = (who: Pick<Member, 'post'>, more: object = {}) =>
  who.post(FACTS, { item_type: 'game', item_id: HADES, fact: 'date', text: 'It came out in 2018', ...more })
const sentencesOf = async (member: Member) =>
  (
    await app.db
      .selectFrom('notifications')
      .where('user_id', '=', member.user.id)
      .select('data')
      .orderBy('created_at')
      .execute()
  ).map(({ data }) => String((data as { sentence: string }).sentence).replace(/[\u2068\u2069]/g, ''))

describe('a report of a wrong fact', () => {
  test('says which fact of which game is wrong, and where the right one stands', async () => {
    const answer = await report(tobi, { text: '  2018 ', source: ' https://hades.example/news ' })
    expect([answer.status, answer.body.report]).toEqual([
      201,
      {
        id: expect.any(String),
        item_type: 'game',
        item_id: HADES,
        fact: 'date',
        text: '2018',
        source: 'https://hades.example/news',
        status: 'open',
        created_at: '2026-03-01T12:00:00.000Z',
      },
    ])
    expect((await report(juno, { fact: 'cover' })).body.report).toMatchObject({ fact: 'cover', source: null })
  })

  test('waits for admins, one line for a game with what it says now', async () => {
    await report(tobi, { source: 'https://hades.example/news' })
    await report(juno, { fact: 'cover', text: 'It is the cover of the first part' })
    await report(mara, { text: 'Two years too early' })
    const items = await queue()
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      item_type: 'game',
      item_id: HADES,
      count: 3,
      reasons: [
        { reason: 'other', fact: 'date', count: 2 },
        { reason: 'other', fact: 'cover', count: 1 },
      ],
      author: null,
      content: { title: 'Hades', href: `/game/${HADES}`, hidden: false },
      viewerCan: { correct: true, hide: false, warn: false, disable: false, putBack: false },
    })
    expect(items[0].content.text).toContain('Released: ')
    expect(items[0].reports).toMatchObject([
      { reporter: { id: tobi.user.id }, fact: 'date', source: 'https://hades.example/news' },
      { fact: 'cover' },
      { fact: 'date' },
    ])
    const { groups } = (await root.get('/api/admin/pages')).body
    const pages = groups.flatMap((group: { pages: object[] }) => group.pages)
    expect(pages).toContainEqual(
      expect.objectContaining({ path: '/admin/reports', waiting: { count: 1, words: 'open report or appeal' } }),
    )
  })

  test('is possible once per member and game while it is open', async () => {
    const storm = await Promise.all(Array.from({ length: 4 }, () => report(tobi)))
    expect(storm.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    await handle(root, 'game', HADES, { action: 'correct' })
    expect((await report(tobi)).status).toBe(201)
  })

  test.each([
    ['no fact', { fact: undefined }],
    ['a fact that games do not have', { fact: 'spam' }],
    ['a name that every object has', { fact: 'constructor' }],
    ['no text', { text: '  ' }],
    ['501 characters', { text: 'a'.repeat(501) }],
    ['a source that is no address', { source: 'my friend' }],
    ['a source that runs', { source: 'javascript:alert(1)' }],
    ['a kind whose facts nobody reports', { item_type: 'profile' }],
    ['no id', { item_id: '../..' }],
  ])('is refused with %s, and writes nothing', async (_what, wrong) => {
    expect((await report(tobi, wrong)).status).toBe(400)
    expect(await rows()).toEqual([])
  })

  test('is refused for a game that is missing or that a member has made, and from a visitor', async () => {
    const id = 'local_1000000000001'
    const facts = { id, data_source: 'local', source_id: 1_000_000_000_001, name: 'My jam game', search_text: 'my' }
    await app.db
      .insertInto('games')
      .values({ ...facts, owner_id: juno.user.id })
      .execute()
    for (const item_id of ['igdb_99999', id]) {
      const answer = await report(juno, { item_id })
      expect([item_id, answer.status, answer.body.code]).toEqual([item_id, 404, 'game_not_found'])
    }
    const visitor = await report(app.visitor())
    expect([visitor.status, visitor.body.error]).toEqual([401, 'Please sign in to report'])
    expect(await rows()).toEqual([])
  })

  test('has no other reasons: a game cannot be reported for spam', async () => {
    expect((await tobi.post('/api/reports', { item_type: 'game', item_id: HADES, reason: 'spam' })).status).toBe(400)
  })

  test('is in the export of its member', async () => {
    await report(tobi, { source: 'https://hades.example/news' })
    expect((await tobi.get('/api/user/export')).body.data.reports).toMatchObject([
      { item_type: 'game', subject_key: HADES, fact: 'date', source: 'https://hades.example/news' },
    ])
  })
})

describe('the answer of an admin', () => {
  test('that it is corrected tells everybody who reported it, with the message, and stands in the audit log', async () => {
    await report(tobi)
    await report(juno)
    expect((await handle(root, 'game', HADES, { action: 'correct', note: 'Good catch.' })).status).toBe(200)
    for (const member of [tobi, juno])
      expect(await sentencesOf(member)).toEqual([
        'Thank you for your report. The team of this site has corrected what it says about Hades. Good catch.',
      ])
    expect(await auditLog()).toMatchObject([
      {
        action: 'correct_reported',
        item_type: 'game',
        item_id: HADES,
        data: { title: 'Hades', reason: 'Good catch.' },
      },
    ])
    expect(await queue()).toEqual([])
    expect(await queue('handled')).toMatchObject([
      { item_id: HADES, status: 'kept', handled: { by: 'root', outcome: 'correct', note: 'Good catch.' } },
    ])
    const { entries } = (await root.get('/api/admin/audit-log')).body
    expect(entries[0]).toMatchObject({ words: 'corrected reported facts of', about: 'Hades', href: `/game/${HADES}` })
  })

  test('that nothing changes tells them, too', async () => {
    await report(tobi)
    await handle(root, 'game', HADES, { action: 'keep', note: 'The publisher says 2020.' })
    expect(await sentencesOf(tobi)).toEqual([
      'Thank you for your report. The team of this site has looked at Hades and changed nothing. The publisher says 2020.',
    ])
    expect(await queue('handled')).toMatchObject([{ handled: { outcome: 'keep' } }])
  })

  test('is given once: the second admin learns who was first', async () => {
    await report(tobi)
    const both = await Promise.all([root, second].map((admin) => handle(admin, 'game', HADES, { action: 'correct' })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await sentencesOf(tobi)).toHaveLength(1)
  })

  test('refuses to hide a game, to warn nobody, and to correct what has no facts', async () => {
    await report(tobi)
    await tobi.post('/api/reports', { item_type: 'profile', item_id: mara.user.id, reason: 'spam' })
    for (const [type, id, action, code] of [
      ['game', HADES, 'hide', 'cannot_hide'],
      ['game', HADES, 'warn', 'author_gone'],
      ['profile', mara.user.id, 'correct', 'cannot_correct'],
    ] as const)
      expect((await handle(root, type, id, { action, note: 'Because' })).body.code).toBe(code)
    expect((await rows()).map(({ status }) => status)).toEqual(['open', 'open'])
  })

  test('can still be given when the game is gone', async () => {
    const gone = 'igdb_102'
    await addGames(app, [gone], () => 'Gone')
    await report(tobi, { item_id: gone })
    await app.db.deleteFrom('games').where('id', '=', gone).execute()
    expect(await queue()).toMatchObject([{ item_id: gone, content: null }])
    expect((await handle(root, 'game', gone, { action: 'keep' })).status).toBe(200)
    expect(await sentencesOf(tobi)).toEqual([
      'Thank you for your report. The team of this site has looked at this game and changed nothing.',
    ])
  })
})

test('is not for moderators of the forum, who neither see it nor answer it', async () => {
  await report(tobi)
  await root.put(`/api/admin/users/${juno.user.id}/role`, { role: 'moderator' })
  expect((await juno.get('/api/admin/reports')).body.items).toEqual([])
  expect((await handle(juno, 'game', HADES, { action: 'keep' })).status).toBe(403)
  await root.put(`/api/admin/users/${juno.user.id}/role`, { role: 'user' })
})
