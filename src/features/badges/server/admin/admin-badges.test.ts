import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { BADGE_TEXTS } from '../../badges.texts.ts'

const app = useTestApp()
const NOW = new Date('2026-12-01T10:00:00.000Z')
const NOBODY = '01900000-0000-7000-8000-000000000000'
let root: Member
let ann: Member

beforeAll(async () => {
  app.time.now = NOW
  root = await signUp(app, { username: 'the-root', becomeAdmin: true })
  await addGames(app, ['igdb_101', 'igdb_102'])
})
beforeEach(async () => {
  ann = await signUp(app)
  await app.db.deleteFrom('audit_log').execute()
})

const DRAFT = { name: 'Helping hand', description: 'Given by hand.', icon: 'award', level: 3 }
const all = async () => (await root.get('/api/admin/badges')).body.data
const named = async (name: string) => (await all()).find((badge: { name: string }) => badge.name === name)
const auditLog = async () =>
  (await app.db.selectFrom('audit_log').select(['action', 'data']).orderBy('created_at').orderBy('id').execute()).map(
    ({ action, data }) => [action, (data as { title: string }).title],
  )
const earned = async () =>
  (await ann.get(`/api/profiles/${ann.user.id}/badges`)).body.data.map(({ name }: { name: string }) => name)

describe('an admin', () => {
  test('defines a badge without a rule, with a shape and a level, which the audit log records', async () => {
    const { status, body } = await root.post('/api/admin/badges', DRAFT)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ ...DRAFT, rule: null, members: 0, isBackfilled: true })
    expect((await all()).at(-1).id).toBe(body.data.id)
    expect(await auditLog()).toEqual([['create_badge', 'Helping hand']])
    const { audit_log: shown } = (await root.get('/api/admin/stats')).body
    expect(shown).toMatchObject([{ by: 'the-root', words: 'defined the badge', about: 'Helping hand' }])
  })

  test('defines a badge by a rule, whose shape and level follow from it', async () => {
    const rule = { kind: 'reviews_written', threshold: 50 }
    const { body } = await root.post('/api/admin/badges', { ...DRAFT, name: 'Critic', rule })
    expect(body.data).toMatchObject({ icon: 'reviews', level: 3, rule, isBackfilled: false })
    expect(app.queue).toMatchObject([{ name: 'backfill-badges' }])
    await app.work()
    expect((await named('Critic')).isBackfilled).toBe(true)
  })

  test.each<[over: object, field: string, sentence: string]>([
    [{ name: '' }, 'name', 'The name must be 1 to 40 characters'],
    [{ name: 'x'.repeat(41) }, 'name', 'The name must be 1 to 40 characters'],
    [{ description: ' ' }, 'description', 'The description must be 1 to 200 characters'],
    [{ rule: { kind: 'wins', threshold: 1 } }, 'rule.kind', 'Choose what counts'],
    ...[0, 1.5, 100_001, 'many'].map((threshold): [object, string, string] => [
      { rule: { kind: 'friends', threshold } },
      'rule.threshold',
      'The number must be a whole number from 1 to 100,000',
    ]),
  ])('is refused an invalid badge: %j', async (over, field, sentence) => {
    const count = (await all()).length
    const { status, body } = await root.post('/api/admin/badges', { ...DRAFT, name: 'Another', ...over })
    expect([status, body.details?.[field]]).toEqual([400, sentence])
    expect(await all()).toHaveLength(count)
  })

  test('is refused a name or a rule that another badge has', async () => {
    const byName = await root.post('/api/admin/badges', { ...DRAFT, name: 'first game' })
    expect([byName.status, byName.body.code]).toEqual([409, 'name_taken'])
    const rule = { kind: 'games_played', threshold: 10 }
    const byRule = await root.post('/api/admin/badges', { ...DRAFT, name: 'Tenth', rule })
    expect([byRule.status, byRule.body.code]).toEqual([409, 'rule_taken'])
    const { id } = await named('10 Games')
    const renamed = await root.put(`/api/admin/badges/${id}`, { name: '50 Games', description: 'x' })
    expect([renamed.status, renamed.body.code]).toEqual([409, 'name_taken'])
    expect(await auditLog()).toEqual([])
  })

  test('changes the words of a badge, and nothing else', async () => {
    const { id } = await named('100 Games')
    const words = { name: 'Century', description: 'Play a hundred games.' }
    const { body } = await root.put(`/api/admin/badges/${id}`, { ...words, rule: null, level: 1, icon: 'award' })
    expect(body.data).toMatchObject({ ...words, icon: 'games', level: 4, rule: { threshold: 100 } })
    await root.put(`/api/admin/badges/${id}`, words)
    expect(await auditLog()).toEqual([['change_badge', 'Century']])
    expect((await root.put(`/api/admin/badges/${NOBODY}`, words)).body.code).toBe('badge_not_found')
  })

  test('is refused a change over one that another admin has made', async () => {
    const { id, name, description } = await named('50 Games')
    const change = (words: object) => root.put(`/api/admin/badges/${id}`, { name, description, ...words })
    expect((await change({ name: 'Half', seen: { name, description } })).status).toBe(200)
    const { status, body } = await change({ description: 'Fifty.', seen: { name, description } })
    expect([status, body.code, body.error]).toEqual([409, 'changed_by_somebody', BADGE_TEXTS.changed])
    expect(await named('Half')).toMatchObject({ description })
    expect((await change({ description: 'Fifty.' })).status).toBe(200)
  })

  test('gives a badge to a member, who is notified, and takes it away again', async () => {
    const { id } = await named('Helping hand')
    const path = `/api/admin/badges/${id}/members/${ann.user.username}`
    expect((await root.put(path)).status).toBe(204)
    expect((await root.put(path)).status).toBe(204)
    expect(await earned()).toEqual(['Helping hand'])
    expect((await named('Helping hand')).members).toBe(1)
    expect((await root.get(`/api/admin/badges/${id}/members`)).body).toMatchObject({
      data: [{ user: { id: ann.user.id }, earned_at: app.time.now.toISOString() }],
      nextCursor: null,
    })
    const bell = async () => (await ann.get('/api/notifications')).body
    const feed = async () => (await ann.get('/api/activities/mine')).body.activities
    expect((await bell()).data).toMatchObject([{ type: 'badge', sentence: 'You earned the badge Helping hand' }])
    expect(await feed()).toMatchObject([{ type: 'badge', details: { badge_id: id, name: 'Helping hand' } }])
    expect((await root.delete(path)).status).toBe(204)
    expect((await root.delete(path)).status).toBe(204)
    expect([await earned(), (await bell()).unread, await feed()]).toEqual([[], 0, []])
    const title = `Helping hand (${ann.user.username})`
    expect(await auditLog()).toEqual([
      ['give_badge', title],
      ['take_badge', title],
    ])
  })

  test('takes a badge from one of its owners and from no other', async () => {
    const { id } = await named('Helping hand')
    const path = `/api/admin/badges/${id}/members`
    for (const { user } of [ann, root]) await root.put(`${path}/${user.id}`)
    await root.delete(`${path}/${ann.user.id}`)
    const { data } = (await root.get(path)).body
    expect(data.map(({ user }: { user: { id: string } }) => user.id)).toEqual([root.user.id])
  })

  test('takes away a badge that its rule does not grant again, and may give it again [R-BADGE-01]', async () => {
    await ann.post('/api/library', { game_id: 'igdb_101', status: 'playing' })
    const { id } = await named('First Game')
    await root.delete(`/api/admin/badges/${id}/members/${ann.user.id}`)
    await ann.post('/api/library', { game_id: 'igdb_102', status: 'playing' })
    await app.db.updateTable('badges').set({ backfilled_at: null, backfilled_to: null }).execute()
    await app.run('backfill-badges')
    expect(await earned()).toEqual([])
    await root.put(`/api/admin/badges/${id}/members/${ann.user.id}`)
    expect(await earned()).toEqual(['First Game'])
  })

  test('is refused a badge or a member who does not exist', async () => {
    const { id } = await named('First Game')
    for (const [badge, member, code] of [
      [NOBODY, ann.user.id, 'badge_not_found'],
      [id, NOBODY, 'member_not_found'],
      [id, 'nobody-here', 'member_not_found'],
    ]) {
      const path = `/api/admin/badges/${badge}/members/${member}`
      for (const { status, body } of [await root.put(path), await root.delete(path)])
        expect([status, body.code]).toEqual([404, code])
    }
    expect((await root.get(`/api/admin/badges/${NOBODY}/members`)).status).toBe(404)
    expect(await auditLog()).toEqual([])
  })
})
