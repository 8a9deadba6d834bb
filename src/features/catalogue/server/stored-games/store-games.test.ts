import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { GameId } from '#shared/ids.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { NOTHING_KNOWN, type SourceGame } from '../sources/source.ts'
import { storeAchievements } from './store-achievements.ts'
import { type Origin, storeGames } from './store-games.ts'

/** The origin and time of each fact: '*' for all facts but those that are named. */
type Provenance = Record<string, { origin: Origin; at: number }>

const app = useTestApp()
const ID = 'igdb_1942' as GameId
beforeEach(() => app.db.deleteFrom('games').execute())

const LINUX = { id: 3, name: 'Linux' }
const PC = { id: 6, name: 'PC (Microsoft Windows)' }
const RPG = { id: 12, name: 'Role-playing (RPG)' }
const FANTASY = { id: 17, name: 'Fantasy' }
const SINGLE = { id: 1, name: 'Single player' }
const image = (name: string) => `https://images.igdb.com/igdb/image/upload/t_1080p/${name}.jpg`

const WHOLE: SourceGame = {
  ...NOTHING_KNOWN,
  id: ID,
  name: 'The Witcher 3',
  alternativeNames: ['Wiedzmin'],
  firstReleaseDate: 1_431_993_600,
  platforms: [PC],
  genres: [RPG],
  themes: [FANTASY],
  gameModes: [SINGLE],
  developers: ['CD Projekt RED'],
  publishers: ['CD Projekt'],
  series: 'The Witcher',
  rating: 93.456,
  totalRating: 92.5,
  totalRatingCount: 4_000,
  criticRating: 91.25,
  criticRatingCount: 30,
  hypes: 12,
  gameType: 0,
  parentId: 'igdb_1' as GameId,
  coverImageId: 'co1wyy',
  coverUrl: 'https://media.rawg.io/media/games/abc/w3.jpg',
  backgroundUrl: image('ar1'),
  artworks: [image('ar1'), image('ar2')],
  screenshots: [image('sc1')],
  videos: [{ id: '7', name: 'Trailer', provider: 'youtube', videoId: 'abcdefghijk' }],
  timeToBeat: { story: 3_060, extras: 6_180, all: 10_380, minutes: 3_060, count: 41, source: 'igdb' },
  renown: 98,
  summary: 'From the source.',
  storyline: 'And then.',
  isWhole: true,
}
/** A row of a list, with few facts. */
const ROW: SourceGame = { ...NOTHING_KNOWN, id: ID, name: 'The Witcher 3', totalRating: 90, totalRatingCount: 4_100 }
const NOTHING: SourceGame = { ...NOTHING_KNOWN, id: ID, name: 'The Witcher 3', isWhole: true }

const store = (game: Partial<SourceGame>, origin: Origin) => storeGames(app.db, [{ ...WHOLE, ...game }], origin)
const storeOnly = (game: SourceGame, origin: Origin) => storeGames(app.db, [game], origin)
async function stored(id: GameId = ID) {
  const row = await app.db.selectFrom('games').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const provenance = row.provenance as unknown as Provenance
  return { ...row, details: row.details as object, by: (fact: string) => (provenance[fact] ?? provenance['*'])?.origin }
}
const FACTS_OF_WHOLE = {
  name: 'The Witcher 3',
  cover_image_id: 'co1wyy',
  cover_url: 'https://media.rawg.io/media/games/abc/w3.jpg',
  first_release_date: 1_431_993_600,
  platforms: [PC],
  platform_ids: [6],
  genres: [RPG],
  genre_ids: [12],
  theme_ids: [17],
  game_mode_ids: [1],
  developer: 'CD Projekt RED',
  series: 'The Witcher',
  rating: 93.46,
  total_rating: 92.5,
  total_rating_count: 4_000,
  critic_rating: 91.25,
  critic_rating_count: 30,
  hypes: 12,
  game_type: 0,
  parent_id: 'igdb_1',
  time_to_beat: { story: 3_060, extras: 6_180, all: 10_380, minutes: 3_060, count: 41, source: 'igdb' },
  renown: 98,
  details: {
    summary: 'From the source.',
    storyline: 'And then.',
    themes: [FANTASY],
    gameModes: [SINGLE],
    developers: ['CD Projekt RED'],
    publishers: ['CD Projekt'],
    alternativeNames: ['Wiedzmin'],
    backgroundUrl: image('ar1'),
    artworks: [image('ar1'), image('ar2')],
    screenshots: [image('sc1')],
    videos: [{ id: '7', name: 'Trailer', provider: 'youtube', videoId: 'abcdefghijk' }],
    isWhole: true,
  },
}

test('every fact of a game is stored with its origin and time', async () => {
  await store({}, 'igdb')
  const game = await stored()
  expect(game).toMatchObject({ ...FACTS_OF_WHOLE, origin: 'igdb', data_source: 'igdb', source_id: 1942 })
  expect(game.provenance).toEqual({ '*': { origin: 'igdb', at: expect.any(Number) } })
  const { at } = (game.provenance as unknown as Provenance)['*'] as { at: number }
  expect(Math.abs(at - Date.now() / 1000)).toBeLessThan(60)
})

test('writes a batch in one statement', async () => {
  const games = Array.from({ length: 500 }, (_, at) => ({ ...WHOLE, id: `igdb_${at + 1}` as GameId }))
  expect(await app.countQueries(() => storeGames(app.db, games, 'igdb'))).toBe(1)
  expect(await app.countQueries(() => storeGames(app.db, [], 'igdb'))).toBe(0)
})

test('returns the games that were stored before and have changed', async () => {
  const [whole, row] = [WHOLE, ROW].map((game) => ({ ...game, parentId: null })) as [SourceGame, SourceGame]
  const other = { ...whole, id: 'igdb_2' as GameId }
  expect(await storeGames(app.db, [whole, other], 'igdb')).toEqual([])
  expect(await storeGames(app.db, [whole, other], 'igdb')).toEqual([])
  expect(await storeGames(app.db, [row, other], 'igdb')).toEqual([ID])
  expect(await storeGames(app.db, [row], 'igdb')).toEqual([])
  expect(await storeGames(app.db, [{ ...whole, summary: 'Another.' }], 'igdb')).toEqual([ID])
  expect(await storeGames(app.db, [{ ...whole, name: 'Built in' }], 'local')).toEqual([])
})

describe('a response with fewer facts', () => {
  test('erases nothing when it is a list’s row', async () => {
    await store({}, 'igdb')
    await storeOnly(ROW, 'igdb')
    const game = await stored()
    expect(game).toMatchObject({ ...FACTS_OF_WHOLE, total_rating: 90, total_rating_count: 4_100 })
    expect(game.search_text).toContain('| wiedzmin |')
  })

  test('removes facts of the same source when it is a whole response', async () => {
    await store({}, 'igdb')
    await storeOnly(NOTHING, 'igdb')
    expect(await stored()).toMatchObject({
      cover_image_id: null,
      first_release_date: null,
      platforms: [],
      platform_ids: [],
      total_rating: null,
      total_rating_count: 0,
      series: null,
      hypes: 0,
      details: { summary: null, screenshots: [], videos: [], alternativeNames: [] },
    })
    expect((await stored()).search_text).not.toContain('wiedzmin')
  })

  test('preserves the facts of the built-in catalogue, with their origin', async () => {
    await store({ summary: 'In our own words.' }, 'local')
    await storeOnly({ ...NOTHING, totalRating: 88, totalRatingCount: 3 }, 'igdb')
    const game = await stored()
    expect(game).toMatchObject({
      ...FACTS_OF_WHOLE,
      total_rating: 88,
      total_rating_count: 3,
      details: { ...FACTS_OF_WHOLE.details, summary: 'In our own words.' },
      origin: 'igdb',
    })
    expect(game.by('summary')).toBe('local')
    expect(game.by('platforms')).toBe('local')
    expect(game.by('total_rating')).toBe('igdb')
    expect(game.by('name')).toBe('igdb')
    // After a second write the facts are still there.
    await storeOnly(NOTHING, 'igdb')
    expect((await stored()).by('summary')).toBe('local')
    expect(await stored()).toMatchObject({ details: { summary: 'In our own words.' }, total_rating: null })
  })
})

describe('times to beat', () => {
  test('stay when the source did not answer with them, and go when it has none any more', async () => {
    await store({}, 'igdb')
    await store({ timeToBeat: undefined, summary: 'New.' }, 'igdb')
    expect(await stored()).toMatchObject({ time_to_beat: WHOLE.timeToBeat, details: { summary: 'New.' } })
    await store({ timeToBeat: null }, 'igdb')
    expect(await stored()).toMatchObject({ time_to_beat: null })
  })

  test('of the built-in catalogue stay with their origin until a live source has its own', async () => {
    const ours = { story: 60, extras: null, all: null, minutes: 60, count: null, source: 'steam_list' } as const
    await store({ timeToBeat: ours }, 'local')
    await store({ timeToBeat: null }, 'igdb')
    expect(await stored()).toMatchObject({ time_to_beat: ours })
    expect((await stored()).by('time_to_beat')).toBe('local')
    await store({}, 'igdb')
    expect(await stored()).toMatchObject({ time_to_beat: WHOLE.timeToBeat })
    expect((await stored()).by('time_to_beat')).toBe('igdb')
  })
})

describe('a response with more facts', () => {
  test('from a source replaces the earlier facts of that source', async () => {
    await store({}, 'igdb')
    await store({ name: 'New name', platforms: [PC, LINUX], summary: 'Rewritten.', hypes: 99 }, 'igdb')
    const game = await stored()
    expect(game).toMatchObject({
      name: 'New name',
      platform_ids: [6, 3],
      hypes: 99,
      details: { summary: 'Rewritten.', storyline: 'And then.' },
    })
    expect(Object.keys(game.provenance as object)).toEqual(['*'])
  })

  test('from a live source replaces the built-in facts, except the renown', async () => {
    await store({ summary: 'In our own words.', renown: 98 }, 'local')
    await store({ summary: 'Theirs.', renown: 41 }, 'igdb')
    const game = await stored()
    expect(game).toMatchObject({ renown: 98, details: { summary: 'Theirs.' } })
    expect(game.by('renown')).toBe('local')
    expect(game.by('summary')).toBe('igdb')
    await store({ renown: 42 }, 'igdb')
    expect(await stored()).toMatchObject({ renown: 98 })
  })

  test('from a live source updates the renown of its own game', async () => {
    await store({ renown: 41 }, 'igdb')
    await store({ renown: 42 }, 'igdb')
    expect(await stored()).toMatchObject({ renown: 42 })
  })

  test('from the built-in catalogue or a file never replaces a live source’s facts', async () => {
    await store({}, 'igdb')
    for (const origin of ['local', 'import', 'rawg'] as const) {
      await store({ name: 'Other', summary: 'Other.' }, origin)
      expect(await stored()).toMatchObject({ ...FACTS_OF_WHOLE, origin: 'igdb' })
    }
  })

  test('with a new name preserves the old names for the search, when it has none', async () => {
    await store({}, 'igdb')
    await storeOnly({ ...ROW, name: 'The Wild Hunt' }, 'igdb')
    const game = await stored()
    expect(game.name).toBe('The Wild Hunt')
    expect(game.search_text).toMatch(/^\| the wild hunt \|.*\| ~tw3 \|/)
    expect(game.details).toMatchObject({ alternativeNames: ['Wiedzmin'] })
  })
})

describe('the freshness of a game', () => {
  const age = async () => Date.now() - (await stored()).refreshed_at.getTime()
  const YEARS = 365 * 24 * 60 * 60_000

  test('a complete response makes it fresh', async () => {
    await store({}, 'igdb')
    expect(await age()).toBeLessThan(60_000)
  })

  test('a row from the list of a live source is due for a refresh at once', async () => {
    await storeOnly(ROW, 'igdb')
    expect(await age()).toBeGreaterThan(20 * YEARS)
    expect((await stored()).details).toMatchObject({ isWhole: false })
    await store({}, 'igdb')
    expect(await age()).toBeLessThan(60_000)
    expect((await stored()).details).toMatchObject({ isWhole: true })
  })

  test('a list’s row neither refreshes nor ages a whole game', async () => {
    await store({}, 'igdb')
    await sql`update games set refreshed_at = now() - interval '9 days'`.execute(app.db)
    await storeOnly(ROW, 'igdb')
    expect(await age()).toSatisfy((ms: number) => ms > 8.9 * 86_400_000 && ms < 9.1 * 86_400_000)
    expect((await stored()).details).toMatchObject({ isWhole: true })
  })

  test('a built-in game that was only in a list is due too', async () => {
    await store({}, 'local')
    await storeOnly(ROW, 'igdb')
    expect(await age()).toBeGreaterThan(20 * YEARS)
    expect((await stored()).details).toMatchObject({ isWhole: false })
  })

  test('an imported game is not due, because it has no source', async () => {
    await storeOnly({ ...ROW, id: 'local_5' as GameId }, 'import')
    expect(Date.now() - (await stored('local_5' as GameId)).refreshed_at.getTime()).toBeLessThan(60_000)
  })
})

describe('stored data is not damaged by', () => {
  test('a game that occurs twice in one response', async () => {
    await storeGames(app.db, [WHOLE, { ...ROW, name: 'A row' }, { ...WHOLE, name: 'The latest' }], 'igdb')
    expect(await stored()).toMatchObject({ name: 'The latest', series: 'The Witcher' })
    await storeGames(
      app.db,
      [
        { ...WHOLE, name: 'Whole' },
        { ...ROW, name: 'A row' },
      ],
      'igdb',
    )
    expect(await stored()).toMatchObject({ name: 'Whole' })
  })

  test('characters that the database rejects', async () => {
    await store({ summary: 'zero \0 and half \ud83d', name: 'Na\0me', alternativeNames: ['\\u0000'] }, 'igdb')
    expect(await stored()).toMatchObject({
      name: 'Name',
      details: { summary: 'zero  and half \ufffd', alternativeNames: ['\\u0000'] },
    })
  })

  test('two concurrent batches of the same games', async () => {
    const games = Array.from({ length: 200 }, (_, at) => ({ ...WHOLE, id: `igdb_${at + 1}` as GameId }))
    await Promise.all(
      [games, games.toReversed(), games, games.toReversed()].map((batch) => storeGames(app.db, batch, 'igdb')),
    )
    const { n } = await app.db.selectFrom('games').select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()
    expect(n).toBe(200)
  })

  test('an impossible game, which fails the whole batch', async () => {
    const wrong = { ...WHOLE, id: 'igdb_2' as GameId, totalRating: 4_000 }
    await expect(storeGames(app.db, [WHOLE, wrong], 'igdb')).rejects.toThrow()
    expect(await app.db.selectFrom('games').select('id').execute()).toEqual([])
  })
})

test('the ids of a game elsewhere are added; those that a later response omits stay', async () => {
  const idsOf = async () =>
    (await app.db.selectFrom('game_external_ids').select(['uid', 'game_id']).orderBy('uid').execute()).map(
      ({ uid, game_id }) => `${uid} ${game_id}`,
    )
  const steam = (...uids: string[]) => ({ externalIds: uids.map((uid) => ({ source: 'steam' as const, uid })) })
  await store(steam('10', '11'), 'igdb')
  await store(steam('11', '12'), 'igdb')
  await store(steam(), 'igdb')
  await storeGames(app.db, [{ ...WHOLE, id: 'igdb_7' as GameId, ...steam('12') }], 'igdb')
  expect(await idsOf()).toEqual([`10 ${ID}`, `11 ${ID}`, `12 ${ID}`, '12 igdb_7'])
  await app.db.deleteFrom('games').where('id', '=', ID).execute()
  expect(await idsOf()).toEqual(['12 igdb_7'])
})

describe('achievements', () => {
  const given = (externalId: string, rest: object = {}) => ({
    externalId,
    name: `Feat ${externalId}`,
    description: 'Do it.',
    iconUrl: null,
    rarity: 12.34,
    ...rest,
  })
  const rows = () =>
    app.db
      .selectFrom('game_achievements')
      .select(['external_id', 'name', 'description', 'rarity'])
      .where('game_id', '=', ID)
      .orderBy('display_order')
      .orderBy('external_id')
      .execute()

  test('are stored in their order, at most fifty, and once after repeated writes', async () => {
    await store({}, 'igdb')
    const many = Array.from({ length: 60 }, (_, at) => given(String(100 + at)))
    await storeAchievements(app.db, ID, [...many.slice(0, 3), ...many])
    await storeAchievements(app.db, ID, many)
    const stored = await rows()
    expect(stored).toHaveLength(50)
    expect(stored.map((row) => row.external_id)).toEqual(many.slice(0, 50).map((each) => each.externalId))
    expect(stored[0]).toEqual({ external_id: '100', name: 'Feat 100', description: 'Do it.', rarity: 12.34 })
  })

  test('keep the facts that a later response omits, and update the others', async () => {
    await store({}, 'igdb')
    await storeAchievements(app.db, ID, [given('1'), given('2')])
    await storeAchievements(app.db, ID, [given('2', { name: 'Renamed', description: null, rarity: 1 })])
    await storeAchievements(app.db, ID, [])
    expect(await rows()).toEqual([
      { external_id: '1', name: 'Feat 1', description: 'Do it.', rarity: 12.34 },
      { external_id: '2', name: 'Renamed', description: 'Do it.', rarity: 1 },
    ])
  })

  test('of a game that is not stored are ignored', async () => {
    await storeAchievements(app.db, ID, [given('1')])
    expect(await rows()).toEqual([])
  })
})
