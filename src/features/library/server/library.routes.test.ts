import { beforeAll, describe, expect, test } from 'vitest'
import { tag } from '#server/tags.ts'
import { useLibraryApp } from '#tests/support/library-app.ts'
import { type Member, useMember } from '#tests/support/members.ts'
import { SORTS } from '../library.endpoints.ts'
import { LIBRARY_REFUSALS } from '../library.texts.ts'

const { t, fresh, rowsOf, historyRowsOf, shelve, log, later } = useLibraryApp()
const other = useMember(t)

// Stored here, so that no test depends on the content of the starter catalogue. The ids are RAWG ids, because no source
// fetches them.
const games = Array.from({ length: 12 }, (_, at) => `rawg_${900 + at}`)
const [g0 = '', g1 = '', g2 = '', g3 = ''] = games
const names = ['Ōkami', 'Portal 2', 'Hades', '100% Orange Juice']

beforeAll(async () => {
  await t.db
    .insertInto('games')
    .values(
      games.map((id, at) => ({
        id,
        data_source: 'rawg',
        source_id: 900 + at,
        name: names[at] ?? `Game ${at}`,
        first_release_date: [200, 100, 300][at] ?? null,
        time_to_beat: [1_200, null, 300, 2_400][at] ? JSON.stringify({ minutes: [1_200, null, 300, 2_400][at] }) : null,
        search_text: `| ${['okami', 'portal 2', 'hades', '100 orange juice'][at] ?? `game ${at}`} |`,
      })),
    )
    .execute()
})

describe('one entry', () => {
  test('has every documented field [R-LIB-20]', async () => {
    const who = await fresh()
    await log(who, g0, { play_time: 1.25, completion_percentage: 30, achievements_completed: 4 })
    const { body } = await who.get(`/api/library/${g0}`)
    expect(body.entry).toMatchObject({
      user_id: who.user.id,
      game_id: g0,
      status: 'playing',
      play_time: 1.25,
      completion_percentage: 30,
      achievements_completed: 4,
      last_played_at: t.time.now.toISOString(),
    })
  })

  test('rating, heart and notes are stored; fields that are not named stay unchanged [R-LIB-21]', async () => {
    const who = await fresh()
    await shelve(who, g0, { status: 'playing' })
    await log(who, g0, { completion_percentage: 12.5 })
    later(5)
    const { body } = await who.patch(`/api/library/${g0}`, { user_rating: 7, notes: '  Slow start. ' })
    expect(body.entry).toMatchObject({ user_rating: 7, notes: 'Slow start.', status: 'playing', progress: 12.5 })
    expect(body.entry.updated_at).toBe(t.time.now.toISOString())
    expect(body.entry.created_at < body.entry.updated_at).toBe(true)
    await who.patch(`/api/library/${g0}`, { is_liked: true })
    expect((await who.get(`/api/library/${g0}`)).body.entry).toMatchObject({ user_rating: 7, is_liked: true })
    await who.patch(`/api/library/${g0}`, { user_rating: null, notes: null })
    expect((await who.get(`/api/library/${g0}`)).body.entry).toMatchObject({ user_rating: null, notes: null })
  })

  test('accepts the number of an IGDB game without its prefix', async () => {
    const who = await fresh()
    await shelve(who, 'igdb_1942')
    expect((await who.get('/api/library/1942')).status).toBe(200)
  })

  test('is refused with 404 for a game outside the library, for another member, and after a removal', async () => {
    const who = await fresh()
    await shelve(who, g0)
    for (const [client, id] of [
      [who, g1],
      [other, g0],
    ] as const)
      expect((await client.get(`/api/library/${id}`)).body).toMatchObject({
        error: 'This game is not in your library',
        code: 'entry_not_found',
      })
    expect((await t.visitor().get(`/api/library/${g0}`)).status).toBe(401)
    expect((await who.get('/api/library/nonsense')).body).toMatchObject({ code: 'invalid_id' })
  })

  test('an empty change, or an invalid value, is refused and changes nothing', async () => {
    const who = await fresh()
    await shelve(who, g0)
    for (const changes of [
      {},
      { status: 'finished' },
      { user_rating: 0 },
      { user_rating: 4.5 },
      { is_liked: 'yes' },
      { notes: 'x'.repeat(5001) },
    ])
      expect((await who.patch(`/api/library/${g0}`, changes)).status).toBe(400)
    expect(await rowsOf(who)).toMatchObject([
      { status: 'want_to_play', user_rating: null, is_liked: false, notes: null },
    ])
    expect((await who.patch(`/api/library/${g1}`, { user_rating: 5 })).status).toBe(404)
    expect((await t.visitor().patch(`/api/library/${g0}`, { user_rating: 5 })).status).toBe(401)
  })
})

describe('the status of an entry', () => {
  test('any status can follow any other [R-LIB-06]', async () => {
    const who = await fresh()
    await shelve(who, g0)
    const statuses = ['want_to_play', 'playing', 'completed', 'dropped']
    for (const from of statuses)
      for (const to of statuses.filter((status) => status !== from)) {
        await who.patch(`/api/library/${g0}/status`, { status: from })
        const { status, body } = await who.patch(`/api/library/${g0}/status`, { status: to })
        expect([status, body.entry.status]).toEqual([200, to])
      }
  })

  test('a request without a status is refused [R-LIB-13]', async () => {
    const who = await fresh()
    await shelve(who, g0)
    const answer = await who.patch(`/api/library/${g0}/status`, {})
    expect(answer.status).toBe(400)
    expect(answer.body.error).toBe('Game status is required')
  })

  test('any other value is refused, and nothing changes [R-LIB-01]', async () => {
    const who = await fresh()
    await shelve(who, g0)
    expect((await who.patch(`/api/library/${g0}/status`, { status: 'finished' })).status).toBe(400)
    expect(await rowsOf(who)).toMatchObject([{ status: 'want_to_play' }])
  })

  test('a visitor is refused with the documented sentence [R-LIB-11]', async () => {
    const answer = await t.visitor().patch(`/api/library/${g0}/status`, { status: 'playing' })
    expect(answer.status).toBe(401)
    expect(answer.body.error).toBe('Please sign in to update game status')
  })

  test("a member cannot change another member's entry", async () => {
    const who = await fresh()
    await shelve(who, g3)
    expect((await other.patch(`/api/library/${g3}/status`, { status: 'dropped' })).status).toBe(404)
    expect(await rowsOf(who)).toMatchObject([{ status: 'want_to_play' }])
  })
})

describe('removing a game', () => {
  test('removes the entry and both histories, and no other entry [R-LIB-19]', async () => {
    const who = await fresh()
    const histories = async (client: Member, id: string) => {
      const { body } = await client.get(`/api/library/${id}/history`)
      return [body.playTimeHistory.length, body.achievementHistory.length]
    }
    const another = await fresh()
    for (const id of [g0, g1]) await log(who, id, { play_time: 1, achievements_completed: 1 })
    await log(another, g0, { play_time: 1, achievements_completed: 1 })
    expect((await who.delete(`/api/library/${g0}`)).status).toBe(204)
    expect(await histories(who, g0)).toEqual([0, 0])
    expect(await histories(who, g1)).toEqual([1, 1])
    expect(await histories(another, g0)).toEqual([1, 1])
    expect((await who.get(`/api/library/${g0}`)).status).toBe(404)
    expect((await rowsOf(who)).map((row) => row.game_id)).toEqual([g1])
    expect((await historyRowsOf(who)).map((row) => row.game_id)).toEqual([g1])
    expect((await who.delete(`/api/library/${g0}`)).status).toBe(404)
  })

  test('an undo removes only an entry that has not changed since', async () => {
    const who = await fresh()
    const undo = (seen: string) => who.delete(`/api/library/${g0}?seen=${seen}`)
    const add = async () => (await who.post('/api/library', { game_id: g0, user_rating: 7 })).body.entry.updated_at
    const changes = [
      () => who.patch(`/api/library/${g0}`, { notes: 'From another tab' }),
      () => who.post(`/api/library/${g0}/copies`, { is_physical: true }),
      () => who.put(`/api/library/${g0}/progress`, { play_time: 2 }),
    ]
    for (const change of changes) {
      const seen = await add()
      later(1)
      expect((await change()).status).toBeLessThan(300)
      const { status, body } = await undo(seen)
      expect([status, body.code, body.error]).toEqual([409, 'entry_changed', LIBRARY_REFUSALS.changedSince])
      expect((await rowsOf(who)).map((row) => row.game_id)).toEqual([g0])
      expect((await who.delete(`/api/library/${g0}`)).status).toBe(204)
    }
    expect((await undo(await add())).status).toBe(204)
    expect((await undo(new Date().toISOString())).status).toBe(404)
    expect((await undo('now')).status).toBe(400)
  })

  test('a visitor and another member cannot remove an entry, and their attempts change nothing', async () => {
    const who = await fresh()
    await shelve(who, g2)
    expect((await t.visitor().delete(`/api/library/${g2}`)).status).toBe(401)
    expect((await other.delete(`/api/library/${g2}`)).status).toBe(404)
    expect(await rowsOf(who)).toHaveLength(1)
  })

  test('a removal concurrent with adding and logging leaves a consistent state', async () => {
    const who = await fresh()
    for (let round = 0; round < 8; round++) {
      await shelve(who, g0)
      const answers = await Promise.all([
        who.delete(`/api/library/${g0}`),
        shelve(who, g0),
        log(who, g0, { play_time: round + 1 }),
        who.delete(`/api/library/${g0}`),
      ])
      for (const { status } of answers) expect([200, 201, 204, 404, 409]).toContain(status)
      const [entry] = await rowsOf(who)
      const history = await historyRowsOf(who)
      expect(history.length > 0).toBe(entry !== undefined && entry.play_time > 0)
      if (entry) await who.delete(`/api/library/${g0}`)
    }
  })
})

describe('the list of a library', () => {
  let reader: Member
  const ids = (answer: { body: { data: { game_id: string }[] } }) => answer.body.data.map((row) => row.game_id)

  beforeAll(async () => {
    reader = await fresh()
    const entries = [
      { id: g0, status: 'completed', user_rating: 10, hours: 30 },
      { id: g1, status: 'playing', user_rating: null, hours: 50 },
      { id: g2, status: 'playing', user_rating: 4, hours: 0 },
      { id: g3, status: 'want_to_play', user_rating: null, hours: 1 },
    ]
    for (const { id, hours, ...entry } of entries) {
      later(1)
      await shelve(reader, id, entry)
      if (hours > 0) await log(reader, id, { play_time: hours })
    }
    // The order of adding differs from the order of changing.
    for (const [at, id] of [g3, g2, g1, g0].entries())
      await t.db
        .updateTable('user_games')
        .set({ created_at: new Date(Date.UTC(2020, 0, 1 + at)) })
        .where('user_id', '=', reader.user.id)
        .where('game_id', '=', id)
        .execute()
  })

  test("lists only the viewer's rows, each with its game [R-LIB-23]", async () => {
    const { status, body } = await reader.get('/api/library')
    expect(status).toBe(200)
    expect(body).toMatchObject({ total: 4, hasMore: false })
    expect(body.data[0]).toMatchObject({ user_id: reader.user.id, game_id: g3, game: { id: g3, name: names[3] } })
    expect(new Set(body.data.map((row: { user_id: string }) => row.user_id)).size).toBe(1)
    expect((await t.visitor().get('/api/library')).status).toBe(401)
  })

  test.each([
    ['recent', [g3, g2, g1, g0]],
    ['name', [g3, g2, g0, g1]],
    ['rating', [g0, g2, g3, g1]],
    ['hours', [g1, g0, g3, g2]],
    ['nonsense', [g3, g2, g1, g0]],
    ['recent&order=asc', [g0, g1, g2, g3]],
    ['added', [g0, g1, g2, g3]],
    ['added&order=asc', [g3, g2, g1, g0]],
    // Games without a date, a rating or a session come last in both directions.
    ['released', [g2, g0, g1, g3]],
    ['released&order=asc', [g1, g0, g2, g3]],
    ['last_played', [g3, g1, g0, g2]],
    ['last_played&order=asc', [g0, g1, g3, g2]],
    ['length', [g2, g0, g3, g1]],
    ['length&order=desc', [g3, g0, g2, g1]],
    ['rating&order=asc', [g2, g0, g3, g1]],
    ['hours&order=asc', [g2, g3, g0, g1]],
    ['name&order=desc', [g1, g0, g2, g3]],
    ['name&order=nonsense', [g3, g2, g0, g1]],
  ])('sorts by %s, in the own list and in that of a profile', async (sort, expected) => {
    expect(ids(await reader.get(`/api/library?sort=${sort}`))).toEqual(expected)
    expect(ids(await reader.get(`/api/profiles/${reader.user.id}/games?sort=${sort}`))).toEqual(expected)
  })

  test('the pages of each order contain every game once', async () => {
    for (const sort of SORTS)
      for (const order of ['asc', 'desc']) {
        const page = (number: number) => reader.get(`/api/library?sort=${sort}&order=${order}&limit=1&page=${number}`)
        const pages = await Promise.all([1, 2, 3, 4].map(page))
        expect(pages.flatMap(ids).toSorted(), `${sort} ${order}`).toEqual([g0, g1, g2, g3].toSorted())
      }
  })

  test.each([
    ['0..20', [g2]],
    ['5..20', [g2]],
    ['5..21', [g2, g0]],
    ['20..', [g3, g0]],
    ['41..', []],
    ['20..10', [g3, g2, g1, g0]],
    ['none', [g3, g2, g1, g0]],
  ])('filters by the hours %s that a game takes; a wrong range is ignored', async (takes, expected) => {
    expect(ids(await reader.get(`/api/library?takes=${takes}`)).toSorted()).toEqual(expected.toSorted())
    const shared = await reader.get(`/api/profiles/${reader.user.id}/games?takes=${takes}`)
    expect(ids(shared).toSorted()).toEqual(expected.toSorted())
  })

  test('filters by status', async () => {
    const answer = await reader.get('/api/library?status=playing')
    expect(ids(answer)).toEqual([g2, g1])
    expect(answer.body.total).toBe(2)
  })

  test('searches names without regard to case and accents, and escapes wildcards', async () => {
    expect(ids(await reader.get('/api/library?search=okami'))).toEqual([g0])
    expect(ids(await reader.get('/api/library?search=PORTAL'))).toEqual([g1])
    expect(ids(await reader.get('/api/library?search=100%25'))).toEqual([g3])
    expect(ids(await reader.get('/api/library?search=p_rtal'))).toEqual([])
    expect((await reader.get('/api/library?search=zelda')).body).toEqual({ data: [], total: 0, hasMore: false })
  })

  test('a filter by game returns its entry, or an empty list when it is not in the library', async () => {
    expect(ids(await reader.get(`/api/library?game_id=${g1}`))).toEqual([g1])
    expect((await reader.get('/api/library?game_id=igdb_1942')).body).toEqual({ data: [], total: 0, hasMore: false })
  })

  test('returns pages, with the total also on a page after the last one', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => reader.get(`/api/library?limit=3&page=${page}`)))
    expect(pages.map(ids)).toEqual([[g3, g2, g1], [g0], []])
    expect(pages.map(({ body }) => [body.total, body.hasMore])).toEqual([
      [4, true],
      [4, false],
      [4, false],
    ])
  })

  test('runs at most two queries for any length', async () => {
    expect(await t.countQueries(() => reader.get('/api/library'))).toBeLessThanOrEqual(2)
    expect(
      await t.countQueries(() => reader.get('/api/library?search=a&sort=name&status=playing')),
    ).toBeLessThanOrEqual(2)
    expect(await t.countQueries(() => reader.get('/api/library?page=9'))).toBeLessThanOrEqual(2)
  })

  test("marks are the viewer's own, by game, in one query", async () => {
    const ask = (...ids: string[]) => reader.get(`/api/library/marks?ids=${ids.join(',')}`)
    const { body } = await ask(g0, g1, 'igdb_1942')
    expect(body.marks).toEqual({
      [g0]: { status: 'completed', user_rating: 10, is_liked: false },
      [g1]: { status: 'playing', user_rating: null, is_liked: false },
    })
    expect(await t.countQueries(() => ask('igdb_1942', g0, g1))).toBe(1)
    // The same page again reads them from memory.
    expect(await t.countQueries(() => ask(g0, g1, 'igdb_1942'))).toBe(0)
  })

  test('marks are limited to 100 valid ids and to members', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `igdb_${at + 1}`).join(',')
    expect((await reader.get(`/api/library/marks?ids=${many(100)}`)).status).toBe(200)
    expect((await reader.get(`/api/library/marks?ids=${many(101)}`)).status).toBe(400)
    expect((await reader.get('/api/library/marks?ids=igdb_1,drop')).status).toBe(400)
    expect((await reader.get('/api/library/marks')).body.error).toBe('Game ids are required')
    expect((await t.visitor().get('/api/library/marks?ids=igdb_1')).status).toBe(401)
  })
})

describe('totals', () => {
  test("a member's totals count the four statuses [R-STAT-01] [R-STAT-02] [R-STAT-03] [R-STAT-06]", async () => {
    const who = await fresh()
    const statuses = ['want_to_play', 'want_to_play', 'playing', 'completed', 'dropped']
    for (const [at, status] of statuses.entries()) await shelve(who, games[at] ?? '', { status })
    expect((await who.get('/api/user/stats')).body).toEqual({
      total_games: 5,
      completed_games: 1,
      total_played: 2,
      // One game was added as completed, at an unknown time.
      played_this_year: 1,
      backlog: 2,
      playing: 1,
    })
    expect((await t.visitor().get('/api/user/stats')).status).toBe(401)
    // One query reads the start of the member's year, the other one counts; then the answer is cached.
    await t.settle([tag.shelf(who.user.id)])
    expect(await t.countQueries(() => who.get('/api/user/stats'))).toBe(2)
  })

  test('the library totals have every field, count dropped as played and give playtime in minutes [R-STAT-04] [R-STAT-08] [R-STAT-10]', async () => {
    const who = await fresh()
    for (const [at, status] of ['want_to_play', 'playing', 'completed', 'dropped'].entries())
      await shelve(who, games[at] ?? '', { status })
    await log(who, g1, { play_time: 1.25 })
    await log(who, g2, { play_time: 0.25 })
    const { body } = await who.get('/api/library/stats')
    expect(body).toMatchObject({
      total_played: 3,
      // One game was dropped when it was added; the half hour of the completed one is a total without a date.
      played_this_year: 1,
      backlog: 1,
      totalGames: 4,
      totalPlaytime: 90,
      counts: { want_to_play: 1, playing: 1, completed: 1, dropped: 1 },
      recentlyPlayed: [{ game_id: g2, game: { name: 'Hades' } }, { game_id: g1 }],
      mostPlayed: [{ game_id: g1 }, { game_id: g2 }],
    })
    expect((await t.visitor().get('/api/library/stats')).status).toBe(401)
  })

  test('a game that was added last year is not played this year [R-STAT-05]', async () => {
    const now = t.time.now
    const who = await fresh()
    t.time.now = new Date(Date.UTC(now.getUTCFullYear() - 1, 11, 31, 23, 59, 59))
    await shelve(who, g0, { status: 'completed' })
    t.time.now = new Date(Date.UTC(now.getUTCFullYear(), 0, 1))
    await shelve(who, g1, { status: 'playing' })
    await shelve(who, g2)
    t.time.now = now
    expect((await who.get('/api/user/stats')).body).toMatchObject({ total_played: 2, played_this_year: 1 })
    expect((await who.get('/api/library/stats')).body).toMatchObject({ total_played: 2, played_this_year: 1 })
  })

  test('recently and most played list five games each, in order, in at most four queries [R-STAT-09]', async () => {
    const who = await fresh()
    for (const [at, id] of games.slice(0, 7).entries()) {
      later(1)
      await log(who, id, { play_time: at === 0 ? 100 : at })
    }
    const { body } = await who.get('/api/library/stats')
    const idsOf = (rows: { game_id: string }[]) => rows.map((row) => row.game_id)
    expect(idsOf(body.recentlyPlayed)).toEqual([6, 5, 4, 3, 2].map((at) => games[at]))
    expect(idsOf(body.mostPlayed)).toEqual([0, 6, 5, 4, 3].map((at) => games[at]))
    expect(await t.countQueries(() => who.get('/api/library/stats'))).toBeLessThanOrEqual(4)
  })
})

describe('filters of the list', () => {
  const term = (...terms: string[]) => JSON.stringify(terms.map((name, at) => ({ id: at + 1, name })))
  const pc = 'PC (Microsoft Windows)'

  async function newLibrary() {
    for (const [id, platforms, genres] of [
      [g0, term(pc, 'Nintendo Switch'), term('Puzzle')],
      [g1, term(pc), term('Puzzle', 'Shooter')],
      [g2, term('Nintendo Switch'), term('Shooter')],
    ] as const)
      await t.db.updateTable('games').set({ platforms, genres }).where('id', '=', id).execute()
    const who = await fresh()
    for (const id of [g0, g1, g2]) await shelve(who, id)
    return who
  }
  const idsOf = (answer: { body: { data: { game_id: string }[] } }) => answer.body.data.map((row) => row.game_id).sort()
  const search = (query: Record<string, string>) => `?${new URLSearchParams(query)}`

  test('filters by platform and genre, alone and together with the other filters (G30)', async () => {
    const who = await newLibrary()
    for (const path of ['/api/library', `/api/profiles/${who.user.id}/games`]) {
      const ask = async (query: Record<string, string>) => {
        const answer = await who.get(path + search(query))
        expect(answer.body.total).toBe(answer.body.data.length)
        return idsOf(answer)
      }
      expect(await ask({ platform: pc })).toEqual([g0, g1])
      expect(await ask({ genre: 'Shooter' })).toEqual([g1, g2])
      expect(await ask({ platform: 'Nintendo Switch', genre: 'Puzzle' })).toEqual([g0])
      expect(await ask({ platform: pc, search: 'portal', sort: 'name' })).toEqual([g1])
      expect(await ask({ platform: pc, status: 'completed' })).toEqual([])
      for (const wrong of ["'; drop table games; --", '%', 'Amiga', '"}]'])
        expect(await ask({ platform: wrong })).toEqual([])
    }
  })

  test('the facets are those of the library, the most frequent first, when the library is visible', async () => {
    const who = await newLibrary()
    const facets = () => t.visitor().get(`/api/profiles/${who.user.id}/games/facets`)
    expect((await facets()).body).toEqual({
      platforms: [
        { name: 'Nintendo Switch', count: 2 },
        { name: pc, count: 2 },
      ],
      genres: [
        { name: 'Puzzle', count: 2 },
        { name: 'Shooter', count: 2 },
      ],
      shelves: [],
    })
    await who.patch('/api/profiles/me', { settings: { sections: { library: 'private' } } })
    expect((await facets()).body.code).toBe('42501')
    expect((await who.get(`/api/profiles/${who.user.id}/games/facets`)).status).toBe(200)
  })
})
