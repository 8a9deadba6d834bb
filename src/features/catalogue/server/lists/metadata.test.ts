import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import { gameOf, instantSleep, scriptedSource } from '#tests/support/scripted-source.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'
import type { Term } from '../../catalogue.contract.ts'
import { storeGames } from '../stored-games/store-games.ts'

const igdb = scriptedSource('igdb')
const { sleep } = instantSleep(() => igdb.isHanging())
const app = useTestApp({}, { catalogueEdges: { sources: [igdb], sleep } })
const terms = (count: number, name: string, from = 1): Term[] =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, name: `${name} ${from + at}` }))

async function metadata(visitor: Client, full = true) {
  const { status, body } = await visitor.get(`/api/games/metadata${full ? '?full=1' : ''}`)
  expect(status).toBe(200)
  return body
}
/** Fetches the metadata after the in-memory cache was invalidated. */
async function metadataAnew(visitor: Client) {
  await announce(app.db, [tag.games])
  let answer: Awaited<ReturnType<typeof metadata>>
  await expect
    .poll(() => {
      app.time.now = new Date(app.time.now.getTime() + 61_000)
      return app.countQueries(async () => {
        answer = await metadata(visitor)
      })
    })
    .toBeGreaterThan(0)
  return answer
}

test("the source's terms come after those of the stored games, in the documented number [R-CAT-02 R-CAT-28 R-CAT-29 R-CAT-30 R-CAT-31 R-CAT-32]", async () => {
  const visitor = app.visitor()
  await storeGames(app.db, [gameOf('igdb_1', 'One', { platforms: [{ id: 48, name: 'PlayStation 4' }] })], 'igdb')
  igdb.terms = {
    platforms: [{ id: 9_001, name: 'playstation 4' }, ...terms(600, 'Platform', 2_000)],
    genres: terms(70, 'Genre', 2_000),
    themes: terms(70, 'Theme', 2_000),
    gameModes: terms(70, 'Mode', 2_000),
  }
  const full = await metadata(visitor)
  expect(full.platforms).toHaveLength(500)
  expect(full.platforms.slice(0, 2)).toEqual([
    { id: 48, name: 'PlayStation 4' },
    { id: 2_000, name: 'Platform 2000' },
  ])
  const short = await metadata(visitor, false)
  expect([short.platforms.length, short.genres.length, short.gameModes.length, short.themes.length]).toEqual([
    40, 50, 20, 30,
  ])
  // A term that only the source has is a valid filter.
  await visitor.get('/api/games?genre=Genre%202003')
  expect(igdb.asked.at(-1)?.[1]).toMatchObject({ genreId: 2_003 })
})

test('the terms are fetched once a day, and the failure of a source removes nothing', async () => {
  const visitor = app.visitor()
  igdb.asked = []
  expect((await metadataAnew(visitor)).genres).toHaveLength(50)
  expect(igdb.times('listTerms')).toBe(0)
  igdb.fail('server')
  app.time.now = new Date(app.time.now.getTime() + 25 * 60 * 60_000)
  expect((await metadataAnew(visitor)).genres).toHaveLength(50)
  expect(igdb.times('listTerms')).toBe(1)
  await app.db.deleteFrom('catalogue_cache').execute()
  expect((await metadataAnew(visitor)).platforms).toEqual([{ id: 48, name: 'PlayStation 4' }])
})

test('a failure of the server itself has the sentences of the documents [R-CAT-33 R-CAT-34 R-CAT-35 R-CAT-36]', async () => {
  const visitor = app.visitor()
  await metadataAnew(visitor)
  await announce(app.db, [tag.games])
  app.time.now = new Date(app.time.now.getTime() + 61_000)
  await sql`alter table games rename to games_away`.execute(app.db)
  await sql`alter table game_counts rename to game_counts_away`.execute(app.db)
  try {
    for (const [path, text] of [
      ['/api/games?sort=name', 'Failed to fetch games'],
      ['/api/games/metadata', 'Failed to fetch metadata'],
      ['/api/games/search?query=mario', 'Failed to search games'],
      ['/api/games/igdb_77', 'Failed to fetch game details'],
    ] as const) {
      const answer = async () => {
        const { status, body } = await visitor.get(path)
        return [status, body.error, body.code]
      }
      await expect.poll(answer, { message: path }).toEqual([500, text, 'internal'])
    }
  } finally {
    await sql`alter table games_away rename to games`.execute(app.db)
    await sql`alter table game_counts_away rename to game_counts`.execute(app.db)
  }
})
