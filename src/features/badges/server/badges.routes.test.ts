import { beforeAll, describe, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const NOW = new Date('2026-12-01T10:00:00.000Z')
let root: Member
let ann: Member
let bob: Member

beforeAll(async () => {
  app.time.now = NOW
  root = await signUp(app, { username: 'the-root', becomeAdmin: true })
  ann = await signUp(app, { username: 'ann-one' })
  bob = await signUp(app)
  await addGames(app, ['igdb_101', 'igdb_102'])
  await ann.post('/api/library', { game_id: 'igdb_101', status: 'playing' })
  app.time.now = new Date(NOW.getTime() + 60_000)
  await ann.post('/api/reviews', { game_id: 'igdb_102', rating: 4, review_text: 'Fine.' })
})

const listOf = (as: Client, query = '') => as.get(`/api/profiles/${ann.user.id}/badges${query}`)
const namesFor = async (as: Client) => (await listOf(as)).body.data.map(({ name }: { name: string }) => name)
const set = (settings: object) => ann.patch('/api/profiles/me', { settings })

describe('the catalogue', () => {
  test('lists all badges in their order; a visitor has earned none and has no progress (G14)', async () => {
    const { status, body } = await app.visitor().get('/api/badges')
    expect(status).toBe(200)
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
      ...['First Game', '10 Games', '50 Games', '100 Games'],
      ...['First Completion', '10 Completions', '50 Completions'],
      ...['First Review', '10 Reviews', '5 Friends', '100 Hours', '1000 Hours', 'Challenge winner'],
      ...['First Post', '10 Posts', '100 Posts'],
    ])
    const ruleOf = ({ rule }: { rule: { kind: string; threshold: number } }) => `${rule.threshold} ${rule.kind}`
    expect(body.data.map(ruleOf)).toEqual([
      ...[1, 10, 50, 100].map((threshold) => `${threshold} games_played`),
      ...[1, 10, 50].map((threshold) => `${threshold} games_completed`),
      ...[1, 10].map((threshold) => `${threshold} reviews_written`),
      '5 friends',
      ...[100, 1000].map((threshold) => `${threshold} hours_played`),
      '1 challenges_completed',
      ...[1, 10, 100].map((threshold) => `${threshold} forum_posts`),
    ])
    expect(body.data[1]).toEqual({
      id: expect.any(String),
      key: 'games-10',
      name: '10 Games',
      description: 'Play 10 games.',
      icon: 'games',
      level: 2,
      rule: { kind: 'games_played', threshold: 10 },
      earned_at: null,
      challenge: null,
      amount: null,
      isNew: false,
    })
  })

  test('shows a new name at once to visitors, whose answers are cached', async () => {
    const visitor = app.visitor()
    const nameOf = async () => (await visitor.get('/api/badges')).body.data[12].name
    expect(await nameOf()).toBe('Challenge winner')
    const { id, description } = (await visitor.get('/api/badges')).body.data[12]
    await root.put(`/api/admin/badges/${id}`, { name: 'Champion', description })
    await app.settle()
    expect(await nameOf()).toBe('Champion')
    await root.put(`/api/admin/badges/${id}`, { name: 'Challenge winner', description })
    await app.settle()
  })
})

describe('the badges of a member', () => {
  test('are listed newest first, in pages, by id and by username', async () => {
    const { body } = await listOf(app.visitor())
    expect(body).toMatchObject({
      data: [
        { name: 'First Review', earned_at: '2026-12-01T10:01:00.000Z', challenge: null },
        { name: 'First Game', earned_at: '2026-12-01T10:00:00.000Z' },
      ],
      total: 2,
      hasMore: false,
    })
    expect((await bob.get('/api/profiles/ann-one/badges?limit=1')).body).toMatchObject({
      data: [{ name: 'First Review' }],
      total: 2,
      hasMore: true,
    })
    expect((await listOf(bob, '?limit=1&page=2')).body).toMatchObject({
      data: [{ name: 'First Game' }],
      hasMore: false,
    })
  })

  test('appear at once to visitors, whose answers are cached', async () => {
    const cai = await signUp(app)
    const names = async () => (await app.visitor().get(`/api/profiles/${cai.user.id}/badges`)).body.total
    expect(await names()).toBe(0)
    await cai.post('/api/library', { game_id: 'igdb_101', status: 'playing' })
    await app.settle()
    expect(await names()).toBe(1)
  })

  test('are hidden from everybody else when the member says so, but not from the member and from admins', async () => {
    await set({ sections: { badges: 'private' } })
    await app.settle()
    for (const other of [app.visitor(), bob]) {
      const refused = await listOf(other)
      expect([refused.status, refused.body.code]).toEqual([403, '42501'])
      const { profile } = (await other.get(`/api/profiles/${ann.user.id}`)).body
      expect(profile.viewerSees.badges).toBe(false)
    }
    expect(await namesFor(ann)).toHaveLength(2)
    expect(await namesFor(root)).toHaveLength(2)
    expect((await listOf(ann, '?as=guest')).status).toBe(403)
    await set({ sections: { badges: null } })
    await app.settle()
  })

  test('omit what would reveal a hidden section: a badge about games is as visible as the library (G22)', async () => {
    await set({ sections: { library: 'private' } })
    await app.settle()
    expect(await namesFor(bob)).toEqual(['First Review'])
    expect((await listOf(bob)).body.total).toBe(1)
    expect(await namesFor(ann)).toEqual(['First Review', 'First Game'])
    await set({ sections: { library: null } })
    await app.settle()
  })
})

test('the data export contains the badges', async () => {
  const { body } = await ann.get('/api/user/export')
  expect(body.data.user_badges).toMatchObject([{ name: 'First Game' }, { name: 'First Review', taken_at: null }])
})
