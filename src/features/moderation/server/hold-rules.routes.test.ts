import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGames, record } from '#tests/support/fixtures.ts'
import { type Member, useMember } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const mara = useMember(app, { username: 'mara' })
const juno = useMember(app, { username: 'juno' })
const root = useMember(app, { username: 'root', becomeAdmin: true })
const OFF = { first_texts: 3, first_days: 0, link_days: 0, words: [] as string[] }
const GAME = 'igdb_101'

const rules = (more: object = {}) => root.put('/api/admin/hold-rules', { ...OFF, ...more })
const waiting = async (who: Pick<Member, 'get'> = root) => (await who.get('/api/admin/held')).body
const decide = async (who: Member, items: { type: string; id: string }[], decision: string, note?: string) =>
  who.post('/api/admin/held', { items, decision, ...(note !== undefined && { note }) })
const bell = async (who: Member) => (await who.get('/api/notifications')).body.data

let comments: string
beforeAll(() => addGames(app, [GAME], () => 'Hades'))
beforeEach(async () => {
  for (const table of [
    'held_texts',
    'reviews',
    'friend_activities',
    'notifications',
    'audit_log',
    'forum_threads',
  ] as const)
    await app.db.deleteFrom(table).execute()
  await app.db.updateTable('profiles').set({ settings: '{}', created_at: app.time.now }).execute()
  expect((await rules()).status).toBe(200)
  comments = `/api/activities/${await record(app, juno, { game_id: GAME })}/comments`
})

const say = async (who: Member, content: string) => (await who.post(comments, { content })).body.comment
const review = (who: Member, review_text = 'A fine game.', more: object = {}) =>
  who.post('/api/reviews', { game_id: GAME, rating: 4, review_text, ...more })

describe('the rules', () => {
  test('are read and saved by admins alone, with an entry in the audit log; nothing waits without rules', async () => {
    for (const who of [app.visitor(), mara]) {
      expect((await who.get('/api/admin/hold-rules')).status).toBe(who === mara ? 403 : 401)
      expect((await who.put('/api/admin/hold-rules', OFF)).status).toBe(who === mara ? 403 : 401)
    }
    expect((await rules({ words: ['Gold', 'Gold'], link_days: 7 })).status).toBe(200)
    expect((await root.get('/api/admin/hold-rules')).body).toEqual({
      rules: { ...OFF, words: ['Gold'], link_days: 7 },
      forum_hold_links: false,
    })
    const entries = await app.db.selectFrom('audit_log').select(['action', 'data']).orderBy('id', 'desc').execute()
    expect(entries[0]).toMatchObject({ action: 'change_hold_rules', data: { changes: { link_days: [0, 7] } } })
    await rules()
    expect((await say(mara, 'Buy gold at https://gold.example')).hold).toBe(null)
  })

  test.each<[object, string]>([
    [{ first_days: -1 }, 'first_days'],
    [{ first_days: 366 }, 'first_days'],
    [{ link_days: 1.5 }, 'link_days'],
    [{ first_texts: 0 }, 'first_texts'],
    [{ words: [' '] }, 'words.0'],
    [{ words: ['a'.repeat(61)] }, 'words.0'],
    [{ words: Array.from({ length: 201 }, (_, at) => `w${at}`) }, 'words'],
  ])('refuse %j at its field', async (wrong, field) => {
    const answer = await rules(wrong)
    expect([answer.status, Object.keys(answer.body.details)]).toEqual([400, [field]])
  })

  test('never hold a text of a moderator', async () => {
    await rules({ first_days: 30, words: ['gold'] })
    expect((await say(root, 'Gold rules here')).hold).toBe(null)
    expect((await waiting()).total).toBe(0)
  })
})

describe('a comment that waits', () => {
  test('is seen by its author, who reads why, and by nobody else: no list, count, activity or notification has it', async () => {
    await rules({ first_days: 30 })
    const held = await say(mara, 'My first words')
    expect(held).toMatchObject({ isHidden: true, hold: { state: 'waiting', reason: 'first', note: null } })
    expect((await mara.get(comments)).body).toMatchObject({
      total: 1,
      data: [{ id: held.id, hold: { state: 'waiting' } }],
    })
    for (const who of [juno, app.visitor()]) {
      const text = JSON.stringify([
        (await who.get(comments)).body,
        (await who.get(`${comments.replace(/comments$/, 'comments')}`)).body,
        (await who.get('/api/activities')).body,
      ])
      expect(text).not.toContain('My first words')
      expect((await who.get(comments)).body.total).toBe(0)
    }
    expect(await bell(juno)).toEqual([])
    expect((await waiting(juno)).error).toBeTruthy()
    expect(await waiting()).toMatchObject({
      total: 1,
      data: [{ type: 'comment', id: held.id, reason: 'first', text: 'My first words', author: { username: 'mara' } }],
    })
  })

  test('is published as if it were written now: everybody reads it, and the owner of the subject is notified', async () => {
    await rules({ first_days: 30 })
    const { id } = await say(mara, 'My first words')
    expect((await decide(root, [{ type: 'comment', id }], 'publish')).body).toEqual({ decided: 1, gone: 0 })
    expect((await app.visitor().get(comments)).body).toMatchObject({
      total: 1,
      data: [{ id, hold: null, isHidden: false }],
    })
    expect((await bell(juno)).map(({ type }: { type: string }) => type)).toEqual(['comment'])
    expect((await bell(mara)).map(({ type }: { type: string }) => type)).toEqual(['moderation'])
    expect((await decide(root, [{ type: 'comment', id }], 'publish')).body).toEqual({ decided: 0, gone: 1 })
    expect((await app.db.selectFrom('audit_log').select('action').execute()).map(({ action }) => action)).toContain(
      'publish_held',
    )
  })

  test('is declined with a reason that its author reads, and stays invisible to others', async () => {
    await rules({ words: ['gold'] })
    const { id } = await say(mara, 'Buy GOLD')
    expect((await decide(root, [{ type: 'comment', id }], 'decline')).status).toBe(400)
    expect((await decide(root, [{ type: 'comment', id }], 'decline', 'No')).status).toBe(400)
    expect((await decide(root, [{ type: 'comment', id }], 'decline', 'No advertising.')).body.decided).toBe(1)
    expect((await mara.get(comments)).body.data[0].hold).toEqual({
      ...{ state: 'declined', reason: 'word', note: 'No advertising.' },
    })
    expect((await juno.get(comments)).body.total).toBe(0)
    expect((await bell(mara))[0].sentence).toContain('No advertising.')
    expect((await waiting()).total).toBe(0)
    // The author can still delete it, and nothing is left.
    await mara.delete(`/api/activities/comments/${id}`)
    await app.db.deleteFrom('activity_comments').where('id', '=', id).execute()
    expect(await app.db.selectFrom('held_texts').selectAll().execute()).toEqual([])
  })

  test('many are decided at once, of two admins at the same moment each once; a member and a visitor decide nothing', async () => {
    await rules({ words: ['gold'] })
    const items: { type: string; id: string }[] = []
    for (const text of ['Gold one', 'Gold two', 'Gold three'])
      items.push({ type: 'comment', id: (await say(mara, text)).id })
    expect((await decide(juno, items, 'publish')).status).toBe(403)
    expect((await app.visitor().post('/api/admin/held', { items, decision: 'publish' })).status).toBe(401)
    const answers = await Promise.all([decide(root, items, 'publish'), decide(root, items, 'publish')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.reduce((sum, { body }) => sum + body.decided, 0)).toBe(3)
    expect((await app.visitor().get(comments)).body.total).toBe(3)
    expect((await decide(root, [{ type: 'nonsense', id: items[0]?.id as string }], 'publish')).body.gone).toBe(1)
  })

  test('only the first texts of a new account wait; each published one counts', async () => {
    await rules({ first_days: 30, first_texts: 2 })
    const first = await say(mara, 'One')
    const second = await say(mara, 'Two')
    const ids = [first, second].map(({ id }) => ({ type: 'comment', id }))
    expect([first.hold, second.hold]).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
    await decide(root, ids, 'publish')
    expect((await say(mara, 'Three')).hold).toBe(null)
    await app.db
      .updateTable('profiles')
      .set({ created_at: new Date(app.time.now.getTime() - 31 * 86_400_000) })
      .execute()
    await app.db.deleteFrom('activity_comments').execute()
    expect((await say(mara, 'Four')).hold).toBe(null)
  })
})

describe('a review that waits', () => {
  test('is in no list, count, search, feed or activity until it is published; then it is as any other', async () => {
    await rules({ link_days: 7 })
    const answer = await review(mara, 'Read more at https://spam.example')
    const { id } = answer.body.review
    expect(answer.body.review).toMatchObject({ isHidden: true, hold: { state: 'waiting', reason: 'link' } })
    const shown = async (who: Pick<Member, 'get'>) =>
      JSON.stringify([
        (await who.get(`/api/reviews/${id}`)).body,
        (await who.get(`/api/reviews?game_id=${GAME}`)).body,
        (await who.get(`/api/games/${GAME}/reviews`)).body,
        (await who.get(`/api/reviews/latest`)).body,
        (await who.get(`/api/profiles/mara/reviews`)).body,
        (await who.get('/api/activities')).body,
        (await who.get('/api/search?q=spam')).body,
      ])
    for (const who of [juno, app.visitor()]) expect(await shown(who)).not.toContain('spam.example')
    expect((await juno.get(`/api/reviews/${id}`)).status).toBe(404)
    const activities = () =>
      app.db
        .selectFrom('friend_activities')
        .select('activity_type')
        .where('user_id', '=', mara.user.id)
        .where('game_id', 'is not', null)
        .execute()
    expect(await activities()).toEqual([])
    // An edit is no way around.
    const edited = await mara.put(`/api/reviews/${id}`, { rating: 4, review_text: 'No link', is_public: true })
    expect(edited.body.review?.hold ?? 'not edited').toMatchObject({ state: 'waiting' })
    expect(await activities()).toEqual([])
    await decide(root, [{ type: 'review', id }], 'publish')
    expect((await juno.get(`/api/reviews/${id}`)).status).toBe(200)
    expect(await activities()).toHaveLength(1)
  })

  test('a private one does not wait, until it is made public; a changed text of a visible one waits again', async () => {
    await rules({ words: ['gold'] })
    const { id } = (await review(mara, 'Buy gold', { is_public: false })).body.review
    expect((await waiting()).total).toBe(0)
    const edit = async (review_text: string, is_public: boolean) =>
      (await mara.put(`/api/reviews/${id}`, { rating: 4, review_text, is_public })).body.review
    expect((await edit('Buy gold', true)).hold).toMatchObject({ state: 'waiting', reason: 'word' })
    await decide(root, [{ type: 'review', id }], 'publish')
    // The words that a moderator has read do not wait again.
    expect((await edit('Buy gold', true)).hold).toBe(null)
    expect((await edit('Buy more gold', true)).hold).toMatchObject({ state: 'waiting' })
    expect((await juno.get(`/api/reviews/${id}`)).status).toBe(404)
    await mara.delete(`/api/reviews/${id}`)
    expect((await waiting()).total).toBe(0)
  })
})

test('the export of a member has what waits or was declined, and not who has decided', async () => {
  await rules({ words: ['gold'] })
  const { id } = await say(mara, 'Gold!')
  await decide(root, [{ type: 'comment', id }], 'decline', 'No advertising.')
  const { held_texts } = (await mara.get('/api/user/export')).body.data
  expect(held_texts).toMatchObject([{ subject_id: id, state: 'declined', note: 'No advertising.' }])
  expect(JSON.stringify(held_texts)).not.toContain(root.user.id)
})
