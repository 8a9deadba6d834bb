import { beforeAll, describe, expect, test } from 'vitest'
import { tag } from '#server/tags.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { addReleases, moveRelease, PC, PS5, RELEASES_NOW } from '#tests/support/releases-app.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { groupOf } from '../releases.rules.ts'
import { listGrouped } from './releases.queries.ts'

const app = useTestApp()
let mara: Member
beforeAll(async () => {
  app.time.now = RELEASES_NOW
  mara = await signUp(app, { username: 'mara' })
  await addReleases(app, [
    { id: 'igdb_1', name: 'Out long ago', day: '2026-10-25' },
    { id: 'igdb_2', name: 'Out first', day: '2026-10-26' },
    { id: 'igdb_3', name: 'Out yesterday', day: '2026-11-24' },
    { id: 'igdb_4', name: 'Out today', day: '2026-11-25', platforms: [PC, PS5] },
    { id: 'igdb_5', name: 'Unknown', day: '2026-11-29', renown: 5 },
    { id: 'igdb_6', name: 'Famous', day: '2026-11-27', renown: 90 },
    { id: 'igdb_7', name: 'Next week', day: '2026-11-30', platforms: [PS5] },
    { id: 'igdb_8', name: 'Before the year ends', day: '2026-12-30' },
    { id: 'igdb_9', name: 'Some day', day: '2026-12-31' },
    { id: 'igdb_10', name: 'New year', day: '2027-01-01' },
    { id: 'igdb_11', name: 'No date', day: null },
    { id: 'igdb_12', name: 'Placeholder', day: '2099-01-01' },
    { id: 'igdb_13', name: 'Add-on', day: '2026-11-26', game_type: 1 },
  ])
})

interface Group {
  group: string
  total: number
  games: { id: string; name: string; released: string; platforms: string[] }[]
  next: string | null
}
async function read(query = ''): Promise<{ groups: [string, string[]][]; next: string | null; whole: Group[] }> {
  const { status, body } = await app.visitor().get(`/api/releases${query}`)
  expect(status).toBe(200)
  const groups = body.groups as Group[]
  const groupsOf = groups.map(({ group, games }): [string, string[]] => [group, games.map(({ name }) => name)])
  return { groups: groupsOf, next: body.next, whole: groups }
}

describe('the release calendar', () => {
  test('has upcoming listed games by week, the best known first, and years after their weeks', async () => {
    const { groups, next } = await read()
    expect(groups).toEqual([
      ['2026-11-23', ['Famous', 'Unknown', 'Out today']],
      ['2026-11-30', ['Next week']],
      ['2026-12-28', ['New year', 'Before the year ends']],
      ['2026', ['Some day']],
    ])
    expect(next).toBeNull()
  })

  test('says the day and the platforms of a release, the most common platform first', async () => {
    const { whole } = await read()
    expect(whole[0]?.games.find(({ name }) => name === 'Out today')).toEqual({
      id: 'igdb_4',
      name: 'Out today',
      year: 2026,
      genre: null,
      developer: null,
      cover_url: null,
      released: '2026-11-25',
      platforms: ['PC (Microsoft Windows)', 'PlayStation 5'],
    })
  })

  test('begins at a week, and an earlier one or no day at all means the current one', async () => {
    expect((await read('?from=2026-12-03')).groups[0]).toEqual(['2026-11-30', ['Next week']])
    const now = (await read()).groups
    expect((await read('?from=2026-11-01')).groups).toEqual(now)
    expect((await read('?from=2026-02-30&platform=x&span=never')).groups).toEqual(now)
  })

  test('filters by platform', async () => {
    expect((await read('?platform=167')).groups).toEqual([
      ['2026-11-23', ['Out today']],
      ['2026-11-30', ['Next week']],
    ])
    expect((await read('?platform=130')).groups).toEqual([])
  })

  test('looks back 30 days, the latest week first', async () => {
    expect((await read('?span=out')).groups).toEqual([
      ['2026-11-23', ['Out yesterday']],
      ['2026-10-26', ['Out first']],
    ])
  })

  test('names the platforms that have releases', async () => {
    const names = async (query = '') =>
      (await app.visitor().get(`/api/releases/platforms${query}`)).body.platforms.map(
        ({ name }: { name: string }) => name,
      )
    expect(await names()).toEqual(['PC (Microsoft Windows)', 'PlayStation 5'])
    expect(await names('?span=out')).toEqual(['PC (Microsoft Windows)'])
  })

  test('groups in SQL as the rules do', async () => {
    const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString().slice(0, 10)
    await addReleases(
      app,
      Array.from({ length: 800 }, (_, at) => ({ id: `rawg_${at + 1}`, day: day(at), platforms: [] })),
    )
    const rows = await listGrouped(app.db, { from: 0, until: 4_000_000_000 }, null, 1000)
    expect(rows.length).toBeGreaterThan(800)
    for (const { released, group } of rows) expect(group).toBe(groupOf(released))
    await app.db.deleteFrom('games').where('data_source', '=', 'rawg').execute()
  })
})

describe('pages', () => {
  test('continue week by week, and each game appears once', async () => {
    const days = ['2028-01-03', '2028-01-10', '2028-02-07', '2028-03-06', '2028-04-03', '2028-05-01', '2028-06-05']
    await addReleases(
      app,
      days.map((day, at) => ({ id: `igdb_${100 + at}`, name: `G${at}`, day })),
    )
    const first = await read('?from=2028-01-01')
    expect(first.groups.map(([group]) => group)).toEqual(days.slice(0, 6))
    expect(first.next).toBe('2028-06-05')
    const second = await read(`?from=${first.next}`)
    expect(second).toMatchObject({ groups: [['2028-06-05', ['G6']]], next: null })
  })

  test('of a week continue in its order', async () => {
    const games = Array.from({ length: 60 }, (_, at) => ({
      id: `igdb_${1000 + at}`,
      name: `Of a week ${at}`,
      day: at === 59 ? '2029-12-31' : '2029-12-26',
      renown: at % 7,
    }))
    await addReleases(app, games)
    const { whole } = await read('?from=2029-12-24')
    const week = whole[0] as Group
    expect([week.group, week.total, week.games.length]).toEqual(['2029-12-24', 59, 24])
    const found = week.games.map(({ id }) => id)
    for (let next = week.next; next !== null; ) {
      const { body } = await app.visitor().get(`/api/releases/groups/2029-12-24?after=${next}`)
      found.push(...body.games.map(({ id }: { id: string }) => id))
      next = body.next
    }
    const byRenown = games
      .filter(({ day }) => day !== '2029-12-31')
      .sort((a, b) => b.renown - a.renown || (a.id < b.id ? -1 : 1))
    expect(found).toEqual(byRenown.map(({ id }) => id))
  })

  test.each(['2026-11-24', 'x', '20261'])('the group %s is refused', async (group) => {
    expect((await app.visitor().get(`/api/releases/groups/${group}?after=1.igdb_1`)).status).toBe(400)
  })
  test('a cursor of another form is refused', async () => {
    expect((await app.visitor().get('/api/releases/groups/2026-11-23?after=nothing')).status).toBe(400)
  })
})

describe('own releases', () => {
  const own = async (query = '') =>
    (await mara.get(`/api/releases/mine${query}`)).body.games.map(({ name }: { name: string }) => name)

  test('are those of the whole library by day, unlisted ones too', async () => {
    for (const game_id of ['igdb_9', 'igdb_13', 'igdb_7', 'igdb_3', 'igdb_11'])
      await mara.post('/api/library', { game_id, status: 'want_to_play' })
    await mara.post('/api/library', { game_id: 'igdb_6', status: 'playing' })
    expect(await own()).toEqual(['Add-on', 'Famous', 'Next week', 'Some day'])
    expect(await own('?platform=167')).toEqual(['Next week'])
    expect(await own('?span=out')).toEqual(['Out yesterday'])
  })

  test('of others are not among them', async () => {
    const other = await signUp(app)
    expect((await other.get('/api/releases/mine')).body).toEqual({ games: [] })
  })
})

test('readers share the answer, which a changed game invalidates', async () => {
  const visitor = app.visitor()
  await visitor.get('/api/releases')
  expect(await app.countQueries(() => visitor.get('/api/releases'))).toBe(0)
  expect(await app.countQueries(() => visitor.get('/api/releases?platform=6'))).toBeLessThanOrEqual(4)
  await moveRelease(app, 'igdb_7', '2026-12-15')
  await app.settle([tag.game('igdb_7')])
  expect((await read()).groups[1]).toEqual(['2026-12-14', ['Next week']])
})

test('the filter offers every platform of the releases, not only the most common ones', async () => {
  const many = Array.from({ length: 35 }, (_, at) => ({ id: 5000 + at, name: `Machine ${at}` }))
  await addReleases(app, [{ id: 'igdb_9001', name: 'For all machines', day: '2026-11-28', platforms: many }])
  const names = async () =>
    (await app.visitor().get('/api/releases/platforms')).body.platforms.map(({ name }: { name: string }) => name)
  app.time.now = new Date(app.time.now.getTime() + 10 * 60_000)
  await app.settle([tag.games])
  expect(await names()).toEqual(expect.arrayContaining(many.map(({ name }) => name)))
})
