import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '#server/log.ts'
import { UpstreamError } from '#server/upstream.ts'
import { UNLIMITED_SLOTS } from '#server/upstream-slots.ts'
import { type FakeUpstream, startFakeUpstream, type UpstreamAnswer } from '#tests/support/fake-upstream.ts'
import { expectSound } from '#tests/support/source-conformance.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { storeGames } from '../stored-games/store-games.ts'
import { gamesOf, termRowsOf } from './igdb/igdb-answers.ts'
import { openIgdbClient } from './igdb/igdb-client.ts'
import { detailOf, termRowsOf as rawgTermsOf, rowsOf } from './rawg/rawg-answers.ts'
import { openRawgClient } from './rawg/rawg-client.ts'
import type { SourceGame } from './source.ts'

/** Real responses that others have recorded; they are read in place and are no part of the project. */
const FOLDER = join(resolve(process.env.SHARED_DATA ?? '../shared'), 'reference/recorded')
const filesOf = (source: string) =>
  existsSync(join(FOLDER, source)) ? readdirSync(join(FOLDER, source)).filter((name) => name.endsWith('.json')) : []
const bytesOf = (source: string, file: string) => readFileSync(join(FOLDER, source, file))
const isThere = filesOf('igdb').length > 0
if (!isThere) console.log(`Skipped: no recorded answers in ${FOLDER} (set SHARED_DATA).`)

const NOW = new Date('2026-11-21T12:00:00Z')
const app = useTestApp()
let fake: FakeUpstream
let answer: UpstreamAnswer = { body: [] }
beforeAll(async () => {
  fake = await startFakeUpstream(({ path }) =>
    path === '/oauth2/token' ? { body: { access_token: 'token', expires_in: 5_000_000 } } : answer,
  )
})
afterAll(() => fake.close())

const edges = () => ({
  db: app.db,
  clock: () => NOW,
  log: createLog('silent'),
  options: { slots: UNLIMITED_SLOTS, retryDelayMs: () => 0 },
})
const igdb = () =>
  openIgdbClient({ ...edges(), config: { url: fake.url, tokenUrl: fake.url, clientId: 'id', clientSecret: 'secret' } })
const rawg = () => openRawgClient({ ...edges(), config: { url: fake.url, apiKey: 'key' } })

/** The number of games in each file, and checks for some of them. */
const IGDB_GAMES: Record<string, { games: number; look?: (games: SourceGame[]) => void }> = {
  'games_details_god_of_war.json': {
    games: 1,
    look: ([game]) =>
      expect(game).toMatchObject({
        id: 'igdb_19560',
        name: 'God of War',
        firstReleaseDate: 1_524_182_400,
        coverImageId: 'co1tmu',
        developers: ['SIE Santa Monica Studio'],
        genres: [
          { id: 25, name: "Hack and slash/Beat 'em up" },
          { id: 31, name: 'Adventure' },
        ],
      }),
  },
  'games_search_god_of_war.json': { games: 4 },
  'games_search_companies_expanded_negative_timestamps.json': {
    games: 9,
    look: (games) => {
      const sengoku = games.find((game) => game.id === 'igdb_46784')
      // Old names, ids that were not expanded (themes, modes), and ratings without a displayed one.
      expect(sengoku).toMatchObject({ gameType: 0, themes: [{ id: 1, name: 'Action' }], rating: 84.1 })
      expect(sengoku?.gameModes.map(({ name }) => name)).toEqual(['Single player', 'Co-operative'])
      expect(sengoku?.screenshots.length).toBeGreaterThan(3)
    },
  },
}

describe.skipIf(!isThere)('recorded responses of IGDB', () => {
  for (const file of filesOf('igdb').filter((name) => !name.startsWith('error_')))
    test(`${file} is parsed completely`, async () => {
      answer = { body: bytesOf('igdb', file) }
      const { rows } = await igdb().ask('games', 'limit 10;')
      expect(rows).toEqual(JSON.parse(bytesOf('igdb', file).toString()))
      expect(rows.length).toBeGreaterThan(0)
      const games = gamesOf(rows, true)
      for (const game of games) expectSound(game)
      // Rows of the search and of videos have names too; a release date has none and is no game.
      const expected = IGDB_GAMES[file]
      if (expected) expect(games).toHaveLength(expected.games)
      if (/release_dates/.test(file)) expect(games).toEqual([])
      expected?.look?.(games)
      await storeGames(app.db, games, 'igdb')
      expect(Array.isArray(termRowsOf(rows))).toBe(true)
    })

  for (const [file, status, kind] of [
    ['error_400_syntax.json', 400, 'question'],
    ['error_401_auth.json', 401, 'credentials'],
  ] as const)
    test(`${file} is parsed as ${kind}`, async () => {
      answer = { status, body: bytesOf('igdb', file) }
      const error = await igdb()
        .ask('games', 'search Diablo;')
        .catch((error: unknown) => error)
      expect(error).toBeInstanceOf(UpstreamError)
      expect(error).toMatchObject({ kind, status })
    })
})

const RAWG_TERMS: Record<string, number> = {
  'genres_list.json': 19,
  'platforms_list_page1.json': 50,
  'platforms_lists_parents.json': 14,
  'stores_list.json': 10,
}

describe.skipIf(!isThere)('recorded responses of RAWG', () => {
  for (const file of filesOf('rawg').filter((name) => /_list_|_list\.|_lists_|games_list/.test(name)))
    test(`${file} is parsed as a list`, async () => {
      answer = { body: bytesOf('rawg', file) }
      const page = await rawg().list('/games', { page_size: 40 })
      const recorded = JSON.parse(bytesOf('rawg', file).toString())
      expect(page.results).toEqual(recorded.results)
      expect(page.hasNext).toBe(recorded.next !== null)
      expect(JSON.stringify({ ...page, results: [] })).not.toContain('http')
      if (file.startsWith('games_list')) {
        const games = rowsOf(page.results, NOW)
        expect(games).toHaveLength(recorded.results.length)
        for (const game of games) expectSound(game)
        await storeGames(app.db, games, 'rawg')
      } else {
        expect(rawgTermsOf(page.results)).toHaveLength(RAWG_TERMS[file] ?? recorded.results.length)
      }
    })

  for (const file of filesOf('rawg').filter((name) => name.startsWith('game_detail')))
    test(`${file} is parsed as a game`, async () => {
      answer = { body: bytesOf('rawg', file) }
      const game = detailOf(await rawg().find('/games', 3498), NOW) as SourceGame
      expectSound(game)
      expect(game).toMatchObject({
        id: 'rawg_3498',
        name: 'Grand Theft Auto V',
        firstReleaseDate: Date.UTC(2013, 8, 17) / 1000,
        publishers: ['Rockstar Games'],
        developers: expect.arrayContaining(['Rockstar North']),
      })
      expect(game.rating).toBeCloseTo(89.4, 0)
      expect(game.platforms.map(({ id }) => id)).toEqual(expect.arrayContaining([6, 48, 167]))
      expect(game.summary).not.toContain('Español')
      await storeGames(app.db, [game], 'rawg')
    })

  test('platform_detail_pc.json is no game', async () => {
    answer = { body: bytesOf('rawg', 'platform_detail_pc.json') }
    expect(await rawg().find('/platforms', 4)).toMatchObject({ id: 4, name: 'PC' })
  })

  test('the tests cover every file', () => {
    const read = filesOf('rawg').filter((name) => /_list|^game_detail|^platform_detail/.test(name))
    expect(read).toEqual(filesOf('rawg'))
  })
})
