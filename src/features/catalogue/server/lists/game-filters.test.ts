import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { gameOf } from '#tests/support/scripted-source.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { MAX_FILTER_LENGTH } from '../../game-filters.rules.ts'
import { timeToBeatOf } from '../../time-to-beat.rules.ts'
import { facetOf, type GameFilter, NO_FILTER } from '../search/facets.ts'
import { filterGames } from '../search/filtered-games.queries.ts'
import type { SourceGame } from '../sources/source.ts'
import { storeGames } from '../stored-games/store-games.ts'
import { isKnownToSources } from './source-questions.ts'

const app = useTestApp()

const RPG = { id: 12, name: 'Role-playing (RPG)' }
const SHOOTER = { id: 5, name: 'Shooter' }
const PC = { id: 6, name: 'PC (Microsoft Windows)' }
const SWITCH = { id: 130, name: 'Nintendo Switch' }
const on = (year: number) => Date.UTC(year, 5, 1) / 1000
const players = (online: number | null, couch: number | null, onlineCoop: number | null) => [
  { platform: null, online, couch, onlineCoop, couchCoop: null, kinds: [] },
]

const GAMES: readonly (readonly [id: string, name: string, facts: Partial<SourceGame>])[] = [
  [
    'igdb_1',
    'Alpha',
    {
      genres: [RPG],
      platforms: [PC, SWITCH],
      firstReleaseDate: on(1995),
      developers: ['Studio *Star*'],
      publishers: ['Big House'],
      series: 'Steins;Gate',
      engines: ['Unity'],
      perspectives: ['First person'],
      languages: [{ name: 'German', audio: false, subtitles: true, interface: true }],
      links: [{ kind: 'gog', url: 'https://www.gog.com/game/alpha' }],
      ageRatings: [
        { board: 'ESRB', rating: 'M', descriptors: [] },
        { board: 'PEGI', rating: '16', descriptors: [] },
      ],
      multiplayer: players(8, null, 4),
      criticRating: 91,
      criticRatingCount: 12,
      rating: 88,
      totalRating: 90,
      totalRatingCount: 800,
      timeToBeat: timeToBeatOf({ story: 36_000 }, 'igdb'),
    },
  ],
  [
    'igdb_2',
    'Beta',
    {
      genres: [RPG, SHOOTER],
      platforms: [PC],
      firstReleaseDate: on(2004),
      developers: ['Studio *Star*', 'Other'],
      franchise: 'Steins;Gate',
      engines: ['Unity', 'Havok'],
      perspectives: ['Third person'],
      ageRatings: [{ board: 'PEGI', rating: '7', descriptors: [] }],
      multiplayer: players(null, 4, null),
      criticRating: 70,
      criticRatingCount: 9,
      totalRating: 72,
      totalRatingCount: 60,
      gameType: 8,
    },
  ],
  ['igdb_3', 'Gamma', { genres: [SHOOTER], platforms: [SWITCH], firstReleaseDate: on(2010), engines: ['Godot'] }],
  ['igdb_4', 'Delta', {}],
]

beforeAll(async () => {
  await storeGames(
    app.db,
    GAMES.map(([id, name, facts]) => gameOf(id, name, facts)),
    'igdb',
  )
  await sql`insert into game_star_counts (game_id, half_stars, members) values ('igdb_1', 9, 3), ('igdb_2', 4, 1)`.execute(
    app.db,
  )
})

async function found(search: string): Promise<string[]> {
  const { status, body } = await app.visitor().get(`/api/games?sort=name&${search}`)
  expect(status, JSON.stringify(body)).toBe(200)
  const names = body.games.map(({ name }: { name: string }) => name)
  expect(body.totalGames).toBe(names.length)
  return names
}

test.each([
  ['genre=12*5&year=1990..', ['Alpha', 'Beta', 'Gamma']],
  ['genreAll=12*5', ['Beta']],
  ['genreAll=role-playing (rpg)*Shooter', ['Beta']],
  ['genreNot=12', ['Delta', 'Gamma']],
  ['genre=5*12&genreNot=12', ['Gamma']],
  ['platformAll=6*130', ['Alpha']],
  ['platform=6*130&platformNot=130', ['Beta']],
  ['year=1990..2004', ['Alpha', 'Beta']],
  ['year=..1999', ['Alpha']],
  ['year=2005..', ['Gamma']],
  ['developer=Studio \\*Star\\*', ['Alpha', 'Beta']],
  ['developerAll=Other*Studio \\*Star\\*', ['Beta']],
  ['publisher=Big House', ['Alpha']],
  ['series=Steins;Gate', ['Alpha', 'Beta']],
  ['engine=Godot*Havok', ['Beta', 'Gamma']],
  ['engineAll=Unity*Havok', ['Beta']],
  ['engineNot=Unity', ['Delta', 'Gamma']],
  ['perspective=First person', ['Alpha']],
  ['language=German', ['Alpha']],
  ['store=gog', ['Alpha']],
  ['type=remake', ['Beta']],
  ['typeNot=remake&engine=Unity', ['Alpha']],
  ['age=16', ['Beta']],
  ['age=7', ['Beta']],
  ['age=3&engine=Unity', []],
  ['online=8', ['Alpha']],
  ['online=16', []],
  ['couch=2', ['Beta']],
  ['coop=4', ['Alpha']],
  ['critics=90..', ['Alpha']],
  ['critics=60..80', ['Beta']],
  ['players=80..', ['Alpha']],
  ['ratings=100', ['Alpha']],
  ['ratings=50', ['Alpha', 'Beta']],
  ['stars=4..', ['Alpha']],
  ['stars=2', ['Beta']],
  ['genre=12&platform=6&year=1990..1999&engine=Unity&critics=80..&takes=5..15&language=German&online=4', ['Alpha']],
  ['search=alpha&engine=Unity&genreNot=5', ['Alpha']],
  ['search=alpha&engineNot=Unity', []],
])('%s', async (search, names) => {
  expect(await found(search.replaceAll('+', '%2B'))).toEqual(names)
})

test('what no game or page has is ignored, and so is what is too much [G38]', async () => {
  const all = ['Alpha', 'Beta', 'Delta', 'Gamma']
  for (const search of ['genre=999999', 'genreNot=nothing', 'year=19', 'online=5', 'critics=9000', 'stars=..', 'age=x'])
    expect(await found(`${search}&ratings=`), search).toEqual(all)
  expect(await found(`engineNot=${'x'.repeat(101)}&sort=name`)).toEqual(all)
})

test('a filter of four kilobytes is refused with a sentence', async () => {
  for (const name of ['genre', 'engineNot', 'year', 'critics']) {
    const { status, body } = await app.visitor().get(`/api/games?${name}=${'*\\x'.repeat(1365)}`)
    expect({ status, message: body.error }).toEqual({ status: 400, message: 'This filter is too long' })
  }
  expect((await app.visitor().get(`/api/games?genre=${'5*'.repeat(MAX_FILTER_LENGTH / 2)}`)).status).toBe(200)
})

describe('the same games are found by an index and along an order', () => {
  const filters: Partial<GameFilter>[] = [
    { others: { all: [facetOf('genre', 5)], any: [[facetOf('platform', 6), facetOf('platform', 130)]], none: null } },
    { others: { all: null, any: null, none: [facetOf('genre', 12)] } },
    { traits: { all: ['engine:Unity'], any: [['engine:Havok', 'perspective:First person']], none: ['type:remake'] } },
    { traits: { all: null, any: null, none: ['engine:Unity'] } },
    { critics: { from: 60, to: null }, players: { from: null, to: 90 }, leastRatings: 50 },
    { stars: { from: 2, to: 5 } },
  ]
  test.each(filters)('%j', async (filter) => {
    const wanted: GameFilter = { ...NO_FILTER, listed: 'general', ...filter }
    const ids = async (walked: 'popularity' | 'release' | null) =>
      (await filterGames(app.db.selectFrom('games'), wanted, walked).select('id').orderBy('id').execute()).map(
        ({ id }) => id,
      )
    const byIndex = await ids(null)
    expect(byIndex.length).toBeGreaterThan(0)
    expect(await ids('popularity')).toEqual(byIndex)
    expect(await ids('release')).toEqual(byIndex)
  })
})

test('sources are asked only for what they know', () => {
  expect(isKnownToSources({ ...NO_FILTER, listed: 'general', genreId: 12, releasedFrom: 0, minRating: 80 })).toBe(true)
  const others: Partial<GameFilter>[] = [
    { others: { all: null, any: null, none: [facetOf('genre', 12)] } },
    { traits: { all: ['engine:Unity'], any: null, none: null } },
    { critics: { from: 80, to: null } },
    { takes: { from: 5, to: null } },
    { leastRatings: 10 },
  ]
  for (const filter of others) expect(isKnownToSources({ ...NO_FILTER, ...filter })).toBe(false)
})

describe('GET /api/games/terms', () => {
  const terms = async (search: string) => {
    const { status, body } = await app.visitor().get(`/api/games/terms?${search}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data.map(({ value, games }: { value: string; games: number }) => `${value} ${games}`)
  }

  test('counts genres among the games that the other filters leave', async () => {
    expect(await terms('kind=genre')).toEqual(['12 2', '5 2'])
    expect(await terms('kind=genre&platform=130')).toEqual(['12 1', '5 1'])
    expect(await terms('kind=genre&genre=12')).toEqual(['12 2', '5 2'])
    expect(await terms('kind=genre&platform=6&year=2004')).toEqual(['12 1', '5 1'])
    expect(await terms('kind=genre&text=shoot')).toEqual(['5 2'])
    expect(await terms('kind=platform&genreAll=12*5')).toEqual(['6 1'])
    // What is no facet is not counted.
    expect(await terms('kind=platform&engine=Godot')).toEqual(['130 2', '6 2'])
  })

  test('lists names after the job has counted them, and forgets those that no game has', async () => {
    await app.run('count-game-terms')
    expect(await terms('kind=engine')).toEqual(['Unity 2', 'Godot 1', 'Havok 1'])
    expect(await terms('kind=developer&text=star')).toEqual(['Studio *Star* 2'])
    expect(await terms('kind=engine&text=%25')).toEqual([])
    await storeGames(
      app.db,
      [gameOf('igdb_3', 'Gamma', { genres: [SHOOTER], platforms: [SWITCH], isWhole: true })],
      'igdb',
    )
    await app.run('count-game-terms')
    expect(await terms('kind=engine')).toEqual(['Unity 2', 'Havok 1'])
  })

  test('refuses a kind that there is not', async () => {
    expect((await app.visitor().get('/api/games/terms?kind=mood')).status).toBe(400)
  })
})
