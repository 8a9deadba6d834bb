import { afterEach, describe, expect, test } from 'vitest'
import { seededRandom } from '#db/seed/seeded-random.ts'
import { createLog } from '#server/log.ts'
import type { GameId } from '#shared/ids.ts'
import { startFakeIgdb } from '#tests/support/fake-igdb.ts'
import { RAWG_GAMES } from '#tests/support/fake-rawg-games.ts'
import { expectSound } from '#tests/support/source-conformance.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { storeAchievements } from '../stored-games/store-achievements.ts'
import { storeGames } from '../stored-games/store-games.ts'
import { gamesOf, WHOLE_FIELDS } from './igdb/igdb-answers.ts'
import { openIgdbClient } from './igdb/igdb-client.ts'
import { queryText } from './igdb/igdb-query.ts'
import { achievementsOf, rowsOf } from './rawg/rawg-answers.ts'
import type { SourceGame } from './source.ts'

const app = useTestApp()
const NOW = new Date('2026-11-21T12:00:00Z')
afterEach(() => app.db.deleteFrom('games').execute())
const count = async () => (await app.db.selectFrom('games').select('id').execute()).length

describe('rows of IGDB', () => {
  const only = (row: object) => gamesOf([row], true)[0] as SourceGame

  test('may mix ids and objects', () => {
    const game = only({
      id: 7,
      name: 'Mixed',
      platforms: [6, { id: 48, name: 'PlayStation 4' }, 999_999, { id: 130 }, { name: 'Without id' }, null, 'x'],
      genres: [12, { id: 12, name: 'Role-playing (RPG)' }],
      involved_companies: [
        5,
        { id: 1, company: 7, developer: true },
        { id: 2, company: { id: 3, name: ' Studio ' }, developer: true, publisher: true },
        { id: 4, company: { id: 5, name: 'Porters' }, developer: false, publisher: false, porting: true },
      ],
      screenshots: [1, { id: 2, image_id: 'sc1' }, { id: 3, image_id: '../../etc' }, { id: 4 }],
      videos: [3, { id: 4, name: 'Trailer', video_id: 'abcdefghijk' }, { id: 5, video_id: '"><script>' }],
      cover: 5,
      game_type: { id: 8, type: 'Remake' },
      parent_game: { id: 9, name: 'Parent' },
    })
    expect(game).toMatchObject({
      platforms: [
        { id: 6, name: 'PC (Microsoft Windows)' },
        { id: 48, name: 'PlayStation 4' },
        { id: 130, name: 'Nintendo Switch' },
      ],
      genres: [{ id: 12, name: 'Role-playing (RPG)' }],
      developers: ['Studio'],
      publishers: ['Studio'],
      screenshots: ['https://images.igdb.com/igdb/image/upload/t_1080p/sc1.jpg'],
      videos: [{ id: '4', name: 'Trailer', provider: 'youtube', videoId: 'abcdefghijk' }],
      coverImageId: null,
      gameType: 8,
      parentId: 'igdb_9',
    })
  })

  test('from before 2025 have other names', () => {
    expect(
      only({
        id: 7,
        name: 'Old',
        category: 4,
        collection: { id: 1, name: 'Saga' },
        cover: { id: 1, url: '//images.igdb.com/igdb/image/upload/t_thumb/co1rs4.jpg' },
        first_release_date: -62_135_683_200,
      }),
    ).toMatchObject({ gameType: 4, series: 'Saga', coverImageId: 'co1rs4', firstReleaseDate: null })
    expect(only({ id: 7, name: 'New', category: 4, game_type: 99 }).gameType).toBe(99)
    expect(only({ id: 7, name: 'Before 1970', first_release_date: -350_000_000 }).firstReleaseDate).toBe(-350_000_000)
  })

  test('have texts without HTML entities', () => {
    expect(only({ id: 7, name: 'Ratchet &amp; Clank', summary: 'It&#39;s', storyline: '1 &lt; 2' })).toMatchObject({
      name: 'Ratchet & Clank',
      summary: "It's",
      storyline: '1 < 2',
    })
  })

  test('have the facts of the page in the names from before 2025', () => {
    const game = only({
      id: 7,
      name: 'Old',
      status: 6,
      category: 1,
      parent_game: 9,
      version_parent: { id: 8 },
      release_dates: [
        { id: 1, category: 0, date: 1_524_614_400, platform: 6, region: 8, y: 2018 },
        164_715,
        { id: 2, category: 4, date: 1_524_614_400, platform: { id: 48, name: 'PlayStation 4' } },
        { id: 3, category: 7, date: 1_524_614_400, platform: 48 },
      ],
      age_ratings: [18_663, { id: 1, category: 2, rating: 5 }, { id: 2, category: 1, rating: 11 }],
      websites: [{ id: 1, url: 'https://en.wikipedia.org/wiki/Old' }, 5],
    })
    expect(game).toMatchObject({
      status: 'cancelled',
      releases: [
        { platform: 'PC (Microsoft Windows)', region: 'worldwide', date: '2018-04-25' },
        { platform: 'PlayStation 4', region: null, date: '2018-Q2' },
      ],
      ageRatings: [
        { board: 'ESRB', rating: 'M', descriptors: [] },
        { board: 'PEGI', rating: '18' },
      ],
      links: [{ kind: 'wikipedia', url: 'https://en.wikipedia.org/wiki/Old' }],
      relations: [
        { kind: 'edition', role: 'whole', id: 'igdb_8' },
        { kind: 'dlc', role: 'whole', id: 'igdb_9' },
      ],
    })
  })

  test('have at most so many facts, and no relation to themselves', () => {
    const many = <T>(count: number, of: (at: number) => T) => Array.from({ length: count }, (_, at) => of(at))
    const game = only({
      id: 7,
      name: 'Full',
      release_dates: many(5_000, (at) => ({ id: at, date: at * 86_400, platform: { id: 6, name: `Platform ${at}` } })),
      language_supports: many(600, (at) => ({
        language: { id: at, name: `Language ${at % 200}` },
        language_support_type: 1 + Math.floor(at / 200),
      })),
      multiplayer_modes: many(900, (at) => ({ onlinemax: at, platform: { id: at, name: `Platform ${at}` } })),
      websites: many(900, (at) => ({ type: 1, url: `https://example.com/${at}` })),
      dlcs: many(5_000, (at) => at),
      similar_games: many(90, (at) => ({ id: at + 9_000 })),
      game_engines: many(90, (at) => ({ id: at, name: `Engine ${at}` })),
    })
    expect(game.releases).toHaveLength(200)
    expect(game.languages).toHaveLength(80)
    expect(game.languages[0]).toEqual({ name: 'Language 0', audio: true, subtitles: true, interface: true })
    expect(game.multiplayer).toHaveLength(40)
    expect(game.links).toEqual([{ kind: 'official', url: 'https://example.com/0' }])
    expect(game.relations).toHaveLength(500)
    expect(game.engines).toHaveLength(10)
    expectSound(game)
  })

  test('have links to the web only', () => {
    const linksOf = (url: unknown) => only({ id: 7, name: 'Linked', websites: [{ type: { id: 1 }, url }] }).links
    expect(linksOf('https://example.com/a b?c=<d>')).toEqual([
      { kind: 'official', url: 'https://example.com/a%20b?c=%3Cd%3E' },
    ])
    expect(linksOf('http://store.steampowered.com/app/7')).toMatchObject([{ kind: 'steam' }])
    for (const wrong of [
      'javascript:alert(1)',
      'data:text/html,x',
      'https://user:word@gog.com/game',
      'https://gog.com:8443/game',
      'http://localhost/',
      '//gog.com/game',
      `https://gog.com/${'x'.repeat(600)}`,
      '',
      7,
      null,
    ])
      expect(linksOf(wrong), String(wrong)).toEqual([])
  })

  test('that are no games are omitted, and the others stay', () => {
    const rows = [null, 5, 'x', {}, { id: 1 }, { name: 'No id' }, { id: 0, name: 'Zero' }, { id: 2 ** 31, name: 'Far' }]
    expect(gamesOf([...rows, { id: 2, name: 'Good' }, { id: 3, name: ' \n ' }], false).map(({ id }) => id)).toEqual([
      'igdb_2',
    ])
  })
})

test('pictures of RAWG must come from its own host, over https', () => {
  const of = (background_image: unknown) => rowsOf([{ id: 1, name: 'Pictured', background_image }], NOW)[0]
  expect(of('http://media.rawg.io/media/games/a.jpg?x=1')?.backgroundUrl).toBe(
    'https://media.rawg.io/media/games/a.jpg',
  )
  for (const wrong of [
    'https://evil.example/a.jpg',
    'https://media.rawg.io.evil.example/a.jpg',
    'https://user:word@media.rawg.io/a.jpg',
    'https://media.rawg.io:8443/a.jpg',
    'javascript:alert(1)',
    'data:image/png;base64,x',
    '/media/a.jpg',
    '',
    7,
    null,
  ])
    expect(of(wrong)?.backgroundUrl, String(wrong)).toBeNull()
})

const JUNK: readonly unknown[] = [
  null,
  true,
  '',
  'text',
  'zero \0 half \ud83d',
  'x'.repeat(100_000),
  '💥'.repeat(2_000),
  -1,
  0,
  1.5,
  1e300,
  -1e300,
  2 ** 31,
  2 ** 53,
  [],
  {},
  [null],
  [{}],
  [[[]]],
  [-1, 0, 2 ** 40, 'x', { id: 2 ** 40, name: 'far' }],
  { id: -5, name: 7 },
  { id: 1, name: '' },
  { toplay: 1e300 },
  '2026-02-31',
  '0000-00-00',
]

/** Returns rows with some values replaced by others; `keys` are those that a row may have. */
function spoilt(rows: readonly object[], times: number, keys: readonly string[]): object[] {
  const random = seededRandom('hostile answers')
  const one = <T>(of: readonly T[]) => of[random.whole(0, of.length - 1)] as T
  return Array.from({ length: times }, () => {
    const row: Record<string, unknown> = { ...one(rows) }
    for (let at = 0; at < 4; at++) row[one(keys)] = one(JUNK)
    return row
  })
}

test('every game parsed from a damaged row of IGDB can be stored, together with the others', async () => {
  const fake = await startFakeIgdb({ limits: null })
  const client = openIgdbClient({ db: app.db, clock: () => NOW, log: createLog('silent'), config: fake })
  const rows = (await client.ask('games', queryText({ fields: WHOLE_FIELDS, limit: 500 }))).rows as object[]
  await fake.close()
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const games = gamesOf(spoilt(rows, 600, [...keys, 'category', 'collection', 'franchise']), true)
  expect(games.length).toBeGreaterThan(200)
  for (const game of games) expectSound(game)
  await storeGames(app.db, games, 'igdb')
  expect(await count()).toBe(new Set(games.map(({ id }) => id)).size)
})

test('every game parsed from a damaged row of RAWG can be stored, together with the others', async () => {
  const rows = RAWG_GAMES.map((game) => ({
    ...game,
    background_image: 'https://media.rawg.io/media/games/a.jpg',
    added_by_status: { toplay: 5 },
    platforms: game.platforms.map((id) => ({ platform: { id, name: 'PC' } })),
    genres: game.genres.map((id) => ({ id, name: 'RPG' })),
    tags: game.tags.map((slug) => ({ slug, language: 'eng' })),
    developers: [{ name: 'Studio' }],
  }))
  const keys = Object.keys(rows[0] as object)
  const games = rowsOf(spoilt(rows, 600, keys), NOW)
  expect(games.length).toBeGreaterThan(200)
  for (const game of games) expectSound(game)
  await storeGames(app.db, games, 'rawg')
  expect(await count()).toBe(new Set(games.map(({ id }) => id)).size)
})

test('every achievement parsed from a damaged row can be stored', async () => {
  await storeGames(app.db, gamesOf([{ id: 7, name: 'Known' }], true), 'igdb')
  const rows = Array.from({ length: 40 }, (_, at) => ({ id: at, name: `Feat ${at}`, description: '', percent: '7.52' }))
  const achievements = achievementsOf(spoilt(rows, 300, ['id', 'name', 'description', 'image', 'percent']))
  expect(achievements.length).toBeGreaterThan(50)
  await storeAchievements(app.db, 'igdb_7' as GameId, achievements)
  const { length } = await app.db.selectFrom('game_achievements').select('id').execute()
  expect(length).toBeGreaterThan(10)
})
