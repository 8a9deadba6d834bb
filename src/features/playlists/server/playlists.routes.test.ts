import { describe, expect, test } from 'vitest'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import { usePlaylistsApp } from '#tests/support/playlists-app.ts'
import { progressIn } from '../playlists.rules.ts'

const { app, root, ann, GAMES, later, make, publish } = usePlaylistsApp()
const NOBODY = '019a0000-0000-7000-8000-000000000000'
const visitor = () => app.visitor()
const titlesOf = (playlists: { title: string }[]) => playlists.map(({ title }) => title)
const numberOf = (id: string) => id.slice(5)

describe('GET /api/playlists/{id or slug}', () => {
  test('returns all fields, with the games in their order [R-PLDATA-01] [R-PLDATA-02] [R-PLDATA-03] [R-PLDATA-04]', async () => {
    const gameRefs = [GAMES[2], GAMES[0], GAMES[1]]
    const metadata = { backgroundColor: '#102030', textColor: '#fefefe', tags: ['short', 'rainy days'] }
    const { id } = await make({
      description: 'For grey weather.',
      type: 'event',
      startDate: '2026-11-10',
      endDate: '2026-11-20',
      coverImage: 'https://example.org/a.png',
      gameRefs,
      metadata,
    })
    const { status, body } = await visitor().get(`/api/playlists/${id}`)
    expect(status).toBe(200)
    const at = app.time.now.toISOString()
    expect(body.playlist).toEqual({
      id,
      title: 'Rainy days',
      description: 'For grey weather.',
      type: 'event',
      coverImage: 'https://example.org/a.png',
      // Pictures are off in tests.
      coverUrl: null,
      slug: 'rainy-days',
      isPublished: true,
      start_date: '2026-11-10',
      end_date: '2026-11-20',
      createdAt: at,
      updatedAt: at,
      createdBy: root.user.id,
      creator: { id: root.user.id, username: 'root', display_name: 'Root', avatar_url: null },
      display_order: 0,
      metadata,
      games_count: 3,
      games: gameRefs.map((id) => expect.objectContaining({ id })),
      gameIds: ['103', '101', '102'],
      gameRefs,
      unlistedGames: [],
    })
    const rows = await app.db.selectFrom('playlist_games').selectAll().orderBy('display_order').execute()
    expect(rows).toEqual(
      gameRefs.map((game_id, at) => ({
        playlist_id: id,
        game_id,
        display_order: at + 1,
        added_at: app.time.now,
      })),
    )
  })

  test('finds it by its slug in any case', async () => {
    const { id } = await make()
    for (const slug of ['rainy-days', 'Rainy-Days', id.toUpperCase()])
      expect((await visitor().get(`/api/playlists/${slug}`)).body.playlist.id).toBe(id)
  })

  test.each(['nowhere', NOBODY, 'category', '%00', "'; drop table playlists"])('%s is not found', async (name) => {
    const { status, body } = await visitor().get(`/api/playlists/${encodeURIComponent(name)}`)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    if (status === 404) expect(body).toMatchObject({ error: 'Playlist not found', code: 'playlist_not_found' })
  })

  test('a draft is for admins only, by id and by slug [R-PLDATA-10] [R-PLDATA-19]', async () => {
    const { id, slug } = await make({ isPublished: false })
    for (const name of [id, slug]) {
      for (const who of [visitor(), ann]) expect((await who.get(`/api/playlists/${name}`)).status).toBe(404)
      expect((await root.get(`/api/playlists/${name}`)).body.playlist).toMatchObject({ id, isPublished: false })
    }
    await publish(id, true)
    expect((await ann.get(`/api/playlists/${id}`)).body.playlist.isPublished).toBe(true)
    await publish(id, false)
    expect((await ann.get(`/api/playlists/${id}`)).status).toBe(404)
  })

  test('a game that no list shows any more stays, and only admins see the mark (G35)', async () => {
    const { id } = await make()
    await app.db
      .updateTable('games')
      .set({ game_type: 1 })
      .where('id', '=', GAMES[1] as string)
      .execute()
    const read = async (who = visitor()) => (await who.get(`/api/playlists/${id}`)).body.playlist
    expect((await read(root)).unlistedGames).toEqual([GAMES[1]])
    expect(await read()).toMatchObject({ unlistedGames: [], gameRefs: GAMES.slice(0, 3) })
    // It survives a save that changes something else.
    const { gameRefs } = await read(root)
    const saved = await root.put(`/api/playlists/${id}`, { title: 'Rainy nights', gameRefs, isPublished: true })
    expect(saved.body.playlist).toMatchObject({ title: 'Rainy nights', gameRefs, unlistedGames: [GAMES[1]] })
    await app.db
      .updateTable('games')
      .set({ game_type: null })
      .where('id', '=', GAMES[1] as string)
      .execute()
  })

  test('a disabled admin is not shown as its creator', async () => {
    const { id } = await make()
    const setDisabled = (disabled_at: Date | null) =>
      app.db.updateTable('profiles').set({ disabled_at }).where('id', '=', root.user.id).execute()
    await setDisabled(app.time.now)
    const { body } = await visitor().get(`/api/playlists/${id}`)
    await setDisabled(null)
    expect(body.playlist).toMatchObject({ creator: null, createdBy: null })
  })

  test('loads 100 games with as many statements as one', async () => {
    const small = await make({ gameIds: GAMES.slice(0, 1) })
    const large = await make({ gameIds: GAMES.slice(0, 100) })
    const count = async (id: string) => {
      await app.settle([tag.games])
      return app.countQueries(() => visitor().get(`/api/playlists/${id}`))
    }
    // The playlist with the ids of its games, and their cards.
    expect([await count(large.id), await count(small.id)]).toEqual([2, 2])
  })
})

describe('GET /api/playlists', () => {
  test('lists published ones in the order of the admins, then the newest first [R-PLDATA-10]', async () => {
    const [one, two, three] = [
      await make({ title: 'One' }),
      await make({ title: 'Two' }),
      await make({ title: 'Three' }),
    ]
    await make({ title: 'Draft', isPublished: false })
    const read = async () => (await visitor().get('/api/playlists')).body
    expect(await read()).toMatchObject({ total: 3, hasMore: false })
    expect(titlesOf((await read()).playlists)).toEqual(['Three', 'Two', 'One'])
    await root.patch('/api/playlists/order', { ids: [two.id, one.id, three.id] })
    await app.settle()
    expect(titlesOf((await read()).playlists)).toEqual(['Two', 'One', 'Three'])
    await make({ title: 'Four' })
    await app.settle()
    expect(titlesOf((await read()).playlists)).toEqual(['Four', 'Two', 'One', 'Three'])
    // A draft is in no list of an admin either, except the one for admins.
    expect((await root.get('/api/playlists')).body.total).toBe(4)
    expect((await root.get('/api/admin/playlists')).body.total).toBe(5)
  })

  test('lists one type in pages of 24, with five games each (G34)', async () => {
    for (let at = 1; at <= 26; at += 1) await make({ title: `Genre ${at}`, type: 'genre', gameIds: GAMES.slice(0, 7) })
    await make({ title: 'Other', type: 'custom' })
    await app.settle()
    const page = async (search: string) => (await visitor().get(`/api/playlists?type=genre${search}`)).body
    const first = await page('')
    expect(first).toMatchObject({ total: 26, hasMore: true })
    expect(first.playlists).toHaveLength(24)
    expect(first.playlists[0]).toMatchObject({ title: 'Genre 26', games_count: 7 })
    expect(first.playlists[0].games.map(({ id }: { id: string }) => id)).toEqual(GAMES.slice(0, 5))
    expect(first.playlists[0].gameIds).toBeUndefined()
    const second = await page('&page=2')
    expect([second.playlists.length, second.hasMore]).toEqual([2, false])
    expect((await page('&page=3')).playlists).toEqual([])
    expect((await page('&limit=5')).playlists).toHaveLength(5)
  })

  test('refuses an unknown type', async () => {
    const { status, body } = await visitor().get('/api/playlists?type=mixtape')
    expect([status, body.details.type]).toEqual([400, 'Choose a type: featured, collection, event, genre or custom'])
  })
})

describe('GET /api/playlists/featured', () => {
  const read = async (search = '') => (await visitor().get(`/api/playlists/featured${search}`)).body.playlists

  test('lists at most ten, with five games each, without empty ones [R-SHOW-07]', async () => {
    for (let at = 1; at <= 11; at += 1)
      await make({ title: `Featured ${at}`, type: 'featured', gameIds: GAMES.slice(0, 7) })
    await make({ title: 'Empty', type: 'featured', gameIds: [] })
    await make({ title: 'Draft', type: 'featured', isPublished: false })
    await make({ title: 'Other' })
    await app.settle()
    const all = await read()
    expect(titlesOf(all)).toEqual(Array.from({ length: 10 }, (_, at) => `Featured ${11 - at}`))
    for (const { games } of all) expect(games).toHaveLength(5)
    expect(await read('?limit=3')).toHaveLength(3)
  })

  test('falls back to the one that was published last (C71)', async () => {
    await make({ title: 'Older' })
    const draft = await make({ title: 'Published last', isPublished: false })
    await make({ title: 'Newer' })
    await make({ title: 'Empty', gameIds: [] })
    await app.settle()
    expect(titlesOf(await read())).toEqual(['Newer'])
    later(1000)
    await publish(draft.id, true)
    await app.settle()
    expect(titlesOf(await read())).toEqual(['Published last'])
  })
})

describe('GET /api/admin/playlists', () => {
  test('finds drafts too, by type and by a part of the title, literally', async () => {
    await make({ title: '100 % Cozy', isPublished: false })
    await make({ title: 'Cozy_games', type: 'genre' })
    await make({ title: 'Other' })
    const search = async (query: string) => titlesOf((await root.get(`/api/admin/playlists?${query}`)).body.playlists)
    expect(await search('')).toEqual(['Other', 'Cozy_games', '100 % Cozy'])
    expect(await search('search=cOZy')).toEqual(['Cozy_games', '100 % Cozy'])
    expect(await search('search=%25')).toEqual(['100 % Cozy'])
    expect(await search('search=_')).toEqual(['Cozy_games'])
    expect(await search('search=cozy&type=genre')).toEqual(['Cozy_games'])
  })
})

describe('GET /api/playlists/{id}/progress', () => {
  test('counts completed, playing and dropped games as played (C03)', async () => {
    const { id } = await make({ gameIds: GAMES.slice(0, 5) })
    await app.db.deleteFrom('user_games').execute()
    for (const [at, status] of ['completed', 'playing', 'dropped', 'want_to_play'].entries())
      await ann.post('/api/library', { game_id: GAMES[at], status })
    await ann.post('/api/library', { game_id: GAMES[90], status: 'completed' })
    const { body } = await ann.get(`/api/playlists/${id}/progress`)
    expect(body).toEqual({ played: 3, games: 5, in_library: 4 })
    expect((await root.get(`/api/playlists/${id}/progress`)).body).toEqual({ played: 0, games: 5, in_library: 0 })
  })

  test('counts what the page of the playlist counts, also a game that no list shows any more', async () => {
    const { id } = await make({ gameIds: GAMES.slice(0, 5) })
    await app.db.deleteFrom('user_games').execute()
    for (const [at, status] of ['completed', 'want_to_play'].entries())
      await ann.post('/api/library', { game_id: GAMES[at], status })
    const setKind = (game_type: number | null) =>
      app.db.updateTable('games').set({ game_type }).where('id', 'in', GAMES.slice(0, 3)).execute()
    await setKind(1)
    const { games } = (await ann.get(`/api/playlists/${id}`)).body.playlist as { games: { id: GameId }[] }
    const ids = games.map((game) => game.id)
    const { marks } = (await ann.get(`/api/library/marks?ids=${ids.join(',')}`)).body
    const onPage = progressIn(ids, { ...Object.fromEntries(ids.map((id) => [id, null])), ...marks })
    const { body } = await ann.get(`/api/playlists/${id}/progress`)
    expect(body).toEqual({ played: onPage?.played, games: ids.length, in_library: onPage?.inLibrary })
    expect(body).toEqual({ played: 1, games: 5, in_library: 2 })
    await setKind(null)
  })

  test('refuses visitors, and members for drafts', async () => {
    const { id } = await make({ isPublished: false })
    expect((await visitor().get(`/api/playlists/${id}/progress`)).status).toBe(401)
    expect((await ann.get(`/api/playlists/${id}/progress`)).status).toBe(404)
    expect((await root.get(`/api/playlists/${id}/progress`)).body.games).toBe(3)
  })
})

test('the picture for link previews is that of a public playlist only, also for admins', async () => {
  const { id } = await make({ gameIds: GAMES.slice(0, 6) })
  const fetchPicture = (which: string) => app.app.request(`http://localhost:3000/api/playlists/${which}/picture`)
  const picture = await fetchPicture(id)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  await publish(id, false)
  expect((await fetchPicture(id)).status).toBe(404)
  expect((await root.get(`/api/playlists/${id}/picture`)).status).toBe(404)
  expect((await fetchPicture(NOBODY)).status).toBe(404)
  expect((await fetchPicture(numberOf(GAMES[0] as string))).status).toBe(400)
})
