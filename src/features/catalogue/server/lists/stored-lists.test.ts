import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { gameOf } from '#tests/support/scripted-source.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'
import type { SourceGame } from '../sources/source.ts'
import { storeGames } from '../stored-games/store-games.ts'

const app = useTestApp()
let visitor: Client
const NOW = new Date('2026-11-21T12:00:00Z')
const inDays = (days: number) => NOW.getTime() / 1000 + days * 86_400

beforeAll(() => {
  app.time.now = NOW
  visitor = app.visitor()
})
let last = 0
const game = (name: string, rest: Partial<SourceGame>) => gameOf(`igdb_${++last}`, name, rest)
const names = async (search: string): Promise<string[]> => {
  const { status, body } = await visitor.get(`/api/games${search}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ state: 'stored', source: 'local' })
  return body.games.map((each: { name: string }) => each.name)
}

describe('the stored top-rated list', () => {
  const rated = [
    game('Great and famous', { totalRating: 95, totalRatingCount: 4000 }),
    game('Good and famous', { totalRating: 88, totalRatingCount: 4000 }),
    game('Perfect, say fifty', { totalRating: 100, totalRatingCount: 50 }),
    game('Perfect, say forty-nine', { totalRating: 100, totalRatingCount: 49 }),
    game('Critics, five', { criticRating: 98, criticRatingCount: 5, totalRating: 98, totalRatingCount: 5 }),
    game('Critics, four', { criticRating: 98, criticRatingCount: 4, totalRating: 98, totalRatingCount: 4 }),
    game('Critics before few players', {
      criticRating: 100,
      criticRatingCount: 15,
      totalRating: 0,
      totalRatingCount: 49,
    }),
    game('Uncounted 99', { totalRating: 99, criticRating: 99 }),
    game('Unrated', {}),
  ]
  beforeAll(() => storeGames(app.db, rated, 'igdb'))

  test('is ordered by the weighted score; fewer than 50 ratings (5 of critics) are too few [R-CAT-18 R-CAT-19]', async () => {
    const list = await names('?category=top-rated')
    expect(list).toEqual([
      'Great and famous',
      'Critics before few players',
      'Good and famous',
      'Uncounted 99',
      'Critics, five',
      'Perfect, say fifty',
    ])
  })

  // All ratings count when there are 50, else the critics' when there are 5: 75 has the weight of 250 players' or 15 critics'.
  test.each([
    ['Great and famous', (4000 * 95 + 250 * 75) / 4250],
    ['Good and famous', (4000 * 88 + 250 * 75) / 4250],
    ['Perfect, say fifty', (50 * 100 + 250 * 75) / 300],
    ['Perfect, say forty-nine', null],
    ['Critics, five', (5 * 98 + 15 * 75) / 20],
    ['Critics, four', null],
    ['Critics before few players', (15 * 100 + 15 * 75) / 30],
    ['Uncounted 99', (15 * 99 + 15 * 75) / 30],
    ['Unrated', null],
  ])('the score of %s', async (name, score) => {
    const row = await app.db
      .selectFrom('games')
      .where('name', '=', name)
      .select('top_rated_score')
      .executeTakeFirstOrThrow()
    if (score === null) expect(row.top_rated_score).toBeNull()
    else expect(row.top_rated_score).toBeCloseTo(score, 9)
  })

  test('keeps its condition when another order is requested, and pages by an index', async () => {
    expect(await names('?category=top-rated&sort=name')).toHaveLength(6)
    await sql`set enable_seqscan = off`.execute(app.db)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select id from games where top_rated_score is not null
      order by top_rated_score desc, renown desc, id limit 48`.execute(app.db)
    expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('games_top_rated')
  })
})

describe('the stored upcoming and trending lists', () => {
  beforeAll(async () => {
    await storeGames(
      app.db,
      [
        game('Tomorrow, hyped', { firstReleaseDate: inDays(1), hypes: 50 }),
        game('Next month, hyped', { firstReleaseDate: inDays(30), hypes: 1, renown: 9 }),
        game('Next month, not hyped', { firstReleaseDate: inDays(30), hypes: 0 }),
        game('In three years', { firstReleaseDate: inDays(1100), hypes: 9 }),
        game('Last month, five', { firstReleaseDate: inDays(-30), hypes: 5, renown: 8 }),
        game('Last month, four', { firstReleaseDate: inDays(-30), hypes: 4 }),
      ],
      'igdb',
    )
    await storeGames(
      app.db,
      [
        game('Next month, built in', { firstReleaseDate: inDays(30) }),
        game('Last month, built in', { firstReleaseDate: inDays(-30) }),
      ],
      'local',
    )
  })

  test('upcoming is 7 to 720 days ahead with at least one hype, when hypes are counted [R-CAT-24]', async () => {
    expect(await names('?category=upcoming')).toEqual(['Next month, hyped', 'Next month, built in'])
  })

  test('trending has at least five hypes, when hypes are counted [R-CAT-25]', async () => {
    expect(await names('?category=trending')).toEqual(['Last month, five', 'Last month, built in'])
  })

  test('a list kind and a time range combine', async () => {
    expect(await names('?category=trending&timeRange=recent')).toHaveLength(2)
    expect(await names('?category=trending&timeRange=classic')).toEqual([])
    expect(await names('?category=upcoming&timeRange=upcoming&year=2025')).toEqual([])
  })
})

test('all pages together show a whole list once, in its order, beyond the ids that are loaded at once', async () => {
  const many = Array.from({ length: 600 }, (_, at) =>
    game(`Page turner ${String(at).padStart(4, '0')}`, { genres: [] }),
  )
  await storeGames(
    app.db,
    many.map((each) => ({ ...each, firstReleaseDate: inDays(-400) })),
    'igdb',
  )
  const year = new Date(inDays(-400) * 1000).getUTCFullYear()
  const pages: string[][] = []
  for (let page = 1; page <= 14; page++) pages.push(await names(`?year=${year}&sort=name&page=${page}`))
  const turned = pages.flat().filter((name) => name.startsWith('Page turner'))
  expect(turned).toEqual(many.map(({ name }) => name))
  expect(pages.flat()).toHaveLength(new Set(pages.flat()).size)
})
