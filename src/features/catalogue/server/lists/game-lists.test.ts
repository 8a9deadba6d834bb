import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#db/transaction.ts'
import type { GameId } from '#shared/ids.ts'
import { keepsPlans, stepsOfEach } from '#tests/support/query-plan.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { timeToBeatOf } from '../../time-to-beat.rules.ts'
import { findGame } from '../catalogue.queries.ts'
import { loadStarterCatalogue } from '../catalogue.service.ts'
import { countTerms } from '../search/facet-counts.queries.ts'
import { facetsOf, facetsToLookUp, type GameFilter, NO_FILTER, termOfFacet } from '../search/facets.ts'
import { findGames } from '../search/find-games.ts'
import { findKnownWords } from '../search/known-words.queries.ts'
import { NOTHING_KNOWN, type SourceGame } from '../sources/source.ts'
import { genres, platforms, SHARED_MODES } from '../sources/vocabulary.ts'
import { storeGames } from '../stored-games/store-games.ts'
import { countGames } from './game-counts.queries.ts'
import { listGameIds } from './game-lists.queries.ts'
import { listRelated } from './related-games.queries.ts'

const app = useTestApp()
const ORDERS = ['popularity', 'rating', 'release', 'coming', 'length', 'name'] as const
const LISTED: GameFilter = { ...NO_FILTER, listed: 'general' }
const yearStart = (year: number) => Date.UTC(year, 0, 1) / 1000
const FILTERS: readonly (readonly [name: string, filter: GameFilter])[] = [
  ['none', LISTED],
  ['two common facets', { ...LISTED, platformId: 6, genreId: 12 }],
  ['two rare facets', { ...LISTED, platformId: 33, genreId: 16 }],
  ['three facets', { ...LISTED, platformId: 6, genreId: 12, gameModeId: 1 }],
  ['four facets', { ...LISTED, platformId: 6, genreId: 12, gameModeId: 1, themeId: 17 }],
  [
    'released games with three facets',
    { ...LISTED, platformId: 6, genreId: 12, themeId: 17, releasedUntil: yearStart(2020) },
  ],
  ['a year', { ...LISTED, releasedFrom: yearStart(2017), releasedUntil: yearStart(2018) }],
  ['a window', { ...LISTED, releasedFrom: yearStart(2000) + 5, releasedUntil: yearStart(2004), genreId: 8 }],
  ['released games', { ...LISTED, releasedUntil: yearStart(2020) + 7 }],
  ['released games with two facets', { ...LISTED, platformId: 6, genreId: 12, releasedUntil: yearStart(2020) }],
  ['a rating', { ...LISTED, minRating: 82, maxRating: 90 }],
  ['a length', { ...LISTED, takes: { from: 5, to: 10 } }],
  ['a length and two facets', { ...LISTED, takes: { from: 10, to: null }, platformId: 6, genreId: 12 }],
  ['a length that few games have', { ...LISTED, takes: { from: 90, to: 91 } }],
  ['a length and a rating', { ...LISTED, takes: { from: 0, to: 20 }, minRating: 30 }],
  ['more than one player', { ...LISTED, anyModeOf: SHARED_MODES }],
  ['erotic games too', { ...NO_FILTER, listed: 'erotic' }],
  ['two facets, erotic games too', { ...NO_FILTER, listed: 'erotic', platformId: 6, genreId: 12 }],
  ['nothing', { ...LISTED, platformId: 123_456_789 }],
]
/** Numbers of games with which a list looks up all of its facets, and with which it looks up only those of platforms. */
const COUNTS = [
  new Map<number, number>(),
  new Map(
    FILTERS.flatMap(([, filter]) =>
      facetsOf(filter).facets.map(
        (facet) => [facet, termOfFacet(facet)?.kind === 'platform' ? 0 : 10_000_000] as const,
      ),
    ),
  ),
]
/** Enough rows for PostgreSQL to prefer an index where there is one. */
const MADE = 12_000
let every: Row[] = []

beforeAll(async () => {
  await loadStarterCatalogue(app.db)
  for (let from = 0; from < MADE; from += 3000)
    await storeGames(
      app.db,
      Array.from({ length: 3000 }, (_, at) => made(from + at)),
      'local',
    )
  every = await everyGame()
  await sql`vacuum (analyze) games`.execute(app.db)
  await sql`vacuum (analyze) game_keys`.execute(app.db)
  await sql`vacuum (analyze) game_words`.execute(app.db)
  await sql`vacuum (analyze) game_counts`.execute(app.db)
}, 60_000)

function made(n: number): SourceGame {
  const of = <T>(terms: readonly T[], by: number) => [terms[(n * by) % terms.length] as T]
  return {
    ...NOTHING_KNOWN,
    id: `rawg_${1_000_000 + n}` as GameId,
    name: `The ${['Amber', 'Copper', 'Silent', 'Hollow', 'Iron'][n % 5]} ${['Harbour', 'Engine', 'Garden'][n % 3]} ${n}`,
    firstReleaseDate: n % 11 === 0 ? null : yearStart(1980 + (n % 46)) + n,
    platforms: of(platforms.terms, 7),
    genres: of(genres.terms, 3),
    totalRating: n % 3 === 0 ? n % 100 : null,
    totalRatingCount: n % 9 === 0 ? 0 : (n * 7) % 900,
    // Every type, with and without a parent, and some erotic games.
    gameType: n % 4 === 0 ? n % 15 : null,
    parentId: n % 5 === 0 ? ('igdb_1942' as GameId) : null,
    themes: n % 13 === 0 ? [{ id: 42, name: 'Erotic' }] : [],
    timeToBeat: n % 4 === 0 ? timeToBeatOf({ story: ((n * 7) % 100) * 3600 + 60 }, 'igdb') : null,
    renown: n % 40,
  }
}

async function everyGame() {
  return app.db
    .selectFrom('games')
    .select(['id', 'name', 'renown', 'total_rating', 'first_release_date', 'sort_name'])
    .select(['game_type', 'parent_id', 'weighted_rating'])
    .select(sql<number | null>`(time_to_beat -> 'minutes')::integer`.as('minutes'))
    .select(['platform_ids', 'genre_ids', 'theme_ids', 'game_mode_ids'])
    .execute()
}
type Row = Awaited<ReturnType<typeof everyGame>>[number]

const GAME_TYPES = [4, 8, 9, 10, 11]
function isListed({ game_type, parent_id, theme_ids }: Row, { listed }: GameFilter): boolean {
  const isGame = GAME_TYPES.includes(game_type ?? 0) || ((game_type ?? 0) === 0 && parent_id === null)
  return listed === null || (isGame && (listed === 'erotic' || !theme_ids.includes(42)))
}

function fits(game: Row, filter: GameFilter): boolean {
  const has = (ids: readonly number[], id: number | null) => id === null || ids.includes(id)
  const within = (value: number | null, least: number | null, most: number | null, isOpen: boolean) =>
    (least === null || (value !== null && value >= least)) &&
    (most === null || (value !== null && (isOpen ? value < most : value <= most)))
  return (
    isListed(game, filter) &&
    has(game.platform_ids, filter.platformId) &&
    has(game.genre_ids, filter.genreId) &&
    has(game.theme_ids, filter.themeId) &&
    has(game.game_mode_ids, filter.gameModeId) &&
    (filter.anyModeOf === null || filter.anyModeOf.some((id) => game.game_mode_ids.includes(id))) &&
    within(game.first_release_date, filter.releasedFrom, filter.releasedUntil, true) &&
    (filter.takes === null ||
      within(game.minutes, filter.takes.from * 60, filter.takes.to && filter.takes.to * 60, true)) &&
    within(game.total_rating, filter.minRating, filter.maxRating, false)
  )
}

const down = (a: number | null, b: number | null) => (b ?? -Infinity) - (a ?? -Infinity) || 0
const up = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const COMPARE: Record<(typeof ORDERS)[number], (a: Row, b: Row) => number> = {
  popularity: (a, b) => down(a.renown, b.renown) || up(a.id, b.id),
  rating: (a, b) =>
    (a.weighted_rating === b.weighted_rating ? 0 : down(a.weighted_rating, b.weighted_rating)) ||
    down(a.renown, b.renown) ||
    up(a.id, b.id),
  release: (a, b) =>
    (a.first_release_date === b.first_release_date ? 0 : down(a.first_release_date, b.first_release_date)) ||
    up(a.id, b.id),
  // Without a date before the rest; a list of coming releases omits both.
  coming: (a, b) => COMPARE.release(b, a),
  length: (a, b) => (a.minutes ?? 0) - (b.minutes ?? 0) || down(a.renown, b.renown) || up(a.id, b.id),
  name: (a, b) => up(a.sort_name, b.sort_name) || up(a.id, b.id),
}

describe.each(FILTERS)('a list with %s', (_, given) => {
  test('has the correct count [R-CAT-13]', async () => {
    const filter = given
    const real = every.filter((game) => fits(game, filter))
    expect(await countGames(app.db, filter)).toBe(real.length)
  })

  test.each(ORDERS)(
    'has the order of %s, on its first pages, in its middle and at its end [R-CAT-07]',
    async (order) => {
      // Only games of a known length are sorted by it.
      const filter = order === 'length' ? { ...given, takes: given.takes ?? { from: 0, to: null } } : given
      const real = every
        .filter((game) => fits(game, filter))
        .toSorted(COMPARE[order])
        .map(({ id }) => id)
      const total = real.length
      const lastPage = Math.max(0, Math.ceil(total / 48) - 1)
      for (const page of new Set([0, 1, Math.floor(lastPage / 2), lastPage, lastPage + 1])) {
        const offset = page * 48
        const place = { order, limit: 48, offset, total }
        // Both access paths, as for a small and a large catalogue.
        for (const among of [total, 10_000_000])
          for (const games of COUNTS) {
            const part = { ...place, among, games }
            expect(await listGameIds(app.db, filter, part)).toEqual(real.slice(offset, offset + 48))
          }
      }
    },
  )
})

// The plan that PostgreSQL chooses for so small a table depends on its samples; whether an index can serve the query
// does not.
test('every query of a catalogue page can use an index', async () => {
  const one = { order: 'popularity', limit: 1, offset: 0, total: 1, among: 1, games: new Map() } as const
  const ids = await listGameIds(app.db, LISTED, one)
  const game = await findGame(app.db, ids[0] as GameId)
  const scans = await inTransaction({ db: app.db }, async ({ db }) => {
    await sql`set local enable_seqscan = off`.execute(db)
    // Prepared reads reuse their earlier plan.
    await sql`discard plans`.execute(db)
    const scansSoFar = async () => {
      const { rows } = await sql<{ scans: number }>`
        select seq_scan as scans from pg_stat_xact_user_tables where relname = 'games'`.execute(db)
      return rows[0]?.scans ?? 0
    }
    // Earlier scans of the connection may be included.
    const before = await scansSoFar()
    for (const [, given] of FILTERS)
      for (const order of ORDERS) {
        const filter = order === 'length' ? { ...given, takes: given.takes ?? { from: 0, to: null } } : given
        const total = every.filter((each) => fits(each, filter)).length
        for (const offset of [0, Math.floor(total / 2)])
          for (const games of COUNTS) {
            const part = { order, limit: 48, offset, total, among: every.length, games }
            await listGameIds(db, filter, part)
          }
      }
    await countTerms(db, 'general')
    if (game) await listRelated(db, game, 12)
    for (const text of [
      'zelda',
      'zleda',
      'the',
      'th',
      'of the',
      'gta 5',
      'amber harbour 77',
      'minecraftdungeons',
      'xyzzy quux',
    ])
      await findGames({ db, words: () => findKnownWords(db) }, text, { most: 10 })
    return (await scansSoFar()) - before
  })
  expect(scans).toBe(0)
})

test.each(['generic', 'custom'] as const)(
  'the count of released games reads only the others, in a %s plan',
  async (plan) => {
    const released = { ...LISTED, releasedUntil: yearStart(2026) }
    const steps = (await stepsOfEach(app, plan, (db) => countGames(db, released)))
      .flat()
      .filter(({ table }) => table === 'games')
    expect(steps).not.toEqual([])
    const read = steps.reduce((sum, { rows }) => sum + rows, 0)
    expect(read).toBeLessThan(every.length / 3)
  },
)

test.each(['generic', 'custom'] as const)(
  'a list by length, and the count of one, read only games of that length, in a %s plan',
  async (plan) => {
    const filter = { ...LISTED, takes: { from: 5, to: 10 } }
    const total = every.filter((game) => fits(game, filter)).length
    const place = { order: 'length', limit: 48, offset: 48, total, among: every.length, games: new Map() } as const
    const readBy = async (query: Parameters<typeof stepsOfEach>[2]) => {
      const steps = (await stepsOfEach(app, plan, query)).flat().filter(({ table }) => table === 'games')
      expect(new Set(steps.flatMap(({ index }) => index ?? []))).toEqual(new Set(['games_length']))
      return steps.reduce((sum, { rows }) => sum + rows, 0)
    }
    expect(await readBy((db) => listGameIds(db, filter, place))).toBeLessThan(300)
    const few = { ...place, order: 'popularity', among: 320_000 } as const
    expect(await readBy((db) => listGameIds(db, filter, few))).toBeLessThan(every.length / 20)
    expect(await readBy((db) => countGames(db, filter))).toBeLessThan(every.length / 20)
  },
)

test('a list does not look up a facet that nearly all games have, unless it has no other', () => {
  const games = new Map([
    [1, 306_000],
    [2, 170_000],
    [3, 900],
  ])
  const lookedUp = (...facets: number[]) => facetsToLookUp(facets, { among: 320_000, games })
  expect([lookedUp(1, 2), lookedUp(1, 2, 3), lookedUp(2, 3)]).toEqual([[2], [2, 3], [2, 3]])
  expect([lookedUp(1), lookedUp(1, 9), lookedUp()]).toEqual([[1], [9], []])
})

describe('the maintained counts', () => {
  const game = { ...NOTHING_KNOWN, id: 'rawg_5' as GameId, name: 'Counted', genres: [{ id: 36, name: 'MOBA' }] }
  const ofGenre = (genreId: number) => countGames(app.db, { ...LISTED, genreId })

  test('follow inserts, updates and deletes of games', async () => {
    const [all, moba, racing] = [await countGames(app.db, LISTED), await ofGenre(36), await ofGenre(10)]
    await storeGames(app.db, [game], 'rawg')
    expect(await countGames(app.db, LISTED)).toBe(all + 1)
    expect(await ofGenre(36)).toBe(moba + 1)
    await storeGames(app.db, [{ ...game, genres: [{ id: 10, name: 'Racing' }] }], 'rawg')
    expect([await ofGenre(36), await ofGenre(10)]).toEqual([moba, racing + 1])
    await app.db.deleteFrom('games').where('id', '=', game.id).execute()
    expect([await countGames(app.db, LISTED), await ofGenre(10)]).toEqual([all, racing])
    expect(await findGames(app.catalogue, 'counted', { most: 10 })).not.toContain(game.id)
  })

  test('are those of the lists: a game that becomes a DLC, or erotic, no longer counts', async () => {
    const before = [await ofGenre(36), await countGames(app.db, LISTED)]
    await storeGames(app.db, [game], 'rawg')
    await storeGames(app.db, [{ ...game, gameType: 1 }], 'rawg')
    expect([await ofGenre(36), await countGames(app.db, LISTED)]).toEqual(before)
    const erotic = { ...NO_FILTER, listed: 'erotic' as const, genreId: 36 }
    const withErotic = await countGames(app.db, erotic)
    await storeGames(app.db, [{ ...game, gameType: 0, themes: [{ id: 42, name: 'Erotic' }] }], 'rawg')
    expect([await ofGenre(36), await countGames(app.db, LISTED)]).toEqual(before)
    expect(await countGames(app.db, erotic)).toBe(withErotic + 1)
    expect(await findGames(app.catalogue, 'counted', { most: 10 })).toContain(game.id)
    await app.db.deleteFrom('games').where('id', '=', game.id).execute()
    expect(await countGames(app.db, erotic)).toBe(withErotic)
  })

  test('stay few rows, and correct, after many concurrent writes of games', async () => {
    const before = await ofGenre(36)
    for (let turn = 0; turn < 60; turn++)
      await storeGames(app.db, [{ ...game, id: `rawg_${10 + turn}` as GameId }], 'rawg')
    expect(await ofGenre(36)).toBe(before + 60)
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from game_counts where facet = 0`.execute(app.db)
    expect(rows[0]?.n).toBeLessThanOrEqual(51)
    expect(await changes()).toBeLessThanOrEqual(51)
  })

  /** How many changes of games the bits do not have yet. */
  async function changes(): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from game_facet_changes`.execute(app.db)
    return rows[0]?.n ?? 0
  }
  const facts = { ...game, platforms: [{ id: 6, name: 'PC' }], themes: [{ id: 17, name: 'Fantasy' }] }
  const some = (from: number, many: number, more: Partial<SourceGame> = {}) =>
    Array.from({ length: many }, (_, at) => ({ ...facts, id: `rawg_${from + at}` as GameId, ...more }))
  const three = { ...LISTED, genreId: 36, platformId: 6, themeId: 17 }

  test('are the same before and after the bits have a change, and after a game has gone and come back', async () => {
    const before = await countGames(app.db, three)
    await storeGames(app.db, some(2_000_000, 900), 'rawg')
    expect(await countGames(app.db, three)).toBe(before + 900)
    await storeGames(app.db, some(2_000_900, 400), 'rawg')
    expect([await changes(), await countGames(app.db, three)]).toEqual([0, before + 1300])
    await storeGames(app.db, some(2_000_000, 700, { platforms: [{ id: 48, name: 'PlayStation 4' }] }), 'rawg')
    expect(await countGames(app.db, three)).toBe(before + 600)
    // Facts that are no facets change no count.
    const unchanged = await changes()
    await storeGames(app.db, some(2_000_700, 600, { renown: 3 }), 'rawg')
    expect(await changes()).toBe(unchanged)
    await app.db.deleteFrom('games').where('id', '>=', 'rawg_2000000').where('id', '<', 'rawg_2001300').execute()
    expect([await changes(), await countGames(app.db, three)]).toEqual([0, before])
    await storeGames(app.db, some(2_000_000, 1100), 'rawg')
    expect([await changes(), await countGames(app.db, three)]).toEqual([0, before + 1100])
  })

  test('let one write of games pass another that changes the bits', async () => {
    const before = await countGames(app.db, three)
    await inTransaction({ db: app.db }, async ({ db }) => {
      await storeGames(db, some(2_100_000, 1100), 'rawg')
      await storeGames(app.db, some(2_200_000, 1100), 'rawg')
      expect(await countGames(app.db, three)).toBe(before + 1100)
      expect(await countGames(db, three)).toBe(before + 2200)
    })
    expect(await countGames(app.db, three)).toBe(before + 2200)
    await storeGames(app.db, some(2_300_000, 1), 'rawg')
    expect(await countGames(app.db, three)).toBe(before + 2201)
    // PostgreSQL may move the others before it adds this one.
    expect(await changes()).toBeLessThanOrEqual(1)
  })

  test('keep their plan, whatever the facets are', async () => {
    expect(await keepsPlans(app, (db) => countGames(db, three))).toEqual([true])
  })

  test('a game that is not committed is neither counted nor found', async () => {
    const before = await ofGenre(36)
    await expect(
      inTransaction({ db: app.db }, async ({ db }) => {
        await storeGames(db, [{ ...game, id: 'rawg_9' as GameId, name: 'Uncommitted' }], 'rawg')
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await ofGenre(36)).toBe(before)
    expect(await findGames(app.catalogue, 'uncommitted', { most: 10 })).toEqual([])
  })
})
