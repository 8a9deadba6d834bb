import { beforeEach, describe, expect, test } from 'vitest'
import { usePlaylistsApp } from '#tests/support/playlists-app.ts'
import { gameOf, instantSleep, scriptedSource } from '#tests/support/scripted-source.ts'

const igdb = scriptedSource('igdb')
const { sleep } = instantSleep(() => igdb.isHanging())
const { app, GAMES, create, make, stored } = usePlaylistsApp({}, { catalogueEdges: { sources: [igdb], sleep } })

beforeEach(async () => {
  igdb.reset()
  igdb.fail(null)
  igdb.games = Array.from({ length: 30 }, (_, at) => gameOf(`igdb_${7000 + at}`, `New ${at}`))
  await app.db.deleteFrom('games').where('id', 'like', 'igdb_7%').execute()
  await app.db.deleteFrom('game_validity').execute()
})
const NEW = Array.from({ length: 30 }, (_, at) => `igdb_${7000 + at}`)

describe('games that are not stored', () => {
  test('are fetched in batches, and stored before the save (C59)', async () => {
    const { status, body } = await create({ gameIds: [...GAMES.slice(0, 5), ...NEW] })
    expect(status).toBe(201)
    expect(body.playlist.gameRefs).toEqual([...GAMES.slice(0, 5), ...NEW])
    expect([igdb.times('fetchGames'), igdb.times('fetchGame')]).toEqual([3, 0])
  })

  test('that the source does not know are listed, and the others are stored for the next save', async () => {
    const gameIds = [NEW[0], 'igdb_8001', 'igdb_8002']
    const { status, body } = await create({ gameIds })
    expect([status, body.details]).toEqual([409, { gameIds: ['igdb_8001', 'igdb_8002'] }])
    expect((await stored()).playlists).toEqual([])
    igdb.reset()
    expect((await create({ gameIds: [NEW[0]] })).status).toBe(201)
    expect(igdb.times()).toBe(0)
  })

  test('of a source that fails are refused with 502, and nothing is written', async () => {
    igdb.fail('server', 100)
    const { status, body } = await create({ gameIds: [NEW[1], ...GAMES.slice(0, 2)] })
    expect([status, body.code]).toEqual([502, 'upstream_failed'])
    const { playlists, auditLog } = await stored()
    expect([playlists, auditLog]).toEqual([[], []])
  })
})

test('a second read of a playlist within five minutes reads from no source [R-PLDATA-13]', async () => {
  const { id } = await make({ gameIds: NEW.slice(2, 8), type: 'featured' })
  igdb.reset()
  for (let minute = 0; minute <= 5; minute += 1) {
    app.time.now = new Date(app.time.now.getTime() + minute * 60_000)
    for (const path of [`/api/playlists/${id}`, '/api/playlists', '/api/playlists/featured'])
      expect((await app.visitor().get(path)).status).toBe(200)
  }
  expect(igdb.asked).toEqual([])
})
