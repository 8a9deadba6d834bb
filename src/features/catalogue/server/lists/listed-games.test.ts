import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Member, signUp } from '#tests/support/members.ts'
import { gameOf } from '#tests/support/scripted-source.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'
import { weightedRating } from '../../catalogue.rules.ts'
import type { SourceGame } from '../sources/source.ts'
import { storeGames } from '../stored-games/store-games.ts'

// Tests which games lists show, and in what order (docs/decisions/0051).

const app = useTestApp()
const NOW = new Date('2026-11-21T12:34:56Z')
const DAY = 86_400
const inDays = (days: number) => Math.floor(NOW.getTime() / 1000) + days * DAY
const PC = [{ id: 6, name: 'PC (Microsoft Windows)' }]
const RPG = [{ id: 12, name: 'Role-playing (RPG)' }]
const EROTIC = [{ id: 42, name: 'Erotic' }]
let visitor: Client
let member: Member

let last = 0
const game = (name: string, rest: Partial<SourceGame> = {}) =>
  gameOf(`igdb_${++last}`, name, { firstReleaseDate: inDays(-60), hypes: 9, platforms: PC, genres: RPG, ...rest })

const main = game('Emberwood', { gameType: 0, renown: 40 })
const listed = [
  main,
  game('Emberwood Remake', { gameType: 8, parentId: main.id, renown: 30 }),
  game('Emberwood Remastered', { gameType: 9, parentId: main.id, renown: 29 }),
  game('Emberwood Expanded', { gameType: 10, parentId: main.id, renown: 28 }),
  game('Emberwood Port', { gameType: 11, parentId: main.id, renown: 27 }),
  game('Emberwood: Alone', { gameType: 4, parentId: main.id, renown: 26 }),
  game('Of no known type', { renown: 25 }),
]
const unlisted = [
  game('Emberwood', { gameType: 1, parentId: main.id, renown: 99 }),
  ...[1, 2, 3, 5, 6, 7, 12, 13, 14].map((gameType) =>
    game(`Emberwood Part ${gameType}`, { gameType, parentId: main.id, renown: 60 + gameType }),
  ),
  game('Emberwood Gold', { gameType: 0, parentId: main.id, renown: 80 }),
]
const erotic = game('Velvet Evenings', { gameType: 0, themes: EROTIC, renown: 95 })

const list = async (search = '', who: Client = visitor) => (await who.get(`/api/games${search}`)).body
const names = async (search = '', who: Client = visitor): Promise<string[]> =>
  (await list(search, who)).games.map(({ name }: { name: string }) => name)

beforeAll(async () => {
  app.time.now = NOW
  visitor = app.visitor()
  member = await signUp(app)
  await storeGames(app.db, [...listed, ...unlisted, erotic], 'igdb')
})

describe('a list of the stored catalogue', () => {
  test.each([
    '',
    '?category=trending',
    '?category=recent',
    '?genre=12',
    '?genre=12&platform=6',
    '?genre=12&platform=6&year=2026',
  ])(
    '%s shows games, but no DLC, seasons, mods, editions or erotic games, and counts only what it shows',
    async (search) => {
      const { games, totalGames } = await list(search)
      expect(games.map(({ name }: { name: string }) => name).sort()).toEqual(listed.map(({ name }) => name).sort())
      expect(totalGames).toBe(listed.length)
    },
  )

  test('shows erotic games to a member who has chosen to see them, and not because of a parameter in the address', async () => {
    expect(await names('?erotic=true')).not.toContain(erotic.name)
    expect(await names('?erotic=true', member)).not.toContain(erotic.name)
    const themes = async (who: Client) =>
      (await who.get('/api/games/metadata')).body.themes.map(({ name }: { name: string }) => name)
    expect(await themes(member)).not.toContain('Erotic')
    await member.put('/api/user/preferences', { erotic_games: true })
    const { games, totalGames } = await list('', member)
    expect(games[0].name).toBe(erotic.name)
    expect(totalGames).toBe(listed.length + 1)
    expect(await names('?erotic=false', member)).toContain(erotic.name)
    expect(await themes(member)).toContain('Erotic')
    // Their responses are not cached for others.
    expect(await names()).not.toContain(erotic.name)
    await member.put('/api/user/preferences', { erotic_games: false })
    expect(await names('', member)).not.toContain(erotic.name)
  })

  test('only the search finds the games that lists omit, after the game that they belong to', async () => {
    const found = await names('?search=emberwood')
    expect(found).toHaveLength(listed.length - 1 + unlisted.length)
    expect(found[0]).toBe(main.name)
    const { body } = await visitor.get('/api/games/suggestions?query=emberwood')
    expect(body.games[0].id).toBe(main.id)
    expect(body.games.map(({ id }: { id: string }) => id)).toContain(unlisted[0]?.id)
    expect(await names('?search=velvet')).toEqual([erotic.name])
  })
})

describe('the order by rating', () => {
  const rated = [
    game('Praised by thousands', { totalRating: 93, totalRatingCount: 4000 }),
    game('Praised by two', { totalRating: 100, totalRatingCount: 2 }),
    game('Liked by thousands', { totalRating: 84, totalRatingCount: 3000 }),
    game('Praised by critics', { totalRating: 96, totalRatingCount: 30, criticRating: 96, criticRatingCount: 30 }),
    game('Disliked by thousands', { totalRating: 41, totalRatingCount: 3000 }),
    game('A rating without a count', { totalRating: 90, criticRating: 90, renown: 50 }),
    game('Without a count, little known', { totalRating: 100, criticRating: 100, renown: 10 }),
    game('Rated by nobody'),
  ].map((each) => ({ ...each, genres: [{ id: 10, name: 'Racing' }] }))
  beforeAll(() => storeGames(app.db, rated, 'igdb'))

  test('weights by the number of votes, and the database computes the score of the rule', async () => {
    expect(await names('?genre=10&sort=rating')).toEqual([
      'Praised by thousands',
      'Praised by critics',
      'Liked by thousands',
      'A rating without a count',
      'Without a count, little known',
      'Praised by two',
      'Disliked by thousands',
      'Rated by nobody',
    ])
    const { rows } = await sql<{ name: string; score: number | null }>`
      select name, weighted_rating as score from games where genre_ids = '{10}'`.execute(app.db)
    for (const { name, score } of rows) {
      const expected = weightedRating(rated.find((each) => each.name === name) as SourceGame)
      if (expected === null) expect(score, name).toBeNull()
      else expect(score, name).toBeCloseTo(expected, 9)
    }
  })
})

describe('the orders by date', () => {
  const inYear = (year: number) => Date.UTC(year, 11, 31) / 1000
  const dated = [
    game('Yesterday', { firstReleaseDate: inDays(-1) }),
    game('Last year', { firstReleaseDate: inDays(-300) }),
    game('Tomorrow', { firstReleaseDate: inDays(1), hypes: 0 }),
    game('Next summer', { firstReleaseDate: inDays(220) }),
    game('In five years', { firstReleaseDate: inYear(2031) }),
    game('A placeholder', { firstReleaseDate: inYear(2032) }),
    game('Some day', { firstReleaseDate: null }),
  ].map((each) => ({ ...each, genres: [{ id: 35, name: 'Card & Board Game' }] }))
  beforeAll(() => storeGames(app.db, dated, 'igdb'))

  test('newest shows the newest released games, and counts only those', async () => {
    const { games, totalGames } = await list('?genre=35&sort=release')
    expect(games.map(({ name }: { name: string }) => name)).toEqual(['Yesterday', 'Last year'])
    expect(totalGames).toBe(2)
  })

  test('coming starts with the next release and omits placeholder dates [R-GAME-46]', async () => {
    const { games, totalGames } = await list('?genre=35&sort=coming')
    expect(games.map(({ name }: { name: string }) => name)).toEqual(['Tomorrow', 'Next summer', 'In five years'])
    expect(totalGames).toBe(3)
  })

  test('in a list of future games the newest order is that of coming releases', async () => {
    expect(await names('?genre=35&sort=release&category=upcoming')).toEqual(['Next summer'])
    expect(await names('?genre=35&sort=release&year=2031')).toEqual(['In five years'])
    expect(await names('?genre=35&sort=release&year=2026')).toEqual(['Yesterday', 'Last year'])
  })
})
