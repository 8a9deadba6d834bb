import { beforeAll, describe, expect, test } from 'vitest'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const world = useTestApp({ RAWG_API_KEY: 'key', RAWG_URL: 'http://127.0.0.1:9' })
let root: Member
let mara: Member
let juno: Member

beforeAll(async () => {
  world.time.now = new Date('2026-03-01T12:00:00Z')
  root = await signUp(world, { username: 'the-root', becomeAdmin: true })
  mara = await signUp(world, { username: 'mara', displayName: 'Mara Voss' })
  juno = await signUp(world, { username: 'juno' })
})

interface Waiting {
  path: string
  label: string
  waiting: { count: number; words: string } | null
}
const groups = async (): Promise<{ name: string; pages: Waiting[] }[]> =>
  (await root.get('/api/admin/pages')).body.groups
const waiting = async (path: string) =>
  (await groups()).flatMap(({ pages }) => pages).find((page) => page.path === path)?.waiting

describe('the admin pages', () => {
  test('are those that the features add, by group [G20]', async () => {
    const labels = (await groups()).map(({ name, pages }) => [name, pages.map(({ label }) => label)])
    expect(labels).toEqual([
      ['People', ['Members', 'Waiting texts', 'Contact', 'Reports', 'Requests', 'Invitations']],
      ['Content', ['Catalogue', 'Merged games', 'Challenges', 'Badges', 'Playlists', 'News']],
      [
        'System',
        [
          'Outbox',
          'Page counts',
          'Health',
          'Backups',
          'Jobs',
          'Errors',
          'Audit log',
          'Waiting rules',
          'Address blocks',
          'Registration',
        ],
      ],
    ])
  })

  test('say what waits: an item with several reports counts once', async () => {
    expect(await waiting('/admin/reports')).toEqual({ count: 0, words: 'open reports and appeals' })
    for (const member of [mara, root])
      await member.post('/api/reports', { item_type: 'profile', item_id: juno.user.id, reason: 'spam' })
    expect(await waiting('/admin/reports')).toEqual({ count: 1, words: 'open report or appeal' })
    await root.put(`/api/admin/reports/profile/${juno.user.id}`, { action: 'keep' })
    expect(await waiting('/admin/reports')).toMatchObject({ count: 0 })
  })

  test('say how many messages and errors are open', async () => {
    const message = { name: 'Ada', email: 'ada@example.org', topic: 'Bug', message: 'Something does not work here' }
    expect((await world.visitor().post('/api/contact', message)).status).toBe(200)
    expect(await waiting('/admin/contact')).toEqual({ count: 1, words: 'open message' })
    await world.visitor().post('/api/error-log', {
      ...{ message: 'Broken', level: 'error', context: { url: '/', componentInfo: '' } },
      error: { name: 'Error', message: 'Broken', stack: '' },
    })
    expect(await waiting('/admin/errors')).toEqual({ count: 1, words: 'open error' })
    expect(await waiting('/admin/users')).toBeNull()
  })

  test('take a bounded number of statements', async () => {
    expect(await world.countQueries(groups)).toBeLessThanOrEqual(5)
  })
})

describe('the audit log', () => {
  const log = async (query = '') => (await root.get(`/api/admin/audit-log${query}`)).body
  const abouts = async (query: string) => (await log(query)).entries.map(({ about }: { about: string }) => about)
  const act = async (member: Member, reason: string) => {
    await root.put(`/api/admin/users/${member.user.id}/standing`, { disabled: true, reason })
    await root.put(`/api/admin/users/${member.user.id}/standing`, { disabled: false })
  }
  const LATER = 3 * 24 * 3600_000

  beforeAll(async () => {
    await world.db.deleteFrom('audit_log').execute()
    await act(mara, 'First')
    world.time.now = new Date(world.time.now.getTime() + LATER)
    // Sessions have ended, and so has the one of the admin's test clock.
    await act(juno, 'Second')
  })

  test('lists what admins have done, newest first, with links and words', async () => {
    const { entries, nextCursor, actions } = await log()
    expect(entries.map(({ words, about }: { words: string; about: string }) => `${words} ${about}`)).toEqual([
      'enabled juno',
      'disabled juno',
      'enabled mara',
      'disabled mara',
    ])
    expect(entries[1]).toMatchObject({ by: 'the-root', reason: 'Second', href: `/admin/users?search=${juno.user.id}` })
    expect(nextCursor).toBeNull()
    expect(actions).toContainEqual({ action: 'create_challenge', words: 'created the challenge' })
  })

  test('is searched by the name of the member or of the admin, by action and by period', async () => {
    expect(await abouts('?search=voss')).toEqual(['mara', 'mara'])
    expect(await abouts('?search=the-root')).toHaveLength(4)
    expect(await abouts('?search=%25')).toEqual([])
    expect(await abouts('?search=voss&action=disable')).toEqual(['mara'])
    expect(await abouts('?action=nonsense')).toEqual([])
    expect(await abouts('?period=day')).toEqual(['juno', 'juno'])
    expect(await abouts('?period=week')).toHaveLength(4)
    expect(await abouts('?period=nonsense')).toHaveLength(4)
    expect((await root.get(`/api/admin/audit-log?search=${'x'.repeat(101)}`)).status).toBe(400)
  })

  test('continues on the next page, with each entry once', async () => {
    const at = new Date('2025-01-01T00:00:00Z')
    await world.db
      .insertInto('audit_log')
      .values(
        Array.from({ length: 65 }, (_, i) => ({
          ...{ action: 'run_job', item_type: 'job', item_id: 'a-job', created_at: at },
          data: JSON.stringify({ title: `Job ${i}` }),
        })),
      )
      .execute()
    const seen: string[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null && pages < 5; pages += 1) {
      const page: { entries: { about: string }[]; nextCursor: string | null } = await log(
        `?action=run_job${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...page.entries.map(({ about }) => about))
      cursor = page.nextCursor
    }
    expect([seen.length, new Set(seen).size, cursor]).toEqual([65, 65, null])
    expect(await abouts('?search=job+64')).toEqual(['Job 64'])
    expect((await log('?cursor=nonsense')).entries).toHaveLength(30)
  })

  test('shows the facts that an admin changed, before and after', async () => {
    const draft = {
      ...{ title: 'Finish five', description: '', starts_at: '2026-04-01T00:00:00.000Z' },
      ...{ ends_at: '2026-12-01T00:00:00.000Z', goals: [{ type: 'games_completed', target: 5 }] },
    }
    const { data: challenge } = (await root.post('/api/admin/challenges', draft)).body
    const goals = [{ type: 'games_completed', target: 6 }]
    await root.put(`/api/admin/challenges/${challenge.id}`, { ...draft, title: 'Finish six', goals })
    expect((await log()).entries[0]).toMatchObject({
      words: 'changed the challenge',
      about: 'Finish six',
      href: `/challenges/${challenge.id}`,
      changes: [
        { field: 'goals', before: 'Complete 5 games', after: 'Complete 6 games' },
        { field: 'title', before: 'Finish five', after: 'Finish six' },
      ],
    })
  })

  test('links to an item until it is deleted, and again once it is restored', async () => {
    const created = await root.post('/api/playlists', { title: 'Short ones', gameIds: [], isPublished: false })
    const { id } = created.body.playlist
    const links = async () => {
      const { entries } = await log()
      return entries
        .filter(({ about }: { about: string }) => about === 'Short ones')
        .map(({ href }: { href: string | null }) => href)
    }
    const page = `/playlists/${id}`
    expect(await links()).toEqual([page])
    await root.delete(`/api/playlists/${id}`)
    expect(await links()).toEqual([null, null])
    await root.post(`/api/playlists/${id}/restore`)
    expect(await links()).toEqual([page, page, page])
  })
})

describe('the state of the catalogue', () => {
  const state = async () => (await root.get('/api/admin/catalogue')).body
  const ofSource = async (name: string) =>
    (await state()).sources.find((source: { name: string }) => source.name === name)

  test('says which sources are on, how many games are stored and how many are due', async () => {
    const row = { search_text: '', genres: '[]', platforms: '[]' }
    await world.db
      .insertInto('games')
      .values([
        {
          ...row,
          id: 'rawg_1',
          data_source: 'rawg',
          source_id: 1,
          name: 'Old',
          origin: 'rawg',
          refreshed_at: new Date(0),
        },
        {
          ...row,
          id: 'rawg_2',
          data_source: 'rawg',
          source_id: 2,
          name: 'New',
          origin: 'rawg',
          refreshed_at: world.time.now,
        },
        {
          ...row,
          id: 'igdb_3',
          data_source: 'igdb',
          source_id: 3,
          name: 'Off',
          origin: 'igdb',
          refreshed_at: new Date(0),
        },
      ])
      .execute()
    expect(await ofSource('rawg')).toMatchObject({
      ...{ is_on: true, games: 2, due: 1, asked: 0, paused_until: null, last_failure: null },
      refreshed_at: world.time.now.toISOString(),
    })
    expect(await ofSource('igdb')).toMatchObject({ is_on: false, games: 1, due: 0 })
    expect(await ofSource('local')).toMatchObject({ is_on: true, games: 0 })
    expect(await waiting('/admin/catalogue')).toMatchObject({ count: 0 })
  })

  test('counts the games once a minute, for any number of open pages', async () => {
    await world.db.deleteFrom('games').where('id', '=', 'rawg_2').execute()
    // The test before has counted them at this time.
    const counted = world.time.now.getTime()
    for (const [seconds, games] of [
      [0, 2],
      [59, 2],
      [60, 1],
    ] as const) {
      world.time.now = new Date(counted + seconds * 1000)
      expect([seconds, (await ofSource('rawg')).games]).toEqual([seconds, games])
    }
  })

  test('lists imports with what became of their records', async () => {
    expect(await state()).toMatchObject({ is_importing: false, imports: [] })
    await world.db
      .insertInto('catalogue_imports')
      .values({ file_hash: 'a', file_name: 'games.csv', format: 'CSV', records: 12, counts: '{"read":12,"new":9}' })
      .execute()
    expect((await state()).imports).toMatchObject([
      { file: 'games.csv', read: 12, new: 9, rejected: 0, finished_at: null },
    ])
  })
})
